"""Which tables a page has.

They are read from the data file for the level that the page shows, the whole of each table, so that columns stay what
they are when a page is laid out anew. Numbers that a page shows beyond them are listed at the end: no number on a page
is missing from the file beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import orjson

from bd.site.boards import Level, level_of
from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.order import engines_in_order, largest_first
from bd.site.records.changes import ChangesPage
from bd.site.records.pages import DataPage
from bd.site.records.parts import Figure, Page
from bd.site.tables import boards, evidence, models, results
from bd.site.tables.changes import CHANGES, changes
from bd.site.tables.columns import Parts, Rows, Table
from bd.site.tables.examples import EXAMPLES, examples_shown
from bd.site.tables.files import FILES, files
from bd.site.tables.shown import OTHER, Places, figures_of

__all__ = ["PAGE_TABLES", "PageTables", "Tabler"]

PAGE_TABLES: tuple[Table, ...] = (
    results.RESULTS,
    boards.BOARD,
    boards.main_board(()),
    boards.PAIRS,
    boards.BELOW,
    results.LEFT_OUT,
    results.WAYS,
    models.MODELS,
    models.BUILDS,
    models.SKILLS,
    models.REPEATS,
    models.COMPARED,
    models.SAME_TEXTS,
    evidence.QUESTIONS,
    EXAMPLES,
    evidence.SHORTLISTS,
    evidence.REPORTED,
    evidence.TERMS,
    FILES,
    CHANGES,
    OTHER,
)
"""Every table that a page may have; the main board also has a column of places for each characteristic."""


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
        self._pages = {page["address"].text: page for page in names.data["pages"]}
        self._makers: dict[str, Callable[[Cursor], Iterator[Rows]]] = {
            "home": self._home,
            **dict.fromkeys(("characteristic", "group", "item", "cell"), self._level),
            "engines": self._engines,
            "engine": self._engine,
            "engine-characteristic": self._engine_topic,
            "builds": self._builds,
            "methods": self._methods,
            "asked-twice": self._asked_twice,
            "reported": self._reported,
        }

    def tables(self, page: Page) -> PageTables:
        """Return the tables of a page; its numbers alone where nothing more is known of its kind."""
        made = list(self._known(page))
        main = made[0].table if made else OTHER
        figures = list(figures_of(page))
        made.append(EXAMPLES.fill(self._names, examples_shown(self._names, figures)))
        made.append(self._other(figures, made))
        return PageTables(main.name, tuple(rows for rows in made if rows.rows or rows.table is main))

    def _known(self, page: Page) -> Iterator[Rows]:
        place = self._pages.get(page.head.address)
        maker = None if place is None else self._makers.get(place["level"].text)
        if isinstance(page, DataPage):
            yield FILES.fill(self._names, files(page))
        elif isinstance(page, ChangesPage):
            yield CHANGES.fill(self._names, changes(page))
        elif maker is not None and place is not None:
            yield from maker(place)

    def _other(self, figures: Iterable[Figure], made: Iterable[Rows]) -> Rows:
        held = {self._places.read(pointer) for rows in made for pointer in rows.pointers}
        left = {each.key: each for each in figures if self._places.read(each.key) not in held}
        return OTHER.fill(
            self._names,
            ({"at": orjson.loads(e.value), "shown": e.text, "key": e.key} for e in left.values()),
        )

    def _home(self, page: Cursor) -> Iterator[Rows]:
        names, dimensions = self._names, list(self._names.dimensions.values())
        counted = [each for each in dimensions if each["kind"].value == "characteristic"]
        yield boards.main_board(counted).fill(names, boards.main_lines(names))
        lines = (boards.board_lines(names, d, d, d["address"].text) for d in dimensions)
        yield boards.BOARD.fill(names, (each for board in lines for each in board))
        yield results.RESULTS.fill(names, self._first_results(dimensions))

    def _first_results(self, dimensions: Iterable[Cursor]) -> Iterator[Parts]:
        """Yield the results that boards of characteristics rest on."""
        for dimension in dimensions:
            lines, board = results.headlines(dimension["board"]), dimension["address"].text
            for facet in results.facets_of(dimension["breakdown"]["cells"]):
                parts = results.result_parts(dimension, facet, lines, board)
                if parts["headline"]:
                    yield parts

    def _level(self, page: Cursor) -> Iterator[Rows]:
        names, level, address = self._names, level_of(self._names, page), page["address"].text
        lines = results.headlines(level.board)
        found = [
            results.result_parts(level.dimension, facet, lines, address)
            for facet in largest_first(results.facets_of(level.cells))
        ]
        yield results.RESULTS.fill(names, found)
        yield boards.BOARD.fill(names, boards.board_lines(names, level.dimension, self._place(level, address), address))
        yield boards.PAIRS.fill(names, boards.pairs(level.board))
        yield boards.BELOW.fill(names, boards.below(names, level))
        yield from self._beside(found)
        yield evidence.SHORTLISTS.fill(names, evidence.shortlists_of(names, level))
        yield evidence.REPORTED.fill(names, evidence.reported(names, address))

    def _place(self, level: Level, address: str) -> Cursor:
        """Return the characteristic of a level, or the entry of the level below it that the page is about."""
        if level.kind == "characteristic":
            return level.dimension
        return self._names.levels(level.dimension["id"].text).at(address)

    def _beside(self, found: Iterable[Parts]) -> Iterator[Rows]:
        """Yield what stands beside results wherever they are shown."""
        names, each = self._names, list(found)
        yield results.LEFT_OUT.fill(names, results.causes(each))
        yield results.WAYS.fill(names, results.ways(each))
        yield evidence.QUESTIONS.fill(names, evidence.questions(names, results.questions_of(each)))

    def _engines(self, page: Cursor) -> Iterator[Rows]:
        yield models.MODELS.fill(self._names, models.models(self._names))
        yield models.BUILDS.fill(self._names, models.builds(engines_in_order(self._names)))

    def _engine(self, page: Cursor) -> Iterator[Rows]:
        names, model = self._names, page["engine"].text
        yield results.RESULTS.fill(names, results.topics(names, model))
        yield models.MODELS.fill(names, (e for e in models.models(names) if e["engine"] == names.engine(model)))
        yield models.BUILDS.fill(names, models.builds([names.engine(model)]))
        yield models.SKILLS.fill(names, models.skills(names, model))
        yield models.REPEATS.fill(names, models.repeats(names, model))

    def _engine_topic(self, page: Cursor) -> Iterator[Rows]:
        dimension, model = self._names.dimensions[page["characteristic"].text], page["engine"].text
        lines, board = results.headlines(dimension["board"]), dimension["address"].text
        own = [f for f in results.facets_of(dimension["breakdown"]["cells"]) if f["engine"].value == model]
        found = [results.result_parts(dimension, f, lines, board) for f in largest_first(own)]
        yield results.RESULTS.fill(self._names, found)
        yield from self._beside(found)

    def _builds(self, page: Cursor) -> Iterator[Rows]:
        entries = [each for each in self._names.data["builds"] if each["address"].value == page["address"].value]
        yield models.COMPARED.fill(self._names, models.compared(entries))
        yield models.SAME_TEXTS.fill(self._names, models.same_texts(entries))

    def _methods(self, page: Cursor) -> Iterator[Rows]:
        names = self._names
        yield evidence.TERMS.fill(names, evidence.terms(names))
        yield models.REPEATS.fill(names, models.repeats(names))
        yield evidence.QUESTIONS.fill(names, evidence.questions(names, names.questions))

    def _asked_twice(self, page: Cursor) -> Iterator[Rows]:
        yield models.REPEATS.fill(self._names, models.repeats(self._names))
        yield from self._reported(page)

    def _reported(self, page: Cursor) -> Iterator[Rows]:
        yield evidence.REPORTED.fill(self._names, evidence.reported(self._names, page["address"].text))
