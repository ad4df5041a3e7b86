"""Put every text of a study to one model, and save the answers.

Which rows a log holds is `bd.study.plan`'s part, how a model answers is the adapters', what a log looks like on the
disk is `bd.ask.store`'s. Here stand the order of the logs, what is skipped, and going on after a stop.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bd.ask.job import Job, differing, plan_job
from bd.ask.model import Calibration, Model, calibration_texts, load_model
from bd.ask.store import PartFile, answer_row, only_asker
from bd.errors import BdError, UsageError
from bd.study.load import load_study
from bd.study.plan import edits_of, find_test
from bd.study.records import AS_WRITTEN, ModelCard, Study

__all__ = ["AskInterruptedError", "AskReport", "Progress", "Silent", "ask", "ask_study", "logs_of"]


class Progress(Protocol):
    """Somebody who wants to know how far the asking is."""

    def begin(self, rows: int) -> None:
        """Hear how many rows the logs hold that are not finished, rows saved before a stop included."""
        ...

    def log(self, decision: str, edit: str) -> None:
        """Hear which log is asked now."""
        ...

    def answered(self) -> None:
        """Hear that a row is saved, now or before a stop."""
        ...


class Silent:
    """Somebody who does not."""

    def begin(self, rows: int) -> None:
        """Take no notice."""

    def log(self, decision: str, edit: str) -> None:
        """Take no notice."""

    def answered(self) -> None:
        """Take no notice."""


@dataclass(frozen=True)
class AskReport:
    """What an asking did."""

    model: str
    written: tuple[str, ...]
    """Paths of the logs finished now, relative to the project."""
    skipped: tuple[str, ...]
    """Logs that were whole already."""
    rows: int
    """Rows answered now."""
    errors: int
    """Rows of the logs written that hold no answer."""
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.model}: {len(self.written)} logs written, {len(self.skipped)} were whole already; "
            f"{self.rows} rows asked in {self.seconds:.0f} s, {self.errors} without an answer"
        )


class AskInterruptedError(KeyboardInterrupt):
    """The asking was stopped by the user; the message says what is saved and how to go on."""


def ask(
    root: Path,
    model_id: str,
    *,
    decisions: Sequence[str] | None = None,
    edits: Sequence[str] | None = None,
    limit: int | None = None,
    threads: int = 1,
    again: bool = False,
    progress: Progress | None = None,
) -> AskReport:
    """Ask a model everything that the project's study tests and that is not saved yet.

    Parameters
    ----------
    root
        The project's folder.
    decisions, edits
        Only these; None for all that the model's card allows.
    limit
        Texts a decision; None for what the card says.
    threads
        How many threads the model may use.
    again
        Replace logs that hold answers to other texts, or of another build, instead of refusing.

    Raises
    ------
    UsageError
        No such model, decision or edit.
    BdError
        A saved log holds answers to something else; a package is missing; the disk is full; another process is asking.
    AskInterruptedError
        The user stopped it; every answer so far is saved.
    """
    return ask_study(
        load_study(root),
        root,
        model_id,
        decisions=decisions,
        edits=edits,
        limit=limit,
        threads=threads,
        again=again,
        progress=progress,
    )


def ask_study(
    study: Study,
    root: Path,
    model_id: str,
    *,
    decisions: Sequence[str] | None = None,
    edits: Sequence[str] | None = None,
    limit: int | None = None,
    threads: int = 1,
    again: bool = False,
    progress: Progress | None = None,
    model: Model | None = None,
) -> AskReport:
    """Do what `ask` does, for a study that is loaded already, and a model that may be."""
    if model_id not in study.models:
        raise UsageError(f"no model {model_id!r}; there are: {', '.join(sorted(study.models))}")
    card = study.models[model_id]
    wanted = logs_of(study, card, decisions, edits)
    limit = card.ask.get("limit") if limit is None else limit
    teller = progress or Silent()
    started = time.monotonic()
    with only_asker(root, model_id):
        model = model or load_model(study, model_id, root, threads=threads)
        jobs = [plan_job(study, card, model, root, decision, edit, limit) for decision, edit in wanted]
        todo = [job for job in jobs if not _is_whole(job, again)]
        skipped = tuple(job.files.shown for job in jobs if job not in todo)
        return _ask_all(study, model_id, model, todo, skipped, teller, started)


def logs_of(
    study: Study, card: ModelCard, decisions: Iterable[str] | None = None, edits: Iterable[str] | None = None
) -> list[tuple[str, str]]:
    """Return the (decision, edit) of every log a model can have, in the order in which they are asked.

    Unedited texts and the order of options first, since they share questions; then everything once more; then the other
    edits in the study's reading order.
    """
    allowed = sorted(card.ask.get("decisions") or study.decisions)
    chosen = allowed if decisions is None else _among(decisions, allowed, f"a decision that {card.id} is asked")
    possible = [pair for decision in chosen for pair in _logs_of_decision(study, card, decision)]
    if edits is not None:
        names = set(_among(edits, sorted({edit for _, edit in possible}), f"an edit that {card.id} is asked"))
        possible = [pair for pair in possible if pair[1] in names]
    return sorted(possible, key=lambda pair: _turn(study, *pair))


def _among(wanted: Iterable[str], known: Sequence[str], what: str) -> list[str]:
    chosen = list(dict.fromkeys(wanted))
    for name in chosen:
        if name not in known:
            raise UsageError(f"{name!r} is not {what}; there are: {', '.join(known)}")
    return chosen


def _logs_of_decision(study: Study, card: ModelCard, decision: str) -> list[tuple[str, str]]:
    return [
        (decision, edit)
        for edit in edits_of(study, decision)
        if card.sees_order or edit == AS_WRITTEN or find_test(study, decision, edit).kind != "order"
    ]


def _turn(study: Study, decision: str, edit: str) -> tuple[int, int, str, str]:
    if edit == AS_WRITTEN:
        return (0, 0, decision, "")
    test = find_test(study, decision, edit)
    phase = {"order": 0, "repeat": 1}.get(test.kind, 2)
    place = next(i for i, c in enumerate(study.characteristics) if any(t is test for t in c.tests))
    return (phase, 0, decision, edit) if phase == 0 else (phase, place, edit, decision)


def _is_whole(job: Job, again: bool) -> bool:
    """Tell whether a log is saved already; `BdError` if what is saved answers something else."""
    files = job.files
    saved = files.saved_facts()
    if saved is None:
        if files.log.is_file() and not files.part.is_file() and not again:
            raise BdError(f"{files.shown}: its sidecar is missing or names other bytes; --again asks it anew")
        return False
    faults = differing(job, saved)
    if not faults:
        files.part.unlink(missing_ok=True)
        return True
    if again or files.part.is_file():  # a log in the making: replacing the saved one was asked for, and was stopped
        return False
    raise BdError(f"{files.shown}: holds answers to {', '.join(faults)}; --again replaces them")


def _ask_all(
    study: Study,
    model_id: str,
    model: Model,
    todo: Sequence[Job],
    skipped: tuple[str, ...],
    teller: Progress,
    started: float,
) -> AskReport:
    written: list[str] = []
    rows = errors = 0
    fitted: dict[str, Calibration] = {}
    teller.begin(sum(len(job.plan.rows) for job in todo))
    try:
        for job in todo:
            teller.log(job.plan.decision, job.plan.edit)
            asked, failed = _ask_log(model, job, _calibration(study, model, job, fitted), teller)
            rows, errors = rows + asked, errors + failed
            written.append(job.files.shown)
    except KeyboardInterrupt:
        raise AskInterruptedError(
            f"stopped: {len(written)} logs are finished, every answer of the one in the making is saved; "
            "the same command goes on from there"
        ) from None
    return AskReport(model_id, tuple(written), skipped, rows, errors, time.monotonic() - started)


def _calibration(study: Study, model: Model, job: Job, fitted: dict[str, Calibration]) -> Calibration:
    decision = study.decisions[job.plan.decision]
    if decision.id not in fitted:
        texts = calibration_texts(decision, study.texts[decision.calibration])
        fitted[decision.id] = {**model.calibrate(job.question, texts), **job.basis}
    return fitted[decision.id]


def _ask_log(model: Model, job: Job, calibration: Calibration, teller: Progress) -> tuple[int, int]:
    """Ask what is missing of one log and finish it; return the rows asked now and the rows without an answer."""
    facts = {**job.facts, "calibration": calibration}
    part = PartFile(job.files.part, facts, [row.id for row in job.plan.rows])
    try:
        for _ in range(part.done):
            teller.answered()
        missing = job.plan.rows[part.done :]
        for row, answer in zip(missing, model.answer(job.question, calibration, missing), strict=True):
            part.add(answer_row(job.files.model, job.question, row, answer))
            teller.answered()
        rows = part.rows()
    finally:
        part.close()
    job.files.finish(rows, {**facts, "asked": datetime.date.today().isoformat()})
    return len(missing), rows.count(b'"choice":null')
