"""Writing the site's folder whole: built beside its place, then put there, so that no reader sees half of it.

Files are made one after the other, each only when it is its turn, and not held. One whose key is that of the file that
stands there, untouched, is not made at all. A file whose bytes have not changed is taken over from the earlier folder,
its time stamp included; what is no longer there is gone. Only a folder that this module wrote, or an empty one, is ever
replaced.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from bd.errors import BdError
from bd.site.manifest import Kept

__all__ = ["MARK", "File", "Written", "checked", "recover", "write_site"]

MARK = ".built-by-bd"
"""The file by which a folder is known as one that may be replaced."""

_EARLIER = ".earlier"
_PLAIN = re.compile(r"(?!\.{1,2}(/|$))[^/\\]+(/(?!\.{1,2}(/|$))[^/\\]+)*")
"""A path that leads down into the folder and nowhere else."""


@dataclass(frozen=True)
class File:
    """One file of the site."""

    path: str
    """Relative to the site's folder, with forward slashes."""
    data: bytes | Callable[[], bytes]
    """Its bytes, or what makes them."""
    behind: str
    """What it is made from, for messages."""
    key: str = ""
    """What its bytes follow from: with the same key they are the same; empty where only the bytes can tell."""
    listed: bool = False
    """Whether it is a page that search engines are to find at its address."""

    def made(self) -> bytes:
        """Return the bytes."""
        return self.data if isinstance(self.data, bytes) else self.data()


@dataclass(frozen=True)
class Written:
    """What a build changed."""

    written: int
    """Files that are new or have other bytes than before."""
    kept: int
    removed: int
    files: Mapping[str, Kept] = field(default_factory=dict, compare=False, repr=False)
    """Every file as it stands there now."""
    changed: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Paths of those that were written, in order."""


def checked(files: Iterable[File]) -> Iterator[File]:
    """Yield the files, each only if it goes together with those before it.

    Raises
    ------
    BdError
        Two files have one path, also where capitals are not told apart, a path leads outside the folder, or one file
        stands where another needs a folder.
    """
    behind: dict[str, str] = {}
    inside: dict[str, str] = {}
    for file in files:
        _refuse_outside(file)
        path = file.path.casefold()
        if path in behind:
            raise BdError(f"{behind[path]} and {file.behind} would both be the page {file.path}; rename one of the two")
        if path in inside:
            raise _no_folder(file.behind, file.path, inside[path])
        behind[path] = file.behind
        for folder in _upward(_folder(path)):
            if folder in inside:
                break
            if folder in behind:
                raise _no_folder(behind[folder], folder, file.behind)
            inside[folder] = file.behind
        yield file


def _no_folder(behind: str, path: str, inner: str) -> BdError:
    return BdError(f"{behind} is the file {path}, in which {inner} needs a folder")


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _upward(folder: str) -> Iterator[str]:
    """Yield a folder and those above it."""
    while folder:
        yield folder
        folder = _folder(folder)


def _refuse_outside(file: File) -> None:
    if _PLAIN.fullmatch(file.path):
        return
    inside = Path("/site")
    place = Path(os.path.normpath(inside / file.path))
    if not file.path or "\\" in file.path or place == inside or not place.is_relative_to(inside):
        raise BdError(f"{file.behind}: its page {file.path!r} would be outside the site's folder")
    raise BdError(f"{file.behind}: its page {file.path!r} is not a plain path")


def write_site(out: Path, files: Iterable[File], left: Mapping[str, Kept] = MappingProxyType({})) -> Written:
    """Put the files, and nothing else, into a folder.

    Parameters
    ----------
    out
        The folder.
    files
        Everything that is to stand in it.
    left
        What the last build left there, by path; files that are still as it says are known by their keys.

    Raises
    ------
    BdError
        Two files are at odds, the folder holds something that was not built here, or it cannot be written; the
        earlier site is unchanged.
    """
    mark = File(MARK, b"This folder is replaced as a whole by `bd site`.\n", "the build itself")
    out = Path(os.path.abspath(out))  # noqa: PTH100 - a link to the folder stays the link that it is
    recover(out)
    _refuse_strange(out)
    before = set(_present(out))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}.", suffix=".part"))
    except OSError as error:
        raise BdError(f"{out}: cannot be written ({error.strerror})") from error
    try:
        placed = _place_all(out, beside, checked(chain([mark], files)), left)
        beside.chmod(0o755)
        _swap(out, beside)
    except OSError as error:
        raise BdError(f"{out}: cannot be written ({error.strerror}); the earlier site is unchanged") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    changed = tuple(path for path, (_, new) in placed.items() if new)
    now = {path: kept for path, (kept, _) in placed.items()}
    return Written(len(changed), len(now) - len(changed), len(before - now.keys()), now, changed)


def _present(out: Path) -> Iterator[str]:
    for place, _, files in os.walk(out):
        start = Path(place).relative_to(out).as_posix()
        yield from (each if start == "." else f"{start}/{each}" for each in files)


def _place_all(
    out: Path, beside: Path, files: Iterable[File], left: Mapping[str, Kept]
) -> dict[str, tuple[Kept, bool]]:
    """Put every file into the new folder and return it as it stands there, and whether it is other than before."""
    folders: set[str] = set()
    placed = {}
    for file in files:
        folder = _folder(file.path)
        if folder not in folders:
            (beside / folder).mkdir(parents=True, exist_ok=True)
            folders.add(folder)
        placed[file.path] = _place(f"{out}/{file.path}", f"{beside}/{file.path}", file, left.get(file.path))
    if any(new for _, new in placed.values()):
        _flush()
    return placed


def _place(before: str, place: str, file: File, left: Kept | None) -> tuple[Kept, bool]:
    there = _stamp(before)
    if there and left and file.key and left == (file.key, *there):
        _take_over(before, place)
        return left, False
    data = file.made()
    if there and there[0] == len(data) and Path(before).read_bytes() == data:
        _take_over(before, place)
        return Kept(file.key, *there), False
    with open(place, "wb") as handle:  # noqa: PTH123 - tens of thousands of files
        handle.write(data)
    found = os.lstat(place)
    return Kept(file.key, found.st_size, found.st_mtime_ns), True


def _stamp(path: str) -> tuple[int, int] | None:
    """Return size and time of an ordinary file; None where there is none."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return (found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None


