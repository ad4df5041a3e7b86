"""The one rule for how much of what was asked must be answered."""

from __future__ import annotations

__all__ = ["mostly_answered"]

_PERCENT = 95


def mostly_answered(answered: int, asked: int) -> bool:
    """Tell whether enough was answered for an effect, or its control, to be ranked.

    Whole numbers, so that exactly 95 in 100 is never lost to rounding.

    Examples
    --------
    >>> mostly_answered(95, 100), mostly_answered(94, 100)
    (True, False)
    """
    return answered * 100 >= asked * _PERCENT
