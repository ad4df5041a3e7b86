"""Put every text of a study to one model, and save the answers.

Which rows a log holds is `bd.study.plan`'s part, how a model answers is the adapters', asking and saving it is
`bd.ask.asking`'s. Here stand the order of the logs, what is skipped, and what is told of it all.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bd.ask.asking import Asker, Asking, Finished, Progress, Silent, ask_here
from bd.ask.job import Job, differing, plan_job
from bd.ask.joining import from_elsewhere, refuse_to_join
from bd.ask.model import Model, load_model, no_such_model
from bd.ask.store import LogFiles, only_asker
from bd.errors import BdError, UsageError
from bd.said import cut, many
from bd.study.load import load_study
from bd.study.plan import edits_of, find_test
from bd.study.records import AS_WRITTEN, ModelCard, Study

__all__ = ["AskInterruptedError", "AskReport", "ask", "ask_study", "logs_of"]


_MANY = 0.1
"""The share of rows without an answer above which an asking counts as failed."""


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
    of: int = 0
    """Rows of the logs written."""
    why: str = ""
    """What the model said to the first of those without an answer."""

    @property
    def many_failed(self) -> bool:
        """Whether so many rows hold no answer that something is wrong with the model, or with the way to it."""
        return self.errors > _MANY * self.of

    def __str__(self) -> str:
        whole = "1 was whole already" if len(self.skipped) == 1 else f"{len(self.skipped):,} were whole already"
        return (
            f"{self.model}: {many(len(self.written), 'log')} written, {whole}; "
            f"{many(self.rows, 'row')} asked in {self.seconds:.0f} s, {self.errors:,} without an answer"
            + (f" ({self._why}); the same command asks them again" if self.errors else "")
        )

    @property
    def _why(self) -> str:
        return cut(" ".join(self.why.split())) or "no reason given"


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
    asker: Asker = ask_here,
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
    asker
        Who asks the logs that are not whole.

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
        asker=asker,
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
    asker: Asker = ask_here,
    model: Model | None = None,
) -> AskReport:
    """Do what `ask` does, for a study that is loaded already, and a model that may be."""
    if model_id not in study.models:
        raise no_such_model(study, model_id)
    card = study.models[model_id]
    wanted = logs_of(study, card, decisions, edits)
    limit = card.ask.get("limit") if limit is None else limit
    started = time.monotonic()
    with only_asker(root, model_id):
        model = model or load_model(study, model_id, root, threads=threads)
        jobs = [plan_job(study, card, model, root, decision, edit, limit) for decision, edit in wanted]
        found = [(job, _left_of(card, job, again)) for job in jobs]
        todo = [left for _, left in found if left is not None]
        asked = {(job.plan.decision, job.plan.edit) for job in todo}
        kept = (LogFiles(root, card.id, *pair) for pair in logs_of(study, card) if pair not in asked)
        refuse_to_join(card, todo, kept, again=again)
        skipped = tuple(job.files.shown for job, left in found if left is None)
        return _ask_all(asker, Asking(study, root, card, model, todo, threads, progress or Silent()), skipped, started)


def logs_of(
    study: Study, card: ModelCard, decisions: Iterable[str] | None = None, edits: Iterable[str] | None = None
) -> list[tuple[str, str]]:
    """Return the (decision, edit) of every log a model can have, in the order in which they are asked.

    Unedited texts and the order of options first, since they share questions; then everything once more; then the other
    edits in the study's reading order.
    """
    allowed = sorted(card.ask.get("decisions") or study.decisions)
    what = f"a decision that {card.id} is asked"
    if "decisions" in card.ask:
        what += f" (`decisions` in {card.path} names them)"
    chosen = allowed if decisions is None else _among(decisions, allowed, what)
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


def _left_of(card: ModelCard, job: Job, again: bool) -> Job | None:
    """Return what is left to be asked of a log, None for nothing; `BdError` if what is saved answers something else."""
    files = job.files
    saved = files.saved_facts()
    if saved is None:
        if files.log.is_file() and not files.part.is_file() and not again:
            raise BdError(f"{files.shown}: its sidecar is missing or names other bytes; --again asks it anew")
        return job
    faults = differing(job, saved)
    elsewhere = from_elsewhere(card, saved) is not None
    replaced = elsewhere and (again or files.part.is_file())
    here = saved.get("machine", job.facts["machine"]) == job.facts["machine"]  # one log, one machine
    if not faults and here and files.has_failed_rows():
        return replace(job, answered=files.answered_lines(), fitted=saved["calibration"])
    if not faults and not replaced:
        files.part.unlink(missing_ok=True)
        return None
    if again or files.part.is_file():  # a log in the making: replacing the saved one was asked for, and was stopped
        return job
    raise BdError(f"{files.shown}: holds answers to {', '.join(faults)}; --again replaces them")


def _ask_all(asker: Asker, asking: Asking, skipped: tuple[str, ...], started: float) -> AskReport:
    finished: list[Finished] = []
    asking.progress.begin(sum(len(job.plan.rows) for job in asking.jobs))
    try:
        if asking.jobs:
            asker(asking, finished.append)
    except KeyboardInterrupt as stop:
        saved = str(stop) or "every answer of the one in the making is saved"
        done = f"{many(len(finished), 'log')} {'is' if len(finished) == 1 else 'are'} finished"
        raise AskInterruptedError(f"stopped: {done}, {saved}; the same command goes on from there") from None
    written = {each.job.files.shown for each in finished}
    return AskReport(
        model=asking.card.id,
        written=tuple(job.files.shown for job in asking.jobs if job.files.shown in written),
        skipped=skipped,
        rows=sum(each.asked for each in finished),
        errors=sum(each.unanswered for each in finished),
        seconds=time.monotonic() - started,
        of=sum(len(each.job.plan.rows) for each in finished),
        why=next((each.why for each in finished if each.why), ""),
    )
