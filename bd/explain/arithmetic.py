"""The arithmetic of one scored row, from its `compares` alone: one whole number for each text, their sum, their mean.

This is written down a second time on purpose, in the simplest form, so that what is printed does not lean on the code
that made the row. Both are compared before anything is printed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.align import Column as Answers
from bd.answers.read import MILLION
from bd.effects.columns import MEASURES
from bd.effects.records import Compares, Part

__all__ = ["Column", "Weighted", "column_of", "counted", "saved_log", "weighted"]

Weighted = tuple[int, Part]
"""How often a version's probability counts in a column, and which version it is."""


@dataclass(frozen=True)
class Column:
    """A whole number for each text of the decision."""

    y: NDArray[np.int64]
    """0 where the text does not count."""
    mask: NDArray[np.bool_]
    unit: int
    """What the numbers are divided by to give a fraction."""

    def only(self, mask: NDArray[np.bool_]) -> Column:
        """Return the column on those of its texts that are in `mask` too."""
        both = self.mask & mask
        return Column(np.where(both, self.y, 0), both, self.unit)

    @property
    def texts(self) -> int:
        """How many texts count."""
        return int(self.mask.sum())

    @property
    def total(self) -> int:
        """The sum."""
        return int(self.y[self.mask].sum())

    @property
    def value(self) -> float | None:
        """The mean, as a fraction; None where no text counts."""
        return self.total / (self.texts * self.unit) if self.texts else None


def weighted(measure: str, compares: Compares) -> tuple[tuple[Weighted, ...], int]:
    """Return a column of confidence as a weighted sum of versions, and its unit.

    Means over several versions and over other groups are multiplied out, so that weights are whole. A weight of 0 is a
    version whose answer is needed all the same: a stereotype's control cancels.

    Examples
    --------
    >>> weighted("shift", Compares((("log", "-a"),), (("log", "-b"),)))
    (((1, ('log', '-b')), (-1, ('log', '-a'))), 1000000)
    """
    others = compares.others if MEASURES[measure].against_others else ()
    sides = (compares.to, *others) if others else (compares.to, compares.from_)
    times = math.lcm(*(len(side) for side in sides))
    most = len(others) or 1
    found = [(most * times // len(compares.to), part) for part in compares.to]
    for side in sides[1:]:
        found += [(-(times // len(side)), part) for part in side]
    if others:
        found += [(0, part) for part in compares.from_]
    return tuple(found), most * times * MILLION


def column_of(table: AnswerTable, measure: str, compares: Compares) -> Column:
    """Return the column of a measure from one build's answers to one decision."""
    if MEASURES[measure].counts:
        return counted(table, compares)
    parts, unit = weighted(measure, compares)
    answers = [(weight, _answers(table, part)) for weight, part in parts]
    mask = _every(a.asked & (a.choices >= 0) & (a.millionths >= 0) for _, a in answers)
    y = sum((weight * a.millionths.astype(np.int64) for weight, a in answers), np.zeros(len(mask), dtype=np.int64))
    return Column(np.where(mask, y, 0), mask, unit)


def counted(table: AnswerTable, compares: Compares) -> Column:
    """Return 1 for each text whose answer changed, from one version to another."""
    before, after = (_answers(table, side[0]) for side in (compares.from_, compares.to))
    mask = _every(a.asked & (a.choices >= 0) for a in (before, after))
    return Column(np.where(mask, before.choices != after.choices, 0).astype(np.int64), mask, 1)


def saved_log(table: AnswerTable, path: str) -> SavedLog:
    """Return a log by its path; KeyError if there is none."""
    return next(saved for saved in table.logs.values() if saved.path == path)


def _answers(table: AnswerTable, part: Part) -> Answers:
    return table.column(saved_log(table, part[0]), part[1])


def _every(masks: Iterable[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.logical_and.reduce(list(masks))
    return found
