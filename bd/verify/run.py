"""Verify that the data file, number by number, and the scored rows are what the saved answers give.

Everything is worked out again in memory, for the day and the commit that the file states; nothing is written. Which
places of two data files differ is `bd.verify.differences`' part, which lines of scored files `bd.verify.stale`'s.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bd.answers.folder import read_answers
from bd.errors import BdError, ProblemsError, UsageError
from bd.files import dump_json, read_bytes
from bd.replay.work import WorkedOut, work_out
from bd.report.datafile import read_leaderboard
from bd.report.run import build_datafile
from bd.report.state import DATA_FILE, GIVEN
from bd.verify.differences import Difference, Tally, differences
from bd.verify.stale import Stale, stale_rows

__all__ = ["Verified", "verify"]


@dataclass(frozen=True)
class Verified:
    """What was compared, and what differs."""

    path: str
    date: str
    commit: str | None
    numbers: int
    words: int
    rows: int
    """Scored rows and rows of levels that the saved answers give."""
    other_answers: tuple[str, str] | None
    """Digests of the answers behind the file and of those here, where they are not the same."""
    differences: tuple[Difference, ...]
    stale: tuple[Stale, ...]
    """Lines of scored files, and of those of the levels, that are not what the saved answers give."""

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.differences and not self.stale and self.other_answers is None


def verify(root: Path, path: Path | None = None, *, progress: Callable[[str], None] = lambda step: None) -> Verified:
    """Compare a data file, and the scored rows, with what the saved answers give.

    Parameters
    ----------
    root
        The project's folder.
    path
        The data file; by default the project's own.
    progress
        Called with each log and decision before it is worked on.

    Raises
    ------
    BdError
        The file is missing, no JSON, of another or of a newer schema, or does not say for which day it was made.
    ProblemsError
        The study or a log has a fault, so that there is nothing to compare with.
    """
    shown, path = (DATA_FILE, root / DATA_FILE) if path is None else (str(path), path)
    file = read_leaderboard(path)
    _no_key_twice(path)
    date, commit, digest = _stated(path, file)
    done = work_out(root, progress=progress)
    if done.problems:
        raise ProblemsError(done.problems)
    again = _again(root, path, done, date, commit)
    if file["provenance"].get(GIVEN) is True:  # no answer tells who chose the day
        again["provenance"][GIVEN] = True
    tally, own = Tally(), again["provenance"]["answers_sha256"]
    found = tuple(differences(file, again, tally))
    return Verified(
        path=shown,
        date=date,
        commit=commit,
        numbers=tally.numbers,
        words=tally.words,
        rows=sum(data.count(b"\n") for data in done.files.values()),
        other_answers=None if digest == own else (str(digest), own),
        differences=found,
        stale=tuple(stale_rows(root, done.files)),
    )


def _no_key_twice(path: Path) -> None:
    """Refuse a file in which one reader finds another value than the next: the first, or the last, of a key."""

    def told(pairs: list[tuple[str, Any]]) -> None:
        for key, times in Counter(key for key, _ in pairs).items():
            if times > 1:
                raise BdError(f"{path}: the key {key!r} stands twice in one object; write it again with bd report")

    try:
        json.loads(read_bytes(path), object_pairs_hook=told)
    except RecursionError:
        raise BdError(f"{path}: lists or objects stand too deep within each other") from None


def _stated(path: Path, file: dict[str, Any]) -> tuple[str, str | None, Any]:
    """Return the day, the commit and the digest of answers that the file states."""
    origin = file.get("provenance")
    if not isinstance(origin, dict) or not isinstance(origin.get("generated"), str):
        raise BdError(f"{path}: does not say for which day it was made; write it again with bd report")
    commit = origin.get("record_commit")
    if commit is not None and not isinstance(commit, str):
        raise BdError(f"{path}: its commit is {commit!r}, no hash; write it again with bd report")
    return origin["generated"], commit, origin.get("answers_sha256")


def _again(root: Path, path: Path, done: WorkedOut, date: str, commit: str | None) -> dict[str, Any]:
    try:
        board = build_datafile(
            root,
            done.study,
            done.effects,
            done.rows,
            read_answers(root, done.study),
            date=date,
            commit=commit,
            shortlists=done.shortlists,
        )
    except UsageError as error:  # the day or the commit that the file states is none
        raise BdError(f"{path}: {error}; write it again with bd report") from None
    again: dict[str, Any] = orjson.loads(dump_json(board))
    return again
