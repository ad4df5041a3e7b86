"""Receipts on the site: their addresses, the links to them from the pages of cells, and their files.

One cell is put together at a time, written down and let go. A cell without receipts has no page, and the page of its
numbers says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bd.board.cells import CellKey
from bd.receipts import Receipts
from bd.site.facts import with_check
from bd.site.making import Making
from bd.site.names import names_of
from bd.site.paths import file_of
from bd.site.receiptfile import receipt_file
from bd.site.receiptpages import Where, receipt_pages
from bd.site.records import LevelPage, Link, Page, ReceiptsNote
from bd.site.write import File

__all__ = ["Place", "receipt_files", "receipt_places", "with_receipts"]

_BELOW = "receipts/"
_FILE = "receipts.csv.gz"


@dataclass(frozen=True)
class Place:
    """Where a cell and its receipts stand."""

    page: str
    """Address of the cell's own page."""
    address: str
    """Of the first page of its receipts."""
    apart: str
    """What tells it from other cells on the same page, in words to be put behind; empty where it is alone there."""


def receipt_places(data: Mapping[str, Any]) -> Mapping[CellKey, Place]:
    """Return where every cell and its receipts stand.

    Cells that share a page are told apart by the edit; the first keeps the plain address.
    """
    cells = [(dimension["id"], cell) for dimension in data["dimensions"] for cell in dimension["breakdown"]["cells"]]
    pages = [next(iter(cell["engines"].values()))["address"] for _, cell in cells]
    found: dict[CellKey, Place] = {}
    for number, ((dimension, cell), page) in enumerate(zip(cells, pages, strict=True)):
        edit = cell["edit"]
        address = f"{page}{_BELOW}{edit}/" if page in pages[:number] else f"{page}{_BELOW}"
        apart = f" ({edit})" if pages.count(page) > 1 else ""
        found[CellKey(dimension, cell["group"], cell["item"], edit)] = Place(page, address, apart)
    return found


def with_receipts(pages: Iterable[Page], data: Mapping[str, Any], receipts: Receipts) -> tuple[Page, ...]:
    """Return the pages, those of cells with the way to their receipts."""
    notes: dict[str, list[ReceiptsNote]] = {}
    for key, place in receipt_places(data).items():
        notes.setdefault(place.page, []).append(_note(receipts, key, place))
    return tuple(
        _shown(page, notes[page.head.address]) if isinstance(page, LevelPage) and page.head.address in notes else page
        for page in pages
    )


def _shown(page: LevelPage, notes: Sequence[ReceiptsNote]) -> LevelPage:
    """Return a page that leads to its receipts, from its evidence and from the short answers on top."""
    links = [note.link for note in notes if note.link is not None]
    more = [Link("The texts as they were asked, with every answer", links[0].to)] if len(links) == 1 else links
    facts = with_check(page.facts, more)
    return replace(page, facts=facts, evidence=replace(page.evidence, receipts=tuple(notes)))


def _note(receipts: Receipts, key: CellKey, place: Place) -> ReceiptsNote:
    if key in receipts.missing:
        return ReceiptsNote(None, receipts.missing[key] + place.apart)
    size = receipts.sizes[key]
    label = f"All {size:,} texts: receipts" if size > 1 else "The one text: receipts"
    return ReceiptsNote(Link(label + place.apart, place.address))


def receipt_files(making: Making) -> Iterator[File]:
    """Yield the pages and the file of every cell that has receipts."""
    names = names_of(making.data)
    pages = {page.head.address: page for page in making.pages}
    for key, place in receipt_places(making.data).items():
        if key in making.receipts.sizes:
            cell, own = making.receipts.cell(key), pages[place.page]
            whole = receipt_file(cell)
            behind = f"the receipts of {place.page}"
            where = Where(place.address, own, own.head.title + place.apart, f"{place.address}{_FILE}", len(whole))
            yield File(file_of(where.file), whole, behind)
            for each in receipt_pages(names, cell, where):
                yield File(file_of(each.head.address), making.renderer.render(each), behind)
