"""`data.csv` and `data.json` beside every page: what the page shows, with the exact numbers of the data file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

import orjson

from bd.site.making import Making
from bd.site.names import names_of
from bd.site.paths import absolute, file_of
from bd.site.records import Page
from bd.site.tables import PageTables, Tabler, csv_bytes
from bd.site.take import Edition, edition_of, files_beside
from bd.site.words import plain
from bd.site.write import File

__all__ = ["document", "page_data_files", "tabled"]


def tabled(pages: tuple[Page, ...]) -> frozenset[str]:
    """Return the addresses of the pages that have files beside them: all but the one for missing addresses."""
    return frozenset(page.head.address for page in pages if page.head.address.endswith("/"))


def page_data_files(making: Making) -> Iterator[File]:
    """Yield the files beside every page."""
    tabler, edition, known = (
        Tabler(names_of(making.data)),
        edition_of(making.data, making.settings),
        tabled(making.pages),
    )
    pages = {page.head.address: page for page in making.pages if page.head.address in known}

    @lru_cache(maxsize=1)
    def tables(address: str) -> PageTables:
        return tabler.tables(pages[address])

    for address, page in pages.items():
        table, whole = files_beside(address)
        behind = f"{page.head.title!r} ({address})"
        key = making.known.key("tables", making.sums[address], making.known.data, edition)
        yield File(file_of(table.to), partial(_table, tables, address), behind, key)
        yield File(file_of(whole.to), partial(_whole, tables, page, edition), behind, key)


def _table(tables: Callable[[str], PageTables], address: str) -> bytes:
    return csv_bytes(tables(address).main_rows)


def _whole(tables: Callable[[str], PageTables], page: Page, edition: Edition) -> bytes:
    return _json(document(page, tables(page.head.address), edition))


def document(page: Page, tables: PageTables, edition: Edition) -> dict[str, Any]:
    """Return everything that a page shows, as one object."""
    used = {column.name: column.unit for rows in tables.tables for column in rows.table.columns if column.unit}
    return {
        "title": page.head.title,
        "site": edition.title,
        "address": page.head.address,
        "url": absolute(edition.base_url, page.head.address),
        "finding": _finding(page),
        "date": edition.date,
        "version": edition.words,
        "licence": edition.licence,
        "licence_url": edition.licence_url,
        "by": edition.by,
        "columns": absolute(edition.base_url, "/data/#columns"),
        "data_file": absolute(edition.base_url, "/data/leaderboard.json"),
        "units": dict(sorted(used.items())),
        "main": tables.main,
        "tables": {rows.table.name: list(rows.rows) for rows in tables.tables},
    }


def _finding(page: Page) -> str:
    """Return the sentence that a page opens with; what it says of itself where it has none."""
    said = getattr(page, "finding", ())
    return plain(said) if said else page.head.description


def _json(value: dict[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
