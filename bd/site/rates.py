"""Selection rates of a result and their ratio, from the data file to a record; what the rule says is the file's own."""

from __future__ import annotations

from bd.effects.fourfifths import MARK
from bd.report import contract
from bd.site.numbers import chance, count, ratio, ratio_span
from bd.site.records.boards import SelectionRates
from bd.site.records.parts import Figure

__all__ = ["selection_rates"]

_MARKS = (MARK, 1 / MARK)


def selection_rates(facet: contract.Result) -> SelectionRates | None:
    """Return what is told of a result's rates; None where it has no group, or the file was made before there were."""
    if facet.rates is None:
        return None
    rates = facet.rates
    known, bound = rates.ratio is not None, rates.upper_if_none is not None
    why = rates.why_no_range if known else rates.why
    return SelectionRates(
        option=facet.positive_label,
        reference=rates.reference_label,
        group_rate=_rate(rates.group.rate),
        reference_rate=_rate(rates.reference.rate),
        texts=count(rates.n),
        ratio=ratio(rates.ratio, _MARKS) if rates.ratio is not None else None,
        # Re-draws of nobody are all alike, so the exact bound takes the place of such a range.
        range=None if bound else ratio_span(rates.lo, rates.hi, _MARKS),
        bound=ratio(rates.upper_if_none, _MARKS) if rates.upper_if_none is not None else None,
        undefined=count(rates.undefined) if known and rates.undefined else None,
        why=why.text if why is not None else "",
        rule=rates.rule or "" if known else "",
        beyond=rates.below_line or rates.above_line,
    )


def _rate(rate: float | None) -> Figure | None:
    return chance(rate) if rate is not None else None
