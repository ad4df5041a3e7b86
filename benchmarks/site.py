"""`bd site`: how fast pages of cells are made, a build in which nothing changed, and one in which one cell did.

The site is that of a made-up project, replayed and reported; for a large one its characteristics stand there again
under other names until there are pages enough. Receipts are left out of that one, whose new cells have no answers.
"""

from __future__ import annotations

import copy
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from bd.report.datafile import contract_of
from bd.report.state import DATA_FILE
from bd.site.build import DIST
from bd.site.folders import templates_folder
from bd.site.level import level_page
from bd.site.names import names_of
from bd.site.render import Renderer, frame_of
from bd.site.settings import load_settings
from benchmarks.frame import Measured, Ran, Settings, Timed, child
from benchmarks.generate import made_up
from benchmarks.goals import missed
from benchmarks.profiles import profile

__all__ = ["measure", "repeated"]

PART = "Site"
_SCALE = 0.1
"""Few texts are enough: the pages of a cell are the same size however many it has."""
_PAGES = 10_000
"""HTML files of the large site. Nearly every page has a second one, its chart alone for others to embed."""
_NAMED = 0.525
"""Pages of the data file for each of them."""
_SAMPLE = 1_000
"""Pages of cells that are made in one run."""
_SETTINGS = Path(__file__).parent.parent / "site" / "site.toml"


def measure(settings: Settings) -> list[Measured | Timed]:
    """Make up a project, build its site, change a cell; then build a large site, and build it again."""
    with made_up(settings, _SCALE) as made:
        _published(made.root)
        found = _one(made.root, settings)
        (made.root / "answers").rename(made.root / "answers-aside")
        large = repeated(orjson.loads((made.root / DATA_FILE).read_bytes()), int(_PAGES * _NAMED))
        (made.root / DATA_FILE).write_bytes(orjson.dumps(large))
        found += _rate(made.root, settings)
        return found + _nothing(made.root, settings)


def repeated(board: dict[str, Any], pages: int) -> dict[str, Any]:
    """Return a data file in which every characteristic stands as often as it takes to have so many pages."""
    largest = copy.deepcopy(board)
    turn = 1
    while len(largest["pages"]) < pages:
        turn += 1
        for dimension in board["dimensions"]:
            renamed = _Renamed(dimension["id"], f"{dimension['id']}-{turn}")
            largest["dimensions"].append(renamed.dimension(dimension))
            largest["pages"] += renamed.pages(board["pages"])
    return largest


