"""Everything under `answers/`: which models answered what, and every log that is not fit to enter a number.

A log is fit if it can be read, its description agrees with it, and the texts it answers are today's study's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.read import parse_log
from bd.answers.sidecar import SIDECAR_SUFFIX, Sidecar, read_sidecar
from bd.answers.unpack import LogFaultError
from bd.errors import BdError, Problem
from bd.files import is_slug, read_ordinary, sha256_bytes
from bd.study.plan import LogPlan, decision_texts, edits_of, plan_log
from bd.study.records import Decision, Study

__all__ = ["Answers", "read_answers"]

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
    reader = _Reader(root, study, progress)
    for folder in _folders(root / "answers"):
        if builds is None or folder.name in builds:
            reader.model(folder)
    reader.alike()
    tables = sorted(reader.tables, key=lambda t: (t.decision, t.build))
    return Answers(tuple(tables), _in_order(reader.problems), _in_order(reader.notes))


def _in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.path, p.line or 0, p.message)))


def _folders(path: Path) -> list[Path]:
    if not path.is_dir():
        return []
    return sorted(p for p in path.iterdir() if p.is_dir() and not p.name.startswith("."))


class _Reader:
    def __init__(self, root: Path, study: Study, progress: Callable[[str], None]) -> None:
        self._root = root
        self._study = study
        self._progress = progress
        self._plan = lru_cache(maxsize=None)(self._plan_log)
        self._names: list[str] = []
        self.tables: list[AnswerTable] = []
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []

    def _plan_log(self, decision: str, edit: str, limit: int | None) -> LogPlan:
        return plan_log(self._study, decision, edit, limit)

    def _shown(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()

    def model(self, folder: Path) -> None:
        self._names.append(folder.name)
        if not is_slug(folder.name):
            self.problems.append(
                Problem(self._shown(folder), None, "a model's folder is lower-case words and digits joined by hyphens")
            )
            return
        for inner in _folders(folder):
            if inner.name not in self._study.decisions:
                known = ", ".join(sorted(self._study.decisions))
                self.problems.append(
                    Problem(self._shown(inner), None, f"no such decision in this study; there are: {known}")
                )
                continue
            decision = self._study.decisions[inner.name]
            self._strays(inner)
            logs = {edit: saved for edit, saved in self._logs(inner, decision) if saved is not None}
            if logs:
                texts = decision_texts(decision, self._study.texts[decision.texts])
                self.tables.append(AnswerTable(folder.name, decision, tuple(t.id for t in texts), logs))

    def _logs(self, folder: Path, decision: Decision) -> Iterator[tuple[str, SavedLog | None]]:
        known = edits_of(self._study, decision.id)
        for path in sorted(folder.glob(f"*{LOG_SUFFIX}")):
            edit = path.name.removesuffix(LOG_SUFFIX)
            self._progress(self._shown(path))
            try:
                if edit not in known:
                    raise LogFaultError(f"no such edit is tested on {decision.id}; there are: {', '.join(known)}")
                yield edit, self._log(path, decision, edit)
            except LogFaultError as fault:
                self.problems.append(Problem(self._shown(path), fault.line, f"{fault.message}; the log is left out"))
            except BdError as error:
                self.problems.append(Problem(self._shown(path), None, str(error)))

    def _strays(self, folder: Path) -> None:
        """Remark on what looks like a log and is not read, so that none goes missing unnoticed."""
        for path in sorted(folder.glob(f"*{LOG_SUFFIX}{SIDECAR_SUFFIX}")):
            if not path.with_name(path.name.removesuffix(SIDECAR_SUFFIX)).exists():
                self.notes.append(Problem(self._shown(path), None, "describes a log that is not there"))
        for path in sorted(folder.glob("*.jsonl")):
            self.notes.append(Problem(self._shown(path), None, f"is not read; a log is gzipped, {path.name}.gz"))

    def _log(self, path: Path, decision: Decision, edit: str) -> SavedLog:
        try:
            data = read_ordinary(path)
        except OSError as error:
            raise LogFaultError(f"cannot be read ({error.strerror})") from error
        sidecar = read_sidecar(path)
        plan = self._plan(decision.id, edit, sidecar.limit if sidecar else None)
        if sidecar:
            _check_sidecar(sidecar, path.parents[1].name, sha256_bytes(data), plan)
        log = parse_log(
            data,
            question=decision.id,
            options=[o.id for o in decision.options],
            positive=decision.positive,
            sampled=sidecar is not None and sidecar.decides == "sampled",
        )
        shown = self._shown(path)
        self.notes += (Problem(shown, line, note) for line, note in log.notes)
        if log.repeated:
            self.notes.append(Problem(shown, None, f"{log.repeated} rows stand twice with equal answers; counted once"))
        if sidecar is None:
            self.notes.append(Problem(shown, None, "has no description beside it; its rows are marked unpinned"))
        strange = _of_no_text(log.ids, plan, (t.id for t in self._study.texts[decision.texts].texts))
        if strange:
            message = f"{len(strange)} rows answer no text of this study and are not counted, first {strange[0]!r}"
            self.notes.append(Problem(shown, None, message))
        return SavedLog(shown, log, sidecar, plan)

    def alike(self) -> None:
        """Remark on folders whose names look like one model's: they are never merged by guess."""
        for n, one in enumerate(self._names):
            for other in self._names[n + 1 :]:
                if _look_alike(one, other):
                    message = f"looks like answers/{other}; they count as two models, rename a folder if they are one"
                    self.notes.append(Problem(f"answers/{one}", None, message))


def _of_no_text(ids: Iterable[str], plan: LogPlan, texts: Iterable[str]) -> list[str]:
    """Return the rows that nothing looks up: not asked in this edit, and no unedited text either."""
    known = {row.id for row in plan.rows}.union(texts)
    # a text that the edit leaves out may still have been answered elsewhere, in its version's name
    return [row_id for row_id in ids if row_id not in known and not _left_out(row_id, plan)]


def _left_out(row_id: str, plan: LogPlan) -> bool:
    return any(row_id.removesuffix(suffix) in texts for suffix, texts in plan.excluded.items())


def _check_sidecar(sidecar: Sidecar, model: str, sha256: str, plan: LogPlan) -> None:
    if sidecar.model not in (None, model):
        raise LogFaultError(f"was written for the model {sidecar.model!r}; move it to that folder")
    if sidecar.sha256 != sha256:
        raise LogFaultError("has changed since it was written (its SHA-256 is not the one in its description)")
    if sidecar.texts_sha256 != plan.texts_sha256:
        raise LogFaultError("answers other texts than today's study asks about; ask again, or restore the texts")


def _look_alike(one: str, other: str) -> bool:
    a, b = (name.lower().replace("_", "-").replace(".", "-") for name in (one, other))
    return a.replace("-", "") == b.replace("-", "") or a.endswith(f"-{b}") or b.endswith(f"-{a}")
