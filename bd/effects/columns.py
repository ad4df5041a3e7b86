"""The measures: each turns the sides of a comparison into one whole number for each text, and a mask.

A measure is a small function in the table `MEASURES`. Its value is the mean of the column over the mask, divided by
the column's unit; nothing else enters a range. Means over several versions, and over several groups, are multiplied out
by what they would be divided by, so that columns stay whole and sums of re-draws exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import Column
from bd.answers.read import MILLION

__all__ = [
    "MEASURES",
    "Measure",
    "Measured",
    "Sides",
    "answered",
    "answered_in",
    "changed",
    "moves",
    "picked",
    "positive",
    "stereotype",
    "verdicts",
]


@dataclass(frozen=True)
class Sides:
    """The answers that a measure is worked out from; a side may hold several versions of each text."""

    before: Sequence[Column]
    after: Sequence[Column]
    others: Sequence[Sequence[Column]] = ()
    """The sides of the other groups, for a stereotype."""
    positive: int = 0
    """Index of the option whose probability is followed."""


@dataclass(frozen=True)
class Measured:
    """One column: a whole number for each text."""

    y: NDArray[np.signedinteger[Any]]
    """0 where the mask is False."""
    mask: NDArray[np.bool_]
    """True where every answer that the measure needs exists."""
    unit: int = 1
    """What the column is divided by to give a fraction."""

    @property
    def texts(self) -> int:
        """How many texts count."""
        return int(self.mask.sum())

    @property
    def total(self) -> int:
        """The exact sum over the texts that count."""
        return int(self.y.sum(dtype=np.int64))

    @property
    def value(self) -> float | None:
        """The mean over the texts that count, as a fraction; None where there is none."""
        return self.total / (self.texts * self.unit) if self.texts else None

    def only(self, mask: NDArray[np.bool_]) -> Measured:
        """Return the column on those of its texts that are in `mask` too."""
        return _measured(self.y, self.mask & mask, self.unit)


@dataclass(frozen=True)
class Measure:
    """What a measure needs to be known for besides its column."""

    column: Callable[[Sides], Measured]
    counts: bool
    """True if the column counts changed answers; False if it is a difference of confidence."""
    by_size: bool
    """True if a negative mean is reflected: how far matters, and which way is told beside it."""
    from_control: bool
    """True if the change is measured from the control version itself, so that nothing is left to subtract."""
    moves: bool
    """True if the mean and the largest move of confidence are told beside it."""
    against_others: bool = False
    """True if a group is compared with the other groups."""
    unseen_matters: bool = True
    """False where the text is not changed, so that exactly equal answers are what one expects."""


def verdicts(columns: Sequence[Column], positive: int) -> NDArray[np.int8]:
    """Return the option that a side chooses for each text, -1 where an answer that it needs is missing.

    One version's verdict is its choice. Of several it is what most of them choose; where they are divided equally, the
    positive option if its mean probability exceeds one half, or reaches the cutoff where one decides, else the other.
    """
    if len(columns) == 1:
        return np.where(answered(columns), columns[0].choices, -1).astype(np.int8)
    votes = np.sum([c.choices == positive for c in columns], axis=0, dtype=np.int64)
    confidence = _times_mean(columns, len(columns))
    divided = 2 * votes == len(columns)
    wins = (2 * votes > len(columns)) | (divided & _surer(confidence, columns))
    found = np.where(wins, positive, 1 - positive)
    return np.where(answered(columns) & _with_probability(columns), found, -1).astype(np.int8)


def _surer(confidence: NDArray[np.int64], columns: Sequence[Column]) -> NDArray[np.bool_]:
    """Tell by the sum of several versions' probabilities where the positive option is chosen."""
    cutoff = columns[0].cutoff
    if cutoff is None:
        return np.asarray(2 * confidence > len(columns) * MILLION)
    return np.asarray(confidence >= math.ceil(len(columns) * Fraction(repr(cutoff)) * MILLION))


def positive(columns: Sequence[Column], option: int, counts: bool) -> Measured:
    """Return how far one side is for the positive option: 1 where it chooses it, or its mean probability."""
    if counts:
        found = verdicts(columns, option)
        return _measured(found == option, found >= 0, 1)
    mask = answered(columns) & _with_probability(columns)
    return _measured(_times_mean(columns, len(columns)), mask, len(columns) * MILLION)


