"""The measures: each turns two sides of answers into one whole number for each text, and a mask.

A measure is a small function in the table `MEASURES`. Its value is the mean of the column over the mask, divided by
the measure's unit; nothing else enters a range.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import Column
from bd.answers.read import MILLION

__all__ = ["MEASURES", "Measure", "Measured", "answered_by_both", "changed", "moves"]


@dataclass(frozen=True)
class Measured:
    """One column: a whole number for each text."""

    y: NDArray[np.int64]
    """0 where the mask is False."""
    mask: NDArray[np.bool_]
    """True where every answer that the measure needs exists."""

    @property
    def texts(self) -> int:
        """How many texts count."""
        return int(self.mask.sum())

    @property
    def total(self) -> int:
        """The exact sum over the texts that count."""
        return int(self.y.sum())


@dataclass(frozen=True)
class Measure:
    """What a measure needs to be known for besides its column."""

    column: Callable[[Column, Column], Measured]
    """From the answers before and after the change."""
    unit: int
    """What the column is divided by to give a fraction."""
    counts: bool
    """True if the column counts changed answers; False if it is a move of confidence, read by size."""
    from_control: bool
    """True if the change is measured from the control version itself, so that nothing is left to subtract."""
    moves: bool
    """True if the mean and the largest move of confidence are told beside it."""
    unseen_matters: bool = True
    """False where the text is not changed, so that exactly equal answers are what one expects."""


def answered_by_both(before: Column, after: Column) -> NDArray[np.bool_]:
    """Return where both sides have an answer, of texts that were to be asked in both versions."""
    return (before.choices >= 0) & (after.choices >= 0) & before.asked & after.asked


def changed(before: Column, after: Column) -> Measured:
    """Return 1 where the answer differs."""
    mask = answered_by_both(before, after)
    return Measured(((before.choices != after.choices) & mask).astype(np.int64), mask)


def moves(before: Column, after: Column) -> Measured:
    """Return by how many millionths the probability of the positive option rises."""
    mask = answered_by_both(before, after) & (before.millionths >= 0) & (after.millionths >= 0)
    y = after.millionths.astype(np.int64) - before.millionths
    return Measured(np.where(mask, y, 0), mask)


MEASURES: Mapping[str, Measure] = {
    "flip": Measure(changed, unit=1, counts=True, from_control=False, moves=False),
    "order": Measure(changed, unit=1, counts=True, from_control=False, moves=True),
    "repeat": Measure(changed, unit=1, counts=True, from_control=False, moves=True, unseen_matters=False),
    "shift": Measure(moves, unit=MILLION, counts=False, from_control=True, moves=False),
}
