"""Receipts on the site: their addresses, the links to them from the pages of cells, and their files.

One cell is put together at a time, written down and let go, and only if a file of it is not there yet. A cell without
receipts has no page, and the page of its numbers says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

import orjson

from bd.board.cells import CellKey
from bd.receipts import CellReceipts
from bd.site.facts import with_check
from bd.site.keys import key_of
from bd.site.making import Making
from bd.site.paths import file_of
from bd.site.receiptfacts import KnownReceipts, receipt_keys
from bd.site.receiptfile import receipt_file
from bd.site.receiptpages import Where, page_address, page_count, receipt_page
from bd.site.records.evidence import ReceiptsNote
from bd.site.records.pages import LevelPage
from bd.site.records.parts import Link, Page
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
    count, seen = Counter(pages), set()
    for (dimension, cell), page in zip(cells, pages, strict=True):
        edit = cell["edit"]
        address = f"{page}{_BELOW}{edit}/" if page in seen else f"{page}{_BELOW}"
        seen.add(page)
        apart = f" ({edit})" if count[page] > 1 else ""
        found[CellKey(dimension, cell["group"], cell["item"], edit)] = Place(page, address, apart)
    return found


def with_receipts(data: Mapping[str, Any], receipts: KnownReceipts) -> Callable[[Page], Page]:
    """Return what gives the page of a cell the way to its receipts, and leaves others as they are.

    A level above that holds the cells of one page alone leads to the same receipts.
    """
    notes: dict[str, list[ReceiptsNote]] = {}
    for key, place in receipt_places(data).items():
        notes.setdefault(place.page, []).append(_note(receipts, key, place))
    notes |= {above: notes[page] for above, page in _alone(data)}

    def shown(page: Page) -> Page:
        found = notes.get(page.head.address)
        return _shown(page, found) if found and isinstance(page, LevelPage) else page

    return shown


def _alone(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the address of each level whose cells all stand on one page below it, and that page's."""
    for dimension in data["dimensions"]:
        pages = {
            cell["facet"]: next(iter(cell["engines"].values()))["address"] for cell in dimension["breakdown"]["cells"]
        }
        every = {"address": dimension["address"], "facets": list(pages)}
        for level in (every, *dimension["breakdown"]["levels"]):
            below = {pages[facet] for facet in level["facets"]}
            if len(below) == 1 and level["address"] not in below:
                yield level["address"], *below


def _shown(page: LevelPage, notes: Sequence[ReceiptsNote]) -> LevelPage:
    """Return a page that leads to its receipts, from its evidence and from the short answers on top."""
    links = [note.link for note in notes if note.link is not None]
    more = [Link("The texts as they were asked, with every answer", links[0].to)] if len(links) == 1 else links
    facts = with_check(page.facts, more)
    return replace(page, facts=facts, evidence=replace(page.evidence, receipts=tuple(notes)))


def _note(receipts: KnownReceipts, key: CellKey, place: Place) -> ReceiptsNote:
    if key in receipts.missing:
        return ReceiptsNote(None, receipts.missing[key] + place.apart)
    size = receipts.sizes[key]
    label = f"All {size:,} texts: receipts" if size > 1 else "The one text: receipts"
    return ReceiptsNote(Link(label + place.apart, place.address))


def receipt_files(making: Making) -> Iterator[File]:
    """Yield the pages and the file of every cell that has receipts, one cell at a time; all other pages are made."""
    names, opened, heads = making.names, making.receipts.opened, making.pages.heads
    keys, frame = receipt_keys(making.known, making.data), key_of(making.frame, _named(making.data))

    @lru_cache(maxsize=1)
    def receipts(key: CellKey) -> CellReceipts:
        return opened().cell(key)

    @lru_cache(maxsize=1)
    def whole(key: CellKey) -> bytes:
        return receipt_file(receipts(key))

    def page(key: CellKey, where: Where, number: int, size: int | None) -> bytes:
        size = len(whole(key)) if size is None else size
        return making.renderer.render(receipt_page(names, receipts(key), where, number, size))

    for key, place in receipt_places(making.data).items():
        if key in making.receipts.sizes:
            own = heads[place.page]
            where = Where(place.address, own, own.title + place.apart, f"{place.address}{_FILE}")
            path, behind = file_of(where.file), f"the receipts of {place.page}"
            yield File(path, partial(whole, key), behind, keys[key])
            size = making.known.size(path, keys[key])
            for number in range(1, page_count(making.receipts.sizes[key]) + 1):
                address, made = page_address(place.address, number), partial(page, key, where, number, size)
                yield File(file_of(address), made, behind, key_of(frame, keys[key], where, number), listed=True)


def _named(data: Mapping[str, Any]) -> bytes:
    """Return what receipts take from the data file besides their own cell: what things are called."""
    return orjson.dumps([data["engines"], data["questions"]])