def changed(sides: Sides) -> Measured:
    """Return 1 where the verdict differs."""
    before, after = verdicts(sides.before, sides.positive), verdicts(sides.after, sides.positive)
    return _measured(before != after, (before >= 0) & (after >= 0), 1)


def moves(sides: Sides) -> Measured:
    """Return by how much the positive option's probability rises, from mean to mean where a side has several versions.

    With the least common multiple `m` of the numbers of versions, in `m`-ths of a millionth.
    """
    times = math.lcm(len(sides.before), len(sides.after))
    y = _times_mean(sides.after, times) - _times_mean(sides.before, times)
    needed = [*sides.before, *sides.after]
    return _measured(y, answered(needed) & _with_probability(needed), times * MILLION)


def stereotype(sides: Sides) -> Measured:
    """Return by how much further the probability of the positive option rises for one group than for the others.

    `s[g] - mean over others h of s[h]`, where `s` is a group's probability less the control's. The control cancels, but
    its answer is needed: without it no `s` is known. With `k` other groups, in `k`-ths of a millionth.
    """
    count = len(sides.others)
    times = math.lcm(len(sides.after), *(len(other) for other in sides.others))
    y = count * _times_mean(sides.after, times) - sum(_times_mean(other, times) for other in sides.others)
    needed = [*sides.before, *sides.after, *(column for other in sides.others for column in other)]
    return _measured(y, answered(needed) & _with_probability(needed), count * times * MILLION)


def answered_in(columns: Sequence[Column], counts: bool) -> tuple[int, int]:
    """Return how many texts were to be asked in all of these versions, and how many of them have every answer.

    Unless a measure counts choices, an answer without a probability is none.
    """
    mask = answered(columns) if counts else answered(columns) & _with_probability(columns)
    return int(np.logical_and.reduce([c.asked for c in columns]).sum()), int(mask.sum())


def picked(columns: Sequence[Column], positive: int, mask: NDArray[np.bool_]) -> Measured:
    """Return how many versions of a text are given the positive option, over how many there are.

    Each version counts for itself: what most of several say would hide how often it was close.
    """
    y: NDArray[np.int64] = np.sum([c.choices == positive for c in columns], axis=0, dtype=np.int64)
    return _measured(y, mask, len(columns))


def answered(columns: Iterable[Column]) -> NDArray[np.bool_]:
    """Return where every version has an answer, of texts that were to be asked in all of them."""
    found: NDArray[np.bool_] = np.logical_and.reduce([(c.choices >= 0) & c.asked for c in columns])
    return found


def _with_probability(columns: Iterable[Column]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.logical_and.reduce([c.millionths >= 0 for c in columns])
    return found


def _times_mean(columns: Sequence[Column], times: int) -> NDArray[np.int64]:
    """Return `times` the mean probability in millionths; `times` is a multiple of the number of versions."""
    total: NDArray[np.int64] = np.sum([c.millionths for c in columns], axis=0, dtype=np.int64)
    return total * (times // len(columns))


def _measured(y: NDArray[Any], mask: NDArray[np.bool_], unit: int) -> Measured:
    kept = np.where(mask, y, 0)
    largest = max(int(kept.max(initial=0)), -int(kept.min(initial=0)))
    # Columns are held until the last number is known, so they are no wider than they need be.
    width = next(width for width in (np.int8, np.int32, np.int64) if largest <= np.iinfo(width).max)
    return Measured(kept.astype(width), mask, unit)


MEASURES: Mapping[str, Measure] = {
    "flip": Measure(changed, counts=True, by_size=False, from_control=False, moves=False),
    "order": Measure(changed, counts=True, by_size=False, from_control=False, moves=True),
    "repeat": Measure(changed, counts=True, by_size=False, from_control=False, moves=True, unseen_matters=False),
    "shift": Measure(moves, counts=False, by_size=True, from_control=True, moves=False),
    "shift-of-means": Measure(moves, counts=False, by_size=True, from_control=False, moves=False),
    "stereotype": Measure(stereotype, counts=False, by_size=False, from_control=True, moves=False, against_others=True),
}
