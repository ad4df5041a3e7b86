"""Which cells can be scored: for every model, test, decision and group, the rows that stand on each side.

A cell exists where the logs of both sides do. What is subtracted from it is named here too; the numbers come later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bd.answers.align import AnswerTable, Column, SavedLog
from bd.answers.folder import Answers
from bd.effects.columns import MEASURES
from bd.study.records import Characteristic, Study, Test, Version

__all__ = ["Cell", "Side", "cells_of"]


@dataclass(frozen=True)
class Side:
    """One version of the texts, as one model answered it."""

    saved: SavedLog
    suffix: str
    column: Column

    @property
    def part(self) -> tuple[str, str]:
        """The log's path and the suffix of its rows."""
        return (self.saved.path, self.suffix)


@dataclass(frozen=True)
class Cell:
    """One effect to be measured."""

    table: AnswerTable
    characteristic: Characteristic
    test: Test
    group: str | None
    before: Side
    after: Side
    control: tuple[Side, Side] | None
    """Both sides of the control on the same decision; None where there is none, or where `before` is the control."""
    control_kind: str
    """`version`, `repeat` or `none`; a repeat that is missing here may yet be borrowed from another decision."""
    as_written: Side | None
    """The unedited answers, for accuracy."""


def cells_of(study: Study, answers: Answers) -> Iterator[Cell]:
    """Yield every cell that the saved answers allow, in no order that matters."""
    for table in answers.tables:
        for characteristic in study.characteristics:
            for test in characteristic.tests:
                if table.decision in test.decisions:
                    yield from _cells(study, table, characteristic, test)


def _cells(study: Study, table: AnswerTable, characteristic: Characteristic, test: Test) -> Iterator[Cell]:
    before = _before(test)
    for version in test.by_role("measured"):
        first, second = _side(table, test, before), _side(table, test, version)
        if first is None or second is None:
            continue
        kind, control = _control(study, table, test)
        yield Cell(
            table=table,
            characteristic=characteristic,
            test=test,
            group=version.group,
            before=first,
            after=second,
            control=control,
            control_kind=kind,
            as_written=_as_written(table, test),
        )


def _before(test: Test) -> Version | None:
    """Return the version that the measured ones are compared with; None for the text as written."""
    controls, froms = test.by_role("control"), test.by_role("from")
    if MEASURES[test.measure].from_control and controls:
        return controls[0]
    return froms[0] if froms else None


def _control(study: Study, table: AnswerTable, test: Test) -> tuple[str, tuple[Side, Side] | None]:
    if test.control == "repeat":
        first, second = _as_written(table, test), _again(study, table)
        return "repeat", (first, second) if first and second else None
    if test.control == "version" and not MEASURES[test.measure].from_control:
        froms, controls = test.by_role("from"), test.by_role("control")
        first = _side(table, test, froms[0] if froms else None)
        second = _side(table, test, controls[0])
        return "version", (first, second) if first and second else None
    return test.control, None


def _side(table: AnswerTable, test: Test, version: Version | None) -> Side | None:
    """Return a version's answers; None for `version` means the text as written."""
    if version is None:
        return _as_written(table, test)
    suffix = test.suffix(version.id)
    return _from_log(table, table.logs.get(test.edit), suffix)


def _as_written(table: AnswerTable, test: Test) -> Side | None:
    return _from_log(table, table.as_written(beside=test.edit), "")


def _from_log(table: AnswerTable, saved: SavedLog | None, suffix: str) -> Side | None:
    return None if saved is None else Side(saved, suffix, table.column(saved, suffix))


def _again(study: Study, table: AnswerTable) -> Side | None:
    """Return the answers of a model that was asked the unchanged text a second time."""
    for characteristic in study.characteristics:
        for test in characteristic.tests:
            if test.measure == "repeat" and table.decision in test.decisions and test.edit in table.logs:
                return _from_log(table, table.logs[test.edit], "")
    return None
