"""Writing the site's folder whole: built beside its place, then put there, so that no reader sees half of it.

A file whose bytes have not changed is taken over from the earlier folder, its time stamp included; what is no longer
there is gone. Only a folder that this module wrote, or an empty one, is ever replaced.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bd.errors import BdError

__all__ = ["MARK", "File", "Written", "gather", "write_site"]

MARK = ".built-by-bd"
"""The file by which a folder is known as one that may be replaced."""

_EARLIER = ".earlier"


@dataclass(frozen=True)
class File:
    """One file of the site."""

    path: str
    """Relative to the site's folder, with forward slashes."""
    data: bytes
    behind: str
    """What it is made from, for messages."""


@dataclass(frozen=True)
class Written:
    """What a build changed."""

    written: int
    """Files that are new or have other bytes than before."""
    kept: int
    removed: int


def gather(files: Iterable[File]) -> dict[str, File]:
    """Return the files by path.

    Raises
    ------
    BdError
        Two files have one path, also where capitals are not told apart, or a path leads outside the folder.
    """
    found: dict[str, File] = {}
    folded: dict[str, File] = {}
    for file in files:
        _refuse_outside(file)
        other = folded.setdefault(file.path.casefold(), file)
        if other is not file:
            raise BdError(f"{other.behind} and {file.behind} would both be the page {file.path}; rename one of the two")
        found[file.path] = file
    for path in found:
        for above in Path(path.casefold()).parents:
            if above.as_posix() in folded:
                other = folded[above.as_posix()]
                raise BdError(f"{other.behind} is the file {other.path}, in which {found[path].behind} needs a folder")
    return found


def _refuse_outside(file: File) -> None:
    inside = Path("/site")
    place = Path(os.path.normpath(inside / file.path))
    if not file.path or "\\" in file.path or place == inside or not place.is_relative_to(inside):
        raise BdError(f"{file.behind}: its page {file.path!r} would be outside the site's folder")
    if place.relative_to(inside).as_posix() != file.path:
        raise BdError(f"{file.behind}: its page {file.path!r} is not a plain path")


def write_site(out: Path, files: Iterable[File]) -> Written:
    """Put the files, and nothing else, into a folder.

    Raises
    ------
    BdError
        Two files are at odds, the folder holds something that was not built here, or it cannot be written; the
        earlier site is unchanged.
    """
    found = gather([*files, File(MARK, b"This folder is replaced as a whole by `bd site`.\n", "the build itself")])
    out = Path(os.path.abspath(out))  # noqa: PTH100 - a link to the folder stays the link that it is
    if not out.name:
        raise BdError(f"{out}: a site needs a folder of its own; choose another")
    _recover(out)
    _refuse_strange(out)
    before = {p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()} if out.is_dir() else set()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}.", suffix=".part"))
    except OSError as error:
        raise BdError(f"{out}: cannot be written ({error.strerror})") from error
    try:
        written = sum(_place(out, beside, file) for file in found.values())
        beside.chmod(0o755)
        _swap(out, beside)
    except OSError as error:
        raise BdError(f"{out}: cannot be written ({error.strerror}); the earlier site is unchanged") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return Written(written, len(found) - written, len(before - found.keys()))


def _earlier(out: Path) -> Path:
    return out.with_name(f".{out.name}{_EARLIER}")


def _recover(out: Path) -> None:
    """Put the earlier site back if a build was stopped in the moment between the two renames."""
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


def _place(out: Path, beside: Path, file: File) -> bool:
    """Put one file into the new folder; return whether it is other than before."""
    place, before = beside / file.path, out / file.path
    place.parent.mkdir(parents=True, exist_ok=True)
    if before.is_file() and not before.is_symlink() and before.read_bytes() == file.data:
        _take_over(before, place)
        return False
    with place.open("wb") as handle:
        handle.write(file.data)
        handle.flush()
        os.fsync(handle.fileno())
    return True


def _take_over(before: Path, place: Path) -> None:
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
