"""The whole way from the data file to a folder of pages: each part of the site, as files that are made when written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

from bd.aside import is_backup
from bd.errors import BdError, UsageError
from bd.files import read_bytes
from bd.receipts import open_receipts, saved_for
from bd.report.datafile import contract_of, read_leaderboard
from bd.report.editions import EDITIONS
from bd.report.state import DATA_FILE
from bd.seen import files_below
from bd.site.cards.files import card_files
from bd.site.cards.place import carded
from bd.site.changes import edition_address
from bd.site.chartfiles import chart_files
from bd.site.downloads import downloads_of
from bd.site.feed import feed_files
from bd.site.folders import static_folder, templates_folder
from bd.site.history import Step, left_out, read_history
from bd.site.hosting import hosting_files
from bd.site.keys import key_of
from bd.site.kinds import kind_of
from bd.site.known import Known
from bd.site.making import Making, PageFiles
from bd.site.names import Names, names_of
from bd.site.pagefiles import page_data_files, tabled
from bd.site.paths import address_of
from bd.site.plan import plan_pages
from bd.site.receiptfacts import known_receipts
from bd.site.receipts import receipt_files, with_receipts
from bd.site.references import check_references
from bd.site.remembered import remember
from bd.site.render import Renderer, frame_of
from bd.site.search import Entry, index_file
from bd.site.settings import Settings, base_fault, load_settings
from bd.site.styleguide import styleguide_files
from bd.site.styles import STYLE, is_style_part, style_sheet
from bd.site.write import File, Written, write_site

__all__ = ["make_site", "making_of"]

_STATIC = "site/static"


def make_site(root: Path, out: Path, base_url: str | None, known: Known) -> tuple[Written, dict[str, Any]]:
    """Write every page; return what changed, and what is to be said of the site.

    Parameters and errors are those of `bd.site.build.build_site`; `known` is what the site rests on.
    """
    making = making_of(root, base_url, known)
    done = write_site(out, _files(making), known.left)
    size = sum(kept.size for kept in done.files.values())
    told = {
        "without_receipts": list(making.receipts.missing.values()),
        "editions_left_out": left_out(root, making.history),
        "not_remembered": _remember(root, done),
    }
    return done, {"pages": len(making.pages), "bytes": size, **told}


def making_of(root: Path, base_url: str | None, known: Known) -> Making:
    """Return what every part of the site is made from; nothing is made yet."""
    settings = _settings(root, base_url)
    names, history = _data(root)
    data = names.data
    saved = saved_for(root, data, known.logs(root))
    downloads = downloads_of(known, names, settings, saved)
    receipts = known_receipts(known, data, cache(partial(open_receipts, root, data, saved)))
    pages = plan_pages(names, settings, downloads, history).each(with_receipts(data, receipts))
    frame = frame_of(data, settings, tabled(pages.addresses), carded(pages.addresses))
    renderer = Renderer(templates_folder(root), frame)
    return Making(root, names, settings, pages, renderer, downloads, receipts, known, history)


def _remember(root: Path, done: Written) -> str:
    """Remember every address that has a page; return why that cannot be, as in a project that is read-only."""
    try:
        remember(root, (address_of(path) for path in done.files if path.endswith("index.html")))
    except BdError as error:
        return str(error)
    return ""


def _data(root: Path) -> tuple[Names, tuple[Step, ...]]:
    """Return the data file, held against its contract, and the data of every day, today's first."""
    path = root / DATA_FILE
    if not path.exists():
        raise BdError(f"{path}: not there yet; run `bd replay` and `bd report` first")
    data = read_leaderboard(path)
    board = contract_of(path, data)
    check_references(board)
    return names_of(board), read_history(root, data, DATA_FILE)


def _settings(root: Path, base_url: str | None) -> Settings:
    settings = load_settings(root)
    if base_url is None:
        return settings
    fault = base_fault(base_url)
    if fault is not None:
        raise UsageError(fault)
    return replace(settings, base_url=base_url)


def _files(making: Making) -> Iterator[File]:
    """Yield every file; what hosts need comes last and sees all others, without their bytes."""
    seen: list[File] = []
    for file in chain(_page_files(making), *(part(making) for part in _PARTS)):
        seen.append(replace(file, data=b""))
        yield file
    yield from hosting_files(making, seen)


def _page_files(making: Making) -> Iterator[File]:
    """Yield everything that belongs to single pages, one page after the other, and the index of them all."""
    parts = [part(making) for part in _PAGE_PARTS]
    entries: list[Entry] = []
    for page in making.pages:
        key = key_of(page)
        yield making.page_file(page, key)
        for part in parts:
            yield from part(page, key)
        entries += kind_of(page).found(page)
    yield index_file(entries)


def _downloads(making: Making) -> Iterator[File]:
    yield from making.downloads.files


def _edition_files(making: Making) -> Iterator[File]:
    for step in making.history:
        if step.file:
            path = f"{EDITIONS}/{step.file}"
            yield File(edition_address(step.file).lstrip("/"), read_bytes(making.root / path), path)


def _static_files(making: Making) -> Iterator[File]:
    folder = static_folder(making.root)
    yield File(STYLE, style_sheet(folder, making.settings, making.data.engines), _STATIC)
    for name, path in sorted(files_below("", str(folder))):
        if not is_style_part(Path(path)) and not is_backup(Path(path).name):
            yield File(f"static/{name}", read_bytes(Path(path)), f"{_STATIC}/{name}")


_PAGE_PARTS: tuple[Callable[[Making], PageFiles], ...] = (page_data_files, chart_files, card_files)
"""What stands beside each page."""
_PARTS: tuple[Callable[[Making], Iterator[File]], ...] = (
    _downloads,
    _static_files,
    styleguide_files,
    receipt_files,
    _edition_files,
    feed_files,
)
"""What else the site is made of, each part a function from the same value to files."""
