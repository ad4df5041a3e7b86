"""Everything that a site follows from, each file with its SHA-256: `bd` itself, the libraries, and the project's files.

When a file is read again is `bd.seen`'s part.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from bd.seen import PACKAGE, Named, Seen, files_below, libraries, sum_of
from bd.seen import look as seen_now
from bd.site.folders import static_folder, templates_folder

__all__ = ["ADDRESSES", "SETTINGS", "Inputs", "look"]

ADDRESSES = "site/data/addresses.txt"
SETTINGS = "site/site.toml"
_PROJECT = ("site/data", "studies", "answers")
_LAST = "\U0010ffff"
"""Comes after every sign that a name may hold."""


class Inputs:
    """What a build rests on.

    Parameters
    ----------
    seen
        Every file, by its name: the path within the project, or within `bd:`, `templates:` and `static:`.
    read
        How many of them were read, since their size and time did not tell enough.
    """

    def __init__(self, seen: Mapping[str, Seen], read: int) -> None:
        self.seen = seen
        self.read = read
        self._paths = sorted(seen)

    def below(self, *beginnings: str) -> str:
        """Return one sum over the names and bytes of all files whose names begin so."""
        return self.of(path for each in sorted(beginnings) for path in self.paths(each))

    def of(self, paths: Iterable[str]) -> str:
        """Return one sum over the names and bytes of some files; one that is not there has a sum too."""
        return sum_of(self.seen, paths)

    def paths(self, beginning: str) -> Sequence[str]:
        """Return the names of all files that begin so, in order."""
        first = bisect_left(self._paths, beginning)
        return self._paths[first : bisect_left(self._paths, beginning + _LAST, lo=first)]

    def same(self, others: Mapping[str, Seen]) -> bool:
        """Whether these are the same files with the same bytes."""
        if self.seen.keys() != others.keys():
            return False
        return all(each.sha256 == others[path].sha256 for path, each in self.seen.items())


def look(root: Path, before: Mapping[str, Seen], since_ns: int) -> Inputs:
    """Return what a site of a project rests on now.

    Parameters
    ----------
    root
        The project's folder.
    before
        What an earlier build rested on.
    since_ns
        When that one looked.

    Raises
    ------
    BdError
        There are no templates or no static files.
    """
    seen = seen_now(_files(root), before, since_ns)
    read = sum(each is not before.get(name) for name, each in seen.items())
    seen["libraries"] = Seen(0, 0, libraries())
    return Inputs(seen, read)


def _files(root: Path) -> Iterator[Named]:
    """Yield every file by its name."""
    yield from files_below("bd:", str(PACKAGE))
    yield from files_below("templates:", str(templates_folder(root)))
    yield from files_below("static:", str(static_folder(root)))
    yield SETTINGS, str(root / SETTINGS)
    for part in _PROJECT:
        yield from files_below(f"{part}/", str(root / part))
