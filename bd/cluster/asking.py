"""A model asked by many workers: one task a log, of those that are not whole.

Workers answer, and this process alone writes, each log as soon as all its rows are there. So the files are those of
`bd.ask.asking.ask_here`, and a log that was begun there, and stopped, is gone on with here, or the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial

import orjson

from bd.ask.asking import Asker, Asking, Finished, log_in_the_making, rows_to_ask
from bd.ask.job import Job
from bd.ask.model import Calibration
from bd.cluster import ask_tasks
from bd.cluster.ask_tasks import Loading, Missing
from bd.cluster.machines import Machines
from bd.cluster.tasks import packed, study_of
from bd.cluster.version import versions
from bd.cluster.waiting import Tasks
from bd.errors import BdError, UsageError
from bd.machine import this_machine

__all__ = ["asker_on", "check_rows"]


def asker_on(workers: Callable[[], AbstractContextManager[Machines]]) -> Asker:
    """Return who asks by workers, which are reached or started only once it is known that the model allows it.

    The asker raises, besides what asking in this process does:

    UsageError
        The model's adapter does not say that several processes may ask it.
    BdError
        The scheduler is lost, no worker is left, or one has another version, another build or no such model.
    KeyboardInterrupt
        The user stopped it; the message says what is saved.
    """

    def ask(asking: Asking, done: Callable[[Finished], None]) -> None:
        loading = _loading(asking)
        try:
            with workers() as machines:
                tasks = Tasks(machines, "whole logs are saved")
                with tasks.told():
                    _Logs(tasks, loading, asking, done).begin()
                    tasks.wait()
        except KeyboardInterrupt:
            raise KeyboardInterrupt("no answer of those that workers were still at is saved") from None

    return ask


def _loading(asking: Asking) -> Loading:
    name, model = asking.card.id, asking.model
    if model.anywhere is None:
        raise UsageError(f"{name}: its adapter does not say that several processes may ask it; leave out --cluster")
    return Loading(name, asking.root.resolve(), asking.threads, model.build, versions(model.anywhere), this_machine())


class _Logs:
    """The logs of one asking: what has been asked for, and what has come back."""

    def __init__(self, tasks: Tasks, loading: Loading, asking: Asking, done: Callable[[Finished], None]) -> None:
        self._tasks = tasks
        self._loading = loading
        self._asking = asking
        self._done = done
        self._packed = tasks.do(study_of, "study", packed(asking.study), soon=True)

    def begin(self) -> None:
        """Have every decision fitted, and then its logs asked."""
        for name in dict.fromkeys(job.plan.decision for job in self._asking.jobs):
            fitted = self._tasks.do(ask_tasks.fitted, name, self._packed, self._loading, name, soon=True)
            self._tasks.then(fitted, partial(self._ask, name))

    def _ask(self, decision: str, calibration: Calibration) -> None:
        for job in self._asking.jobs:
            if job.plan.decision == decision:
                own = job.fitted or calibration
                rows = rows_to_ask(job, own)
                every = len(rows) == len(job.plan.rows)
                missing = Missing(decision, job.plan.edit, job.facts["limit"], None if every else frozenset(rows))
                answers = self._tasks.do(ask_tasks.answers, job.files.shown, self._packed, self._loading, missing, own)
                self._tasks.then(answers, partial(self._has, job, own))

    def _has(self, job: Job, calibration: Calibration, lines: bytes) -> None:
        """Write a log whose rows have all been answered."""
        self._asking.progress.log(job.plan.decision, job.plan.edit)
        with log_in_the_making(job, calibration, self._asking.progress, self._done) as part:
            check_rows(job, lines, list(part.missing))
            part.add(lines)
            self._asking.progress.answered(lines.count(b"\n"))


def check_rows(job: Job, lines: bytes, wanted: list[str]) -> None:
    """See that a worker answered the rows that it was asked, each once and in order, before any is kept."""
    try:
        sent = [orjson.loads(line)["id"] for line in lines.splitlines()]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        sent = []
    if sent != wanted:
        raise BdError(f"{job.files.shown}: a worker sent other rows than it was asked for; none of them is kept")