def _flush() -> None:
    """Have all that was written go to the disk, before the earlier site makes way; file by file takes minutes."""
    if hasattr(os, "sync"):
        os.sync()


def _earlier(out: Path) -> Path:
    return out.with_name(f".{out.name}{_EARLIER}")


def recover(out: Path) -> None:
    """Put the earlier site back if a build was stopped in the moment between the two renames.

    Raises
    ------
    BdError
        The folder has no name, so that nothing could stand beside it.
    """
    if not out.name:
        raise BdError(f"{out}: a site needs a folder of its own; choose another")
    earlier = _earlier(out)
    if earlier.is_dir() and (earlier / MARK).is_file():
        if out.exists():
            shutil.rmtree(earlier, ignore_errors=True)
        else:
            earlier.replace(out)


def _refuse_strange(out: Path) -> None:
    if not out.exists():
        return
    if not out.is_dir():
        raise BdError(f"{out}: is a file; choose a folder for the site")
    if any(out.iterdir()) and not (out / MARK).is_file():
        raise BdError(
            f"{out}: holds files that were not built by bd and would be lost; choose another folder or empty it"
        )


def _take_over(before: str, place: str) -> None:
    with suppress(OSError):
        os.link(before, place)
        return
    shutil.copy2(before, place)


def _swap(out: Path, beside: Path) -> None:
    earlier = _earlier(out)
    if not out.exists():
        beside.replace(out)
        return
    out.replace(earlier)
    try:
        beside.replace(out)
    except BaseException:
        earlier.replace(out)
        raise
    shutil.rmtree(earlier, ignore_errors=True)
