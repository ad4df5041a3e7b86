"""Which cells can be scored: for every model, test, decision and group, the rows that stand on each side.

A cell exists where the logs of all its sides do. What is subtracted from it is named here too; the numbers come later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bd.answers.align import AnswerTable, Column, SavedLog
from bd.answers.sidecar import ARGMAX
from bd.effects.columns import MEASURES, Sides
from bd.effects.records import Compares, EffectKey
from bd.study.records import Characteristic, Study, Test, Version

__all__ = ["Cell", "Contrast", "LogName", "Side", "Source", "cells_of"]


@dataclass(frozen=True)
class Side:
    """One version of the texts, as one model answered it."""

    table: AnswerTable
    saved: SavedLog
    suffix: str

    @property
    def column(self) -> Column:
        """Its answers, looked up anew each time, since all of them together would take much memory."""
        return self.table.column(self.saved, self.suffix)

    @property
    def part(self) -> tuple[str, str]:
        """The log's path and the suffix of its rows."""
        return (self.saved.path, self.suffix)


@dataclass(frozen=True)
class LogName:
    """One log as rows name it."""

    path: str
    sha256: str
    pinned: bool
    """Whether a description ties its answers to the texts."""


@dataclass(frozen=True)
class Source:
    """Where the answers of a contrast stand, without the answers."""

    compares: Compares
    logs: tuple[LogName, ...]


@dataclass(frozen=True)
class Contrast:
    """What is compared with what; a side may hold several versions of each text."""

    before: tuple[Side, ...]
    after: tuple[Side, ...]
    others: tuple[tuple[Side, ...], ...] = ()
    """The sides of the other groups, for a stereotype."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Every version that a text must have an answer in."""
        return (*self.before, *self.after, *(side for other in self.others for side in other))

    @property
    def compares(self) -> Compares:
        """Which rows stand on which side."""
        return Compares(_parts(self.before), _parts(self.after), tuple(_parts(other) for other in self.others))

    @property
    def source(self) -> Source:
        """Where its answers stand."""
        logs = {side.saved.path: side.saved for side in self.sides}  # one log may hold several sides
        names = (LogName(log.path, log.sha256, log.sidecar is not None) for log in logs.values())
        return Source(self.compares, tuple(names))

    def columns(self, positive: int) -> Sides:
        """Return the answers alone, for a measure; `positive` is the index of the option that is followed."""
        return Sides(
            _columns(self.before), _columns(self.after), tuple(_columns(other) for other in self.others), positive
        )


def _parts(sides: Iterable[Side]) -> tuple[tuple[str, str], ...]:
    return tuple(side.part for side in sides)


def _columns(sides: Iterable[Side]) -> tuple[Column, ...]:
    return tuple(side.column for side in sides)


@dataclass(frozen=True)
class Cell:
    """One effect to be measured."""

    table: AnswerTable
    characteristic: Characteristic
    test: Test
    group: str | None
    contrast: Contrast
    control: Contrast | None
    """The control on the same decision; None where there is none, or where the contrast starts from it."""
    control_kind: str
    """What the test asks for: `version`, `halves`, `repeat` or `none`. A repeat may yet be borrowed."""
    as_written: Side | None
    """The unedited answers, for accuracy."""

    @property
    def key(self) -> EffectKey:
        """What names it among all cells."""
        return (self.table.build, self.table.decision, self.test.edit, self.group)

    @property
    def positive(self) -> int:
        """Index of the option whose probability is followed."""
        return self.table.options.index(self.table.positive)

    @property
    def control_sides(self) -> tuple[Side, ...]:
        """The versions that must be answered for the control to be known; none where nothing was asked."""
        if self.control is not None:
            return self.control.sides
        return self.contrast.before if MEASURES[self.test.measure].from_control else ()

    @property
    def one_list(self) -> bool:
        """Whether change and control count on the texts that have every answer of both; a repeat has its own texts."""
        return self.control is not None and self.control_kind in ("version", "halves")

    @property
    def sides(self) -> tuple[Side, ...]:
        """Every version that a text must have an answer in to count."""
        return (*self.contrast.sides, *(self.control_sides if self.one_list else ()))

    @property
    def points(self) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
        """The sides that show the texts as written, and with the control; either may be empty."""
        if MEASURES[self.test.measure].counts:
            return self.contrast.before, self.control.after if self.control else ()
        return (self.as_written,) if self.as_written else (), self.contrast.before

    @property
    def decides(self) -> str:
        """How the model's choices follow from its probabilities; its logs are of one build."""
        told = (side.saved.sidecar for side in self.contrast.sides)
        return next((sidecar.decides for sidecar in told if sidecar is not None), ARGMAX)


