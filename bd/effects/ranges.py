"""The one rule for the ends of a range, the spread of re-draws, and the bounds that need no re-draws.

Re-drawing says nothing where no text changed, and too little where few did: those cells carry exact bounds too.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
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

_TAIL = 0.025
_Z = 1.959963984540054
"""Upper 2.5% point of the normal distribution."""


def percentile_range(draws: NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95% percentile range of re-drawn statistics, by order statistics.

    Of 1,000 it is the 25th smallest and the 25th largest: sorted, 0-based positions 24 and 975. A re-draw in which
    nothing could be measured (nan) is left out.

    Parameters
    ----------
    draws
        One statistic of every re-draw.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws: the ends of a 95% range are not among them.
    """
    known = np.sort(draws[~np.isnan(draws)])
    if len(known) < 40:
        raise ValueError("a 95% range needs at least 40 re-draws")
    end = len(known) // 40 - 1
    return float(known[end]), float(known[len(known) - 1 - end])


def standard_deviation(draws: NDArray[np.float64]) -> float:
    """Return the standard deviation of re-drawn statistics, summed exactly; a re-draw that is nan is left out."""
    known = draws[~np.isnan(draws)].tolist()
    mean = math.fsum(known) / len(known)
    deviations = [draw - mean for draw in known]
    return math.sqrt(math.fsum(d * d for d in deviations) / len(known))


def none_seen_bound(n: int) -> float:
    """Return the largest rate that is still in the 95% range when none of `n` texts changed: `1 - 0.025 ** (1 / n)`."""
    return -math.expm1(math.log(_TAIL) / n)


def clopper_pearson(k: int, n: int) -> tuple[float, float]:
    """Return the exact 95% range of a rate with `k` of `n` texts changed (Clopper and Pearson 1934)."""
    lower = 0.0 if k == 0 else float(betaincinv(k, n - k + 1, _TAIL))
    upper = 1.0 if k == n else float(betaincinv(k + 1, n - k, 1 - _TAIL))
    return lower, upper


def paired_difference(b: int, c: int, n: int) -> tuple[float, float]:
    """Return the 95% score range of a difference of two rates on the same texts (Tango 1998).

    Parameters
    ----------
    b, c
        Texts that changed only by the edit, and only by the control.
    n
        Texts in all. The difference is `(b - c) / n`.
    """

    def score(delta: float) -> float:
        # Tango's statistic, with the constrained estimate of the rate of texts changed only by the control.
        linear = -b - c + (2 * n - b + c) * delta
        constant = -c * delta * (1 - delta)
        rate = (math.sqrt(max(linear * linear - 8 * n * constant, 0.0)) - linear) / (4 * n)
        variance = n * (2 * rate + delta * (1 - delta))
        return (b - c - n * delta) / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, b - c - n * delta)

    point = (b - c) / n
    edge = 1e-12
    lower = -1.0 if score(-1 + edge) < _Z else float(brentq(lambda d: score(d) - _Z, -1 + edge, point - edge))
    upper = 1.0 if score(1 - edge) > -_Z else float(brentq(lambda d: score(d) + _Z, point + edge, 1 - edge))
    return lower, upper


def independent_difference(k: int, n: int, control_k: int, control_n: int) -> tuple[float, float]:
    """Return the 95% range of a difference of two rates on different texts (Newcombe 1998, hybrid score)."""
    rate, control = k / n, control_k / control_n
    low, high = _wilson(k, n)
    control_low, control_high = _wilson(control_k, control_n)
    below = math.hypot(rate - low, control_high - control)
    above = math.hypot(high - rate, control - control_low)
    return rate - control - below, rate - control + above


def _wilson(k: int, n: int) -> tuple[float, float]:
    rate, z2 = k / n, _Z * _Z
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    return middle - half, middle + half
