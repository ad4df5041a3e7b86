"""Made-up studies in memory: what was asked, and the answers of simulated models, as `bd.effects.score` takes them.

Everything behind the reading of files is what scores saved answers too. That files give the same columns is checked
apart, with real logs (`tests/validate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bd.answers.align import AnswerTable, Column, SavedLog
from bd.answers.folder import Answers
from bd.answers.outline import Outline, TextIds
from bd.answers.read import MILLION, Log
from bd.effects.drawn import Redrawn, Scored
from bd.effects.records import Effect
from bd.effects.score import score
from bd.study.records import (
    AS_WRITTEN,
    COUNTED,
    NOISE,
    Characteristic,
    Decision,
    Group,
    Option,
    Study,
    Test,
    Text,
    TextSet,
    Version,
)

__all__ = [
    "AGAIN",
    "CONTROL",
    "HERE",
    "THERE",
    "Design",
    "Model",
    "World",
    "chosen",
    "confident",
    "ids_of",
    "unanswered",
    "unasked",
]

HERE, THERE = "here", "there"
"""The decision that is tested, and another one on other texts."""
AGAIN, CONTROL = "again", "control"
"""What the answers to the second asking and to the control version are called, beside those of groups."""
_EDIT = "detail"
_KIND = "phrase-before-pronoun"
"""What kind of edit it is said to be: one that goes one way. No text is edited."""


@dataclass(frozen=True)
class Design:
    """What is tested, and how."""

    texts: Mapping[str, Sequence[str]]
    """Ids of the texts by decision."""
    measure: str = "flip"
    control: str = "none"
    groups: tuple[str, ...] = ("one",)
    frames: Sequence[str] | None = None
    """For each text of the decision, the frame that it was put together from."""


@dataclass(frozen=True)
class Model:
    """One simulated model: its answers by decision and version, `AS_WRITTEN` among them."""

    build: str
    answers: Mapping[tuple[str, str], Column]


def ids_of(name: str, n: int) -> tuple[str, ...]:
    """Return ids of `n` texts; other names give other ids, and so other re-draws."""
    return tuple(f"{name}-{i}" for i in range(n))


def chosen(changed: NDArray[np.bool_]) -> Column:
    """Return answers that are the second option where `changed`, else the first, without probabilities."""
    return _column(changed.astype(np.int8), np.full(len(changed), -1, dtype=np.int32))


def confident(millionths: NDArray[np.int64]) -> Column:
    """Return answers with these probabilities of the first option, in millionths."""
    assert millionths.min() >= 0, "a fault in a case: a probability below 0"
    assert millionths.max() <= MILLION, "a fault in a case: a probability above 1"
    return _column((2 * millionths < MILLION).astype(np.int8), millionths.astype(np.int32))


def unasked(n: int) -> Column:
    """Return the answers to a version that no text was put in."""
    absent, none = np.full(n, -1), np.zeros(n, dtype=np.int8)
    asked = np.zeros(n, dtype=np.bool_)
    return Column(asked, absent.astype(np.int8), absent.astype(np.int32), none + np.int8(1), none, ("",))


def unanswered(column: Column, where: NDArray[np.bool_]) -> Column:
    """Return answers without those of some texts, which were asked all the same."""
    choices, millionths = (np.where(where, -1, each) for each in (column.choices, column.millionths))
    return replace(
        column,
        choices=choices.astype(np.int8),
        millionths=millionths.astype(np.int32),
        causes=where.astype(np.int8),
    )


def _column(choices: NDArray[np.int8], millionths: NDArray[np.int32]) -> Column:
    n = len(choices)
    none = np.zeros(n, dtype=np.int8)
    return Column(np.ones(n, dtype=np.bool_), choices, millionths, none, none, ("",))


class World:
    """A study and its answers, scored.

    Parameters
    ----------
    design
        What is tested.
    models
        Who answered; all were asked about the same texts, and share their re-draws.
    """

    def __init__(self, design: Design, models: Iterable[Model]) -> None:
        self.study = _study(design)
        self.characteristic = self.study.characteristics[0]
        tables = [table for model in models for table in _tables(self.study, design, model)]
        answers = Answers(tuple(sorted(tables, key=lambda t: (t.decision, t.build))), (), ())
        self.scored: Scored = score(self.study, answers.tables)
        self.effects = [e for e in self.scored.effects if e.edit == _EDIT]
        self._found = {(e.build, e.group): e for e in self.effects}

    def effect(self, build: str, group: str = "one") -> Effect:
        """Return the row of one model and group."""
        return self._found[build, group]

    def draws(self, effect: Effect) -> Redrawn:
        """Return the re-draws behind a row."""
        return self.scored.draws[effect.build, effect.decision, effect.edit, effect.group]


class _GivenTable(AnswerTable):
    """An answer table whose columns are given, not looked up in a log."""

    def __init__(self, model: str, decision: Decision, texts: tuple[str, ...], given: Mapping[str, Column]) -> None:
        edits = dict.fromkeys(_edit_of(version) for version in given)
        super().__init__(model, decision, TextIds(texts), {edit: _saved(model, decision.id, edit) for edit in edits})
        self._given = {(edit, ""): unasked(len(texts)) for edit in self.logs}
        self._given |= {(_edit_of(version), _suffix_of(version)): column for version, column in given.items()}

    def column(self, saved: SavedLog, suffix: str) -> Column:
        return self._given[saved.outline.edit, suffix]

    def _asked(self, saved: SavedLog, suffix: str) -> NDArray[np.bool_]:
        return self.column(saved, suffix).asked


def _edit_of(version: str) -> str:
    return version if version in (AS_WRITTEN, AGAIN) else _EDIT


def _suffix_of(version: str) -> str:
    return "" if version in (AS_WRITTEN, AGAIN) else f"-{_EDIT}-{version}"


def _saved(model: str, decision: str, edit: str) -> SavedLog:
    none, nothing = np.zeros(0, dtype=np.int8), np.zeros(0, dtype=np.int32)
    log = Log(pa.array([], pa.string()), none, nothing, none, "", 0, (), nothing)
    outline = Outline(decision, edit, 0, "", np.zeros(0, dtype=np.bool_), {}, ("",))
    path = f"answers/{model}/{decision}/{edit}.jsonl.gz"
    return SavedLog(path, log, None, outline, {})


def _tables(study: Study, design: Design, model: Model) -> Iterable[AnswerTable]:
    for decision, texts in design.texts.items():
        given = {version: column for (where, version), column in model.answers.items() if where == decision}
        yield _GivenTable(model.build, study.decisions[decision], tuple(texts), given)


def _study(design: Design) -> Study:
    sets, decisions = {}, {}
    for decision, ids in design.texts.items():
        labels: Iterable[Mapping[str, str]] = [{}] * len(ids)
        frames = design.frames if decision == HERE else None
        if frames is not None:
            labels = ({"frame": frame} for frame in frames)
        texts = tuple(Text(i, "", own) for i, own in zip(ids, labels, strict=True))
        sets[decision] = TextSet(decision, "", "", "", "", "", texts, None if frames is None else "frame")
        decisions[decision] = _decision(decision)
    return Study(sets, decisions, _characteristics(design), {})


def _decision(name: str) -> Decision:
    options = tuple(Option(o, o, "", o, o) for o in ("first", "second"))
    return Decision(name, name, "", options, "first", name, {}, None, name, "{text}", None, "")


def _characteristics(design: Design) -> tuple[Characteristic, ...]:
    versions = [Version(group, group, "measured", group, {}) for group in design.groups]
    if design.control == "version":
        versions.append(Version(CONTROL, CONTROL, "control", None, {}))
    test = Test(_EDIT, _KIND, design.measure, design.control, (HERE,), tuple(versions), {})
    groups = tuple(Group(g, g) for g in design.groups)
    again = Test(
        AGAIN, "repeat", "repeat", "none", tuple(design.texts), (Version(AGAIN, "", "measured", None, {}),), {}
    )
    return (
        Characteristic("detail", "", "", COUNTED, 1, groups, (test,), (), ""),
        Characteristic("noise", "", "", NOISE, 2, (), (again,), (), ""),
    )
