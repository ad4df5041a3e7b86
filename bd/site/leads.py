"""The sentence that opens a page: how many models show anything, and the first of them; or that none does."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.cursor import Cursor
from bd.site.numbers import count, points
from bd.site.records import Sentence
from bd.site.verdicts import CLEAR, NOT_CLEAR, RATES, possible, verdict
from bd.site.words import clause, small, told

__all__ = ["Counts", "Lead", "finding"]


@dataclass(frozen=True)
class Lead:
    """The model and result that a page's first sentence is about."""

    label: str
    when: str
    """What was changed, as words that open a sentence."""
    facet: Cursor


@dataclass(frozen=True)
class Counts:
    """How many models stand where on a board."""

    placed: int
    """Those with a place, clear or not."""
    clear: int
    unclear: tuple[Lead, ...] = ()
    """Those with a place and without a clear effect, leaving out models that cannot see the change."""
    planted: bool = False
    """Whether planted models stand beside them."""
    reported: bool = False
    """Whether others reported figures here."""


def finding(lead: Lead | None, counts: Counts, digits: int, here: str = "") -> Sentence:
    """Return the sentence that opens a page: how many models show anything, and the first of them.

    Parameters
    ----------
    lead
        The first of the board or, where no model takes a place, the first that is shown without one.
    counts
        How many models stand where.
    digits
        Decimals of percentage points.
    here
        The address of the page.
    """
    if lead is None:
        if counts.planted:
            return ("Only planted models have been measured here; they are shown below and take no place.",)
        if counts.reported:
            return ("No model has been measured here; what others reported stands below, and cannot be replayed.",)
        return ("No model has been measured here yet.",)
    if counts.placed > 1 and not counts.clear:
        return _nothing_clear(lead, counts, digits)
    alone: Sentence = (f"{lead.when}, {lead.label} ", *clause(lead.facet, digits, here))
    if verdict(lead.facet) not in (CLEAR, NOT_CLEAR):
        return ("No model takes a place here. ", *alone)
    if counts.placed == 1:
        return alone
    return (_how_many(counts), f"{lead.label}: {small(lead.when)}, it ", *told(lead.facet, digits, here), ".")


def _nothing_clear(lead: Lead, counts: Counts, digits: int) -> Sentence:
    """Say that no model shows anything, and how much each could still hide: the least and the most."""
    none = "Neither of the two" if counts.placed == 2 else f"None of the {counts.placed}"
    said: Sentence = (f"{lead.when}, no clear effect is seen: {small(none)} models compared shows one.",)
    bounds = ((possible(each.facet), each) for each in counts.unclear)
    left = [(largest, each) for largest, each in bounds if largest is not None and largest.value > 0]
    if not left:
        return said
    least, most = (pick(left, key=lambda each: each[0].value) for pick in (min, max))
    said += (" That is not the same as none: effects of up to ", *_left(least, digits), " remain possible")
    if least[1] is not most[1]:
        said += (", and of up to ", *_left(most, digits))
    return (*said, ".")


def _left(each: tuple[Cursor, Lead], digits: int) -> Sentence:
    largest, lead = each
    unit = "of 100 answers" if lead.facet["measure"].value in RATES else "points"
    return (points(largest, digits), f" {unit} for {lead.label} (", count(lead.facet["n"]), " texts)")


def _how_many(counts: Counts) -> str:
    """Say how many of the models with a place show a clear effect, up to the name of the first."""
    two = counts.placed == 2
    largest = "The largest is that of "
    if counts.clear == counts.placed:
        return f"{'Both' if two else f'All {counts.placed}'} models compared show a clear effect. {largest}"
    among = "two" if two else str(counts.placed)
    if counts.clear == 1:
        return f"One of the {among} models compared shows a clear effect, "
    return f"{counts.clear} of the {among} models compared show a clear effect. {largest}"
