"""Logs of one decision: read one by one, then held together against today's study.

A log is fit to enter a number if it can be read, its description agrees with it, and the texts it answers are today's
study's. Where logs stand is `bd.answers.folder`'s part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType

import numpy as np

from bd.answers.align import AnswerTable, Lately, SavedLog
from bd.answers.alike import Alike
from bd.answers.arrow import numbers, strings
from bd.answers.kept import KeptLogs
from bd.answers.outline import Outline, TextIds
from bd.answers.outlines import AskedRows, Outlines
from bd.answers.place import read_at, why
from bd.answers.read import Log, parse_log
from bd.answers.rows import ASKED
from bd.answers.same import by_another, unlike
from bd.answers.sidecar import SAMPLED, Sidecar, read_sidecar
from bd.answers.unpack import LogFaultError
from bd.errors import BdError, Problem
from bd.files import sha256_bytes
from bd.said import brief, many
from bd.study.plan import LogPlan, decision_texts, plan_log
from bd.study.records import Decision, Study

__all__ = ["Asked", "FoundLog", "ReadDecision", "ReadLog", "Reading", "decides", "in_order", "read_log", "together"]


@dataclass(frozen=True)
class FoundLog:
    """Where one log stands."""

    build: str
    edit: str
    path: Path
    shown: str
    """Its path in messages and rows: relative to the project, wherever it lies."""


@dataclass(frozen=True)
class ReadLog:
    """What one file holds, before it is held against today's study."""

    sha256: str
    """Of the file's bytes."""
    sidecar: Sidecar | None
    log: Log | LogFaultError
    """The fault is told only where nothing worse is wrong with the log."""

    @property
    def limit(self) -> int | None:
        """How many of the decision's texts were asked about, by its description."""
        return self.sidecar.limit if self.sidecar else None


Reading = ReadLog | LogFaultError
"""A log that was read, or why it could not be."""


@dataclass(frozen=True)
class ReadDecision:
    """What was read of one decision."""

    decision: str
    tables: tuple[AnswerTable, ...]
    """Sorted by build."""
    problems: tuple[Problem, ...]
    """Logs of it that enter no number."""
    notes: tuple[Problem, ...]


def together(
    study: Study,
    decision_id: str,
    logs: Iterable[tuple[FoundLog, Reading]],
    asked: Asked,
    *,
    names: bool = True,
) -> ReadDecision:
    """Return the logs of one decision, aligned to its texts, and what is wrong with those that are not fit.

    With `names`, logs still know the ids of their rows and in which lines they stand, which no number needs.
    """
    decision = study.decisions[decision_id]
    found: dict[str, dict[str, SavedLog]] = defaultdict(dict)
    problems: list[Problem] = []
    logs = tuple(logs)
    asked.expect((at.edit, reading.limit) for at, reading in logs if isinstance(reading, ReadLog))
    builds = {at.build for at, _ in logs}
    for at, reading in logs:
        try:
            found[at.build][at.edit] = _fit(at, reading, asked, study, builds)
        except LogFaultError as fault:
            problems.append(Problem(at.shown, fault.line, f"{fault.message}; the log is left out"))
        except BdError as error:
            problems.append(Problem(at.shown, None, str(error)))
    problems += [problem for several in found.values() for problem in _of_two_builds(several)]
    found = {build: several for build, several in found.items() if several}
    ids = [text.id for text in study.texts[decision.texts].texts]
    notes = [note for several in found.values() for saved in several.values() for note in _remarks(saved, ids)]
    notes += [note for build, several in found.items() for note in _machines(study, build, several)]
    if not names:
        for several in found.values():
            several.update({edit: _nameless(saved) for edit, saved in several.items()})
    lately: Lately = {}
    tables = [AnswerTable(build, decision, asked.texts, several, lately) for build, several in sorted(found.items())]
    return ReadDecision(decision_id, tuple(tables), in_order(problems), in_order(notes))


