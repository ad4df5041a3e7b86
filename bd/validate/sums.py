"""Tables of the document that need no simulation: exact sums over everything that can be counted."""

from __future__ import annotations

from functools import cache

from bd.validate.exact import RATES, range_coverage, row_coverage, worst_independent, worst_paired, worst_rate
from bd.validate.rivals import newcombe, tango
from bd.validate.tables import percent

__all__ = ["LARGER", "bands", "exact_ranges", "grid", "short"]

_N = (50, 200, 500, 2000)
_RATES = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3)
_FEW = (0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 7, 9, 10)
_BANDS = ((10, 15), (15, 20), (20, 30), (30, 50), (50, 100))
_BETWEEN = (0.0, 0.05, 0.25, 0.5, 0.75)
"""How far above a whole expected count; the lowest coverage is always just above one."""
LARGER = 2000
"""Texts of the longer list, where two lists differ."""
_RIVAL_RATES = tuple(rate for rate in RATES if rate <= 0.02)


def _table(headings: list[str], body: list[list[str]]) -> str:
    lines = [headings, ["---:"] * len(headings), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@cache
def grid() -> str:
    """Return the coverage of a rate's range at every rate and number of texts."""
    body = []
    for rate in _RATES:
        cells = (f"{percent(range_coverage(n, rate))} / {percent(row_coverage(n, rate))}" for n in _N)
        body.append([f"{rate}", *cells])
    return _table(["rate", *(f"{n} texts" for n in _N)], body)


@cache
def short() -> str:
    """Return how far re-drawing alone falls short where few events are expected."""
    body = [
        [f"{events:g}", percent(range_coverage(500, events / 500)), percent(row_coverage(500, events / 500))]
        for events in _FEW
    ]
    return _table(["expected events in 500 texts", "re-drawn `range` alone", "what the row says"], body)


@cache
def bands() -> str:
    """Return the lowest, mean and highest coverage of the re-drawn range by the expected events."""
    body = []
    for low, high in _BANDS:
        rates = [(whole + more) / 500 for whole in range(low, high) for more in _BETWEEN]
        found = [range_coverage(500, rate) for rate in rates]
        least, where = min(zip(found, rates, strict=True))
        rows = min(row_coverage(500, rate) for rate in rates)
        shares = [percent(least), f"{500 * where:.4g}", percent(sum(found) / len(found)), percent(max(found))]
        body.append([f"{low} to {high}", *shares, percent(rows)])
    return _table(["expected events", "lowest", "at", "mean", "highest", "the row, lowest"], body)


@cache
def exact_ranges() -> str:
    """Return the lowest coverage of every range that needs no re-draws, and of two usual ones beside them."""
    body = []
    for n in _N:
        rate, paired, apart = worst_rate(n), worst_paired(n), worst_independent(n, LARGER)
        score = worst_paired(n, lambda b, c, n=n: tango(b, c, n), _RIVAL_RATES)  # type: ignore[misc]
        hybrid = worst_independent(n, LARGER, lambda k, j, n=n: newcombe(k, n, j, LARGER))  # type: ignore[misc]
        found = [percent(w.coverage) for w in (rate, paired, apart, score, hybrid)]
        body.append([str(n), *found])
    headings = ["texts", "rate", "difference, same texts", "difference, other texts", "Tango", "Newcombe"]
    return _table(headings, body)
