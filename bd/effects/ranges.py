"""The one rule for the ends of a range, the spread of re-draws, and the bounds that need no re-draws.

Re-drawing says nothing where no text changed, and too little where few did: those cells carry exact bounds too.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

__all__ = [
    "FEWEST_EVENTS",
    "FEWEST_TEXTS",
    "clopper_pearson",
    "independent_difference",
    "none_seen_bound",
    "paired_difference",
    "percentile_range",
    "standard_deviation",
]

FEWEST_TEXTS = 10
"""Below this many texts a cell has no range."""
FEWEST_EVENTS = 10
"""Below this many changed texts the re-drawn range is too narrow, and an exact one stands beside it."""


def percentile_range(draws: NDArray[np.float64], *, level: float = 0.95) -> tuple[float, float]:
    """Return the percentile range of re-drawn statistics, by order statistics.

    Of 1,000 the 95% range goes from the 25th smallest to the 25th largest (sorted, 0-based positions 24 and 975), the
    90% range from the 50th to the 50th (49 and 950). A re-draw in which nothing could be measured (nan) is left out.

    Parameters
    ----------
    draws
        One statistic of every re-draw.
    level
        Share of the re-draws from end to end.

    Raises
    ------
    ValueError
        Fewer re-draws than have one beyond each end, 40 for a 95% range: its ends are not among them.
    """
    known = np.sort(draws[~np.isnan(draws)])
    each = round(2 / (1 - level))  # of so many re-draws one lies beyond each end, that end included
    if len(known) < each:
        raise ValueError(f"a {level:.0%} range needs at least {each} re-draws")
    end = len(known) // each - 1
    return float(known[end]), float(known[len(known) - 1 - end])


def standard_deviation(draws: NDArray[np.float64]) -> float:
    """Return the standard deviation of re-drawn statistics, summed exactly; a re-draw that is nan is left out."""
    known = draws[~np.isnan(draws)]
    deviations = known - math.fsum(known.tolist()) / len(known)
    return math.sqrt(math.fsum((deviations * deviations).tolist()) / len(known))


def none_seen_bound(n: int, *, level: float = 0.95) -> float:
    """Return the largest rate that is still in the range when none of `n` texts changed.

    `1 - 0.025 ** (1 / n)` for a two-sided 95% range, `1 - 0.05 ** (1 / n)` for a 90% range.
    """
    return -math.expm1(math.log((1 - level) / 2) / n)


def clopper_pearson(k: int, n: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the exact range of a rate with `k` of `n` texts changed (Clopper and Pearson 1934)."""
    tail = (1 - level) / 2
    lower = 0.0 if k == 0 else float(betaincinv(k, n - k + 1, tail))
    upper = 1.0 if k == n else float(betaincinv(k + 1, n - k, 1 - tail))
    return lower, upper


def paired_difference(b: int, c: int, n: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the range of a difference of two rates on the same texts, from two exact ranges.

    The difference is `(b - c) / n`, that of two parts of one multinomial, each with its exact range; they are joined
    by the method of variance estimates recovery (Newcombe 1998, Statistics in Medicine 17, p. 2635, with exact limits
    for his score limits; Zou and Donner 2008). The correlation is that of two parts of a multinomial, half a text added
    to each. Up to 9 discordant texts, the range leaves out 0 where the exact sign test does, and by a hair at 5 to 0.

    Parameters
    ----------
    b, c
        Texts that changed only by the edit, and only by the control.
    n
        Texts in all.
    """
    odds = (b + 0.5) * (c + 0.5) / ((n - b + 0.5) * (n - c + 0.5))
    return _joined(b, n, c, n, -math.sqrt(min(odds, 1.0)), level)


def independent_difference(
    k: int, n: int, control_k: int, control_n: int, *, level: float = 0.95
) -> tuple[float, float]:
    """Return the range of a difference of two rates on different texts, from two exact ranges.

    Newcombe's hybrid (1998, Statistics in Medicine 17, p. 873, method 10) with exact limits for his score limits.
    """
    return _joined(k, n, control_k, control_n, 0.0, level)


def _joined(k: int, n: int, control_k: int, control_n: int, correlation: float, level: float) -> tuple[float, float]:
    """Return the range of `k / n - control_k / control_n`.

    With score limits (Wilson's) the same formula covers as little as 90% where one rate is near 0, and Tango's score
    range of a paired difference 93%; `docs/validation.md` shows both beside this one.
    """
    rate, control = k / n, control_k / control_n
    low, high = clopper_pearson(k, n, level=level)
    control_low, control_high = clopper_pearson(control_k, control_n, level=level)
    below = _hypotenuse(rate - low, control_high - control, correlation)
    above = _hypotenuse(high - rate, control - control_low, correlation)
    return rate - control - below, rate - control + above


def _hypotenuse(own: float, other: float, correlation: float) -> float:
    return math.sqrt(own * own - 2 * correlation * own * other + other * other)
