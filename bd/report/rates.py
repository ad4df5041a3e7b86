"""Selection rates and their ratio, as the data file tells them: plain fractions, and a ratio of 1 is equal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bd.board import Cell
from bd.effects.fourfifths import told
from bd.effects.records import Rates, Ratio
from bd.report.names import Names
from bd.report.words import Words

__all__ = ["rates_part", "ratio_part", "reason_part"]


def rates_part(names: Names, words: Words, cell: Cell) -> dict[str, Any] | None:
    """Return both rates of a cell and, where it is fit for one, their ratio; None without a group."""
    rates = cell.effect.rates
    if rates is None:
        return None
    found = _without_ratio(rates, cell.why_no_ratio[0]) if cell.why_no_ratio else rates
    return ratio_part({**words.rates, **words.reasons}, found) | {
        "n": rates.texts,
        "group": asdict(rates.group),
        "reference": asdict(rates.reference),
        "reference_label": _reference_label(names, words, cell),
        "rule": None if found.ratio is None else told(found),
    }


def _without_ratio(rates: Rates, why: str) -> Ratio:
    return Ratio(None, why, None, "no-ratio", None, rates.undefined, False, False, False, False)


def _reference_label(names: Names, words: Words, cell: Cell) -> str:
    test = names.test(cell.key)
    controls = test.by_role("control") if cell.effect.control.kind == "version" else ()
    labels = [version.label for version in controls or test.by_role("from")]
    return words.rates["several"] if len(labels) > 1 else labels[0] if labels else words.rates["as-written"]


def ratio_part(reasons: Mapping[str, str], found: Ratio) -> dict[str, Any]:
    """Return a ratio with its range and the marks of the four-fifths rule; every reason with its words."""
    low, high = found.range or (None, None)
    return {
        "ratio": found.ratio,
        "lo": low,
        "hi": high,
        "why": reason_part(reasons, found.why),
        "why_no_range": reason_part(reasons, found.why_no_range),
        "undefined": found.undefined,
        "upper_if_none": found.upper_if_none,
        "below_line": found.below_mark,
        "range_below_line": found.range_below_mark,
        "above_line": found.above_mark,
        "range_above_line": found.range_above_mark,
    }


def reason_part(reasons: Mapping[str, str], why: str | None) -> dict[str, str] | None:
    """Return why something has no number, with its words; None where it has one."""
    return None if why is None else {"id": why, "text": reasons[why]}
