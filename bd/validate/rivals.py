"""Ranges of a difference that are usual and that `bd` does not use, so that the document can show why."""

from __future__ import annotations

import math

from scipy.optimize import brentq

__all__ = ["newcombe", "tango", "wilson"]

_Z = 1.959963984540054


def wilson(k: int, n: int) -> tuple[float, float]:
    """Return the 95% score range of a rate (Wilson 1927)."""
    rate, z2 = k / n, _Z * _Z
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    return middle - half, middle + half


def newcombe(k: int, n: int, control_k: int, control_n: int) -> tuple[float, float]:
    """Return the 95% range of a difference of two rates on different texts (Newcombe 1998, hybrid score)."""
    rate, control = k / n, control_k / control_n
    low, high = wilson(k, n)
    control_low, control_high = wilson(control_k, control_n)
    below = math.hypot(rate - low, control_high - control)
    above = math.hypot(high - rate, control - control_low)
    return rate - control - below, rate - control + above


def tango(b: int, c: int, n: int) -> tuple[float, float]:
    """Return the 95% score range of a difference of two rates on the same texts (Tango 1998).

    Parameters
    ----------
    b, c
        Texts that changed only by the edit, and only by the control.
    n
        Texts in all.
    """

    def score(delta: float) -> float:
        # The constrained estimate of the rate of texts changed only by the control.
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
