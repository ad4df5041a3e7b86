"""Ranges that hold together: for cells that a headline was picked from, and for the places of models.

One number `c` widens every range of a family alike: in 95 of 100 re-draws no statistic of the family strays further
from its point than `c` of its own standard errors. Pure functions on arrays; which cells belong together is left to
`bd.board.uncertainty`. Draws enter as whole millionths, the published digit, so that every sum of squares is exact
below 2**53 and the same answers give the same bytes on any machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION

__all__ = [
    "NORMAL",
    "Differences",
    "critical_value",
    "differences",
    "family_ranges",
    "joint_critical_value",
    "millionths",
    "place_ranges",
    "place_sets",
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


def critical_value(largest: Array) -> float:
    """Return `c`: the 95th percentile, by order statistics, of the largest standardised moves, and at least `NORMAL`.

    Of 1,000 it is the 50th largest: sorted, 0-based position 950, the one-sided fellow of
    `bd.effects.ranges.percentile_range`.

    Parameters
    ----------
    largest
        Shape (resamples,): in each re-draw, the largest move of the family in standard errors; nan where something
        could not be measured, and such a re-draw is left out.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    known = np.sort(largest[~np.isnan(largest)])
    if len(known) < FEWEST_REDRAWS:
        raise ValueError(f"a 95% range needs at least {FEWEST_REDRAWS} re-draws")
    return max(float(known[len(known) - len(known) // 20]), NORMAL)


def joint_critical_value(families: Iterable[Array]) -> float:
    """Return one `c` for several families at once, each a `largest` as in `critical_value`, over the same re-draws."""
    return critical_value(np.maximum.reduce(list(families)))


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
    moves = millionths(draws) - millionths(points)
    known = moves[~np.isnan(moves).any(axis=1)]
    errors = np.maximum(_deviation(known), np.asarray(floors) * MILLION)
    reach = critical_value(_standardised(known, errors).max(axis=1, initial=0.0)) * errors / MILLION
    return np.stack([points - reach, points + reach], axis=1)


@dataclass(frozen=True)
class Differences:
    """All pairwise differences of several models, with how far they stray in re-draws."""

    points: Array
    """Shape (models,): effects in whole millionths."""
    errors: Array
    """Shape (models, models): standard errors of the differences in millionths; 0 on the diagonal."""
    largest: Array
    """Shape (resamples,): the largest standardised move of any difference; nan where one could not be measured."""


def differences(points: Array, draws: Array, floors: Array) -> Differences:
    """Return the pairwise differences; parameters as in `family_ranges`, with models in place of cells.

    The standard error is that of the difference itself on the same re-draws. What a floor adds to the variance of
    either side, it adds to the variance of the difference; and the difference has no less than either floor, because
    two models whose answers differ on hardly a text differ in hardly a re-draw. Needs memory for (resamples, models),
    never for all pairs.
    """
    least = np.asarray(floors, dtype=np.float64) * MILLION
    whole, moves = millionths(points), millionths(draws) - millionths(points)
    measured = ~np.isnan(moves).any(axis=1)
    known = moves[measured]
    lacking = np.maximum(least**2 - _deviation(known) ** 2, 0.0)
    errors = np.zeros((len(whole), len(whole)))
    found = np.zeros(len(known))
    for one in range(len(whole) - 1):
        apart = known[:, [one]] - known[:, one + 1 :]
        own = np.sqrt(_deviation(apart) ** 2 + lacking[one] + lacking[one + 1 :])
        own = np.maximum(own, np.maximum(least[one], least[one + 1 :]))
        errors[one, one + 1 :] = errors[one + 1 :, one] = own
        found = np.maximum(found, _standardised(apart, own).max(axis=1))
    largest = np.full(len(moves), np.nan)
    largest[measured] = found
    return Differences(whole, errors, largest)


def place_sets(found: Differences, critical: float) -> list[tuple[int, int]]:
    """Return each model's range of places; 1 is the largest effect.

    Model j is surely ahead of k if `d_j - d_k > c se_jk`. A place is then in [1 + models surely ahead of it, K -
    models it is surely ahead of].
    """
    ahead = found.points[:, None] - found.points[None, :] > critical * found.errors
    count = len(found.points)
    return [(1 + int(ahead[:, k].sum()), count - int(ahead[k].sum())) for k in range(count)]


def place_ranges(points: Array, draws: Array, floors: Array) -> list[tuple[int, int]]:
    """Return simultaneous 95% ranges of the places of all models at once.

    By simultaneous ranges of all pairwise differences: Mogstad, Romano, Shaikh and Wilhelm (2024), Review of Economic
    Studies 91, "Inference for ranks". Percentiles of re-drawn ranks would be far too narrow where effects are close.

    Parameters
    ----------
    points, draws, floors
        As in `family_ranges`, with models in place of cells.

    Returns
    -------
    For each model its first and its last possible place, both included; (1, 1) for a model alone.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    found = differences(points, draws, floors)
    return place_sets(found, critical_value(found.largest))


def _deviation(whole: Array) -> Array:
    """Return the standard deviation of each column of whole numbers; every sum in it is exact."""
    count = max(len(whole), 1)
    mean = whole.sum(axis=0) / count
    deviation: Array = np.sqrt(np.maximum((whole * whole).sum(axis=0) / count - mean * mean, 0.0))
    return deviation


def _standardised(moves: Array, errors: Array) -> Array:
    """Return absolute moves in standard errors; 0 where there is no standard error."""
    ratios: Array = np.divide(np.abs(moves), errors, out=np.zeros_like(moves), where=errors > 0)
    return ratios
