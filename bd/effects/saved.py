"""The scored rows as they stand in `studies/<decision>-<edit>.jsonl`: which file holds which, and reading them back.

Working them out is left to `bd.effects.score`, writing them to `bd.replay`.
"""

from __future__ import annotations

from pathlib import Path

import orjson

from bd.effects.records import FORMAT, Effect
from bd.effects.rows import from_row
from bd.errors import BdError, Problem, ProblemsError
from bd.files import read_bytes

__all__ = ["read_effects", "scored_files", "scored_path"]


def scored_path(decision: str, edit: str) -> str:
    """Return where the rows of one edit of one decision stand, relative to the project."""
    return f"studies/{decision}-{edit}.jsonl"


def scored_files(root: Path) -> list[str]:
    """Return the scored files that are there, of whatever version; anything else under such a name is none."""
    return [path for path in _candidates(root) if _holds_rows(root / path)]


def _candidates(root: Path) -> list[str]:
    return sorted(p.relative_to(root).as_posix() for p in (root / "studies").glob("*.jsonl"))


def _holds_rows(path: Path) -> bool:
    """Tell whether a file is a replay's own, of whatever version; anything else under that name is left alone."""
    try:
        row = orjson.loads(read_bytes(path).partition(b"\n")[0])
    except orjson.JSONDecodeError:
        return False
    return isinstance(row, dict) and str(row.get("format")).startswith(FORMAT.partition("@")[0])


def read_effects(root: Path) -> tuple[Effect, ...]:
    """Read the scored rows back.

    Raises
    ------
    BdError
        There are none: nothing was replayed yet.
    ProblemsError
        A row is not one that this version writes.
    """
    effects: list[Effect] = []
    problems: list[Problem] = []
    for path in _candidates(root):
        for number, line in enumerate(read_bytes(root / path).splitlines(), 1):
            try:
                row = orjson.loads(line)
                if row.get("format") != FORMAT:
                    raise ValueError(f"format is {row.get('format')!r}, this bd reads {FORMAT!r}")
                effects.append(from_row(row))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                problems.append(
                    Problem(path, number, f"not a scored row ({error}); run `bd replay`, or move the file away")
                )
    if problems:
        raise ProblemsError(problems)
    if not effects:
        raise BdError("studies/: no scored rows; run `bd replay` first")
    return tuple(effects)