class Asked:
    """What the logs of one decision were asked, worked out once for all models.

    Parameters
    ----------
    study, decision
        Which decision.
    outlines
        Works them out; by default for this decision alone.
    known
        Outlines that were worked out before, by edit and limit.
    """

    def __init__(
        self,
        study: Study,
        decision: str,
        outlines: Outlines | None = None,
        known: Mapping[tuple[str, int | None], Outline] = MappingProxyType({}),
    ) -> None:
        self._decision = decision
        self._outlines = outlines or Outlines(study)
        of = study.decisions[decision]
        self.texts = TextIds(tuple(t.id for t in decision_texts(of, study.texts[of.texts])))
        self.outlines = dict(known)
        """Those that were asked for, by edit and limit."""
        self.plan: Callable[[str, int | None], LogPlan] = cache(partial(plan_log, study, decision))

    def expect(self, logs: Iterable[tuple[str, int | None]]) -> None:
        """Say which outlines will be asked for, by edit and limit."""
        self._outlines.expect(AskedRows(self._decision, *each) for each in logs if each not in self.outlines)

    def outline(self, edit: str, limit: int | None) -> Outline:
        """Return what a log was asked."""
        if (edit, limit) not in self.outlines:
            self.outlines[edit, limit] = self._outlines.take(AskedRows(self._decision, edit, limit))
        return self.outlines[edit, limit]


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return what was told of files by path and line."""
    return tuple(sorted(problems, key=lambda p: (p.path, p.line or 0, p.message)))


def read_log(path: Path, decision: Decision, kept: KeptLogs | None = None, alike: Alike | None = None) -> Reading:
    """Return what one file holds; what is wrong with it is returned too, so that no other log has to do with it."""
    try:
        data = read_at(path)
        sidecar = read_sidecar(path)
    except OSError as error:
        if path.is_symlink() and not path.exists():
            return LogFaultError("is a link to data that was not fetched; fetch it, or take the link away")
        return LogFaultError(f"cannot be read ({why(error)})")
    except LogFaultError as fault:
        return fault
    sha256, (sampled, cutoff) = sha256_bytes(data), decides(sidecar)
    options = [o.id for o in decision.options]
    log: Log | LogFaultError

    def parsed() -> Log:
        return parse_log(
            data,
            question=decision.id,
            options=options,
            positive=decision.positive,
            sampled=sampled,
            cutoff=cutoff,
            alike=alike,
        )

    try:
        log = parsed() if kept is None else kept.log(sha256, decision, (sampled, cutoff), parsed)
    except LogFaultError as fault:
        log = fault
    return ReadLog(sha256, sidecar, log)


def decides(sidecar: Sidecar | None) -> tuple[bool, float | None]:
    """Return how a log's answers were chosen, by its description: whether they were drawn, and from where on."""
    return (False, None) if sidecar is None else (sidecar.decides == SAMPLED, sidecar.cutoff)


def _of_two_builds(logs: dict[str, SavedLog]) -> Iterator[Problem]:
    """Take those logs of one model out that say another thing of it than the others, and name them."""
    said = []
    for saved in logs.values():
        fitted = saved.sidecar.of_question() if saved.sidecar else {}
        said.append((saved.path, {**saved.log.stated, **fitted}))
    strange = dict(unlike(said))
    for edit, saved in list(logs.items()):
        if saved.path in strange:
            del logs[edit]
            yield Problem(saved.path, None, f"{strange[saved.path]}; the log is left out")


def _fit(at: FoundLog, reading: Reading, asked: Asked, study: Study, builds: Iterable[str]) -> SavedLog:
    if isinstance(reading, LogFaultError):
        raise reading
    outline = asked.outline(at.edit, reading.limit)
    if reading.sidecar:
        _check_sidecar(reading.sidecar, at.build, reading.sha256, outline)
    if isinstance(reading.log, LogFaultError):
        raise reading.log
    rows, places = asked.texts.placed(reading.log.row_ids, outline)
    log = replace(reading.log, row_ids=rows)
    named = log.stated.get("model")
    strange = None if named is None else by_another(study, at.build, reading.sidecar, named, builds)
    if strange:
        raise LogFaultError(strange)
    if log.asked is not None:
        _check_texts(log, asked.plan(at.edit, reading.limit))
    return SavedLog(at.shown, log, reading.sidecar, outline, places)


