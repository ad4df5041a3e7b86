"""Files that results follow from, each with its SHA-256: how a step knows what has changed since it last ran.

A file that has the size and the times at which it was last read is not read again, unless it had just been written
then: within one tick of a clock it could have been written twice. Both times count, that of its bytes, which anybody
can set, and that of the file itself, which nobody can; a copy costs one more reading at most.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bd.aside import is_aside
from bd.files import read_ordinary

__all__ = ["PACKAGE", "Named", "Seen", "files_below", "libraries", "look", "sum_of"]

PACKAGE = Path(__file__).parent
"""Where `bd` itself stands."""
_TICK_NS = 2_000_000_000
"""The coarsest clock of a file system in use."""

Named = tuple[str, str]
"""What a file is called among the inputs, and its path."""


class Seen(NamedTuple):
    """A file when it was last read."""

    size: int
    mtime_ns: int
    sha256: str
    ctime_ns: int = 0
    """When it was last written or set to another time, where the system tells; on others, when it was made."""


_WITHOUT_BYTES = Seen(0, 0, "none")


def look(files: Iterable[Named], before: Mapping[str, Seen], since_ns: int) -> dict[str, Seen]:
    """Return the files as they are now; one that is gone is left out.

    A link that leads nowhere, and whatever else is no ordinary file, is there without bytes: a step that remarks on
    it must hear of it.

    Parameters
    ----------
    files
        What each is called, and its path.
    before
        The files as they were seen earlier.
    since_ns
        When that was, by this machine's clock.
    """
    old = since_ns - _TICK_NS
    trusted = {name: each for name, each in before.items() if each.mtime_ns < old and each.ctime_ns < old}
    return {name: found for name, path in files if (found := _seen(path, trusted.get(name)))}


def _seen(path: str, known: Seen | None) -> Seen | None:
    """Return one file as it is; None where it is gone. What cannot be read is told by whoever needs it."""
    try:
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):
            return _WITHOUT_BYTES
        if known and (known.size, known.mtime_ns, known.ctime_ns) == _times(found):
            return known
        data = read_ordinary(Path(path))
    except OSError:
        return _WITHOUT_BYTES if Path(path).is_symlink() else None
    size, mtime_ns, ctime_ns = _times(found)
    return Seen(size, mtime_ns, hashlib.sha256(data).hexdigest(), ctime_ns)


def _times(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns


def files_below(name: str, folder: str) -> Iterator[Named]:
    """Yield the files below a folder, but for those that every step passes over (`bd.aside`)."""
    above: dict[str, frozenset[tuple[int, int]]] = {}
    for place, folders, files in os.walk(folder, followlinks=True):
        at = Path(place).stat()
        folders[:] = sorted(each for each in folders if not is_aside(each))
        this, passed = (at.st_dev, at.st_ino), above.get(str(Path(place).parent), frozenset())
        if this in passed:  # a link that leads back up
            folders.clear()
            continue
        above[place] = passed | {this}
        inner = Path(place).relative_to(folder).as_posix()
        start = name if inner == "." else f"{name}{inner}/"
        yield from ((start + each, f"{place}{os.sep}{each}") for each in files if not is_aside(each))


def sum_of(seen: Mapping[str, Seen], names: Iterable[str]) -> str:
    """Return one sum over the names and bytes of some files; one that is not there has a sum too."""
    lines = (f"{name} {seen[name].sha256 if name in seen else 'none'}" for name in names)
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def libraries() -> str:
    """Return one sum over the version of Python and of every package that it finds."""
    found = [sys.version]
    for place in sys.path:
        try:
            names = [each.name for each in os.scandir(place or ".")]
        except OSError:
            continue
        found += sorted(each for each in names if each.endswith((".dist-info", ".egg-info")))
    return hashlib.sha256("\n".join(found).encode()).hexdigest()
