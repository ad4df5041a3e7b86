"""What lies under `answers/` where nothing reads it, so that no answer goes missing without a word.

A log is `answers/<model>/<decision>/<edit>.jsonl.gz`. Whatever else stands there may be answers all the same: of
another ending, in another place, or a link to data that was not fetched. It is told unless its name says that it is
none. Whether the logs themselves are fit is `bd.answers.fit`'s part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bd.answers.sidecar import SIDECAR_SUFFIX
from bd.aside import is_aside

__all__ = ["LOG_SUFFIX", "listed", "stray_file", "stray_files"]

LOG_SUFFIX = ".jsonl.gz"
PART_SUFFIX = ".jsonl.part"
"""Of a log in the making, which `bd ask` goes on with."""
_FOR_PEOPLE = re.compile(
    r"(?!.*\.jsonl?\b).*\.(md|rst|txt|html|pdf)|(README|LICEN[CS]E|NOTICE|COPYING|CITATION)[^.]*", re.I
)
"""Names of files that people read; a log that somebody saved as `age.jsonl.gz.txt` is none of them."""
_POINTER = ".dvc"
"""Ending of a file that stands for the one beside it, which is fetched by other means."""
_PLACE = "answers lie in answers/<model>/<decision>/<edit>.jsonl.gz"


def listed(place: Path) -> tuple[list[Path], list[Path]]:
    """Return the folders in a folder, and whatever else stands there, links that lead nowhere included, each sorted.

    What is called like a log is never a folder here: whoever reads it tells if it is one.
    """
    folders: list[Path] = []
    files: list[Path] = []
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        if not is_aside(path.name):
            called = path.name.endswith((LOG_SUFFIX, SIDECAR_SUFFIX))
            (folders if not called and path.is_dir() else files).append(path)
    return folders, files


def stray_files(folder: Path, *, logs: bool = False) -> Iterator[tuple[Path, str]]:
    """Yield what nothing reads in a folder and below it, and what to do about it.

    Parameters
    ----------
    logs
        Whether logs lie in this folder; they and their descriptions are no strays then.
    """
    folders, files = listed(folder)
    for path in files:
        why = stray_file(path, logs=logs)
        if why:
            yield path, why
    for inner in folders:
        if inner.is_symlink():  # it may lead back up
            yield inner, f"is not read: {_PLACE}"
        else:
            yield from stray_files(inner)


def stray_file(path: Path, *, logs: bool = False) -> str | None:
    """Say why a file is not read and what to do about it; None where it is, or is no answer. `logs` as above."""
    name = path.name
    if logs and name.endswith((LOG_SUFFIX, PART_SUFFIX)):
        return None
    if name.endswith(_POINTER):
        there = path.with_name(name.removesuffix(_POINTER)).exists()
        return None if there else "stands for a file that was not fetched; fetch it, or take this away"
    if logs and name.endswith(LOG_SUFFIX + SIDECAR_SUFFIX):
        log = path.with_name(name.removesuffix(SIDECAR_SUFFIX))
        return None if log.exists() or log.is_symlink() else "describes a log that is not there"
    if _FOR_PEOPLE.fullmatch(name):
        return None
    if path.is_symlink() and not path.exists():
        return "is a link to a file that is not there; fetch it, or take the link away"
    if logs and name.endswith(".jsonl"):
        return f"is not read; a log is gzipped, {name}.gz"
    return f"is not read: {_PLACE}; move it there, or out of answers/"
