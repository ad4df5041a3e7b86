"""Put the columns of every cell on the stack of its list of texts, so that one product re-draws them all.

What one model was asked on a decision, in any version, is one list; models that were asked the same share re-draws.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import AnswerTable, Column
from bd.effects.cells import Cell, Side
from bd.effects.columns import MEASURES, Measured
from bd.effects.controls import Drawn
from bd.effects.stack import Stack
from bd.study.plan import decision_texts
from bd.study.records import Study

__all__ = ["Ready", "Stacks"]


@dataclass(frozen=True)
class Ready:
    """A cell whose columns are in the stack."""

    cell: Cell
    own: Drawn
    control: Drawn | None
    accuracy: Drawn | None


class Stacks:
    """One stack for each list of texts."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._stacks: dict[tuple[tuple[str, ...], bytes], Stack] = {}
        self._of_table: dict[AnswerTable, Stack] = {}
        self._truths: dict[str, NDArray[np.int8]] = {}

    def ready(self, cell: Cell) -> Ready:
        """Return the cell with its columns on their stack; every cell is put there before the first re-draw."""
        stack, measure = self._stack(cell.table), MEASURES[cell.test.measure]
        control = None
        if cell.control is not None:
            control = self._drawn(stack, *cell.control, MEASURES["flip"].column(*_columns(cell.control)), 1)
        own = measure.column(cell.before.column, cell.after.column)
        return Ready(
            cell=cell,
            own=self._drawn(stack, cell.before, cell.after, own, measure.unit),
            control=control,
            accuracy=self._accuracy(stack, cell),
        )

    def _drawn(self, stack: Stack, before: Side, after: Side, measured: Measured, unit: int) -> Drawn:
        return Drawn(measured, stack, stack.add(measured), unit, before, after)

    def _stack(self, table: AnswerTable) -> Stack:
        if table not in self._of_table:
            places = np.flatnonzero(table.asked)
            ids = tuple(table.texts[n] for n in places)
            key = (ids, places.tobytes())
            self._of_table[table] = self._stacks.setdefault(key, Stack(ids, places))
        return self._of_table[table]

    def _accuracy(self, stack: Stack, cell: Cell) -> Drawn | None:
        """Return the column of right answers on the unedited texts that this cell is about."""
        if cell.as_written is None:
            return None
        written = cell.as_written.column
        mask = (written.choices >= 0) & cell.before.column.asked & cell.after.column.asked
        right = Measured(((written.choices == self._truth(cell.table.decision)) & mask).astype(np.int64), mask)
        return self._drawn(stack, cell.as_written, cell.as_written, right, 1)

    def _truth(self, decision_id: str) -> NDArray[np.int8]:
        if decision_id not in self._truths:
            decision = self._study.decisions[decision_id]
            option = {o.truth: n for n, o in enumerate(decision.options)}
            texts = decision_texts(decision, self._study.texts[decision.texts])
            self._truths[decision_id] = np.array(
                [option.get(str(t.labels.get(decision.truth)), -2) for t in texts], dtype=np.int8
            )
        return self._truths[decision_id]


def _columns(sides: tuple[Side, Side]) -> tuple[Column, Column]:
    return sides[0].column, sides[1].column
