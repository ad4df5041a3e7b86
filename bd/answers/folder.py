"""Everything under `answers/`: which models answered what, and every log that is not fit to enter a number.

A log is fit if it can be read, its description agrees with it, and the texts it answers are today's study's.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.kept import KeptLogs
from bd.answers.outline import Outline, TextIds, outline_of
from bd.answers.read import Log, parse_log
from bd.answers.sidecar import SIDECAR_SUFFIX, Sidecar, read_sidecar
from bd.answers.unpack import LogFaultError
from bd.errors import BdError, Problem
from bd.files import is_slug, read_ordinary, sha256_bytes
from bd.study.plan import LogPlan, decision_texts, edits_of, plan_log
from bd.study.records import Decision, Study

__all__ = ["AnswerFolder", "Answers", "ReadDecision", "cores", "in_order", "read_answers"]

LOG_SUFFIX = ".jsonl.gz"


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


@dataclass(frozen=True)
class ReadDecision:
    """What was read of one decision."""

    decision: str
    tables: tuple[AnswerTable, ...]
    """Sorted by build."""
    problems: tuple[Problem, ...]
    """Logs of it that enter no number."""
    notes: tuple[Problem, ...]


class AnswerFolder:
    """Every log under `root/answers`, one decision after the other, so that no more than two are held at once.

    Parameters are those of `read_answers`, and `kept`: where logs are kept as they were read, if they are.
    """

    def __init__(
        self,
        root: Path,
        study: Study,
        progress: Callable[[str], None] = lambda path: None,
        *,
        builds: Collection[str] | None = None,
        kept: KeptLogs | None = None,
    ) -> None:
        self._root = root
        self._study = study
        self._progress = progress
        self._kept = kept
        self.problems: list[Problem] = []
        """What is wrong with the folders themselves."""
        self.notes: list[Problem] = []
        """What is worth knowing of them."""
        self._logs = self._found(builds)

    @property
    def decisions(self) -> tuple[str, ...]:
        """Every decision that a log answers, sorted."""
        return tuple(sorted(self._logs))

    def read(self, decisions: Iterable[str]) -> Iterator[ReadDecision]:
        """Yield some decisions in turn, read on all cores, and the next one while the caller works on one."""
        with ThreadPoolExecutor(cores()) as pool:
            begun: deque[tuple[str, list[Reading]]] = deque()
            for decision in decisions:
                begun.append((decision, self._begun(pool, decision)))
                if len(begun) > 1:
                    yield self._tables(*begun.popleft())
            while begun:
                yield self._tables(*begun.popleft())

    def _begun(self, pool: Executor, decision_id: str) -> list[Reading]:
        """Have the logs of a decision read by others, a step ahead of who asks for them."""
        decision = self._study.decisions[decision_id]
        return [
            (build, path, pool.submit(_read, path, decision, self._kept)) for build, path in self._logs[decision_id]
        ]

    def _tables(self, decision_id: str, reading: Iterable[Reading]) -> ReadDecision:
        decision = self._study.decisions[decision_id]
        texts = TextIds(tuple(t.id for t in decision_texts(decision, self._study.texts[decision.texts])))
        asked = _Asked(self._study, decision_id, texts, self._kept)
        logs: dict[str, dict[str, SavedLog]] = defaultdict(dict)
        problems: list[Problem] = []
        for build, path, future in reading:
            edit, shown = path.name.removesuffix(LOG_SUFFIX), self._shown(path)
            self._progress(shown)
            try:
                logs[build][edit] = self._log(shown, build, future.result(), edit, asked)
            except LogFaultError as fault:
                problems.append(Problem(shown, fault.line, f"{fault.message}; the log is left out"))
            except BdError as error:
                problems.append(Problem(shown, None, str(error)))
        notes = [note for found in logs.values() for saved in found.values() for note in self._remarks(saved)]
        tables = [AnswerTable(build, decision, texts, found) for build, found in sorted(logs.items())]
        return ReadDecision(decision_id, tuple(tables), in_order(problems), in_order(notes))

    def _log(self, shown: str, build: str, read: ReadLog, edit: str, asked: _Asked) -> SavedLog:
        limit = read.sidecar.limit if read.sidecar else None
        outline = asked.outline(edit, limit)
        if read.sidecar:
            _check_sidecar(read.sidecar, build, read.sha256, outline)
        if isinstance(read.log, LogFaultError):
            raise read.log
        return SavedLog(shown, read.log, read.sidecar, outline, asked.texts, partial(asked.plan, edit, limit))

    def _remarks(self, saved: SavedLog) -> Iterator[Problem]:
        yield from (Problem(saved.path, line, note) for line, note in saved.log.notes)
        if saved.log.repeated:
            message = f"{saved.log.repeated} rows stand twice with equal answers; counted once"
            yield Problem(saved.path, None, message)
        if saved.sidecar is None:
            yield Problem(saved.path, None, "has no description beside it; its rows are marked unpinned")
        texts = self._study.texts[self._study.decisions[saved.outline.decision].texts].texts
        strange = _of_no_text(saved, (t.id for t in texts))
        if strange:
            message = f"{len(strange)} rows answer no text of this study and are not counted, first {strange[0]!r}"
            yield Problem(saved.path, None, message)

    def _found(self, builds: Collection[str] | None) -> dict[str, list[tuple[str, Path]]]:
        """Return every log by decision, with its build, and remark on all else that stands there."""
        found: dict[str, list[tuple[str, Path]]] = defaultdict(list)
        folders = [f for f in _folders(self._root / "answers") if builds is None or f.name in builds]
        for folder in folders:
            if not is_slug(folder.name):
                message = "a model's folder is lower-case words and digits joined by hyphens"
                self.problems.append(Problem(self._shown(folder), None, message))
                continue
            for inner in _folders(folder):
                found[inner.name] += ((folder.name, path) for path in self._known(inner))
        self._alike([folder.name for folder in folders])
        return {decision: logs for decision, logs in found.items() if logs}

    def _known(self, folder: Path) -> list[Path]:
        """Return the logs of one model on one decision that the study has a place for."""
        decision = folder.name
        if decision not in self._study.decisions:
            known = ", ".join(sorted(self._study.decisions))
            message = f"no such decision in this study; there are: {known}"
            self.problems.append(Problem(self._shown(folder), None, message))
            return []
        self._strays(folder)
        edits = edits_of(self._study, decision)
        paths = sorted(folder.glob(f"*{LOG_SUFFIX}"))
        for path in paths:
            if path.name.removesuffix(LOG_SUFFIX) not in edits:
                message = f"no such edit is tested on {decision}; there are: {', '.join(edits)}; the log is left out"
                self.problems.append(Problem(self._shown(path), None, message))
        return [path for path in paths if path.name.removesuffix(LOG_SUFFIX) in edits]

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

    def _shown(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()


class _Asked:
    """What the logs of one decision were asked, worked out once for all models."""

    def __init__(self, study: Study, decision: str, texts: TextIds, kept: KeptLogs | None) -> None:
        self._study = study
        self._decision = decision
        self._kept = kept
        self.texts = texts
        self.plan = lru_cache(maxsize=None)(self._plan)
        self.outline = lru_cache(maxsize=None)(self._outline)

    def _plan(self, edit: str, limit: int | None) -> LogPlan:
        return plan_log(self._study, self._decision, edit, limit)

    def _outline(self, edit: str, limit: int | None) -> Outline:
        def made() -> Outline:
            return outline_of(self.plan(edit, limit), self.texts)

        return made() if self._kept is None else self._kept.outline(self._decision, edit, limit, made)


def cores() -> int:
    """Return how many logs are read at once: as many as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return what was told of files by path and line."""
    return tuple(sorted(problems, key=lambda p: (p.path, p.line or 0, p.message)))


def _folders(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return sorted(p for p in path.iterdir() if p.is_dir() and not p.name.startswith("."))


@dataclass(frozen=True)
class ReadLog:
    """What one file holds, before it is held against today's study."""

    sha256: str
    """Of the file's bytes."""
    sidecar: Sidecar | None
    log: Log | LogFaultError
    """The fault is told only where nothing worse is wrong with the log."""


