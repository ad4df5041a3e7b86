"""Replay: work every number out again from the saved answers alone, and write the scored rows and the level rows.

No network, no model, no clock. Effects are left to `bd.effects`, levels to `bd.board`; this module says which file
holds what, and that all of them are worked out before the first is written. `work_out` is the same without the writing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bd.answers.align import AnswerTable
from bd.answers.folder import AnswerFolder
from bd.board.certainty import main_rows
from bd.board.levels import all_standings
from bd.board.overall import main_board
from bd.board.records import BoardRows
from bd.board.rows import dump_rows, level_files
from bd.board.uncertainty import level_row
from bd.effects.controls import largest_rates
from bd.effects.drawn import Redrawn, Scored, Subtracted
from bd.effects.records import Effect
from bd.effects.rows import to_row
from bd.effects.saved import scored_files, scored_path, shortlist_path
from bd.effects.score import Prepared, joined
from bd.effects.shortlist import shortlists
from bd.effects.shortlisted import Shortlisted
from bd.effects.shortlisted import to_row as shortlisted_to_row
from bd.errors import BdError, Problem
from bd.files import dump_jsonl, write_atomically
from bd.study.load import load_study
from bd.study.records import Study

__all__ = ["Replayed", "WorkedOut", "board_rows", "replay", "replayed_files", "score_all", "work_out"]


@dataclass(frozen=True)
class WorkedOut:
    """What the saved answers give, before anything is written."""

    study: Study
    problems: tuple[Problem, ...]
    """Logs that entered no number, and folders that are not understood."""
    notes: tuple[Problem, ...]
    """Things worth knowing that keep nothing out."""
    effects: tuple[Effect, ...]
    shortlists: tuple[Shortlisted, ...]
    rows: BoardRows
    files: Mapping[str, bytes]
    """The bytes of every file that a replay writes, by its path relative to the project."""


@dataclass(frozen=True)
class Replayed:
    """What a replay did."""

    effects: tuple[Effect, ...]
    shortlists: tuple[Shortlisted, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]
    rows: BoardRows
    written: tuple[str, ...]
    """Files whose bytes changed."""
    removed: tuple[str, ...]
    """Files that no answer stands behind any more."""


def work_out(root: Path, *, progress: Callable[[str], None] = lambda step: None) -> WorkedOut:
    """Score every saved answer, compare the models, and write nothing.

    Parameters
    ----------
    root
        The project's folder.
    progress
        Called with each log, decision and characteristic before it is worked on.

    Raises
    ------
    ProblemsError
        The study itself is wrong. Faults of single logs are not raised: they are in `WorkedOut.problems`, and all
        else is scored.
    """
    study = load_study(root)
    if not (root / "answers").is_dir() and scored_files(root):
        raise BdError("answers/: not there, but scored rows are; fetch the answers, or delete studies/*.jsonl first")
    folder = AnswerFolder(root, study, progress)
    scored, lists = score_all(study, folder)
    rows = board_rows(study, scored, progress)
    files = _scored_contents(scored.effects) | _shortlist_contents(lists) | dump_rows(rows)
    return WorkedOut(study, folder.problems, folder.notes, scored.effects, lists, rows, files)


def score_all(study: Study, decisions: Iterable[Sequence[AnswerTable]]) -> tuple[Scored, tuple[Shortlisted, ...]]:
    """Return every effect and every shortlist; `decisions` yields the tables of each in turn.

    A decision's answers are let go once it is scored. Only where a model has no repeat of its own, the decision waits
    for the largest rate of all others.
    """
    parts: dict[str, Scored] = {}
    waiting: dict[str, Prepared] = {}
    rates: list[Mapping[str, Subtracted]] = []
    lists: list[Shortlisted] = []
    for tables in decisions:
        if not tables:
            continue
        decision, prepared = tables[0].decision, Prepared(study, tables)
        lists += shortlists(study, tables)
        rates.append(prepared.rates)
        if prepared.borrowers:
            waiting[decision] = prepared
        else:
            parts[decision] = prepared.scored({})
    borrowed = largest_rates(rates)
    for decision, prepared in waiting.items():
        parts[decision] = prepared.scored(borrowed)
    return joined(parts[decision] for decision in sorted(parts)), tuple(lists)


def board_rows(study: Study, scored: Scored, progress: Callable[[str], None] = lambda step: None) -> BoardRows:
    """Return how certain every level and the main board are, from the effects and their re-draws."""

    def redrawn(effect: Effect) -> Redrawn:
        return scored.draws[effect.cell]

    models = sorted({effect.model for effect in scored.effects})
    planted = [model for model in models if model in study.models and study.models[model].planted]
    found = all_standings(study, scored.effects, models, planted)
    levels = {}
    for each in found:
        progress(each.characteristic.id)
        levels[each.characteristic.id] = tuple(level_row(level, redrawn) for level in each.levels)
    return BoardRows(levels, main_rows(main_board(found, models, planted), found, redrawn))


def replay(root: Path, *, progress: Callable[[str], None] = lambda step: None) -> Replayed:
    """Work everything out and write it, under `studies/`; parameters and errors are as for `work_out`."""
    done = work_out(root, progress=progress)
    written = [path for path, data in done.files.items() if write_atomically(root / path, data)]
    removed = [path for path in replayed_files(root) if path not in done.files]
    for path in removed:
        (root / path).unlink()
    return Replayed(done.effects, done.shortlists, done.problems, done.notes, done.rows, tuple(written), tuple(removed))


def replayed_files(root: Path) -> list[str]:
    """Return every file of a replay's that is there, of whatever version, relative to the project."""
    return [*scored_files(root), *level_files(root)]


def _scored_contents(effects: Iterable[Effect]) -> dict[str, bytes]:
    files: dict[str, list[Effect]] = defaultdict(list)
    for effect in effects:
        files[scored_path(effect.decision, effect.edit)].append(effect)
    return {path: dump_jsonl(to_row(e) for e in rows) for path, rows in sorted(files.items())}


def _shortlist_contents(rows: Iterable[Shortlisted]) -> dict[str, bytes]:
    files: dict[str, list[Shortlisted]] = defaultdict(list)
    for row in rows:
        files[shortlist_path(row.decision)].append(row)
    return {path: dump_jsonl(shortlisted_to_row(row) for row in found) for path, found in sorted(files.items())}
