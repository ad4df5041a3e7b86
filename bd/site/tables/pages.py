"""The tables of one page: those of its kind, the texts that it shows, and every number that stands in none of them.

No number on a page is missing from the file beside it, whoever laid the page out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import orjson

from bd.site.kinds import kind_of
from bd.site.names import Names
from bd.site.records.parts import Figure, Page
from bd.site.tables.columns import Rows
from bd.site.tables.examples import EXAMPLES, examples_shown
from bd.site.tables.shown import OTHER, Places, figures_of

__all__ = ["PageTables", "Tabler"]


@dataclass(frozen=True)
class PageTables:
    """The tables of one page."""

    main: str
    """Name of the one that is `data.csv`."""
    tables: tuple[Rows, ...]
    """Those with at least one row, and the main one."""

    @property
    def main_rows(self) -> Rows:
        """The main table."""
        return next(rows for rows in self.tables if rows.table.name == self.main)


class Tabler:
    """Makes the tables of pages.

    Parameters
    ----------
    names
        The data file.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._places = Places(names)

    def tables(self, page: Page) -> PageTables:
        """Return the tables of a page; its numbers alone where its kind has no others."""
        made = list(kind_of(page).tables(self._names, page))
        main = made[0].table if made else OTHER
        figures = list(figures_of(page))
        made.append(EXAMPLES.fill(self._names, examples_shown(self._names, figures)))
        made.append(self._other(figures, made))
        return PageTables(main.name, tuple(rows for rows in made if rows.rows or rows.table is main))

    def _other(self, figures: Iterable[Figure], made: Iterable[Rows]) -> Rows:
        held = {self._places.read(pointer) for rows in made for pointer in rows.pointers}
        left = {each.key: each for each in figures if self._places.read(each.key) not in held}
        return OTHER.fill(
            self._names,
            ({"at": orjson.loads(e.value), "shown": e.text, "key": e.key} for e in left.values()),
        )