def _nameless(saved: SavedLog) -> SavedLog:
    return replace(saved, log=replace(saved.log, row_ids=strings([]), lines=np.zeros(0, dtype=np.int32), asked=None))


def _remarks(saved: SavedLog, texts: Iterable[str]) -> Iterator[Problem]:
    yield from (Problem(saved.path, line, note) for line, note in saved.log.notes)
    if saved.log.repeated:
        again = many(saved.log.repeated, "row")
        message = f"{again} {'stands' if saved.log.repeated == 1 else 'stand'} twice with equal answers; counted once"
        yield Problem(saved.path, None, message)
    if not saved.log.row_ids:
        message = "holds no row, so all its texts count as not answered; ask again, or take it away"
        yield Problem(saved.path, None, message)
    if saved.sidecar is None:
        yield Problem(saved.path, None, "has no description beside it; its rows are marked unpinned")
    strange = _of_no_text(saved, texts)
    if strange:
        said = "1 row answers" if len(strange) == 1 else f"{many(len(strange), 'row')} answer"
        counted = "is not counted" if len(strange) == 1 else "are not counted"
        message = f"{said} no text of this study and {counted}, first {brief(strange[0])}"
        yield Problem(saved.path, None, message)


def _machines(study: Study, build: str, several: Mapping[str, SavedLog]) -> Iterator[Problem]:
    """Tell of logs that come from another machine than the first, of a model that may answer otherwise there."""
    card = study.models.get(build)
    if card is not None and card.same_everywhere:
        return
    told = [(saved, saved.sidecar.machine) for _, saved in sorted(several.items()) if saved.sidecar]
    first = next(((saved, machine) for saved, machine in told if machine is not None), None)
    for saved, machine in told:
        if first is not None and machine not in (None, first[1]):
            message = (
                f"comes from {machine}, and {first[0].path} from {first[1]}: what a machine does to answers counts "
                "as an effect here; ask all logs on one, or make two builds of them"
            )
            yield Problem(saved.path, None, message)


def _of_no_text(saved: SavedLog, texts: Iterable[str]) -> list[str]:
    """Return the rows that nothing looks up: no text of the decision in any version, and no other of its file."""
    unseen = np.ones(len(saved.log.row_ids) + 1, dtype=np.bool_)
    for places in saved.places.values():
        unseen[places] = False  # -1, for a text without a row, is the entry behind the last one
    strange = saved.log.row_ids.take(numbers(np.flatnonzero(unseen[:-1]))).to_pylist()
    known = set(texts) if strange else set()
    return [row_id for row_id in strange if row_id not in known]


def _check_texts(log: Log, plan: LogPlan) -> None:
    """See that rows which say what text they were asked were asked today's."""
    texts = {row.id: row.text for row in plan.rows}
    for row_id, line, asked in zip(log.ids, log.lines.tolist(), (log.asked or strings([])).to_pylist(), strict=True):
        if asked is not None and row_id in texts and asked != sha256_bytes(texts[row_id].encode()):
            message = f"{brief(row_id)} was asked about another text than today's study has (its {ASKED} is of another)"
            raise LogFaultError(f"{message}; ask again, or restore the text", line)


def _check_sidecar(sidecar: Sidecar, model: str, sha256: str, outline: Outline) -> None:
    if sidecar.model not in (None, model):
        raise LogFaultError(f"was written for the model {brief(sidecar.model)}; move it to that folder")
    if sidecar.sha256 != sha256:
        raise LogFaultError("has changed since it was written (its SHA-256 is not the one in its description)")
    if sidecar.texts_sha256 != outline.texts_sha256:
        raise LogFaultError("answers other texts than today's study asks about; ask again, or restore the texts")
