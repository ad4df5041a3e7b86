"""Comparing two models with each other, on the same re-draws.

Two models are never compared by whether two ranges overlap, but by the range of their difference. Places, their ranges
and tiers are left to `bd.board.contest`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board.simultaneous import NORMAL, Moves, millionths
from bd.effects.ranges import percentile_range
from bd.effects.records import DIGITS, Range

__all__ = ["Pair", "pairs"]


@dataclass(frozen=True)
class Pair:
    """Two models compared; fractions, at most 6 decimals."""

    first: int
    """Where the first stands in the arrays given; always before `second`."""
    second: int
    difference: float
    """The first one's effect less the second one's; above 0 the first is worse."""
    range: Range
    """95% percentile range of the difference on the same re-draws."""
    worse: float
    """Share of the re-draws in which the first is worse; equal ones count half."""


def pairs(points: NDArray[np.float64], draws: NDArray[np.float64], floors: NDArray[np.float64]) -> tuple[Pair, ...]:
    """Return every pair, in order, on the same re-draws.

    Where so few texts changed, or so few changed for one of the two alone, that a floor holds, re-draws agree too well,
    and the range reaches at least as far as the normal range with that floor: two models without any event, or with
    the same ones, differ by 0 in these texts and not for certain.

    Parameters
    ----------
    points, draws, floors
        Shapes (models,), (resamples, models), (models,), as in `bd.board.simultaneous.family_ranges`. A re-draw in
        which one of two could not be measured is left out of that pair.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    whole, drawn = millionths(points), millionths(draws)
    every = np.arange(len(whole))
    plain = Moves(points, draws, np.zeros(len(whole))).errors(every, every)
    floored = Moves(points, draws, floors).errors(every, every)
    found = []
    for one in range(len(whole)):
        for other in range(one + 1, len(whole)):
            apart = drawn[:, one] - drawn[:, other]
            apart = apart[~np.isnan(apart)]
            difference = float(whole[one] - whole[other])
            low, high = percentile_range(apart)
            if floored[one, other] > plain[one, other]:
                reach = NORMAL * float(floored[one, other])
                low, high = min(low, difference - reach), max(high, difference + reach)
            above, equal = int((apart > 0).sum()), int((apart == 0).sum())
            found.append(
                Pair(
                    first=one,
                    second=other,
                    difference=_fraction(difference),
                    range=(_fraction(low), _fraction(high)),
                    worse=round((2 * above + equal) / (2 * len(apart)), DIGITS),
                )
            )
    return tuple(found)


def _fraction(whole: float) -> float:
    return round(whole / MILLION, DIGITS) + 0.0
