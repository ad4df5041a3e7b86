"""Selection rates of a result and their ratio, from the data file to a record; what the rule says is the file's own."""

from __future__ import annotations

from bd.effects.fourfifths import MARK
from bd.site.cursor import Cursor
from bd.site.numbers import chance, count, ratio, ratio_span
from bd.site.records.boards import SelectionRates
from bd.site.records.parts import Figure

__all__ = ["selection_rates"]

_MARKS = (MARK, 1 / MARK)


def selection_rates(facet: Cursor) -> SelectionRates | None:
    """Return what is told of a result's rates; None where it has no group, or the file was made before there were."""
    if "rates" not in facet or not facet["rates"].known:
        return None
    rates = facet["rates"]
    known, bound = rates["ratio"].known, rates["upper_if_none"].known
    why = rates["why_no_range" if known else "why"]
    return SelectionRates(
        option=facet["positive_label"].text,
        reference=rates["reference_label"].text,
        group_rate=_rate(rates["group"]["rate"]),
        reference_rate=_rate(rates["reference"]["rate"]),
        texts=count(rates["n"]),
        ratio=ratio(rates["ratio"], _MARKS) if known else None,
        # Re-draws of nobody are all alike, so the exact bound takes the place of such a range.
        range=None if bound else ratio_span(rates["lo"], rates["hi"], _MARKS),
        bound=ratio(rates["upper_if_none"], _MARKS) if bound else None,
        undefined=count(rates["undefined"]) if known and rates["undefined"].value else None,
        why=why["text"].text if why.known else "",
        rule=rates["rule"].text if known else "",
        beyond=rates["below_line"].value or rates["above_line"].value,
    )


def _rate(rate: Cursor) -> Figure | None:
    return chance(rate) if rate.known else None
