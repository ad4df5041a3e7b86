"""The saved answers behind one row, with the columns that its arithmetic is about.

Reading and checking logs is `bd.answers`' part; how short lines of Python read them is `bd.explain.reading`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bd.answers.align import AnswerTable
from bd.effects.columns import MEASURES
from bd.effects.records import Compares, Effect, Part
from bd.explain.arithmetic import Column, column_of, counted
from bd.explain.reading import Reading
from bd.study.records import Decision, Study

__all__ = ["Logs"]


@dataclass(frozen=True)
class Logs:
    """One row with the answers that it was worked out from."""

    root: Path
    study: Study
    effect: Effect
    table: AnswerTable
    control_table: AnswerTable
    """Where the control's answers stand: those of another decision, if it is borrowed."""

    @property
    def decision(self) -> Decision:
        """What was asked."""
        return self.study.decisions[self.effect.decision]

    @property
    def reading(self) -> Reading:
        """The logs, to be read by lines of Python."""
        control = self.effect.control.compares
        both = ((self.table, self.effect.compares), (self.control_table, control))
        used = ((table, part[0]) for table, compares in both for part in _parts(compares))
        counts = MEASURES[self.effect.measure].counts
        return Reading(self.root, self.study, self.table, tuple(dict.fromkeys(used)), counts)

    def column(self) -> Column:
        """Return the row's own column, on the texts that have every answer of its control where both share a list."""
        own, control = self._own(), self._control()
        return own if control is None or not self._one_list else own.only(control.mask)

    def control_column(self) -> Column | None:
        """Return the control's column, likewise; None where nothing is subtracted."""
        control = self._control()
        return control if control is None or not self._one_list else control.only(self._own().mask)

    @property
    def unlike(self) -> bool:
        """Whether change and control share a list of texts, and some text has an answer to one of them alone."""
        control = self._control()
        return control is not None and self._one_list and bool((control.mask != self._own().mask).any())

    @property
    def _one_list(self) -> bool:
        return self.effect.control.kind in ("version", "halves")

    def _own(self) -> Column:
        return column_of(self.table, self.effect.measure, self.effect.compares)

    def _control(self) -> Column | None:
        compares, kind = self.effect.control.compares, self.effect.control.kind
        if compares is None:
            return None
        if MEASURES[self.effect.measure].counts or kind in ("repeat", "borrowed"):
            return counted(self.control_table, compares)
        return column_of(self.control_table, self.effect.measure, compares)

    def same_texts(self) -> bool:
        """Tell whether the control stands on the same list of texts, so that both are re-drawn together."""
        one, other = self.table, self.control_table
        return one.texts == other.texts and bool((one.asked == other.asked).all())

    def ids(self, column: Column) -> tuple[str, ...]:
        """Return the ids of the texts that count in a column."""
        return tuple(self.table.texts[place] for place in np.flatnonzero(column.mask))


def _parts(compares: Compares | None) -> tuple[Part, ...]:
    return () if compares is None else (*compares.from_, *compares.to, *(p for other in compares.others for p in other))
