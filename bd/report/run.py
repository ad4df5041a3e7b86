"""The report as a command runs it: read the scored rows and the saved answers, write the data file.

The parts of the file are made by the other modules of this folder. The commit that a file names is the one at which
its answers were first reported, so that the same answers give the same file in any clone.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bd.answers.folder import Answers, read_answers
from bd.answers.source import SavedAnswers
from bd.board.records import BoardRows
from bd.board.rows import read_rows
from bd.effects.applicants import applicants_of
from bd.effects.cells import cells_of
from bd.effects.records import Effect
from bd.effects.saved import read_effects, read_shortlists, shortlist_path
from bd.effects.shortlisted import Shortlisted
from bd.errors import BdError, ProblemsError
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard, write_leaderboard
from bd.report.examples import find_examples, find_extremes
from bd.report.provenance import answers_digest, check_stated
from bd.report.reported import read_reported
from bd.report.state import DATA_FILE, GIVEN, Looked, keep_state
from bd.study.load import load_study
from bd.study.records import Study

__all__ = ["Reported", "build_datafile", "report"]


@dataclass(frozen=True)
class Reported:
    """What a report did."""

    board: dict[str, Any]
    """The data file's contents."""
    changed: bool
    """Whether the file's bytes changed."""


def report(
    root: Path,
    *,
    date: str,
    commit: str | None = None,
    given: bool = False,
    looked: Looked | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Reported:
    """Write `site/data/leaderboard.json` from the scored rows.

    Parameters
    ----------
    root
        The project's folder.
    date
        The day the file is made for, YYYY-MM-DD. It is given, never taken from the clock.
    commit
        Full hash of the commit that holds the answers. By default the one that the earlier file names, if it was made
        from the same answers; else the last commit that touched `answers/`; else none.
    given
        Whether somebody asked for this day in place of the settings'; the file says so, and `given_day` finds it.
    looked
        What the report rests on, if it is to be remembered and to use what a replay keeps; None does neither.
    progress
        Called with each log before it is read, and with what follows.

    Raises
    ------
    UsageError
        The date is no day, or the commit no full hash.
    BdError
        There are no scored rows, or they were not worked out from the answers as they are now.
    ProblemsError
        A log or a file of reported figures has a fault: nothing is published until it is mended or taken away.
    """
    check_stated(date, commit or None)
    study = load_study(root)
    effects, shortlists = read_effects(root), read_shortlists(root)
    answers = read_answers(root, study, progress, kept=None if looked is None else looked.logs)
    if answers.problems:
        raise ProblemsError(answers.problems)
    _check_fresh(study, effects, answers)
    _check_fresh_shortlists(study, shortlists, answers)
    progress("models in order, texts to show")
    rows, commit = read_rows(root), commit or _commit(root, effects)
    board = build_datafile(root, study, effects, rows, answers, date=date, commit=commit, shortlists=shortlists)
    if given:
        board["provenance"][GIVEN] = True
    check_leaderboard(board)
    changed = write_leaderboard(root / DATA_FILE, board)
    if looked is not None:
        keep_state(looked)
    return Reported(board, changed)


def build_datafile(
    root: Path,
    study: Study,
    effects: Iterable[Effect],
    rows: BoardRows,
    answers: Answers,
    *,
    date: str,
    commit: str | None,
    shortlists: Iterable[Shortlisted],
) -> dict[str, Any]:
    """Return the data file's contents, from scored rows, level rows and answers in memory; nothing is written.

    Raises
    ------
    BdError
        The level rows do not belong to the scored rows.
    UsageError
        The date is no day, or the commit no full hash.
    ProblemsError
        A file of reported figures has a fault.
    """
    effects, source = tuple(effects), SavedAnswers(answers)
    return build_leaderboard(
        study,
        effects,
        date=date,
        commit=commit,
        examples=find_examples(study, effects, source),
        extremes=find_extremes(study, effects, source),
        reported=read_reported(root, study),
        shortlists=shortlists,
        rows=rows,
        source=source,
    )


def _check_fresh(study: Study, effects: Iterable[Effect], answers: Answers) -> None:
    _check_hashes(effects, answers)
    scored = {effect.cell for effect in effects}
    for cell in cells_of(study, answers.tables):
        if cell.key not in scored:
            raise BdError(
                f"{cell.contrast.after[0].saved.path}: these answers are not scored yet; run `bd replay` first"
            )


def _check_fresh_shortlists(study: Study, shortlists: Iterable[Shortlisted], answers: Answers) -> None:
    _check_hashes(shortlists, answers)
    wanted = {cell for each in applicants_of(study, answers.tables) for cell in each.cells}
    for decision, *_ in sorted(wanted ^ {row.cell for row in shortlists}):
        raise BdError(f"{shortlist_path(decision)}: not what today's study and answers give; run `bd replay` first")


def _check_hashes(rows: Iterable[Effect | Shortlisted], answers: Answers) -> None:
    hashes = {saved.path: saved.sha256 for table in answers.tables for saved in table.logs.values()}
    for path, sha256 in (each for row in rows for each in row.answers):
        if hashes.get(path) != sha256:
            raise BdError(f"{path}: not the answers that the scored rows came from; run `bd replay` first")


def _commit(root: Path, effects: Iterable[Effect]) -> str | None:
    try:
        named = orjson.loads((root / DATA_FILE).read_bytes())["provenance"]
        if named["answers_sha256"] == answers_digest(effects):
            found: str | None = named["record_commit"]
            return found
    except (OSError, ValueError, KeyError, TypeError):
        pass
    if (
        _git(root, "status", "--porcelain", "--", "answers") != ""
        or _git(root, "rev-parse", "--is-shallow-repository") != "false"
    ):
        return None
    return _git(root, "log", "-1", "--format=%H", "--", "answers") or None


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(("git", *arguments), cwd=root, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
