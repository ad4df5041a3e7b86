"""Numbers as they stand in scored rows: at most six decimals, and no minus zero."""

from __future__ import annotations

from bd.effects.records import DIGITS, Range

__all__ = ["rounded", "rounded_range"]


def rounded(value: float | None) -> float | None:
    """Return the number as a row holds it."""
    return None if value is None else round(value, DIGITS) + 0.0  # adding 0.0 turns -0.0 into 0.0


def rounded_range(ends: Range | None) -> Range | None:
    """Return both ends as a row holds them."""
    return None if ends is None else (round(ends[0], DIGITS) + 0.0, round(ends[1], DIGITS) + 0.0)