def cells_of(study: Study, tables: Iterable[AnswerTable]) -> Iterator[Cell]:
    """Yield every cell that the answers in these tables allow, in no order that matters."""
    for table in tables:
        for characteristic in study.characteristics:
            for test in characteristic.tests:
                if table.decision in test.decisions:
                    yield from _cells(study, table, characteristic, test)


def _cells(study: Study, table: AnswerTable, characteristic: Characteristic, test: Test) -> Iterator[Cell]:
    before = _sides(table, test, _before(test))
    groups: dict[str | None, list[Version]] = {}
    for version in test.by_role("measured"):
        groups.setdefault(version.group, []).append(version)
    found = {group: _sides(table, test, versions) for group, versions in groups.items()}
    if before is None or not all(found.values()):
        return
    for group, after in found.items():
        kind, control = _control(study, table, test)
        others = (sides or () for other, sides in found.items() if other != group)
        yield Cell(
            table=table,
            characteristic=characteristic,
            test=test,
            group=group,
            contrast=Contrast(before, after or (), tuple(others) if MEASURES[test.measure].against_others else ()),
            control=control,
            control_kind=kind,
            as_written=_as_written(table, test),
        )


def _before(test: Test) -> tuple[Version, ...]:
    """Return the versions that the measured ones are compared with; none for the text as written."""
    controls = test.by_role("control")
    return controls if MEASURES[test.measure].from_control and controls else test.by_role("from")


def _control(study: Study, table: AnswerTable, test: Test) -> tuple[str, Contrast | None]:
    if test.control == "repeat":
        written, again = _as_written(table, test), _again(study, table)
        return "repeat", Contrast((written,), (again,)) if written and again else None
    if test.control == "halves":
        first, second = _halves(test)
        return "halves", _contrast(_sides(table, test, first), _sides(table, test, second))
    if test.control == "version" and not MEASURES[test.measure].from_control:
        before, after = (_sides(table, test, test.by_role(role)) for role in ("from", "control"))
        return "version", _contrast(before, after)
    return test.control, None


def _halves(test: Test) -> tuple[list[Version], list[Version]]:
    """Return both halves of the reference versions; the first is that of the first version."""
    versions = test.by_role("from")
    first = versions[0].half
    return [v for v in versions if v.half == first], [v for v in versions if v.half != first]


def _contrast(before: tuple[Side, ...] | None, after: tuple[Side, ...] | None) -> Contrast | None:
    return Contrast(before, after) if before and after else None


def _sides(table: AnswerTable, test: Test, versions: Iterable[Version]) -> tuple[Side, ...] | None:
    """Return the answers to some versions, to the texts as written if there are none; None without a log of them."""
    found = [_from_log(table, table.logs.get(test.edit), test.suffix(v.id)) for v in versions]
    sides = tuple(side for side in found or [_as_written(table, test)] if side is not None)
    return sides or None


def _as_written(table: AnswerTable, test: Test) -> Side | None:
    return _from_log(table, table.as_written(beside=test.edit), "")


def _from_log(table: AnswerTable, saved: SavedLog | None, suffix: str) -> Side | None:
    return None if saved is None else Side(table, saved, suffix)


def _again(study: Study, table: AnswerTable) -> Side | None:
    """Return the answers of a model that was asked the unchanged text a second time."""
    for characteristic in study.characteristics:
        for test in characteristic.tests:
            if test.measure == "repeat" and table.decision in test.decisions and test.edit in table.logs:
                return _from_log(table, table.logs[test.edit], "")
    return None
