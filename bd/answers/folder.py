"""Everything under `answers/`: which models answered what, and what stands there that is no log.

Reading a log, and whether it is fit to enter a number, is `bd.answers.fit`'s part.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from bd.answers.align import AnswerTable
from bd.answers.alike import Alike
from bd.answers.arrow import give_back
from bd.answers.fit import Asked, FoundLog, ReadDecision, Reading, decides, in_order, read_log, together
from bd.answers.kept import KeptLogs
from bd.answers.outlines import AskedRows, Outlines
from bd.answers.place import reached, why
from bd.answers.same import unlike
from bd.answers.sidecar import Sidecar, read_sidecar
from bd.answers.strays import LOG_SUFFIX, listed, stray_file, stray_files
from bd.answers.unpack import LogFaultError
from bd.aside import entries
from bd.cores import cores
from bd.errors import BdError, Problem
from bd.files import slug_fault
from bd.naming import lookalikes, looks
from bd.study.plan import edits_of
from bd.study.records import Decision, Study

__all__ = ["AnswerFolder", "Answers", "read_answers"]

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
    strays: tuple[Problem, ...] = ()
    """What lies where nothing reads it, and may be answers."""


def read_answers(
    root: Path,
    study: Study,
    progress: Callable[[str], None] = lambda path: None,
    *,
    builds: Collection[str] | None = None,
    kept: KeptLogs | None = None,
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
    kept
        Where logs are kept as they were read, if they are.
    """
    folder = AnswerFolder(root, study, progress, builds=builds, kept=kept)
    parts = list(folder.read(folder.decisions))
    tables = [table for part in parts for table in part.tables]
    problems = [*folder.problems, *(problem for part in parts for problem in part.problems)]
    notes = [*folder.notes, *(note for part in parts for note in part.notes)]
    return Answers(tuple(tables), in_order(problems), in_order(notes), in_order(folder.strays))


class AnswerFolder:
    """Every log under `root/answers`, one decision after the other, and of the next ones only a few logs ahead.

    Parameters are those of `read_answers`, and two more: `answers`, the folder that is read in the place of
    `root/answers`, wherever it lies (`bd.answers.place`); and `names`, as for `bd.answers.fit.together`.

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
        self.strays: list[Problem] = []
        """What lies where nothing reads it, and may be answers."""
        self._read = 0
        """Packed bytes that were read since memory was given back."""
        self._large = False
        """Whether it was, for the decision at hand."""
        try:
            with reached(self._place):
                found = self._found(builds)
        except OSError as error:
            raise BdError(f"{self._place}: cannot be listed ({why(error)})") from error
        self._sidecars = _sidecars(chain.from_iterable(found.values()))
        self._logs = self._of_one_build(found)

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

    def kept_names(self, kept: KeptLogs, sums: Mapping[str, str]) -> Iterator[str]:
        """Yield what is kept of every log and of what it was asked, read this time or not, by the sums of the logs."""
        for decision, log in ((each, log) for each, logs in self._logs.items() for log in logs):
            sidecar = self._sidecars[log.shown]
            if log.shown in sums and not isinstance(sidecar, Exception):
                yield kept.log_name(sums[log.shown], self._study.decisions[decision], decides(sidecar))
                yield kept.outline_name(decision, log.edit, sidecar.limit if sidecar else None)

    def _looked_at(self, decision: str) -> list[_LookedAt]:
        """Return the logs of a decision with what their descriptions say they were asked."""
        found = []
        for log in self._logs[decision]:
            size, asking = 0, None
            with suppress(LogFaultError, OSError):  # told when the log is read
                size = log.path.stat().st_size
                sidecar = self._sidecars[log.shown]
                if isinstance(sidecar, Exception):
                    raise sidecar
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
        folders, files = listed(self._place)
        if builds is None:
            self._stray((path, stray_file(path)) for path in files)
        else:
            folders = [folder for folder in folders if folder.name in builds]
        for folder in folders:
            if fault := slug_fault(folder.name):
                message = f"a model's folder is called by its id, and {folder.name!r} {fault}"
                self.problems.append(Problem(self._shown(folder), None, message))
                continue
            decisions, files = listed(folder)
            self._stray((path, stray_file(path)) for path in files)
            for inner in decisions:
                found[inner.name] += self._known(inner)
        self._alike([folder.name for folder in folders])
        return {decision: logs for decision, logs in found.items() if logs}

    def _of_one_build(self, found: dict[str, list[FoundLog]]) -> dict[str, list[FoundLog]]:
        """Leave out the logs of a model whose descriptions say that they are not all of one build, and name them."""
        of_build: dict[str, list[FoundLog]] = defaultdict(list)
        for log in chain.from_iterable(found.values()):
            of_build[log.build].append(log)
        strange: dict[str, str] = {}
        for logs in of_build.values():
            known = ((log.shown, self._sidecars[log.shown]) for log in logs)
            strange |= unlike((shown, each.of_model()) for shown, each in known if isinstance(each, Sidecar))
        self.problems += [Problem(shown, None, f"{why}; the log is left out") for shown, why in strange.items()]
        left = {decision: [log for log in logs if log.shown not in strange] for decision, logs in found.items()}
        return {decision: logs for decision, logs in left.items() if logs}

    def _known(self, folder: Path) -> Iterator[FoundLog]:
        """Return the logs of one model on one decision that the study has a place for."""
        decision = folder.name
        if decision not in self._study.decisions:
            known = ", ".join(sorted(self._study.decisions))
            message = f"no such decision in this study; there are: {known}"
            self.problems.append(Problem(self._shown(folder), None, message))
            return
        self._stray(stray_files(folder, logs=True))
        edits = edits_of(self._study, decision)
        for path in entries(folder, f"*{LOG_SUFFIX}"):
            edit, shown = path.name.removesuffix(LOG_SUFFIX), self._shown(path)
            if edit in edits:
                yield FoundLog(folder.parent.name, edit, path, shown)
            else:
                message = f"no such edit is tested on {decision}; there are: {', '.join(edits)}; the log is left out"
                self.problems.append(Problem(shown, None, message))

    def _stray(self, found: Iterable[tuple[Path, str | None]]) -> None:
        self.strays += [Problem(self._shown(path), None, why) for path, why in found if why]

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


def _sidecars(logs: Iterable[FoundLog]) -> dict[str, Sidecar | Exception | None]:
    """Return each log's description, or why it cannot be read, which is told when the log is."""

    def read(log: FoundLog) -> tuple[str, Sidecar | Exception | None]:
        try:
            return log.shown, read_sidecar(log.path)
        except (LogFaultError, OSError) as error:
            return log.shown, error

    with ThreadPoolExecutor(cores()) as pool:
        return dict(pool.map(read, logs))


def _look_alike(one: str, other: str) -> bool:
    a, b = (re.sub(r"[-_. ]+", "-", name.lower()) for name in (one, other))
    alike = looks(a.replace("-", "")) & looks(b.replace("-", ""))
    return bool(alike) or a.endswith(f"-{b}") or b.endswith(f"-{a}")
