"""What a replay works out from what, and which file holds it.

No network, no model, no clock. Effects are left to `bd.effects`, levels to `bd.board`; this module says which file
holds what, and that all of them are worked out before the first is written. `work_out` is the same without the writing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bd.answers.fit import in_order
from bd.answers.folder import AnswerFolder
from bd.board.certainty import main_rows
from bd.board.levels import all_standings
from bd.board.overall import main_board
from bd.board.records import BoardRows
from bd.board.rows import dump_rows, level_files
from bd.board.uncertainty import level_row
from bd.effects.drawn import Redrawn, Scored
from bd.effects.records import Effect
from bd.effects.rows import to_row
from bd.effects.saved import scored_files, scored_path, shortlist_path
from bd.effects.score import joined
from bd.effects.shortlisted import Shortlisted
from bd.errors import BdError, Problem
from bd.files import dump_jsonl, write_atomically
from bd.replay.parts import NoKeeper, Part, parts_of
from bd.replay.state import Kept, Told, keep_state, still_so
from bd.study.load import load_study
from bd.study.records import Study

__all__ = ["Elsewhere", "Replayed", "WorkedOut", "board_rows", "replay", "replayed_files", "told_of", "work_out"]

Elsewhere = Callable[[Study, AnswerFolder], list[Part]]
"""Works out every decision of a folder, in the order of its `decisions`."""


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


def work_out(
    root: Path,
    *,
    kept: Kept | None = None,
    answers: Path | None = None,
    elsewhere: Elsewhere | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> WorkedOut:
    """Score every saved answer, compare the models, and write nothing.

    Parameters
    ----------
    root
        The project's folder.
    kept
        What is kept from one replay to the next; None works everything out anew, and keeps nothing.
    answers
        Where the logs lie; None for the project's folder `answers`. What is kept is of those alone.
    elsewhere
        Works out the decisions in the place of this process, such as `bd.cluster.parts_on`; then nothing is kept.
    progress
        Called with each log, decision and characteristic before it is worked on.

    Raises
    ------
    ProblemsError
        The study itself is wrong. Faults of single logs are not raised: they are in `WorkedOut.problems`, and all
        else is scored.
    """
    study = load_study(root)
    if answers is None and not (root / "answers").is_dir() and scored_files(root):
        raise BdError("answers/: not there, but scored rows are; fetch the answers, or delete studies/*.jsonl first")
    logs = None if kept is None else kept.logs
    folder = AnswerFolder(root, study, progress, kept=logs, answers=answers, names=False)
    read = {decision: [log.shown for log in folder.logs(decision)] for decision in folder.decisions}
    keeper = None if kept is None else kept.parts(study, read)
    parts = elsewhere(study, folder) if elsewhere is not None else parts_of(study, folder, keeper or NoKeeper())
    if kept is not None and keeper is not None and still_so(kept):
        keeper.settle()
        kept.logs.files.keep_all()
        sums = {name: each.sha256 for name, each in kept.inputs.items()}
        kept.logs.files.forget_others(frozenset(folder.kept_names(kept.logs, sums)))
    scored = joined(part.scored for part in parts)
    lists = tuple(row for part in parts for row in part.basis.shortlists)
    rows = board_rows(study, scored, progress)
    return WorkedOut(
        study=study,
        problems=in_order([*folder.problems, *(each for part in parts for each in part.basis.problems)]),
        notes=in_order([*folder.notes, *folder.strays, *(each for part in parts for each in part.basis.notes)]),
        effects=scored.effects,
        shortlists=lists,
        rows=rows,
        files=_scored_contents(scored.effects) | _shortlist_contents(lists) | dump_rows(rows),
    )


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


def replay(
    root: Path,
    *,
    kept: Kept | None = None,
    answers: Path | None = None,
    elsewhere: Elsewhere | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Replayed:
    """Work everything out and write it, under `studies/`; parameters and errors are as for `work_out`."""
    done = work_out(root, kept=kept, answers=answers, elsewhere=elsewhere, progress=progress)
    written = [path for path, data in done.files.items() if write_atomically(root / path, data)]
    removed = [path for path in replayed_files(root) if path not in done.files]
    for path in removed:
        _remove(root / path)
    if kept is not None and not done.problems and still_so(kept):
        keep_state(kept, told_of(done), done.files)
    return Replayed(done.effects, done.shortlists, done.problems, done.notes, done.rows, tuple(written), tuple(removed))


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise BdError(f"{path}: scores what is no longer there, and cannot be removed ({error.strerror})") from error


def told_of(done: WorkedOut | Replayed) -> Told:
    """Return what the command says of a replay."""
    return Told(
        effects=len(done.effects),
        builds=len({effect.build for effect in done.effects}),
        clear=sum(effect.clear for effect in done.effects),
        problems=done.problems,
        notes=done.notes,
    )


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
    return {path: dump_jsonl(to_row(row) for row in found) for path, found in sorted(files.items())}
