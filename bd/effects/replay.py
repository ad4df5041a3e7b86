"""Replay: work every number out again from the saved answers alone, and write the scored rows.

No network, no model, no clock. Reading and scoring are left to their modules; this one says which file holds which
row, and that all of them are worked out before the first is written. `work_out` is the same without the writing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from bd.answers.folder import Answers, read_answers
from bd.effects.records import FORMAT, Effect
from bd.effects.rows import from_row, to_row
from bd.effects.score import score
from bd.errors import BdError, Problem, ProblemsError
from bd.files import dump_jsonl, read_bytes, write_atomically
from bd.study.load import load_study
from bd.study.records import Study

__all__ = ["Replayed", "WorkedOut", "read_effects", "replay", "scored_files", "scored_path", "work_out"]


@dataclass(frozen=True)
class WorkedOut:
    """What the saved answers give, before anything is written."""

    study: Study
    answers: Answers
    effects: tuple[Effect, ...]
    files: Mapping[str, bytes]
    """The bytes of every scored file, by its path relative to the project."""


@dataclass(frozen=True)
class Replayed:
    """What a replay did."""

    effects: tuple[Effect, ...]
    answers: Answers
    written: tuple[str, ...]
    """Scored files whose bytes changed."""
    removed: tuple[str, ...]
    """Scored files that no answer stands behind any more."""


def scored_path(decision: str, edit: str) -> str:
    """Return where the rows of one edit of one decision stand, relative to the project."""
    return f"studies/{decision}-{edit}.jsonl"


def work_out(root: Path, *, progress: Callable[[str], None] = lambda step: None) -> WorkedOut:
    """Score every saved answer and write nothing.

    Parameters
    ----------
    root
        The project's folder.
    progress
        Called with each log and decision before it is worked on.

    Raises
    ------
    ProblemsError
        The study itself is wrong. Faults of single logs are not raised: they are in `WorkedOut.answers.problems`, and
        everything else is scored.
    """
    study = load_study(root)
    if not (root / "answers").is_dir() and scored_files(root):
        raise BdError("answers/: not there, but scored rows are; fetch the answers, or delete studies/*.jsonl first")
    answers = read_answers(root, study, progress)
    effects = score(study, answers, progress).effects
    files: dict[str, list[Effect]] = defaultdict(list)
    for effect in effects:
        files[scored_path(effect.decision, effect.edit)].append(effect)
    contents = {path: dump_jsonl(to_row(e) for e in rows) for path, rows in sorted(files.items())}
    return WorkedOut(study, answers, tuple(effects), contents)


def replay(root: Path, *, progress: Callable[[str], None] = lambda step: None) -> Replayed:
    """Work everything out and write `studies/<decision>-<edit>.jsonl`; parameters and errors are as for `work_out`."""
    done = work_out(root, progress=progress)
    written = [path for path, data in done.files.items() if write_atomically(root / path, data)]
    removed = [path for path in scored_files(root) if path not in done.files]
    for path in removed:
        (root / path).unlink()
    return Replayed(done.effects, done.answers, tuple(written), tuple(removed))


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
