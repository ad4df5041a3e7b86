"""How many digits of an effect are published, and what "equal to the published digit" means.

Effects are fractions with at most 6 decimals, so in percentage points they have at most 4. Readers are shown
`POINT_DIGITS` of them; two effects that read the same are equal. Rounding is decimal, half away from zero, so that
the digit shown and the digit compared never differ by a binary accident.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal

__all__ = ["POINT_DIGITS", "points", "show_points", "shown_hundredths"]

POINT_DIGITS = 2
"""Decimals of a percentage point that readers see."""

_FILE_DIGITS = 4
_STEP = Decimal(1).scaleb(-POINT_DIGITS)


def points(fraction: float) -> float:
    """Return a fraction as percentage points with the 4 decimals of the data file.

    Raises
    ------
    ValueError
        If the number is not finite: "cannot be said" is None here, never NaN.

    Examples
    --------
    >>> points(0.012345)
    1.2345
    """
    if not math.isfinite(fraction):
        raise ValueError(f"{fraction!r} is not a number that can be published")
    return round(fraction * 100, _FILE_DIGITS) + 0.0


def show_points(value: float) -> str:
    """Return percentage points as readers see them, with `POINT_DIGITS` decimals; what is not 0 is never shown as 0.

    Examples
    --------
    >>> show_points(0.125), show_points(0.135), show_points(-0.001), show_points(0.0)
    ('0.13', '0.14', '>-0.01', '0.00')
    """
    rounded = _rounded(value)
    if rounded == 0 and round(value, _FILE_DIGITS) != 0:
        return f"<{_STEP}" if value > 0 else f">-{_STEP}"
    return f"{abs(rounded) if rounded == 0 else rounded:.{POINT_DIGITS}f}"


def shown_hundredths(fraction: float) -> int:
    """Return what is compared in a tie: the shown points of a fraction, as a whole number of their last digit."""
    return int(_rounded(points(fraction)).scaleb(POINT_DIGITS))


def _rounded(value: float) -> Decimal:
    return Decimal(repr(round(value, _FILE_DIGITS))).quantize(_STEP, rounding=ROUND_HALF_UP)
