"""Ranges that hold together, for cells that a headline was picked from, and what places need of the same re-draws.

One number `c` widens every range of a family alike: in 95 of 100 re-draws no statistic of the family strays further
from its point than `c` of its own standard errors. Pure functions on arrays; which cells belong together is left to
`bd.board.uncertainty`, places to `bd.board.contest`. Draws enter as whole millionths, the published digit, so that
every sum of squares is exact below 2**53 and the same answers give the same bytes on any machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION

__all__ = [
    "NORMAL",
    "Moves",
    "critical_value",
    "family_ranges",
    "millionths",
    "standardised",
]

Array = NDArray[np.float64]

NORMAL = 1.959963984540054
"""Upper 2.5% point of the normal distribution, the least that `c` can be: no family needs less than one statistic
alone, and where so few texts changed that a floor stands in for the standard error, re-draws alone would give less."""
FEWEST_REDRAWS = 40
"""With fewer re-draws in which everything could be measured, nothing can be said."""


def millionths(fractions: Array) -> Array:
    """Return fractions as whole millionths; nan stays nan.

    >>> millionths(np.array([0.25, -1e-7]))
    array([250000.,      0.])
    """
    whole: Array = np.rint(np.asarray(fractions, dtype=np.float64) * MILLION) + 0.0
    return whole


def critical_value(largest: Array, thousandths: int = 50) -> float:
    """Return `c`: the largest standardised move that is exceeded so rarely, by order statistics; at least `NORMAL`.

    Of 1,000 it is the 50th largest: sorted, 0-based position 950, the one-sided fellow of
    `bd.effects.ranges.percentile_range`.

    Parameters
    ----------
    largest
        Shape (resamples,): in each re-draw, the largest move of the family in standard errors; nan where something
        could not be measured, and such a re-draw is left out.
    thousandths
        How rarely: 50 for 95% certainty.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    known = np.sort(largest[~np.isnan(largest)])
    if len(known) < FEWEST_REDRAWS:
        raise ValueError(f"a 95% range needs at least {FEWEST_REDRAWS} re-draws")
    return max(float(known[len(known) - max(len(known) * thousandths // 1000, 1)]), NORMAL)


def family_ranges(points: Array, draws: Array, floors: Array) -> Array:
    """Return simultaneous 95% ranges of several effects, so that the range of a cell picked from them holds.

    Max-t over shared re-draws, as in Romano and Wolf (2005, Econometrica 73) and Hothorn, Bretz and Westfall (2008,
    Biometrical Journal 50): `c` is the 95th percentile of `max_i |d*_i - d_i| / se_i`, the range of cell i
    `d_i - c se_i .. d_i + c se_i`. The range of the largest holds at least as often as it says; that all hold at once
    is true of means of many texts, not of small rates (`docs/decisions/0009-how-certain-a-place-is.md`). A cell whose
    standard error is 0 adds nothing to `c`. One cell alone has its own t-range.

    Parameters
    ----------
    points
        Shape (cells,): the effects, fractions.
    draws
        Shape (resamples, cells): the same in every re-draw; nan where it could not be measured, and then that re-draw
        is left out for all.
    floors
        Shape (cells,): the least that each standard error may be, because re-draws of too few changed texts agree
        too well.

    Returns
    -------
    Shape (cells, 2): lower and upper ends, fractions.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    known = Moves(points, draws, floors).known
    errors = np.maximum(_deviation(known), np.asarray(floors) * MILLION)
    reach = critical_value(standardised(np.abs(known), errors).max(axis=1, initial=0.0)) * errors / MILLION
    return np.stack([points - reach, points + reach], axis=1)


class Moves:
    """How far several effects stray from their points in re-draws; parameters as in `family_ranges`.

    A re-draw in which one could not be measured is left out for all.
    """

    def __init__(self, points: Array, draws: Array, floors: Array) -> None:
        self.points = millionths(points)
        """Shape (cells,): effects in whole millionths."""
        moves = millionths(draws) - self.points
        self._measured = np.asarray(~np.isnan(moves).any(axis=1))
        self.known = moves[self._measured]
        """Shape (re-draws that are left, cells): moves in whole millionths."""
        self._least = np.asarray(floors, dtype=np.float64) * MILLION
        self._lacking = np.maximum(self._least**2 - _deviation(self.known) ** 2, 0.0)

    def errors(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Array:
        """Return the standard errors of differences in millionths, of each cell of `rows` less each of `columns`.

        They are those of the difference itself on the same re-draws. What a floor adds to the variance of either side,
        it adds to the variance of the difference; and the difference has no less than either floor, because two models
        whose answers differ on hardly a text differ in hardly a re-draw. 0 for a cell less itself.
        """
        count = max(len(self.known), 1)
        one, other = self.known[:, rows], self.known[:, columns]
        # Sums of whole numbers below 2**53, so that the product is the same on every machine.
        squares = (one * one).sum(axis=0)[:, None] + (other * other).sum(axis=0)[None, :] - 2 * (one.T @ other)
        means = (one.sum(axis=0)[:, None] - other.sum(axis=0)[None, :]) / count
        lacking = self._lacking[rows][:, None] + self._lacking[columns][None, :]
        found = np.sqrt(np.maximum(squares / count - means * means, 0.0) + lacking)
        found = np.maximum(found, np.maximum(self._least[rows][:, None], self._least[columns][None, :]))
        return np.where(rows[:, None] == columns[None, :], 0.0, found)

    def in_all(self, known: Array) -> Array:
        """Return one number of every re-draw, nan for those left out, from one of every re-draw that is not."""
        found = np.full(len(self._measured), np.nan)
        found[self._measured] = known
        return found


def _deviation(whole: Array) -> Array:
    """Return the standard deviation of each column of whole numbers; every sum in it is exact."""
    count = max(len(whole), 1)
    mean = whole.sum(axis=0) / count
    deviation: Array = np.sqrt(np.maximum((whole * whole).sum(axis=0) / count - mean * mean, 0.0))
    return deviation


def standardised(moves: Array, errors: Array) -> Array:
    """Return moves in standard errors; 0 where there is no standard error."""
    ratios: Array = np.divide(moves, errors, out=np.zeros_like(moves), where=errors > 0)
    return ratios
