"""What can be worked out without simulation: coverage as an exact sum over everything that can be counted.

A rate has `n + 1` possible counts; two rates on the same texts have one outcome for every pair of counts. The re-drawn
range of a rate is itself random, but how its ends are distributed is known: they are order statistics of 1,000 binomial
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bd.effects.ranges import FEWEST_EVENTS, clopper_pearson, independent_difference, paired_difference
from bd.effects.redraw import RESAMPLES

__all__ = [
    "RATES",
    "Worst",
    "alarms",
    "range_coverage",
    "row_coverage",
    "worst_independent",
    "worst_paired",
    "worst_rate",
]

_RARE = (0.0, 0.0001, 0.0002, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.005, 0.006, 0.008)
RATES = (*_RARE, 0.01, 0.012, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.045, 0.05)
"""Rates at which ranges that need no re-draws are tried, and all pairs of them for differences."""
_END = RESAMPLES // 40 - 1
"""How many re-draws lie beyond either end of a 95% range."""
_NEGLIGIBLE = 1e-12
_SAME = 1e-9

Array = NDArray[np.float64]
Ends = Callable[[int, int], tuple[float, float]]
"""From two counts to the ends of a range."""


@dataclass(frozen=True)
class Worst:
    """Where a range covers the truth least often."""

    coverage: float
    rate: float
    control: float


def _counts(n: int, rate: float) -> tuple[NDArray[np.int64], Array]:
    """Return the counts that are not negligible, with their probabilities."""
    counts = np.arange(n + 1)
    chances = stats.binom.pmf(counts, n, rate)
    kept = chances > _NEGLIGIBLE
    return counts[kept], chances[kept]


def _misses(n: int, rate: float) -> tuple[NDArray[np.int64], Array, Array, Array]:
    """Return counts, their chances, and how likely the re-drawn range then lies above the rate, or below it.

    It lies above where no more than 24 of the re-draws are at the rate or below.
    """
    counts, chances = _counts(n, rate)
    at_or_below = stats.binom.cdf(np.floor(n * rate + _SAME), n, counts / n)
    at_or_above = stats.binom.sf(np.ceil(n * rate - _SAME) - 1, n, counts / n)
    above = stats.binom.cdf(_END, RESAMPLES, at_or_below)
    below = stats.binom.cdf(_END, RESAMPLES, at_or_above)
    return counts, chances, above, below


def range_coverage(n: int, rate: float) -> float:
    """Return how often the re-drawn range of a rate covers it."""
    _, chances, above, below = _misses(n, rate)
    return float((chances * (1 - above - below)).sum())


def row_coverage(n: int, rate: float) -> float:
    """Return how often what a row says covers the rate: the exact range where few texts changed, else the re-drawn."""
    counts, chances, above, below = _misses(n, rate)
    held = np.array([low - _SAME <= rate <= high + _SAME for low, high in (clopper_pearson(int(k), n) for k in counts)])
    return float((chances * np.where(counts < FEWEST_EVENTS, held, 1 - above - below)).sum())


def alarms(n: int, rate: float) -> float:
    """Return how often the re-drawn range of a rate lies above a control that is known to be just as large."""
    _, chances, above, _ = _misses(n, rate)
    return float((chances * above).sum())


def worst_rate(n: int) -> Worst:
    """Return where Clopper and Pearson's range covers least, over `RATES` and every rate that a range ends at."""
    ends = [end for k in range(min(n, 60)) for end in clopper_pearson(k, n)]
    rates = [*RATES, *(end + way * _SAME for end in ends for way in (-1, 1) if 0 < end <= RATES[-1])]
    found = []
    for rate in rates:
        counts, chances = _counts(n, rate)
        ranges = (clopper_pearson(int(k), n) for k in counts)
        held = np.array([low - _NEGLIGIBLE <= rate <= high + _NEGLIGIBLE for low, high in ranges])
        found.append(Worst(float((chances * held).sum()), rate, 0.0))
    return min(found, key=lambda w: w.coverage)


def worst_paired(n: int, ends: Ends | None = None, rates: Iterable[float] = RATES) -> Worst:
    """Return where a range of a difference on the same texts covers least.

    The rates are those of texts that change by the edit alone, and by the control alone.
    """
    rates = tuple(rates)
    most = _most(n, max(rates))
    low, high = _table(ends or (lambda b, c: paired_difference(b, c, n)), most, most, n)
    counts = np.arange(most + 1)
    found = []
    for rate in rates:
        own = stats.binom.pmf(counts, n, rate)
        for control in rates:
            given = min(control / (1 - rate), 1.0)
            chances = own[:, None] * stats.binom.pmf(counts[None, :], np.maximum(n - counts, 0)[:, None], given)
            held = (low <= rate - control + _NEGLIGIBLE) & (rate - control - _NEGLIGIBLE <= high)
            found.append(Worst(float((chances * held).sum() / chances.sum()), rate, control))
    return min(found, key=lambda w: w.coverage)


def worst_independent(n: int, others: int, ends: Ends | None = None, rates: Iterable[float] = RATES) -> Worst:
    """Return where a range of a difference on different texts covers least."""
    rates = tuple(rates)
    most, most_others = _most(n, max(rates)), _most(others, max(rates))
    low, high = _table(ends or (lambda k, j: independent_difference(k, n, j, others)), most, most_others, n + others)
    found = []
    for rate in rates:
        own = stats.binom.pmf(np.arange(most + 1), n, rate)
        for control in rates:
            chances = own[:, None] * stats.binom.pmf(np.arange(most_others + 1), others, control)[None, :]
            held = (low <= rate - control + _NEGLIGIBLE) & (rate - control - _NEGLIGIBLE <= high)
            found.append(Worst(float((chances * held).sum() / chances.sum()), rate, control))
    return min(found, key=lambda w: w.coverage)


@cache
def _most(n: int, rate: float) -> int:
    """Return a count that is exceeded once in 10 million."""
    return min(n, int(stats.binom.isf(1e-7, n, rate)))


def _table(ends: Ends, rows: int, columns: int, most: int) -> tuple[Array, Array]:
    """Return both ends for every pair of counts that add up to no more than `most`; nothing is covered elsewhere."""
    low, high = np.full((2, rows + 1, columns + 1), np.nan)
    for one in range(rows + 1):
        for other in range(min(columns, most - one) + 1):
            low[one, other], high[one, other] = ends(one, other)
    return low, high
