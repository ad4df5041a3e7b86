"""How numbers look: every figure on a page is made here, from a place in the data file.

Rounding is decimal, half away from zero, as in `bd.board`, to the digits that the data file names. A minus is a minus
sign, and nothing is ever "-0".
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

import orjson

from bd.report import contract
from bd.site.records.parts import Figure, Span
from bd.site.text import worded

__all__ = [
    "MINUS",
    "chance",
    "count",
    "percent",
    "place",
    "points",
    "ratio",
    "ratio_span",
    "rounded",
    "share",
    "signed",
    "size",
    "span",
    "whole",
    "with_sign",
]

MINUS = "\u2212"
_WIDE = Context(prec=400)
"""Room for the largest number that JSON can hold, with decimals."""
_CHANCE_DIGITS = 1
_RATIO_DIGITS, _MOST_RATIO_DIGITS = 2, 6


@lru_cache(maxsize=1 << 16)
def rounded(value: float, digits: int) -> str:
    """Return a number with so many decimals.

    Examples
    --------
    >>> rounded(7.4213, 1), rounded(-0.004, 2), rounded(0.125, 2)
    ('7.4', '0.00', '0.13')
    """
    number = Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP, context=_WIDE)
    return f"{MINUS if number < 0 else ''}{number.copy_abs():f}"


def _shown(value: float, digits: int) -> str:
    """Return a number with so many decimals; one that is not 0 is never shown as if it were.

    >>> _shown(0.0004, 2), _shown(-0.0004, 2), _shown(0.0, 2)
    ('<0.01', 'just below 0', '0.00')
    """
    text = rounded(value, digits)
    if value and not text.strip("0."):
        return f"<{rounded(10.0**-digits, digits)}" if value > 0 else worded("number.below")
    return text


def _figure(at: float, text: str) -> Figure:
    exact = int(at) if isinstance(at, int) else float(at)
    return Figure(text, orjson.dumps(exact).decode(), contract.pointer(at))


def points(at: float, digits: int) -> Figure:
    """Return percentage points, or a share in 100, without its unit."""
    return _figure(at, _shown(at, digits))


def whole(at: float) -> Figure:
    """Return how large a number is without decimals, for a picture: `45`, and `<1` for less than one that is not 0."""
    return _figure(at, "<1" if 0 < abs(at) < 1 else rounded(abs(at), 0))


def size(at: float, digits: int) -> Figure:
    """Return how large a number in percentage points is, where the words say on which side of zero."""
    return _figure(at, _shown(abs(at), digits))


def span(low: float | None, high: float | None, digits: int) -> Span | None:
    """Return a range in percentage points; None where there is none."""
    if low is None or high is None:
        return None
    return Span(points(low, digits), points(high, digits))


def count(at: float) -> Figure:
    """Return a whole number, its thousands apart."""
    return _figure(at, f"{at:,}")


def place(at: float) -> Figure:
    """Return a place, or an average of places: `1`, `2.5`, `1.33`."""
    text = rounded(at, 2)
    return _figure(at, text.rstrip("0").rstrip(".") if "." in text else text)


def share(at: float) -> Figure:
    """Return a percentage that is no effect, such as an accuracy: `81.3%`, `100%`."""
    return _figure(at, f"{rounded(at, _CHANCE_DIGITS).removesuffix('.0')}%")


def percent(at: float) -> Figure:
    """Return a fraction as a percentage with no more digits than it has: `10%`, `2.5%`."""
    return _figure(at, f"{Decimal(repr(at)) * 100:f}".rstrip("0").rstrip(".") + "%")


def ratio(at: float, marks: Iterable[float] = ()) -> Figure:
    """Return a plain ratio with two decimals, or as many as it takes to see on which side of each mark it lies."""
    sides = [(at > mark) - (at < mark) for mark in marks]
    for digits in range(_RATIO_DIGITS, _MOST_RATIO_DIGITS + 1):
        text = rounded(at, digits)
        if [(float(text) > mark) - (float(text) < mark) for mark in marks] == sides:
            break
    return _figure(at, text)


def ratio_span(low: float | None, high: float | None, marks: Iterable[float] = ()) -> Span | None:
    """Return a range of ratios; None where there is none."""
    if low is None or high is None:
        return None
    return Span(ratio(low, marks), ratio(high, marks))


def signed(at: float) -> Figure:
    """Return a difference of probabilities in percentage points, with its sign: `+7.2`, `0.0`."""
    return _figure(at, with_sign(rounded(at, _CHANCE_DIGITS)))


def with_sign(text: str) -> str:
    """Return a number as it is shown with a plus before it, where it is above zero."""
    return text if text.startswith(MINUS) or not float(text) else f"+{text}"


def chance(at: float) -> Figure:
    """Return a probability, which the data file keeps as a fraction, as a percentage: `73.1%`."""
    return _figure(at, _percentage(at))


@lru_cache(maxsize=1 << 16)
def _percentage(fraction: float) -> str:
    return f"{rounded(float(Decimal(repr(fraction)) * 100), _CHANCE_DIGITS)}%"
