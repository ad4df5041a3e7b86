"""The scored rows as they stand in `studies/<decision>-<edit>.jsonl`: which file holds which, and reading them back.

Working them out is left to `bd.effects.score`, writing them to `bd.replay`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import orjson

from bd.aside import entries
from bd.effects.records import FORMAT, Effect
from bd.effects.rows import from_row
from bd.effects.shortlisted import SHORTLIST_FORMAT, Shortlisted
from bd.errors import BdError, Problem, ProblemsError
from bd.files import read_bytes
from bd.study.shortlist import SHORTLIST

__all__ = ["holds_rows", "read_effects", "read_shortlists", "scored_files", "scored_path", "shortlist_path"]

T = TypeVar("T", Effect, Shortlisted)
_KINDS = tuple(name.partition("@")[0] + "@" for name in (FORMAT, SHORTLIST_FORMAT))
"""What the formats of rows start with, whatever their version."""


def scored_path(decision: str, edit: str) -> str:
    """Return where the rows of one edit of one decision stand, relative to the project."""
    return f"studies/{decision}-{edit}.jsonl"


def shortlist_path(decision: str) -> str:
    """Return where the rows of all shortlists of one decision stand, relative to the project."""
    return scored_path(decision, SHORTLIST)


def scored_files(root: Path) -> list[str]:
    """Return the scored files that are there, of whatever version; anything else under such a name is none."""
    return [path for path in _candidates(root) if holds_rows(root / path, _KINDS)]


def _candidates(root: Path) -> list[str]:
    return [p.relative_to(root).as_posix() for p in entries(root / "studies", "*.jsonl")]


def holds_rows(path: Path, kinds: tuple[str, ...]) -> bool:
    """Tell whether a file is a replay's own: the format of its first line starts with one of `kinds`."""
    try:
        row = orjson.loads(read_bytes(path).partition(b"\n")[0])
    except orjson.JSONDecodeError:
        return False
    return isinstance(row, dict) and str(row.get("format")).startswith(kinds)


def read_effects(root: Path) -> tuple[Effect, ...]:
    """Read the scored rows back; rows of shortlists are left to `read_shortlists`.

    Raises
    ------
    BdError
        There are none: nothing was replayed yet.
    ProblemsError
        A row is not one that this version writes.
    """
    effects = _read(root, Effect, lambda named: not named.startswith(_KINDS[1]))
    if not effects:
        raise BdError("studies/: no scored rows; run `bd replay` first")
    return effects


def read_shortlists(root: Path) -> tuple[Shortlisted, ...]:
    """Read the rows of shortlists back, in the order of their files; there may be none.

    Raises
    ------
    ProblemsError
        A row is not one that this version writes.
    """
    return _read(root, Shortlisted, lambda named: named.startswith(_KINDS[1]))


def _read(root: Path, kind: type[T], meant: Callable[[str], bool]) -> tuple[T, ...]:
    """Return the records of all lines whose format is meant; each must be of the record's own."""
    found: list[T] = []
    problems: list[Problem] = []
    for path in _candidates(root):
        for number, line in enumerate(read_bytes(root / path).splitlines(), 1):
            try:
                row = orjson.loads(line)
                if not meant(str(row.get("format"))):
                    continue
                if row.get("format") != kind.format:
                    raise ValueError(f"format is {row.get('format')!r}, this bd reads {kind.format!r}")
                found.append(from_row(kind, row))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                problems.append(
                    Problem(path, number, f"not a scored row ({error}); run `bd replay`, or move the file away")
                )
    if problems:
        raise ProblemsError(problems)
    return tuple(found)