@dataclass(frozen=True)
class _Renamed:
    """A characteristic under another name."""

    old: str
    new: str

    def dimension(self, dimension: dict[str, Any]) -> dict[str, Any]:
        return self._addresses(dimension) | {"id": self.new, "label": self.new, "long": self.new}

    def pages(self, pages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for page in pages:
            if page.get("characteristic") == self.old:
                label = page["label"].replace(self.old, self.new)
                yield self._addresses(page) | {"characteristic": self.new, "label": label}

    def _addresses(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return a copy in which every address leads to the other name."""
        text = orjson.dumps(value).replace(f'"/{self.old}/'.encode(), f'"/{self.new}/'.encode())
        moved: dict[str, Any] = orjson.loads(text)
        for each in (moved, *moved.get("cells", {}).values()):
            at = each.get("address", "")
            if at.startswith("/engines/"):
                each["address"] = at.replace(f"/{self.old}/", f"/{self.new}/")
        return moved


def _published(root: Path) -> None:
    (root / "site").mkdir()
    shutil.copy(_SETTINGS, root / "site")
    for command in ("replay", "report"):
        child([sys.executable, "-m", "bd", command], at=root)


def _site(root: Path) -> Ran:
    return child([sys.executable, "-m", "bd", "site"], at=root)


class Cells:
    """Pages of cells of a project that is reported."""

    def __init__(self, root: Path) -> None:
        words = load_settings(root)
        self._names = names_of(contract_of(root / DATA_FILE, orjson.loads((root / DATA_FILE).read_bytes())))
        board = self._names.data
        beside = frozenset(page.address for page in board.pages)
        self._renderer = Renderer(templates_folder(root), frame_of(board, words, beside, beside))
        self._cells = [page for page in board.pages if page.level == "cell"][:_SAMPLE]
        self._renderer.render(level_page(self._names, self._cells[0]))  # so that the template is there

    def made(self, charts: bool = False) -> tuple[float, int, int]:
        """Make records and HTML on one core; return seconds of its time, pages and bytes."""
        began, pages, size = time.process_time(), 0, 0
        for cell in self._cells:
            page = level_page(self._names, cell)
            html = [self._renderer.render(page)]
            if charts and page.chart:
                html.append(self._renderer.fill("chart.html", page))
            pages, size = pages + len(html), size + sum(map(len, html))
        return time.process_time() - began, pages, size


def _rate(root: Path, settings: Settings) -> list[Measured | Timed]:
    settings.say("pages of cells")
    cells = Cells(root)
    runs = [(cells.made(), cells.made(charts=True)) for _ in range(settings.runs)]
    alone, both = ([pages / seconds for seconds, pages, _ in each] for each in zip(*runs, strict=True))
    _, pages, size = runs[0][0]
    note = (
        f"{pages:,} pages of {size / pages / 1000:,.0f} kB, each from its place in the data file to its HTML, without "
        f"the files beside it. With the pages of their charts, {statistics.median(both):,.0f} a second."
    )
    found = Measured("site-rate", tuple(alone), note=note)
    return [replace(found, profile=profile(["-m", "benchmarks.site", str(root)], at=root)) if missed(found) else found]


def _nothing(root: Path, settings: Settings) -> list[Measured | Timed]:
    settings.say(f"a site of {_PAGES:,} pages")
    first = _site(root)
    again = tuple(_site(root) for _ in range(settings.runs))
    dist = root / DIST
    files, pages = sum(path.is_file() for path in dist.rglob("*")), sum(1 for _ in dist.rglob("*.html"))
    size = f"{files:,} files, {pages:,} of them HTML."
    return [
        Measured("site-nothing", tuple(ran.seconds for ran in again), note=size),
        Timed(PART, f"a first build of {_PAGES:,} pages, without receipts", (first,), note=size),
    ]


def _one(root: Path, settings: Settings) -> list[Measured | Timed]:
    """Change one number of one cell after the other, and look which pages are written anew."""
    settings.say("one changed cell")
    first = _site(root)
    board = orjson.loads((root / DATA_FILE).read_bytes())
    cells = [(dimension, cell) for dimension in board["dimensions"] for cell in dimension["breakdown"]["cells"]]
    wrong, counts, runs = [], [], []
    for dimension, cell in cells[:: len(cells) // settings.runs][: settings.runs]:
        facet = next(each for each in cell["engines"].values() if each["status"] == "measured")
        facet["excess"]["value"] = round(facet["excess"]["value"] + 1.25, 6)
        (root / DATA_FILE).write_bytes(orjson.dumps(board))
        before = _pages(root)
        runs.append(_site(root))
        changed = [path for path, at in _pages(root).items() if at != before.get(path)]
        pages = {path.removesuffix("index.html").removesuffix("chart/") for path in changed}
        counts.append(len(changed))
        wrong.append(float(len(pages - _showing(dimension, cell, facet["engine"]))))
    note = f"{min(counts)} to {max(counts)} pages were rewritten of {len(_pages(root)):,}."
    what = "a build in which one number of a cell changed"
    return [
        Measured("site-one", tuple(wrong), note=note),
        Timed(PART, "a first build of the made-up project", (first,)),
        Timed(PART, what, tuple(runs), note=note),
    ]


def _pages(root: Path) -> dict[str, tuple[int, int]]:
    """Return every page, and by what it is known whether it was written again."""
    found = {path: path.stat() for path in (root / DIST).rglob("*.html")}
    return {path.relative_to(root / DIST).as_posix(): (at.st_ino, at.st_mtime_ns) for path, at in found.items()}


def _showing(dimension: dict[str, Any], cell: dict[str, Any], model: str) -> set[str]:
    """Return the pages that show a cell: those of all levels that it is part of, of its model, and of everything."""
    levels = [each["address"] for each in dimension["breakdown"]["levels"] if cell["facet"] in each["facets"]]
    models = [f"/engines/{model}/", f"/engines/{model}/{dimension['id']}/"]
    return {
        each.lstrip("/")
        for each in (dimension["address"], *levels, *models, "/", "/engines/", "/data/", "/styleguide/")
    }


if __name__ == "__main__":  # for a profile
    print(Cells(Path(sys.argv[1])).made())