Reading = tuple[str, Path, "Future[ReadLog]"]


def _read(path: Path, decision: Decision, kept: KeptLogs | None) -> ReadLog:
    try:
        data = read_ordinary(path)
    except OSError as error:
        raise LogFaultError(f"cannot be read ({error.strerror})") from error
    sidecar, sha256 = read_sidecar(path), sha256_bytes(data)
    options, sampled = [o.id for o in decision.options], sidecar is not None and sidecar.decides == "sampled"
    log: Log | LogFaultError

    def parsed() -> Log:
        return parse_log(data, question=decision.id, options=options, positive=decision.positive, sampled=sampled)

    try:
        log = parsed() if kept is None else kept.log(sha256, decision, sampled, parsed)
    except LogFaultError as fault:
        log = fault
    return ReadLog(sha256, sidecar, log)


def _of_no_text(saved: SavedLog, texts: Iterable[str]) -> list[str]:
    """Return the rows that nothing looks up: no text of the decision in any version, and no other of its file."""
    unseen = np.ones(len(saved.log.row_ids) + 1, dtype=np.bool_)
    for places in saved.places.values():
        unseen[places] = False  # -1, for a text without a row, is the entry behind the last one
    strange = saved.log.row_ids.take(pa.array(np.flatnonzero(unseen[:-1]))).to_pylist()
    known = set(texts) if strange else set()
    return [row_id for row_id in strange if row_id not in known]


def _check_sidecar(sidecar: Sidecar, model: str, sha256: str, outline: Outline) -> None:
    if sidecar.model not in (None, model):
        raise LogFaultError(f"was written for the model {sidecar.model!r}; move it to that folder")
    if sidecar.sha256 != sha256:
        raise LogFaultError("has changed since it was written (its SHA-256 is not the one in its description)")
    if sidecar.texts_sha256 != outline.texts_sha256:
        raise LogFaultError("answers other texts than today's study asks about; ask again, or restore the texts")


def _look_alike(one: str, other: str) -> bool:
    a, b = (name.lower().replace("_", "-").replace(".", "-") for name in (one, other))
    return a.replace("-", "") == b.replace("-", "") or a.endswith(f"-{b}") or b.endswith(f"-{a}")
