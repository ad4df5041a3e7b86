"""One line of numbers for everything that is drawn: where a value stands on it, and the round numbers along it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from bd.report import contract
from bd.site.numbers import rounded
from bd.site.records.charts import Mark
from bd.site.records.parts import Tick
from bd.site.verdicts import told_range

__all__ = ["Scale", "drawn", "scale_of"]

_LEAST = 5.0
"""Percentage points that the line is at least long, so that a tiny effect does not look like a large one."""
_ROOM = 0.04
"""Share of the line left free at both ends."""
_STEPS = (1, 2, 5)
_MOST_TICKS = 6
"""As many numbers as a narrow screen has room for."""


@dataclass(frozen=True)
class Scale:
    """Numbers on a line from 0 to 100, the same for everything in a picture."""

    low: float
    high: float

    def at(self, value: float) -> float:
        """Return where a number stands, within the line."""
        inside = min(max(value, self.low), self.high)
        return round(100 * (inside - self.low) / (self.high - self.low), 2)

    def holds(self, value: float) -> bool:
        """Whether a number is on the line, and not past its ends."""
        return self.low <= value <= self.high

    def mark(self, facet: contract.Result, *, signed: bool = False) -> Mark:
        """Return a measured result drawn on the line; signed, left of zero where what was measured is negative."""
        value, lo, hi = drawn(facet, signed=signed)
        found = facet.min_detectable
        return Mark(
            value=self.at(value),
            lo=None if lo is None else self.at(lo),
            hi=None if hi is None else self.at(hi),
            band=self._band(found) if found else None,
        )

    def _band(self, found: float) -> tuple[float, float]:
        start = self.at(-found)
        return start, round(self.at(found) - start, 2)

    def ticks(self, unit: str = "", *, step: float = 0.0) -> tuple[Tick, ...]:
        """Return round numbers along the line, each with its unit; few enough for a narrow screen, or every `step`."""
        step = step or _step(self.high - self.low)
        digits = max(0, -math.floor(math.log10(step)))
        numbers = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        return tuple(Tick(self.at(number * step), rounded(number * step, digits) + unit) for number in numbers)


def drawn(facet: contract.Result, *, signed: bool = False) -> tuple[float, float | None, float | None]:
    """Return a result as it is drawn: value, lower and upper end, both None where there is no range.

    The exact range is drawn where so few texts changed that re-draws collapse. Effects are read by size; signed, they
    get back the sign of what was measured.
    """
    value = facet.excess.value
    lo, hi = told_range(facet)
    if lo is None or hi is None:
        lo = hi = None
    if signed and (facet.raw.value or 0) < 0:
        return -value, None if hi is None else -hi, None if lo is None else -lo
    return value, lo, hi


def _step(length: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, ...) that cuts a line into few enough pieces."""
    power = 10.0 ** math.floor(math.log10(length / _MOST_TICKS))
    return next(s * power for s in (*_STEPS, 10) if length / (s * power) <= _MOST_TICKS)


def scale_of(facets: Iterable[contract.Result], *, signed: bool = False) -> Scale | None:
    """Return the scale that holds every measured result with its range; None where there is nothing to draw."""
    ends = [0.0]
    for facet in facets:
        if isinstance(facet, contract.Result):
            ends += [each for each in drawn(facet, signed=signed) if each is not None]
    low, high = min(ends), max(ends)
    if high == low:
        return None
    if signed:  # zero in the middle, so that neither side looks like the usual one
        high = max(high, -low, _LEAST / 2)
        low = -high
    high = max(high, low + _LEAST)
    room = (high - low) * _ROOM
    return Scale(low - room, high + room)
