"""The sentences that open a page, three at most: how many models show anything, and the first; or that none does.

Where more models move with every phrase alike than show an effect that is ranked, or one clearly goes the other way on
a single question, that comes first: a reader who stops there must not take the one effect for the finding.
"""

from __future__ import annotations

from bd.site.apart import Lead, ModelCounts, all_alike, aside, both_ways, largest
from bd.site.counted import besides, counted
from bd.site.numbers import count, points
from bd.site.records.parts import Sentence
from bd.site.text import worded
from bd.site.verdicts import ALIKE, CLEAR, NOT_CLEAR, RATES, REVERSE, possible, verdict
from bd.site.words import capital, clause, listed, small

__all__ = ["Lead", "ModelCounts", "finding"]


def finding(lead: Lead | None, counts: ModelCounts, digits: int, here: str = "") -> Sentence:
    """Return the sentences that open a page.

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
    alike, other = ([each for each in counts.unplaced if verdict(each.facet) == why] for why in (ALIKE, REVERSE))
    if other and counts.cells == 1:
        return both_ways(other, lead, counts, digits, here)
    if len(alike) > max(counts.clear, 1):
        return all_alike(alike, lead, counts, digits, here)
    if counts.placed > 1 and not counts.clear and not counts.alone:
        return _nothing_clear(lead, counts, digits)
    if not lead.firm:
        return _clear_alone(lead, counts, digits, here)
    alone: Sentence = (f"{lead.when}, {lead.label} ", *clause(lead.facet, digits, here))
    if verdict(lead.facet) not in (CLEAR, NOT_CLEAR):
        return ("No model takes a place here. ", *alone)
    if counts.placed <= 1:
        return alone
    first = (f"{lead.label}: {small(lead.when)}, it ", *largest(lead, digits, here))
    beside = aside(alike, digits) if counts.cells == 1 else ()
    return (*_how_many(counts, beside), *first, *counted(lead.facet), *besides(lead.facet))


def _nothing_clear(lead: Lead, counts: ModelCounts, digits: int) -> Sentence:
    """Say that no model shows anything, and how much each could still hide: the least and the most."""
    none = f"{'either' if counts.placed == 2 else 'any'} of the {_models(counts)}"
    rates = lead.facet.measure in RATES
    what, sure = (" on the answers counted", "; how sure they are was not compared here") if rates else ("", "")
    said: Sentence = (f"{lead.when}, {worded('verdict.not-clear')}{what} is seen in {none}{sure}.",)
    bounds = ((possible(each.facet), each) for each in counts.unclear)
    left = [(largest, each) for largest, each in bounds if largest is not None and largest > 0]
    if not left:
        return said
    least, most = (pick(left, key=lambda each: each[0]) for pick in (min, max))
    said += (" That is not the same as none: effects of up to ", *_left(least, digits), " remain possible")
    if least[1] is not most[1]:
        said += (", and of up to ", *_left(most, digits))
    return (*said, ".")


def _clear_alone(lead: Lead, counts: ModelCounts, digits: int, here: str) -> Sentence:
    """Say of effects that are clear only where each is looked at alone that chance gives as many."""
    many = f"all {counts.cells} tests" if counts.cells > 1 else "families of similar texts"
    own = f"the one of {lead.label}" if counts.alone == 1 else f"the largest of these, of {lead.label}"
    alone = f" {capital(_some(counts))} clear only if looked at alone. In {own}, {small(lead.when)}, it "
    said = (f"No effect is clear here with {many} counted at once.", alone, *largest(lead, digits, here))
    return (*said, *counted(lead.facet), *besides(lead.facet))


def _some(counts: ModelCounts) -> str:
    """Say how many of the models compared have an effect that is clear only alone."""
    one = counts.alone == 1
    who = (
        _models(counts, "both", "all ")
        if counts.alone == counts.placed > 1
        else f"{counts.alone} of the {_models(counts)}"
    )
    return "one effect is" if counts.placed <= 1 else f"{who} {'has' if one else 'have'} an effect that is"


def _left(each: tuple[float, Lead], digits: int) -> Sentence:
    largest, lead = each
    unit = "of 100 answers" if lead.facet.measure in RATES else "points"
    return (points(largest, digits), f" {unit} for {lead.label} (", count(lead.facet.n), " texts)")


def _how_many(counts: ModelCounts, beside: Sentence) -> Sentence:
    """Say how many of the models with a place show a clear effect, and who else moves, up to the name of the first."""
    several = f" in at least one of {counts.cells} tests, all counted at once" if counts.cells > 1 else ""
    if counts.clear == 1:
        name = (". The one that is ranked is that of ",) if beside else (", ",)
        return (f"One of the {_models(counts)} shows a clear effect{several}", *beside, *name)
    largest_one = ". The largest that is ranked is that of " if beside else ". The largest of them is that of "
    what = f"show a clear effect{several}{_ways(counts)}{_fragile(counts)}"
    who = (
        _models(counts, "Both", "All ") if counts.clear == counts.placed else f"{counts.clear} of the {_models(counts)}"
    )
    return (f"{who} {what}", *beside, largest_one)


def _fragile(counts: ModelCounts) -> str:
    if not counts.fragile:
        return ""
    number = "one" if counts.fragile == 1 else str(counts.fragile)
    return f", {number} of them only while the control’s own uncertainty is left out"


def _models(counts: ModelCounts, two: str = "two", more: str = "") -> str:
    """Say how many models are compared, leaving out those that cannot see the change."""
    number = two if counts.placed == 2 else f"{more}{counts.placed}"
    seeing = "compared that can see the change" if counts.unplaced else "that can see the change"
    return f"{number} models {seeing if counts.blind else 'compared'}"


def _ways(counts: ModelCounts) -> str:
    """Say which way the clear effects go, as far as that is known for all of them."""
    if not counts.ways:
        return ""
    if len(counts.ways) == 1:
        return f", {'both' if counts.clear == 2 else 'all'} {counts.ways[0][0]}"
    return ": " + listed(f"{number} {way}" for way, number in counts.ways)
