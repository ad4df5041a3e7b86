"""What is to be done in which order, and waiting for it.

Each log is read by a task, each decision worked out by one; the parts of large lists of texts are drawn by tasks of
their own, and their sums added in a tree. A task's results stay with the workers, and what comes back is small: effects
with their re-draws. All of it is only a matter of who does what: every number is the one of a single process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from distributed import Future

from bd.answers.folder import AnswerFolder
from bd.cluster import tasks
from bd.cluster.machines import Machines
from bd.cluster.tasks import Work
from bd.cluster.waiting import Tasks
from bd.effects.drawn import Scored
from bd.replay.parts import Basis, Part, Rates, borrowed_of
from bd.said import many
from bd.study.plan import decision_texts
from bd.study.records import Study

__all__ = ["PART", "parts_on"]

PART = 20_000
"""Texts of a large list that are drawn by one task: a few seconds of work."""
_TOGETHER = 8
"""So many sums are added by one task."""


def parts_on(
    machines: Machines,
    study: Study,
    folder: AnswerFolder,
    progress: Callable[[str], None] = lambda step: None,
    *,
    part: int = PART,
) -> list[Part]:
    """Return every decision's part, in the order of `folder.decisions`; as `bd.replay.parts.parts_of`, on machines.

    Raises
    ------
    BdError
        The scheduler is lost, no worker is left, one has another version, or a task cannot be done.
    """
    tasks_ = Tasks(machines)
    with tasks_.told():
        replay = _Replay(tasks_, study, folder, progress, part)
        for decision in folder.decisions:
            replay.begin(decision)
        tasks_.wait()
        borrowed = borrowed_of({decision: replay.bases[decision] for decision in folder.decisions})
        for decision in folder.decisions:
            if decision not in replay.scored:
                replay.score(decision, borrowed[decision])
        tasks_.wait()
    return [Part(replay.bases[decision], replay.scored[decision]) for decision in folder.decisions]


class _Replay:
    """One replay: what has been asked for, and what has come back."""

    def __init__(
        self, tasks_: Tasks, study: Study, folder: AnswerFolder, progress: Callable[[str], None], part: int
    ) -> None:
        self.bases: dict[str, Basis] = {}
        self.scored: dict[str, Scored] = {}
        self._tasks = tasks_
        self._study = study
        self._folder = folder
        self._progress = progress
        self._part = part
        self._given: dict[str, tuple[Future[Any], Work, list[Future[Any]]]] = {}
        self._decided: dict[str, Future[Any]] = {}
        self._packed = self._tasks.do(tasks.study_of, "study", tasks.packed(study), soon=True)
        self._logs = sum(len(folder.logs(decision)) for decision in folder.decisions)
        self._read = 0

    def begin(self, name: str) -> None:
        """Have the logs of a decision read, and all that follows from them."""
        decision, logs = self._study.decisions[name], self._folder.logs(name)
        readings = [self._tasks.do(tasks.read, log.shown, log, decision) for log in logs]
        for log, reading in zip(logs, readings, strict=True):
            self._tasks.when_done(reading, partial(self._has_read, log.shown))
        self._given[name] = (self._packed, Work(name, logs), readings)
        if len(decision_texts(decision, self._study.texts[decision.texts])) <= self._tasks.sent.most_counted:
            self._decide(name, {})
        else:
            looked = self._tasks.do(tasks.look, name, *self._given[name], soon=True)
            self._tasks.then(looked, partial(self._draw, name))

    def score(self, name: str, borrowed: Rates) -> None:
        """Have the effects of a decision worked out that borrows from others."""
        scored = self._tasks.do(tasks.score, name, *self._given[name], self._decided[name], borrowed, soon=True)
        self._tasks.then(scored, partial(self._has_scored, name))

    def _has_read(self, shown: str) -> None:
        self._read += 1
        self._tell(shown)

    def _tell(self, what: str) -> None:
        decisions = many(len(self.bases), "decision")
        self._progress(f"{self._read:,} of {many(self._logs, 'log')} read, {decisions} done: {what}")

    def _draw(self, name: str, looked: tasks.Looked) -> None:
        """Have the parts of large lists drawn, and their sums added up."""
        large = {}
        for stack, texts in looked.texts.items():
            sums = [
                self._tasks.do(
                    tasks.sums_of, f"{name} {stack} from {n}", self._cut(name, looked.worker, stack, n), soon=True
                )
                for n in range(0, texts, self._part)
            ]
            large[stack] = self._added(f"{name} {stack}", sums)
        self._decide(name, large)

    def _cut(self, name: str, worker: str, stack: int, first: int) -> Future[Any]:
        """Have a part cut out by who has the decision at hand, or by anybody, should that worker be gone."""
        at = (stack, first, first + self._part)
        return self._tasks.do(
            tasks.cut, f"{name} {stack} from {first}", *self._given[name], *at, soon=True, worker=worker
        )

    def _added(self, name: str, sums: Sequence[Future[Any]]) -> Future[Any]:
        level = 0
        while len(sums) > 1:
            several = [sums[n : n + _TOGETHER] for n in range(0, len(sums), _TOGETHER)]
            sums = [
                each[0] if len(each) == 1 else self._tasks.do(tasks.added, f"{name} {level} {n}", each, soon=True)
                for n, each in enumerate(several)
            ]
            level += 1
        return sums[0]

    def _decide(self, name: str, large: dict[int, Future[Any]]) -> None:
        decided = self._tasks.do(tasks.decide, name, *self._given[name], large, soon=True)
        self._decided[name] = decided
        told = self._tasks.do(tasks.told, name, decided, soon=True)
        self._tasks.then(told, lambda found: self._has_decided(name, *found))

    def _has_decided(self, name: str, basis: Basis, scored: Scored | None) -> None:
        self.bases[name] = basis
        self._tell(name)
        if scored is not None:
            self._has_scored(name, scored)

    def _has_scored(self, name: str, scored: Scored) -> None:
        """Let the workers forget a decision."""
        self.scored[name] = scored
        del self._given[name], self._decided[name]
