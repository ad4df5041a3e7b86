"""Put the columns of every cell on the stack of its list of texts, so that one product re-draws them all.

What one model was asked on a decision, in any version, is one list; models that were asked the same share re-draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import AnswerTable
from bd.effects.cells import Cell, Contrast
from bd.effects.columns import MEASURES, Measured, answered_in
from bd.effects.drawn import Answers, Drawn
from bd.effects.labels import Labels
from bd.effects.rates import RateColumns, rate_columns
from bd.effects.stack import Stack
from bd.study.records import Study

__all__ = ["Ready", "Stacks"]


@dataclass(frozen=True)
class Ready:
    """A cell whose columns are in the stack."""

    cell: Cell
    own: Drawn
    control: Drawn | None
    """None where the control has no column of its own, or shares no text with the change."""
    control_answers: Answers | None
    """None where no control was asked."""
    accuracy: Drawn | None
    rates: RateColumns | None


class Stacks:
    """One stack for each list of texts, and one for the frames that such a list was put together from."""

    def __init__(self, study: Study, most_counted: int | None = None) -> None:
        self.labels = Labels(study)
        self._most_counted = most_counted
        self._stacks: dict[tuple[tuple[str, ...], bytes], Stack] = {}
        self._of_table: dict[AnswerTable, tuple[Stack, Stack | None]] = {}

    def ready(self, cell: Cell) -> Ready:
        """Return the cell with its columns on their stack; every cell is put there before the first re-draw."""
        measure = MEASURES[cell.test.measure]
        own, control = measure.column(cell.contrast.columns(cell.positive)), None
        if cell.control is not None:
            # A count is less a count: how often the control edit changes the answer, whatever the edit itself is.
            column = MEASURES["flip"].column if measure.counts else measure.column
            control = column(cell.control.columns(cell.positive))
            if cell.one_list:
                both = own.mask & control.mask
                own, control = (own.only(both), control.only(both)) if both.any() else (own, None)
        drawn = self._drawn(cell, cell.contrast, own, measure.by_size)
        return Ready(
            cell=cell,
            own=drawn,
            control=None
            if cell.control is None or control is None
            else self._drawn(cell, cell.control, control, measure.by_size),
            control_answers=_control_answers(cell),
            accuracy=self._accuracy(cell),
            rates=rate_columns(cell, own.mask, self._of(cell.table)[0].add),
        )

    def only(self, ready: Ready, drawn: Drawn, mask: NDArray[np.bool_]) -> Drawn:
        """Return a column of a cell on some of its texts; it is re-drawn from the same list as the whole column.

        By frame too, where the cell is ranked on these texts.
        """
        stack, frames = self._of(ready.cell.table)
        statistics = stack.add(drawn.measured.only(mask))
        ranked = frames is not None and ready.cell.test.on_common_texts
        framed = frames.add(statistics.measured) if frames is not None and ranked else None
        return replace(drawn, measured=statistics.measured, statistics=statistics, framed=framed)

    def all(self) -> tuple[Stack, ...]:
        """Return every stack, in an order that follows from the answers alone."""
        return tuple(self._stacks.values())

    def _drawn(self, cell: Cell, contrast: Contrast, measured: Measured, by_size: bool) -> Drawn:
        stack, frames = self._of(cell.table)
        statistics = stack.add(measured)
        framed = None if frames is None else frames.add(statistics.measured)
        return Drawn(statistics.measured, statistics, contrast.source, by_size, framed)

    def _of(self, table: AnswerTable) -> tuple[Stack, Stack | None]:
        if table not in self._of_table:
            self._of_table[table] = (self._texts(table), self._frames(table))
        return self._of_table[table]

    def _texts(self, table: AnswerTable) -> Stack:
        places = np.flatnonzero(table.asked)
        ids = tuple(compress(table.texts, table.asked.tolist()))
        return self._stacks.setdefault((ids, places.tobytes()), Stack(ids, places, None, self._most_counted))

    def _frames(self, table: AnswerTable) -> Stack | None:
        names = self.labels.frames(table.decision)
        if names is None:
            return None
        places = np.flatnonzero(table.asked)
        numbers = {name: n for n, name in enumerate(dict.fromkeys(names[place] for place in places))}
        clusters = np.array([numbers[names[place]] for place in places], dtype=np.int64)
        # Marked, so that frames that happen to be called like texts are no stack of texts.
        key = (("frames", *numbers), places.tobytes() + clusters.tobytes())
        return self._stacks.setdefault(key, Stack(tuple(numbers), places, clusters, self._most_counted))

    def _accuracy(self, cell: Cell) -> Drawn | None:
        """Return the column of right answers on the unedited texts that this cell is about."""
        truth = self.labels.truth(cell.table.decision)
        if cell.as_written is None or truth is None:
            return None
        written = cell.as_written.column
        asked = np.logical_and.reduce([side.column.asked for side in cell.contrast.sides])
        mask = (written.choices >= 0) & asked
        right = Measured(((written.choices == truth) & mask).astype(np.int8), mask)
        statistics = self._of(cell.table)[0].add(right)
        return Drawn(statistics.measured, statistics, Contrast((cell.as_written,), (cell.as_written,)).source)


def _control_answers(cell: Cell) -> Answers | None:
    columns = [side.column for side in cell.control_sides]
    return Answers(*answered_in(columns, MEASURES[cell.test.measure].counts)) if columns else None
