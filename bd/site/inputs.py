"""Everything that a site follows from, each file with its SHA-256: `bd` itself, the libraries, and the project's files.

A file that has the size and the time at which it was last read is not read again, unless it had just been written then:
within one tick of a clock it could have been written twice.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from bd.files import read_ordinary
from bd.site.folders import static_folder, templates_folder
from bd.site.manifest import Seen

__all__ = ["DATA_FILE", "Inputs", "look"]

DATA_FILE = "site/data/leaderboard.json"

_PACKAGE = Path(__file__).parents[1]
_SETTINGS = "site/site.toml"
_PROJECT = ("site/data", "studies", "answers")
_LAST = "\U0010ffff"
"""Comes after every sign that a name may hold."""
_TICK_NS = 2_000_000_000
"""The coarsest clock of a file system in use."""


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
        lines = (f"{path} {self.seen[path].sha256 if path in self.seen else 'none'}" for path in paths)
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()

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
    trusted = {name: each for name, each in before.items() if each.mtime_ns < since_ns - _TICK_NS}
    seen = {name: found for name, path in _files(root) if (found := _seen(path, trusted.get(name)))}
    read = sum(each is not trusted.get(name) for name, each in seen.items())
    seen["libraries"] = Seen(0, 0, hashlib.sha256("\n".join(_libraries()).encode()).hexdigest())
    return Inputs(seen, read)


def _seen(path: str, known: Seen | None) -> Seen | None:
    """Return one file as it is; None where it is gone. What cannot be read is told by whoever needs it."""
    try:
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        if known and known[:2] == (found.st_size, found.st_mtime_ns):
            return known
        data = read_ordinary(Path(path))
    except OSError:
        return None
    return Seen(found.st_size, found.st_mtime_ns, hashlib.sha256(data).hexdigest())


def _files(root: Path) -> Iterator[tuple[str, str]]:
    """Yield every file by its name."""
    yield from _below("bd:", str(_PACKAGE))
    yield from _below("templates:", str(templates_folder(root)))
    yield from _below("static:", str(static_folder(root)))
    yield _SETTINGS, str(root / _SETTINGS)
    for part in _PROJECT:
        yield from _below(f"{part}/", str(root / part))


def _below(name: str, folder: str) -> Iterator[tuple[str, str]]:
    """Yield the files below a folder; names that begin with a dot are those of editors and locks."""
    met = set()
    for place, folders, files in os.walk(folder, followlinks=True):
        at = Path(place).stat()
        folders[:] = [each for each in folders if not each.startswith(".") and each != "__pycache__"]
        if (at.st_dev, at.st_ino) in met:  # a link that leads back up
            folders.clear()
            continue
        met.add((at.st_dev, at.st_ino))
        inner = Path(place).relative_to(folder).as_posix()
        start = name if inner == "." else f"{name}{inner}/"
        yield from ((start + each, f"{place}{os.sep}{each}") for each in files if not each.startswith("."))


def _libraries() -> Iterator[str]:
    """Yield Python itself, and every package that it finds, with its version."""
    yield sys.version
    for place in sys.path:
        try:
            found = [each.name for each in os.scandir(place or ".")]
        except OSError:
            continue
        yield from sorted(each for each in found if each.endswith((".dist-info", ".egg-info")))
