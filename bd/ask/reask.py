"""Ask a few saved rows again, to see whether these packages, on this machine, still give the saved answers.

The numbers fitted before (scale, offset) are taken from the sidecars, so that only the model itself is asked. Nothing
is answered from memory, and nothing is written. How far an answer may move, and how many choices, was measured: the
model's card says so, and on which machines.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from bd.ask.asking import Progress, Silent
from bd.ask.job import Job, differing, plan_job
from bd.ask.model import Model, answers_of, load_model
from bd.ask.run import logs_of
from bd.ask.store import MILLION, LogFiles, answer_row
from bd.errors import BdError, UsageError
from bd.machine import Machine, machine_of, this_machine
from bd.said import many
from bd.study.load import load_study
from bd.study.plan import Asked
from bd.study.records import Study, Tolerance

__all__ = ["Difference", "ReaskReport", "reask"]

_UNMEASURED = Tolerance(probability=1e-4, choices=1.0, machines=(), why="")
"""For a model whose card says nothing."""


@dataclass(frozen=True)
class Difference:
    """A row that was answered differently this time."""

    log: str
    """The log's path, relative to the project."""
    id: str
    saved: str
    """The saved answer in words: the choice with the probabilities, or why there is none."""
    now: str
    """This time's answer in words."""
    size: float | None
    """The largest difference of a probability; None where one of the two has no probabilities."""

    def __str__(self) -> str:
        return f"{self.log}: {self.id}: saved {self.saved}, now {self.now}"


@dataclass(frozen=True)
class ReaskReport:
    """What came of asking saved rows again."""

    model: str
    logs: int
    """Logs that the rows were taken from."""
    rows: int
    """Rows asked again."""
    largest: float
    """The largest difference of a probability, among rows with probabilities both times; 0 if there is none."""
    tolerance: Tolerance
    """What is let pass."""
    other_choices: int
    """Rows with another choice, or an answer only once."""
    differing: tuple[Difference, ...]
    """Every row with a larger difference or an answer only once; those with another choice too, if they are more than
    the tolerance lets pass."""
    seconds: float
    saved_on: tuple[Machine, ...]
    """What the answers come from; empty where their sidecars do not say."""
    machine: Machine
    """What was asked now."""

    @property
    def measured(self) -> bool:
        """Whether the tolerance was measured on this kind of machine too, so that a larger difference is a fault."""
        return not self.tolerance.machines or str(self.machine) in self.tolerance.machines

    def __str__(self) -> str:
        total = (
            f"{self.model}: {many(self.rows, 'row')} of {many(self.logs, 'log')} asked again in {self.seconds:.0f} s: "
            f"largest difference {self.largest:.6f}, {self.rows - self.other_choices:,} of {many(self.rows, 'choice')} "
            f"the same, {many(len(self.differing), 'row')} {'differs' if len(self.differing) == 1 else 'differ'} "
            f"(tolerance {self.tolerance.probability:g}, and {self.tolerance.choices:g} of choices)"
        )
        saved = " and ".join(map(str, self.saved_on)) or "a machine that was not noted"
        where = f"saved on {saved}, asked again on {self.machine}"
        if not self.measured:
            where += (
                f": nobody has measured this model there, only on {' and '.join(self.tolerance.machines)}, so a larger "
                "difference need not be a fault"
            )
        return "\n".join([total, where, *map(str, self.differing)])


@dataclass(frozen=True)
class _Picked:
    files: LogFiles
    facts: dict[str, Any]
    """The sidecar."""
    row: Mapping[str, Any]


