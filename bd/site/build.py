"""The whole way from the data file to a folder of pages, in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bd.errors import BdError, UsageError
from bd.files import read_bytes
from bd.receipts import open_receipts
from bd.report import load_leaderboard
from bd.report.editions import EDITIONS
from bd.site.cards.files import card_files
from bd.site.cards.place import carded
from bd.site.changes import edition_address
from bd.site.chartfiles import chart_files
from bd.site.downloads import Downloads, downloads_of
from bd.site.feed import feed_files
from bd.site.folders import static_folder, templates_folder
from bd.site.history import Step, read_history
from bd.site.hosting import hosting_files
from bd.site.making import Making
from bd.site.pagefiles import page_data_files, tabled
from bd.site.paths import file_of
from bd.site.plan import plan_pages
from bd.site.receipts import receipt_files, with_receipts
from bd.site.records import Page
from bd.site.render import Renderer, frame_of
from bd.site.search import search_files
from bd.site.settings import Settings, base_fault, load_settings
from bd.site.styleguide import styleguide_files
from bd.site.styles import STYLE, is_style_part, style_sheet
from bd.site.write import File, write_site

__all__ = ["DATA_FILE", "DIST", "Built", "build_site"]

DATA_FILE = "site/data/leaderboard.json"
DIST = "site/dist"

_STATIC = "site/static"


@dataclass(frozen=True)
class Built:
    """What `build_site` did."""

    out: Path
    """The folder of the site."""
    pages: int
    """HTML pages in it."""
    written: int
    """Files that are new or changed."""
    kept: int
    """Files that are as they were."""
    removed: int
    """Files of the earlier site that are gone."""
    bytes: int
    """Size of the whole."""
    without_receipts: tuple[str, ...] = ()
    """Why cells have no receipts, a reason for each of them."""


def build_site(root: Path, *, out: Path | None = None, base_url: str | None = None) -> Built:
    """Write every page of a project's site.

    Parameters
    ----------
    root
        The project's folder.
    out
        Where to; by default `site/dist` within the project.
    base_url
        Where the site will stand, in place of the one in `site/site.toml`.

    Raises
    ------
    BdError
        There is no data file yet, it or `site/site.toml` is wrong, or the folder cannot be written. An earlier site
        is left as it was.
    """
    settings = _settings(root, base_url)
    if not (root / DATA_FILE).exists():
        raise BdError(f"{root / DATA_FILE}: not there yet; run `bd replay` and `bd report` first")
    data = load_leaderboard(root / DATA_FILE)
    out = out or root / DIST
    history = read_history(root, data, DATA_FILE)
    planned, downloads = _plan(root, data, settings, history)
    receipts = open_receipts(root, data)
    pages = with_receipts(planned, data, receipts)
    renderer = Renderer(templates_folder(root), frame_of(data, settings, tabled(pages), carded(pages)))
    making = Making(root, data, settings, pages, renderer, downloads, receipts, history)
    files = [file for part in _PARTS for file in part(making)]
    files += hosting_files(making, files)
    done = write_site(out, files)
    size = sum(len(file.data) for file in files)
    return Built(out, len(pages), done.written, done.kept, done.removed, size, tuple(receipts.missing.values()))


def _plan(
    root: Path, data: dict[str, Any], settings: Settings, history: Iterable[Step]
) -> tuple[tuple[Page, ...], Downloads]:
    if not any(page["level"] == "home" for page in data["pages"]):
        raise BdError(f"{DATA_FILE}: names no home page; write it again with bd report")
    try:
        downloads = downloads_of(root, DATA_FILE, data, settings)
        return plan_pages(data, settings, downloads, history), downloads
    except KeyError as error:
        raise BdError(f"{DATA_FILE}: names {error} and does not describe it; write it again with bd report") from error


def _settings(root: Path, base_url: str | None) -> Settings:
    settings = load_settings(root)
    if base_url is None:
        return settings
    fault = base_fault(base_url)
    if fault is not None:
        raise UsageError(fault)
    return replace(settings, base_url=base_url)


def _page_files(making: Making) -> Iterator[File]:
    for page in making.pages:
        head = page.head
        yield File(file_of(head.address), making.renderer.render(page), f"{head.title!r} ({head.address})")


def _downloads(making: Making) -> Iterator[File]:
    yield from making.downloads.files


def _edition_files(making: Making) -> Iterator[File]:
    for step in making.history:
        if step.file:
            path = f"{EDITIONS}/{step.file}"
            yield File(edition_address(step.file).lstrip("/"), read_bytes(making.root / path), path)


def _static_files(making: Making) -> Iterator[File]:
    folder = static_folder(making.root)
    yield File(STYLE, style_sheet(folder, making.settings, making.data["engines"]), _STATIC)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(".") and not is_style_part(path):
            name = path.relative_to(folder).as_posix()
            yield File(f"static/{name}", read_bytes(path), f"{_STATIC}/{name}")


_PARTS: tuple[Callable[[Making], Iterator[File]], ...] = (
    _page_files,
    _downloads,
    page_data_files,
    _static_files,
    chart_files,
    styleguide_files,
    card_files,
    search_files,
    receipt_files,
    _edition_files,
    feed_files,
)
"""What the site is made of, each part a function from the same value to files; `hosting_files` sees them all."""
