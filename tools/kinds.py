"""Which kinds of pages a built site has, and which few pages show all of it.

Kinds are read from the site itself: from the levels that its data file names, and for pages that the file does not name
from where they stand. So a kind of page that is added is measured without anyone adding it to a list.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["BuiltPage", "Site"]

_INDEX = "index.html"
_TAG = re.compile(r"<([a-z][a-z0-9]*)\b([^>]*)")
_CANONICAL = re.compile(r'<link rel="canonical" href="([^"]*)"')
_UNLISTED = re.compile(r'<meta name="robots" content="noindex')
_LEADS_ON = '<meta http-equiv="refresh"'
_CLASSES = re.compile(r'\bclass="([^"]*)"')
_OWN_ANCHOR = re.compile(r'\bid="(_[^"]*)"')
_COUNTED = re.compile(r"\d+|.*-\d+")


@dataclass(frozen=True)
class BuiltPage:
    """One HTML file of a built site."""

    path: Path
    name: str
    """Its file, relative to the site's folder."""
    level: str
    """The level of the page, or of the one below which it stands, as the data file names it."""
    kind: str
    """The level again, or where a page stands that the data file does not name: `all/*` for `all/1/` below a cell."""

    @property
    def address(self) -> str:
        """What follows the site's base address."""
        return self.name.removesuffix(_INDEX)

    @cached_property
    def html(self) -> str:
        """The whole file."""
        return self.path.read_text("utf-8")

    @property
    def leads_on(self) -> bool:
        """Whether it only leads to where a page has moved to."""
        return _LEADS_ON in self.html

    @property
    def listed(self) -> bool:
        """Whether search engines may list it; pages that are there to be put into others ask them not to."""
        return not _UNLISTED.search(self.html)


class Site:
    """A folder that `bd site` wrote.

    Parameters
    ----------
    dist
        The folder.

    Raises
    ------
    FileNotFoundError
        It holds no data file, so it is not a built site.
    """

    def __init__(self, dist: Path) -> None:
        self.dist = dist
        self.data = json.loads((dist / "data" / "leaderboard.json").read_bytes())

    @cached_property
    def pages(self) -> tuple[BuiltPage, ...]:
        """Every HTML file, in the order of their names."""
        files = sorted(self.dist.rglob("*.html"))
        names = [path.relative_to(self.dist).as_posix() for path in files]
        return tuple(BuiltPage(p, n, *self._level_and_kind(n)) for p, n in zip(files, names, strict=True))

    @cached_property
    def base_path(self) -> str:
        """The path under which the site was built to stand, as its home page tells it."""
        found = _CANONICAL.search((self.dist / _INDEX).read_text("utf-8"))
        return (urlsplit(found[1]).path if found else "") or "/"

    @cached_property
    def kinds(self) -> dict[str, tuple[BuiltPage, ...]]:
        """The pages of each kind, the heaviest first; those that only lead on are of none."""
        found: dict[str, list[BuiltPage]] = {}
        for page in (each for each in self.pages if not each.leads_on):
            found.setdefault(page.kind, []).append(page)
        return {kind: tuple(sorted(each, key=_heaviest_first)) for kind, each in found.items()}

    @cached_property
    def one_of_each(self) -> tuple[BuiltPage, ...]:
        """The heaviest page of each kind."""
        return tuple(each[0] for each in self.kinds.values())

    @cached_property
    def sample(self) -> tuple[BuiltPage, ...]:
        """The heaviest page of each kind, and as few others as show every piece that any page is made of."""
        chosen = list(self.one_of_each)
        pieces = {page: frozenset(self._pieces(page.html)) for page in self.pages}
        missing = frozenset().union(*pieces.values()).difference(*(pieces[page] for page in chosen))
        while missing:
            best = max(self.pages, key=lambda page: len(pieces[page] & missing))
            chosen.append(best)
            missing -= pieces[best]
        return tuple(chosen)

    @cached_property
    def _levels(self) -> dict[str, str]:
        return {page["address"]: page["level"] for page in self.data["pages"]}

    @cached_property
    def _ids(self) -> frozenset[str]:
        """Every part of an address that stands for one thing among several."""
        several = {level for level, n in Counter(self._levels.values()).items() if n > 1}
        last = {address.rstrip("/").rpartition("/")[2] for address, level in self._levels.items() if level in several}
        return self._models | last

    def _level_and_kind(self, name: str) -> tuple[str, str]:
        address = "/" + name.removesuffix(_INDEX)
        parts = address.split("/")
        for end in range(len(parts) - 1, 0, -1):
            above = "/".join(parts[:end]) + "/"
            if above in self._levels:
                rest = [self._plain(part) for part in parts[end:] if part]
                level = self._levels[above]
                return level, "/".join(rest) or level
        return "", name

    def _plain(self, part: str) -> str:
        return "*" if part in self._ids or _COUNTED.fullmatch(part) else part

    def _pieces(self, html: str) -> Iterator[str]:
        for tag, attributes in _TAG.findall(html):
            classes = _CLASSES.search(attributes)
            anchor = _OWN_ANCHOR.search(attributes)
            yield tag
            yield from (f"{tag}.{each}" for each in self._general(classes[1].split() if classes else ()))
            if anchor:
                yield f"{tag}#{anchor[1]}"

    def _general(self, classes: Iterable[str]) -> Iterator[str]:
        """Leave out the classes that name one model."""
        yield from (each for each in classes if each.partition("-")[2] not in self._models)

    @cached_property
    def _models(self) -> frozenset[str]:
        return frozenset(engine["id"] for engine in self.data["engines"])


def _heaviest_first(page: BuiltPage) -> tuple[int, str]:
    return -page.path.stat().st_size, page.name
