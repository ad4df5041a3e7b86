"""`data.csv` and `data.json` beside every page: what the page shows, with the exact numbers of the data file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any

import orjson

from bd.report import contract
from bd.site.keys import key_of
from bd.site.kinds import of_level
from bd.site.making import Making, PageFiles
from bd.site.paths import absolute, file_of
from bd.site.records.parts import Page
from bd.site.tables.pages import PageTables, Tabler
from bd.site.tables.write import csv_bytes
from bd.site.take import Edition, edition_of, files_beside
from bd.site.words import plain
from bd.site.write import File

__all__ = ["document", "page_data_files", "tabled"]


_APART = ("dimensions", "overall", "honesty")
"""Parts of the data file that such a page has no tables of, save its own of the first."""


def tabled(addresses: Iterable[str]) -> frozenset[str]:
    """Return the addresses of the pages that have files beside them: all but the one for missing addresses."""
    return frozenset(address for address in addresses if address.endswith("/"))


def page_data_files(making: Making) -> PageFiles:
    """Return what yields the files beside a page."""
    tabler, edition, behind_of = Tabler(making.names), edition_of(making.data, making.settings), _sums(making.data)

    def files(page: Page, key: str) -> Iterator[File]:
        address = page.head.address
        if not tabled([address]):
            return
        tables = cache(partial(tabler.tables, page))
        beside, behind = files_beside(address), f"{page.head.title!r} ({address})"
        made = (lambda: csv_bytes(tables().main_rows)), (lambda: _json(document(page, tables(), edition)))
        key = making.known.key("tables", key, behind_of.get(address, making.known.data), edition)
        yield from (File(file_of(link.to), data, behind, key) for link, data in zip(beside, made, strict=True))

    return files


def _sums(data: contract.Leaderboard) -> Mapping[str, str]:
    """Return a sum of all that the tables of a page are read from, by address, for pages within one characteristic.

    Those show what stands below it and what things are called, and nothing of other characteristics or the main board.
    """
    rest = contract.dumps([getattr(data, part) for part in data.__struct_fields__ if part not in _APART])
    sums = {each.id: key_of(rest, number, contract.dumps(each)) for number, each in enumerate(data.dimensions)}
    return {
        page.address: sums[contract.required(page.characteristic)] for page in data.pages if of_level(page.level).within
    }


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