def reask(
    root: Path,
    model_id: str,
    *,
    rows: int = 36,
    tolerance: Tolerance | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> ReaskReport:
    """Ask saved rows of a model again and compare the answers with the saved ones.

    Parameters
    ----------
    root
        The project's folder.
    rows
        How many rows: of each log in turn the next one by SHA-256 of the log's path and the row's id, so that the same
        rows are asked everywhere.
    tolerance
        How far a probability may lie from the saved one, and how many choices may be others; by default what the
        model's card says, and 0.0001 and none where it says nothing.
    threads
        How many threads the model may use.
    progress
        Told how far the asking is.

    Raises
    ------
    UsageError
        The study has no such model.
    BdError
        The model has no saved answers, a log holds answers to something else, or a package is missing.
    """
    started = time.monotonic()
    study = load_study(root)
    finished = _finished(study, root, model_id)
    model = load_model(study, model_id, root, threads=threads, fresh=True)  # first, as it may lack a package
    picked = _pick(finished, rows)
    teller = progress or Silent()
    teller.begin(len(picked))
    tolerance = tolerance or study.models[model_id].tolerance or _UNMEASURED
    largest, others, found = _compared(_pairs(study, root, model, picked, teller), tolerance, len(picked))
    machines = {machine_of(p.facts.get("machine")) for p in picked} - {None}
    return ReaskReport(
        model=model_id,
        logs=len({p.files for p in picked}),
        rows=len(picked),
        largest=largest / MILLION,
        tolerance=tolerance,
        other_choices=len(others),
        differing=tuple(found),
        seconds=time.monotonic() - started,
        saved_on=tuple(sorted(machine for machine in machines if machine is not None)),
        machine=this_machine(),
    )


def _compared(
    pairs: Iterable[tuple[Asked, Job, Mapping[str, Any], Mapping[str, Any]]], tolerance: Tolerance, rows: int
) -> tuple[int, list[Difference], list[Difference]]:
    """Return the largest difference in millionths, the rows with another choice, and those that are not let pass."""
    largest, others, found = 0, [], []
    for row, job, saved, now in pairs:
        size = _size(saved, now)
        largest = max(largest, size or 0)
        difference = Difference(job.files.shown, row.id, _words(saved), _words(now), _fraction(size))
        another = saved.get("choice") != now.get("choice")
        if another:
            others.append(difference)
        if (size is None and another) or (size or 0) > round(tolerance.probability * MILLION):
            found.append(difference)
    if len(others) > math.ceil((1 - tolerance.choices) * rows):
        found += [each for each in others if each not in found]
    return largest, others, found


def _finished(study: Study, root: Path, model_id: str) -> list[LogFiles]:
    """Return the model's finished logs, in the order in which logs are asked."""
    if model_id not in study.models:
        raise UsageError(f"no model {model_id!r}; there are: {', '.join(sorted(study.models))}")
    logs = (LogFiles(root, model_id, *pair) for pair in logs_of(study, study.models[model_id]))
    found = [files for files in logs if files.log.is_file()]
    if not found:
        raise BdError(f"answers/{model_id}: no finished log of today's study, so there is nothing to compare with")
    return found


def _pick(finished: Sequence[LogFiles], count: int) -> list[_Picked]:
    """Choose rows, spread over the logs; log by log, as they are given."""
    ranked = [
        (place, sha256, turn, picked)
        for turn, files in enumerate(finished)
        for place, (sha256, picked) in enumerate(_by_hash(files))
    ]
    chosen = sorted(ranked, key=lambda entry: entry[:3])[:count]
    return [picked for *_, picked in sorted(chosen, key=lambda entry: (entry[2], entry[0]))]


def _by_hash(files: LogFiles) -> list[tuple[str, _Picked]]:
    facts = files.saved_facts()
    if facts is None:
        raise BdError(f"{files.shown}: its sidecar is missing or names other bytes, so it cannot be compared")
    hashed = (
        (hashlib.sha256(f"{files.shown}\n{row['id']}".encode()).hexdigest(), _Picked(files, facts, row))
        for row in files.saved_rows()
    )
    return sorted(hashed, key=lambda entry: entry[0])


def _pairs(
    study: Study, root: Path, model: Model, picked: Sequence[_Picked], teller: Progress
) -> Iterator[tuple[Asked, Job, Mapping[str, Any], Mapping[str, Any]]]:
    """Ask the picked rows again; for each the row, its log, and what was said then and now."""
    for files, members in groupby(picked, key=lambda p: p.files):
        teller.log(files.decision, files.edit)
        saved = list(members)
        facts = saved[0].facts
        job = plan_job(study, study.models[files.model], model, root, files.decision, files.edit, facts.get("limit"))
        faults = differing(job, facts)
        if faults:
            raise BdError(f"{files.shown}: holds answers to {', '.join(faults)}, so it cannot be compared")
        by_id = {row.id: row for row in job.plan.rows}
        rows = [by_id[p.row["id"]] for p in saved]
        answers = answers_of(model, job.files.model, job.question, facts["calibration"], rows)
        for row, before, answer in zip(rows, saved, answers, strict=True):
            now = answer_row(files.model, job.question, row, answer)
            teller.answered()
            yield row, job, before.row["answers"][files.decision], now["answers"][files.decision]


def _size(saved: Mapping[str, Any], now: Mapping[str, Any]) -> int | None:
    """Return the largest difference of a probability in millionths; None where one of the two has none."""
    if "probabilities" not in saved or "probabilities" not in now:
        return None
    before: Mapping[str, float] = saved["probabilities"]
    chances: Mapping[str, float] = now["probabilities"]
    return max(abs(round((chance - before[option]) * MILLION)) for option, chance in chances.items())


def _fraction(millionths: int | None) -> float | None:
    return None if millionths is None else millionths / MILLION


def _words(said: Mapping[str, Any]) -> str:
    if said.get("choice") is None:
        return f"no answer ({said.get('error')})"
    chances = ", ".join(f"{option} {chance:.6f}" for option, chance in said.get("probabilities", {}).items())
    return f"{said['choice']} ({chances})"
