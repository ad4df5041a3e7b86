"""What is subtracted from a cell: the control edit's own rate, a repeat on another decision, or nothing.

A repeat is taken from the same model and decision; where the model was not asked twice there, the largest repeat rate
of that model on any decision is borrowed; where it never was, nothing is subtracted, and the row says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import SavedLog
from bd.effects.cells import Cell, Side
from bd.effects.columns import Measured
from bd.effects.ranges import FEWEST_TEXTS, independent_difference, paired_difference, percentile_range
from bd.effects.records import Compares
from bd.effects.stack import Stack

__all__ = ["NOTHING", "Drawn", "Subtracted", "exact_difference", "repeat_rates"]


@dataclass(frozen=True)
class Drawn:
    """A column with its value and its mean in every re-draw."""

    measured: Measured
    stack: Stack
    place: int
    unit: int
    before: Side
    after: Side

    @property
    def compares(self) -> Compares:
        """Which rows stand on which side."""
        return Compares((self.before.part,), (self.after.part,))

    @property
    def logs(self) -> tuple[SavedLog, SavedLog]:
        """The logs behind it; one log may hold both sides."""
        return (self.before.saved, self.after.saved)

    @property
    def value(self) -> float | None:
        """The mean over the texts that count, as a fraction; None where there is none."""
        return self.measured.total / (self.measured.texts * self.unit) if self.measured.texts else None

    @property
    def draws(self) -> NDArray[np.float64]:
        """The same in every re-draw."""
        return self.stack.means(self.place, self.unit)

    @property
    def range(self) -> tuple[float, float] | None:
        """The 95% range; None below the fewest texts."""
        return percentile_range(self.draws) if self.measured.texts >= FEWEST_TEXTS else None


@dataclass(frozen=True)
class Subtracted:
    """One control as it is used."""

    kind: str
    drawn: Drawn | None
    """None where nothing is subtracted."""
    from_: str | None = None
    """For a borrowed control, the scored file it stands in."""

    @property
    def value(self) -> float:
        """What is subtracted."""
        return 0.0 if self.drawn is None else self.drawn.value or 0.0


NOTHING = Subtracted("none", None)


def repeat_rates(repeats: Mapping[str, list[tuple[Cell, Drawn]]]) -> dict[str, Subtracted]:
    """Return each build's largest repeat rate, to be borrowed where it was not asked twice; ties by decision."""
    rates: dict[str, Subtracted] = {}
    for build, found in repeats.items():
        known = [(drawn.value, cell, drawn) for cell, drawn in found if drawn.value is not None]
        if known:
            _, cell, drawn = min(known, key=lambda k: (-k[0], k[1].table.decision))
            rates[build] = Subtracted("borrowed", drawn, f"studies/{cell.table.decision}-{cell.test.edit}.jsonl")
    return rates


def exact_difference(own: Drawn, control: Subtracted) -> tuple[int, tuple[float, float] | None]:
    """Return how many texts changed on one side only, and the exact 95% range of the difference of two rates.

    Where both sides stand on the same list of texts, only texts with both answers count, as pairs.
    """
    if control.drawn is None or not own.measured.texts or not control.drawn.measured.texts:
        return own.measured.total, None
    other = control.drawn.measured
    if control.drawn.stack is not own.stack:
        found = independent_difference(own.measured.total, own.measured.texts, other.total, other.texts)
        return own.measured.total + other.total, found
    both = own.measured.mask & other.mask
    only_own = int((own.measured.y[both] > other.y[both]).sum())
    only_other = int((other.y[both] > own.measured.y[both]).sum())
    texts = int(both.sum())
    return only_own + only_other, paired_difference(only_own, only_other, texts) if texts else None
