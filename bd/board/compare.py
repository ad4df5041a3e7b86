"""Comparing models with each other: two on the same re-draws, and all of them in tiers.

Two models are never compared by whether two ranges overlap, but by the range of their difference. Places and their
ranges are left to `bd.board.simultaneous`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board.simultaneous import NORMAL, differences, millionths
from bd.effects.ranges import percentile_range
from bd.effects.records import DIGITS, Range

__all__ = ["Pair", "pairs", "tiers"]


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
        Shapes (models,), (resamples, models), (models,), as in `bd.board.simultaneous.place_ranges`. A re-draw in
        which one of two could not be measured is left out of that pair.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    whole, drawn = millionths(points), millionths(draws)
    plain = differences(points, draws, np.zeros(len(whole))).errors
    floored = differences(points, draws, floors).errors
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


def tiers(ranges: Sequence[tuple[float, float]]) -> tuple[int, ...]:
    """Return the tier of each model, from 1, walking down a board.

    A new tier starts only when a model's upper end falls below the lower end of the tier's first model; within a tier
    the order means nothing that the data could support.

    Parameters
    ----------
    ranges
        Lower and upper ends, in the board's order, the largest first.

    Examples
    --------
    >>> tiers([(0.5, 0.9), (0.4, 0.8), (0.3, 0.49), (0.2, 0.48)])
    (1, 1, 2, 2)
    """
    found: list[int] = []
    founder = -np.inf
    for low, high in ranges:
        if not found or high < founder:
            found.append(found[-1] + 1 if found else 1)
            founder = low
        else:
            found.append(found[-1])
    return tuple(found)
