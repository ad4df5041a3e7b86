"""Receipts on the site: their addresses, the links to them from the pages of cells, and their files.

A cell has a page of its own; the file with all texts and answers is one for the groups of a test that are held against
the same texts. One such file and its cells are put together at a time, written down and let go, and only if one of them
is not there yet. A cell without receipts has no page, and the page of its numbers says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from bd.board.cells import CellKey
from bd.report import contract
from bd.site.facts import with_check
from bd.site.keys import key_of
from bd.site.making import Making
from bd.site.paths import file_of
from bd.site.receiptfacts import KnownReceipts, receipt_keys
from bd.site.receiptfile import receipt_file
from bd.site.receiptpages import Where, receipt_page
from bd.site.records.evidence import ReceiptsNote
from bd.site.records.pages import LevelPage
from bd.site.records.parts import Link, Page
from bd.site.write import File

__all__ = ["SHOWN", "Place", "file_places", "moved_receipts", "receipt_files", "receipt_places", "with_receipts"]

_BELOW = "receipts/"
_FILE = "receipts.csv.gz"
SHOWN = 25
"""Texts on a page of receipts, those that changed or moved most. As many again would be a tenth of the whole site, and
every text ten times the rest of it; the file leaves out none."""


@dataclass(frozen=True)
class Place:
    """Where a cell and its receipts stand."""

    page: str
    """Address of the cell's own page."""
    address: str
    """Of the page of its receipts."""
    apart: str
    """What tells it from other cells on the same page, in words to be put behind; empty where it is alone there."""


def receipt_places(data: contract.Leaderboard) -> Mapping[CellKey, Place]:
    """Return where every cell and its receipts stand.

    Cells that share a page are told apart by the edit; the first keeps the plain address.
    """
    cells = [(dimension.id, cell) for dimension in data.dimensions for cell in dimension.breakdown.cells]
    pages = [cell.address for _, cell in cells]
    found: dict[CellKey, Place] = {}
    count, seen = Counter(pages), set()
    for (dimension, cell), page in zip(cells, pages, strict=True):
        edit = cell.edit
        address = f"{page}{_BELOW}{edit}/" if page in seen else f"{page}{_BELOW}"
        seen.add(page)
        apart = f" ({edit})" if count[page] > 1 else ""
        found[CellKey(dimension, cell.group, cell.item, edit)] = Place(page, address, apart)
    return found


def with_receipts(data: contract.Leaderboard, receipts: KnownReceipts) -> Callable[[Page], Page]:
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


def _alone(data: contract.Leaderboard) -> Iterator[tuple[str, str]]:
    """Yield the address of each level whose cells all stand on one page below it, and that page's."""
    for dimension in data.dimensions:
        pages = {cell.facet: cell.address for cell in dimension.breakdown.cells}
        levels = [(dimension.address, tuple(pages)), *((e.address, e.facets) for e in dimension.breakdown.levels)]
        for address, facets in levels:
            below = {pages[facet] for facet in facets}
            if len(below) == 1 and address not in below:
                yield address, below.pop()


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


def file_places(data: contract.Leaderboard, receipts: KnownReceipts) -> Mapping[CellKey, str]:
    """Return the address of the file of every cell with receipts: its own, or that of its question where it shares one.

    A second test of the same question has its edit in the name.
    """
    levels = {
        (dimension.id, level.item): level.address
        for dimension in data.dimensions
        for level in dimension.breakdown.levels
        if level.item is not None and level.group is None
    }
    places, found = receipt_places(data), dict[CellKey, str]()
    for keys in receipts.shared:
        above, first = levels.get((keys[0].characteristic, keys[0].question)), keys[0]
        own = f"{places[first].address}{_FILE}"
        if len(keys) > 1 and above is not None:
            own = f"{above}{_FILE}"
            if own in found.values():
                own = f"{above}{first.edit}-{_FILE}"
        found |= dict.fromkeys(keys, own)
    return found


def moved_receipts(making: Making) -> Mapping[str, str]:
    """Return where the file of each cell stood while every cell had one, and where it is now."""
    places = receipt_places(making.data)
    found = {f"{places[key].address}{_FILE}": now for key, now in file_places(making.data, making.receipts).items()}
    return {before: now for before, now in found.items() if before != now}


def receipt_files(making: Making) -> Iterator[File]:
    """Yield the pages and the file of every cell that has receipts; all other pages are made.

    The cells of one file come together, and those of one decision, whose answers are read once for them.
    """
    keys, places = receipt_keys(making.known, making.data), receipt_places(making.data)
    files = file_places(making.data, making.receipts)
    for cells in sorted(making.receipts.shared, key=lambda cells: cells[0].question):
        yield from _files_of(making, cells, keys, places, files[cells[0]])


def _files_of(
    making: Making,
    cells: Sequence[CellKey],
    keys: Mapping[CellKey, str],
    places: Mapping[CellKey, Place],
    address: str,
) -> Iterator[File]:
    """Yield the file that some cells share, and the pages of each."""
    opened, path, shared = making.receipts.opened, file_of(address), key_of(*(keys[cell] for cell in cells))
    frame, behind = key_of(making.frame, _named(making.data)), f"the receipts of {places[cells[0]].page}"
    whole = cache(lambda: receipt_file(opened().together(cells)))
    yield File(path, whole, behind, shared)
    known = making.known.size(path, shared)
    for cell in cells:
        own, place = making.pages.heads[places[cell].page], places[cell]
        where = Where(place.address, own, own.title + place.apart, address, len(cells))
        made = partial(_page, making, cell, where, (lambda: len(whole())) if known is None else (lambda: known))
        yield File(file_of(place.address), made, behind, key_of(frame, shared, keys[cell], where), listed=True)


def _page(making: Making, cell: CellKey, where: Where, size: Callable[[], int]) -> bytes:
    receipts = making.receipts.opened().cell(cell, SHOWN)
    return making.renderer.render(receipt_page(making.names, receipts, where, size()))


def _named(data: contract.Leaderboard) -> bytes:
    """Return what receipts take from the data file besides their own cell: what things are called."""
    return contract.dumps([data.engines, data.questions])
