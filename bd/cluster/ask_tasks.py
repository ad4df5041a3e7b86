"""What runs in a worker while a model is asked: one task fits what a decision needs, one asks a log.

A worker loads the model once, sees that it is the sender's, and writes nothing: what is saved, and how, is left to the
sender, so that a worker may be lost at any moment.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from distributed import get_worker

from bd.ask.asking import fit, lines_of
from bd.ask.model import Build, Calibration, Model, Question, load_model
from bd.cluster.tasks import Sent
from bd.cluster.version import OtherVersionError, versions
from bd.errors import BdError
from bd.machine import Machine, this_machine
from bd.study.plan import plan_log
from bd.study.records import Study

__all__ = ["Loading", "Missing", "answers", "fitted"]


@dataclass(frozen=True)
class Loading:
    """Which model is asked, and as what the sender knows it."""

    model: str
    root: Path
    """The project's folder, for what the model needs of it; on another machine it need not be there."""
    threads: int
    build: Build
    versions: tuple[tuple[str, str], ...]
    """Of the packages that its answers follow from."""
    machine: Machine
    """What the sender runs on, as the logs will say."""


@dataclass(frozen=True)
class Missing:
    """The rows of a log that are to be asked."""

    decision: str
    edit: str
    limit: int | None
    only: frozenset[str] | None
    """Ids of the rows that are not saved yet; None for all."""


def fitted(sent: Sent, study: Study, loading: Loading, decision: str) -> Calibration:
    """Return what a decision needs to be fitted before it is asked."""
    sent.check()
    return fit(study, _loaded(sent, study, loading), loading.model, Question.of(study.decisions[decision]))


def answers(sent: Sent, study: Study, loading: Loading, missing: Missing, calibration: Calibration) -> bytes:
    """Ask the rows that a log lacks; return them as they stand in it."""
    sent.check()
    planned = plan_log(study, missing.decision, missing.edit, missing.limit).rows
    rows = [row for row in planned if missing.only is None or row.id in missing.only]
    question = Question.of(study.decisions[missing.decision])
    return b"".join(lines_of(_loaded(sent, study, loading), loading.model, question, calibration, rows))


class _AtHand(threading.local):
    """The model that this thread has loaded."""

    held: tuple[tuple[str, str], Model] | None = None


_AT_HAND = _AtHand()


def _loaded(sent: Sent, study: Study, loading: Loading) -> Model:
    name = (sent.run, loading.model)
    if _AT_HAND.held is None or _AT_HAND.held[0] != name:
        _AT_HAND.held = None  # let go before the next is loaded
        _AT_HAND.held = (name, _same_model(study, loading))
    return _AT_HAND.held[1]


def _same_model(study: Study, loading: Loading) -> Model:
    """Load the model; what hinders it is told with the worker that it hinders."""
    here = f"the worker {get_worker().address}"
    if this_machine() != loading.machine:
        raise OtherVersionError(f"{here} is {this_machine()} and not {loading.machine}; let one kind of machine answer")
    try:
        model = load_model(study, loading.model, loading.root, threads=loading.threads, alone=False)
    except BdError as error:
        raise BdError(f"{here}: {error}") from error
    if model.build != loading.build:
        raise OtherVersionError(f"{here} has another build of {loading.model}; install the same on all")
    for (name, found), (_, wanted) in zip(
        versions(name for name, _ in loading.versions), loading.versions, strict=True
    ):
        if found != wanted:
            raise OtherVersionError(f"{here} has {name} {found} and not {wanted}; install the same on all")
    return model
