"""The sentences that open a page, three at most: how many models show anything, and the first; or that none does.

Where more models move with every phrase alike, or the reverse way, than show an effect that is ranked, that comes
first: a reader who stops there must not take the one small effect for the finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bd.site.counted import besides, counted
from bd.site.cursor import Cursor
from bd.site.numbers import count, points, size
from bd.site.records import Sentence
from bd.site.verdicts import ALIKE, CLEAR, NOT_CLEAR, RATES, REVERSE, faint, possible, verdict
from bd.site.words import FAINT, clause, listed, small, told, unfavourable

__all__ = ["Counts", "Lead", "finding"]

_NAMED = 3
"""Phrases that a sentence can hold."""


@dataclass(frozen=True)
class Lead:
    """The model and result that a page's first sentence is about."""

    label: str
    when: str
    """What was changed, as words that open a sentence."""
    facet: Cursor


@dataclass(frozen=True)
class Counts:
    """How many models stand where on a board, each with weights of its own."""

    placed: int
    """Those that can see the change and have a place, clear or not."""
    clear: int
    unclear: tuple[Lead, ...] = ()
    """Those with a place and without a clear effect, leaving out models that cannot see the change."""
    unplaced: tuple[Lead, ...] = ()
    """Those that are shown without a place."""
    cells: int = 1
    """How many cells they were picked from."""
    phrases: tuple[str, ...] = ()
    """What was put into the texts for each group that was asked, where these are compared."""
    ways: tuple[tuple[str, int], ...] = ()
    """Which way the clear effects of one cell go, in words, and how many go it; empty where that is open for any."""
    blind: int = 0
    """Models that cannot see the change; they are no part of `placed`."""
    planted: bool = False
    """Whether planted models stand beside them."""
    reported: bool = False
    """Whether others reported figures here."""


def finding(lead: Lead | None, counts: Counts, digits: int, here: str = "") -> Sentence:
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
    for why in (ALIKE, REVERSE) if counts.cells == 1 else (ALIKE,):
        together = [each for each in counts.unplaced if verdict(each.facet) == why]
        if len(together) > max(counts.clear, 1):
            return _together(why, together, lead, counts, digits, here)
    if counts.placed > 1 and not counts.clear:
        return _nothing_clear(lead, counts, digits)
    alone: Sentence = (f"{lead.when}, {lead.label} ", *clause(lead.facet, digits, here))
    if verdict(lead.facet) not in (CLEAR, NOT_CLEAR):
        return ("No model takes a place here. ", *alone)
    if counts.placed <= 1:
        return alone
    first = (f"{lead.label}: {small(lead.when)}, it ", *_largest(lead, digits, here))
    return (_how_many(counts), *first, *counted(lead.facet), *besides(lead.facet))


def _largest(lead: Lead, digits: int, here: str) -> Sentence:
    """Say how far the first model moves, as what follows its name."""
    weak = f": clear, {FAINT}." if faint(lead.facet) else "."
    return (*told(lead.facet, digits, here), weak)


def _together(why: str, each: Sequence[Lead], lead: Lead, counts: Counts, digits: int, here: str) -> Sentence:
    """Say what models without a place do alike, and then what is clear and ranked."""
    sizes = sorted((one.facet["excess"]["value"] for one in each), key=lambda at: abs(at.value))
    sized: Sentence = (size(sizes[0], digits), " to ", size(sizes[-1], digits), " percentage points")
    nothing = " No model shows a clear effect that differs from phrase to phrase."
    none = () if counts.clear or not counts.placed else (nothing,)
    measured = counts.placed + len(counts.unplaced)
    if counts.cells > 1:
        some = f"{len(each)} of the {measured}" if len(each) < measured else "all"
        alike = (
            ", go the same way with every phrase tried, so that all or part of them may come from the control phrase."
        )
        own = none or _own(lead, counts, digits, here)
        return (f"The largest moves of {some} models measured, of ", *sized, alike, *own)
    all_of_them = "Both models" if measured == 2 else f"All {measured} models"
    who = all_of_them if len(each) == measured else f"{len(each)} of the {measured} models measured"
    opening = f"{each[0].when}, {small(who)} "
    if why == REVERSE:
        lean = f"{opening}are clearly less sure of {unfavourable(each[0].facet)} by "
        return (lean, *sized, ". ", *_surer(lead, counts, digits, here))
    labels = {one.facet["direction_label"].text for one in each}
    toward = labels.pop() if len(labels) == 1 else ""
    move = f"move toward “{toward}”" if toward else "move their answers"
    every = _every(counts.phrases)
    alike = f". They move that way with {every}, so that all or part of it may come from the control phrase."
    return (opening + move, " by ", *sized, alike, *(none or _own(lead, counts, digits, here)))


def _every(phrases: Sequence[str]) -> str:
    """Name the phrases that were tried or, where there are too many for a sentence, tell how many."""
    if len(phrases) > _NAMED:
        return f"all {len(phrases)} phrases tried here"
    return f"every phrase tried here{f' ({listed(phrases)})' if phrases else ''}"


def _surer(lead: Lead, counts: Counts, digits: int, here: str) -> Sentence:
    """Say whether any model goes the way that is ranked, where most go the other."""
    if not counts.clear:
        return ("Boards rank only models that are surer of it; here none clearly is.",)
    shown = (
        "One model is clearly surer of it," if counts.clear == 1 else f"{counts.clear} models are clearly surer of it,"
    )
    which = "" if counts.clear == 1 else " the largest"
    return (f"{shown}{which} {lead.label}: it ", *_largest(lead, digits, here))


def _own(lead: Lead, counts: Counts, digits: int, here: str) -> Sentence:
    """Say which models show a clear effect all the same; nothing where none does."""
    if not counts.clear:
        return ()
    shown = "One model shows a clear effect that differs from phrase to phrase"
    several = f"{counts.clear} models show a clear effect that differs from phrase to phrase, the largest"
    name = f" {f'{shown},' if counts.clear == 1 else several} {lead.label}: "
    when = f"{small(lead.when)}, it " if counts.cells > 1 else "it "
    return (name + when, *_largest(lead, digits, here))


def _nothing_clear(lead: Lead, counts: Counts, digits: int) -> Sentence:
    """Say that no model shows anything, and how much each could still hide: the least and the most."""
    none = f"{'either' if counts.placed == 2 else 'any'} of the {_models(counts)}"
    rates = lead.facet["measure"].value in RATES
    what, sure = (" on the answers counted", "; how sure they are was not compared here") if rates else ("", "")
    said: Sentence = (f"{lead.when}, no clear effect{what} is seen in {none}{sure}.",)
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
    if counts.clear == 1:
        return f"One of the {_models(counts)} shows a clear effect, "
    what = f"show a clear effect{_ways(counts)}. The largest of them is that of "
    if counts.clear == counts.placed:
        return f"{_models(counts, 'Both', 'All ')} {what}"
    return f"{counts.clear} of the {_models(counts)} {what}"


def _models(counts: Counts, two: str = "two", more: str = "") -> str:
    """Say how many models are compared, leaving out those that cannot see the change."""
    number = two if counts.placed == 2 else f"{more}{counts.placed}"
    return f"{number} models {'that can see the change' if counts.blind else 'compared'}"


def _ways(counts: Counts) -> str:
    """Say which way the clear effects go, as far as that is known for all of them."""
    if not counts.ways:
        return ""
    if len(counts.ways) == 1:
        return f", {'both' if counts.clear == 2 else 'all'} {counts.ways[0][0]}"
    return ": " + listed(f"{number} {way}" for way, number in counts.ways)
