"""The logs of one model that are not whole yet, asked one after the other in this process, or handed out elsewhere.

Whoever asks them, only this process writes: each row as it comes here, and whole logs elsewhere (`bd.cluster.asking`).
Which logs there are, and in which order, is `bd.ask.run`'s part.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import orjson

from bd.ask.job import Job
from bd.ask.model import Calibration, Model, Question, Row, answers_of, calibration_texts, fitted_by
from bd.ask.store import PartFile, answer_row, failed, missing_rows
from bd.files import dump_json
from bd.study.records import ModelCard, Study

__all__ = ["Asker", "Asking", "Finished", "Progress", "Silent", "ask_here", "fit", "lines_of", "log_in_the_making"]
__all__ += ["rows_to_ask"]


class Progress(Protocol):
    """Somebody who wants to know how far the asking is."""

    def begin(self, rows: int) -> None:
        """Hear how many rows the logs hold that are not finished, rows saved before a stop included."""
        ...

    def log(self, decision: str, edit: str) -> None:
        """Hear which log is asked now."""
        ...

    def answered(self, rows: int = 1) -> None:
        """Hear that so many rows are saved, now or before a stop."""
        ...


class Silent:
    """Somebody who does not."""

    def begin(self, rows: int) -> None:
        """Take no notice."""

    def log(self, decision: str, edit: str) -> None:
        """Take no notice."""

    def answered(self, rows: int = 1) -> None:
        """Take no notice."""


@dataclass(frozen=True)
class Asking:
    """What is to be asked."""

    study: Study
    root: Path
    """The project's folder."""
    card: ModelCard
    model: Model
    jobs: Sequence[Job]
    """The logs that are not whole, in order."""
    threads: int
    progress: Progress


@dataclass(frozen=True)
class Finished:
    """A log that is whole now."""

    job: Job
    asked: int
    """Rows asked now."""
    unanswered: int
    """Rows of the whole log that hold no answer."""
    why: str = ""
    """What the model said to the first of them."""


Asker = Callable[[Asking, Callable[[Finished], None]], None]
"""Asks all, and tells of each log as soon as it is whole."""


def ask_here(asking: Asking, done: Callable[[Finished], None]) -> None:
    """Ask in this process, each answer saved as it comes."""
    fitted: dict[str, Calibration] = {}
    for job in asking.jobs:
        asking.progress.log(job.plan.decision, job.plan.edit)
        if job.plan.decision not in fitted and job.fitted is None:
            fitted[job.plan.decision] = fit(asking.study, asking.model, asking.card.id, job.question)
        calibration = job.fitted or fitted[job.plan.decision]
        with log_in_the_making(job, calibration, asking.progress, done) as part:
            missing = set(part.missing)
            rows = [row for row in job.plan.rows if row.id in missing]
            for line in lines_of(asking.model, job.files.model, job.question, calibration, rows):
                part.add(line)
                asking.progress.answered()


def fit(study: Study, model: Model, model_id: str, question: Question) -> Calibration:
    """Return what a question needs to be fitted before it is asked."""
    decision = study.decisions[question.decision]
    texts = calibration_texts(decision, study.texts[decision.calibration])
    return fitted_by(model, model_id, question, texts)


def lines_of(
    model: Model, model_id: str, question: Question, calibration: Calibration, rows: Sequence[Row]
) -> Iterator[bytes]:
    """Ask some rows of a log; yield each answer as a line of it."""
    for row, answer in zip(rows, answers_of(model, model_id, question, calibration, rows), strict=True):
        yield dump_json(answer_row(model_id, question, row, answer))


def rows_to_ask(job: Job, calibration: Calibration) -> tuple[str, ...]:
    """Return the ids of the rows of a log that are still to be asked, in order."""
    return missing_rows(job.files.part, _facts(job, calibration), _ids(job), job.answered)


@contextmanager
def log_in_the_making(
    job: Job, calibration: Calibration, progress: Progress, done: Callable[[Finished], None]
) -> Iterator[PartFile]:
    """Open a log where it was left, for its missing rows; it is made whole at the end."""
    facts = _facts(job, calibration)
    part = PartFile(job.files.part, facts, _ids(job), job.answered)
    try:
        progress.answered(len(job.plan.rows) - len(part.missing))
        yield part
        rows = part.rows()
    finally:
        part.close()
    job.files.finish(rows, {**facts, "asked": datetime.date.today().isoformat()})
    without = [row for row in map(orjson.loads, rows.splitlines()) if failed(row)]
    why = next((str(body["error"]) for row in without for body in row["answers"].values() if body.get("error")), "")
    done(Finished(job, len(part.missing), len(without), why))


def _facts(job: Job, calibration: Calibration) -> dict[str, Any]:
    return {**job.facts, "calibration": {**calibration, **job.basis}}


def _ids(job: Job) -> list[str]:
    return [row.id for row in job.plan.rows]
