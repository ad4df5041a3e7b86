"""Everything under `answers/`: which models answered what, and what stands there that is no log.

Reading a log, and whether it is fit to enter a number, is `bd.answers.fit`'s part.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from bd.answers.align import AnswerTable
from bd.answers.alike import Alike
from bd.answers.arrow import give_back
from bd.answers.fit import Asked, FoundLog, ReadDecision, Reading, in_order, read_log, together
from bd.answers.kept import KeptLogs
from bd.answers.outlines import AskedRows, Outlines
from bd.answers.place import reached, why
from bd.answers.sidecar import SIDECAR_SUFFIX, read_sidecar
from bd.answers.unpack import LogFaultError
from bd.cores import cores
from bd.errors import BdError, Problem
from bd.files import slug_fault
from bd.naming import lookalikes, looks
from bd.study.plan import edits_of
from bd.study.records import Decision, Study

__all__ = ["AnswerFolder", "Answers", "read_answers"]

LOG_SUFFIX = ".jsonl.gz"
_AHEAD = 16 * 2**20
"""Packed bytes of logs that are read ahead of who asks for them, so that few large ones are read at once."""
_LEFT = 8 * 2**20
"""Packed bytes of logs after whose reading memory is given back."""


@dataclass(frozen=True)
class Answers:
    """What was read."""

    tables: tuple[AnswerTable, ...]
    """Sorted by decision, then by build."""
    problems: tuple[Problem, ...]
    """Logs that entered no number, and folders that are not understood."""
    notes: tuple[Problem, ...]
    """Things worth knowing that keep nothing out: repeated rows, names that look alike, logs without a description."""


def read_answers(
    root: Path,
    study: Study,
    progress: Callable[[str], None] = lambda path: None,
    *,
    builds: Collection[str] | None = None,
) -> Answers:
    """Read every log under `root/answers`.

    Parameters
    ----------
    root
        The project's folder.
    study
        What was asked; logs are aligned to its texts.
    progress
        Called with the path of each log before it is read.
    builds
        Read only the folders of these; by default all.
    """
    folder = AnswerFolder(root, study, progress, builds=builds)
    parts = list(folder.read(folder.decisions))
    tables = [table for part in parts for table in part.tables]
    problems = [*folder.problems, *(problem for part in parts for problem in part.problems)]
    notes = [*folder.notes, *(note for part in parts for note in part.notes)]
    return Answers(tuple(tables), in_order(problems), in_order(notes))


class AnswerFolder:
    """Every log under `root/answers`, one decision after the other, and of the next ones only a few logs ahead.

    Parameters are those of `read_answers`, and three more: `kept`, where logs are kept as they were read, if they are;
    `answers`, the folder that is read in the place of `root/answers`, wherever it lies (`bd.answers.place`); and
    `names`, as for `bd.answers.fit.together`.

    Raises
    ------
    BdError
        The folders cannot be listed.
    """

    def __init__(
        self,
        root: Path,
        study: Study,
        progress: Callable[[str], None] = lambda path: None,
        *,
        builds: Collection[str] | None = None,
        kept: KeptLogs | None = None,
        answers: Path | None = None,
        names: bool = True,
    ) -> None:
        self._place = root.absolute() / "answers" if answers is None else answers
        self._study = study
        self._progress = progress
        self._kept = kept
        self._names = names
        self.problems: list[Problem] = []
        """What is wrong with the folders themselves."""
        self.notes: list[Problem] = []
        """What is worth knowing of them."""
        self._read = 0
        """Packed bytes that were read since memory was given back."""
        self._large = False
        """Whether it was, for the decision at hand."""
        try:
            with reached(self._place):
                self._logs = self._found(builds)
        except OSError as error:
            raise BdError(f"{self._place}: cannot be listed ({why(error)})") from error

    @property
    def decisions(self) -> tuple[str, ...]:
        """Every decision that a log answers, sorted."""
        return tuple(sorted(self._logs))

    def logs(self, decision: str) -> tuple[FoundLog, ...]:
        """Return every log of a decision, in order."""
        return tuple(self._logs[decision])

    def read(self, decisions: Iterable[str]) -> Iterator[ReadDecision]:
        """Yield some decisions in turn, read on all cores, and the next one while the caller works on one."""
        decisions = tuple(decisions)
        outlines = Outlines(self._study, self._kept)
        with ThreadPoolExecutor(cores()) as pool:
            looked = list(chain.from_iterable(pool.map(self._looked_at, decisions)))
            outlines.expect(each.asking for each in looked if each.asking is not None)
            readings = self._readings(pool, looked)
            for decision in decisions:
                yield self._together(decision, islice(readings, len(self._logs[decision])), outlines)
                if self._large:
                    self._give_back()

    def _looked_at(self, decision: str) -> list[_LookedAt]:
        """Return the logs of a decision with what their descriptions say they were asked."""
        found = []
        for log in self._logs[decision]:
            size, asking = 0, None
            with suppress(LogFaultError, OSError):  # told when the log is read
                size = log.path.stat().st_size
                sidecar = read_sidecar(log.path)
                asking = AskedRows(decision, log.edit, sidecar.limit if sidecar else None)
            found.append(_LookedAt(log, self._study.decisions[decision], asking, size))
        return found

    def _readings(self, pool: Executor, logs: Iterable[_LookedAt]) -> Iterator[tuple[FoundLog, Reading]]:
        """Yield what logs hold, in order, each read by others some time before it is asked for."""
        begun: deque[tuple[_LookedAt, Future[Reading]]] = deque()
        ahead, decision, alike = 0, None, Alike()
        for log in logs:
            if log.decision is not decision:
                decision, alike = log.decision, Alike()
            while begun and ahead + log.size > _AHEAD:
                ahead -= begun[0][0].size
                yield self._waited(*begun.popleft())
            begun.append((log, pool.submit(read_log, log.at.path, log.decision, self._kept, alike)))
            ahead += log.size
        while begun:
            yield self._waited(*begun.popleft())

    def _waited(self, log: _LookedAt, future: Future[Reading]) -> tuple[FoundLog, Reading]:
        self._progress(log.at.shown)
        reading = future.result()
        self._read += log.size
        if self._read > _LEFT:
            self._give_back()
        return log.at, reading

    def _give_back(self) -> None:
        """Give back what reading has left, which is in pieces that no large array fits into."""
        give_back()
        self._read, self._large = 0, True

    def _together(self, decision: str, logs: Iterable[tuple[FoundLog, Reading]], outlines: Outlines) -> ReadDecision:
        self._large = False
        read = together(self._study, decision, logs, Asked(self._study, decision, outlines), names=self._names)
        if self._large:
            self._give_back()
        return read

    def _found(self, builds: Collection[str] | None) -> dict[str, list[FoundLog]]:
        """Return every log by decision, with its build, and remark on all else that stands there."""
        found: dict[str, list[FoundLog]] = defaultdict(list)
        folders = [f for f in _folders(self._place) if builds is None or f.name in builds]
        for folder in folders:
            if fault := slug_fault(folder.name):
                message = f"a model's folder is called by its id, and {folder.name!r} {fault}"
                self.problems.append(Problem(self._shown(folder), None, message))
                continue
            for inner in _folders(folder):
                found[inner.name] += self._known(inner)
        self._alike([folder.name for folder in folders])
        return {decision: logs for decision, logs in found.items() if logs}

    def _known(self, folder: Path) -> Iterator[FoundLog]:
        """Return the logs of one model on one decision that the study has a place for."""
        decision = folder.name
        if decision not in self._study.decisions:
            known = ", ".join(sorted(self._study.decisions))
            message = f"no such decision in this study; there are: {known}"
            self.problems.append(Problem(self._shown(folder), None, message))
            return
        self._strays(folder)
        edits = edits_of(self._study, decision)
        for path in sorted(folder.glob(f"*{LOG_SUFFIX}")):
            edit, shown = path.name.removesuffix(LOG_SUFFIX), self._shown(path)
            if edit in edits:
                yield FoundLog(folder.parent.name, edit, path, shown)
            else:
                message = f"no such edit is tested on {decision}; there are: {', '.join(edits)}; the log is left out"
                self.problems.append(Problem(shown, None, message))

    def _strays(self, folder: Path) -> None:
        """Remark on what looks like a log and is not read, so that none goes missing unnoticed."""
        for path in sorted(folder.glob(f"*{LOG_SUFFIX}{SIDECAR_SUFFIX}")):
            if not path.with_name(path.name.removesuffix(SIDECAR_SUFFIX)).exists():
                self.notes.append(Problem(self._shown(path), None, "describes a log that is not there"))
        for path in sorted(folder.glob("*.jsonl")):
            self.notes.append(Problem(self._shown(path), None, f"is not read; a log is gzipped, {path.name}.gz"))

    def _alike(self, names: Sequence[str]) -> None:
        """Remark on folders whose names look like one model's: they are never merged by guess."""
        for n, one in enumerate(names):
            for other in names[n + 1 :]:
                if _look_alike(one, other):
                    message = f"looks like answers/{other}; they count as two models, rename a folder if they are one"
                    self.notes.append(Problem(f"answers/{one}", None, message))
        cards = self._study.models
        for a, b in lookalikes(cards[name].label if name in cards else name for name in names):
            if (names[a] in cards) != (names[b] in cards):  # two cards are a fault of the study, two folders told above
                message = f"is shown by a name that looks like that of answers/{names[b]}; give both a card"
                self.notes.append(Problem(f"answers/{names[a]}", None, message))

    def _shown(self, path: Path) -> str:
        return f"answers/{path.relative_to(self._place).as_posix()}"


@dataclass(frozen=True)
class _LookedAt:
    """One log before it is read."""

    at: FoundLog
    decision: Decision
    asking: AskedRows | None
    """None where its description cannot be read."""
    size: int
    """Packed bytes."""


def _folders(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return sorted(p for p in path.iterdir() if p.is_dir() and not p.name.startswith("."))


def _look_alike(one: str, other: str) -> bool:
    a, b = (re.sub(r"[-_. ]+", "-", name.lower()) for name in (one, other))
    alike = looks(a.replace("-", "")) & looks(b.replace("-", ""))
    return bool(alike) or a.endswith(f"-{b}") or b.endswith(f"-{a}")
