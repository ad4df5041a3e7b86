"""Sentences for pages on which models move and yet take no place: with every phrase alike, or the other way.

A reader who stops after the first sentence must not take the one effect that is ranked for the finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bd.report import contract
from bd.report.words import SHARED_POINTS
from bd.site.counted import by_control
from bd.site.numbers import size
from bd.site.records.parts import Sentence
from bd.site.verdicts import ENOUGH, FAINT, faint
from bd.site.words import small, told, unfavourable

__all__ = ["Lead", "ModelCounts", "all_alike", "aside", "both_ways", "largest"]

_FIRM = "clear with everything it was picked from counted at once"
"""What a clear effect is that may be called so where it stands alone."""


@dataclass(frozen=True)
class Lead:
    """The model and result that a page's first sentence is about."""

    label: str
    when: str
    """What was changed, as words that open a sentence."""
    facet: contract.Result
    firm: bool = True
    """False for a clear effect that is not clear with all it was picked from counted at once."""


@dataclass(frozen=True)
class ModelCounts:
    """How many models stand where on a board; second builds are not counted."""

    placed: int
    """Those that can see the change and have a place, clear or not."""
    clear: int
    """Those with an effect that is clear however it is counted."""
    unclear: tuple[Lead, ...] = ()
    """Those with a place and without a clear effect, leaving out models that cannot see the change."""
    unplaced: tuple[Lead, ...] = ()
    """Those that are shown without a place."""
    cells: int = 1
    """How many cells they were picked from."""
    """What was put into the texts for each group that was asked, where these are compared."""
    ways: tuple[tuple[str, int], ...] = ()
    """Which way the clear effects of one cell go, in words, and how many go it; empty where that is open for any."""
    fragile: int = 0
    """Of the clear effects, those that are not clear once the control's own uncertainty is counted in."""
    blind: int = 0
    """Models that cannot see the change; they are no part of `placed`."""
    planted: bool = False
    """Whether planted models stand beside them."""
    reported: bool = False
    """Whether others reported figures here."""
    alone: int = 0
    """Those with one that is clear only where it is looked at alone, as a pick of many or text by text."""


def largest(lead: Lead, digits: int, here: str) -> Sentence:
    """Say how far a model moves, as what follows its name."""
    weak = f": clear, {FAINT}." if faint(lead.facet) and lead.firm else "."
    return (*told(lead.facet, digits, here), weak, *by_control(lead.facet, digits))


def all_alike(each: Sequence[Lead], lead: Lead, counts: ModelCounts, digits: int, here: str) -> Sentence:
    """Say what models do with every phrase, and then what is clear and ranked all the same."""
    sized, measured = _sized(each, digits), counts.placed + len(counts.unplaced)
    seen = "models that can see the change" if counts.blind else "models measured"
    own = _own(lead, counts, digits, here)
    if counts.cells > 1:
        some = f"{len(each)} of the {measured}" if len(each) < measured else "all"
        every = f"each in one direction with {ENOUGH}, so that the control phrase may be what they come from."
        return (f"The largest moves of {some} models measured, of ", *sized, f", go {every}", *own)
    opening = f"{each[0].when}, {_who(len(each), measured, seen)} move {_where(each)} by "
    much = f"by more than {SHARED_POINTS} on average"
    alike = f". Each goes its one way with {ENOUGH}, {much} and with none more than twice as far as with another"
    return (opening, *sized, alike, ", so that all or part of it may come from the control phrase.", *own)


def aside(each: Sequence[Lead], digits: int) -> Sentence:
    """Say, as the end of a sentence, how many more move with every phrase alike; nothing where none does."""
    if not each:
        return ()
    one = len(each) == 1
    who, verb, are = ("one", "moves", "is") if one else (str(len(each)), "move", "are")
    moves = f"; {who} more {verb} {_where(each)} by "
    alike = f", {'' if one else 'each '}the same way with {ENOUGH}, and {are} set aside"
    return (moves, *_sized(each, digits), alike)


def _where(each: Sequence[Lead]) -> str:
    """Say toward which answer models move or, where they go apart, how many go toward which."""
    toward = Counter(one.facet.direction_label or "" for one in each)
    toward.pop("", None)
    if len(toward) == 1 and toward.total() == len(each):
        return f"toward “{next(iter(toward))}”"
    ways = sorted(toward.items(), key=lambda way: (-way[1], way[0]))
    return f"their confidence{''.join(f', {number} toward “{label}”' for label, number in ways)},"


def both_ways(other: Sequence[Lead], lead: Lead, counts: ModelCounts, digits: int, here: str) -> Sentence:
    """Say how many models are clearly surer of the unfavourable answer about a group, and how many clearly less sure.

    Only the first are ranked; a page that told of them alone would hide the others.
    """
    measured, what = counts.placed + counts.blind + len(counts.unplaced), unfavourable(other[0].facet)
    if not counts.clear:
        lean = f"{other[0].when}, {_who(len(other), measured)} {_be(len(other))} clearly less sure of {what} by "
        return (lean, *_sized(other, digits), ". Boards rank only models that are surer of it; here none clearly is.")
    surer = f"{lead.when}, {_who(counts.clear, measured)} {_be(counts.clear)} clearly surer of {what} and {len(other)} "
    furthest = max(other, key=lambda each: abs(each.facet.excess.value))
    first = (f"clearly less sure. The largest each way: {lead.label} ", *told(lead.facet, digits, here))
    last = size(furthest.facet.excess.value, digits)
    return (surer, *first, f", and {furthest.label} is less sure of it by ", last, ".")


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _who(number: int, measured: int, what: str = "models measured") -> str:
    if number < measured:
        return f"{'one' if number == 1 else number} of the {measured} {what}"
    return {1: "the one model measured", 2: "both models"}.get(measured, f"all {measured} models")


def _sized(each: Sequence[Lead], digits: int) -> Sentence:
    """Return the size of the smallest and of the largest move; one size, where they read alike."""
    sizes = sorted((one.facet.excess.value for one in each), key=abs)
    alike = size(sizes[0], digits).text == size(sizes[-1], digits).text
    least: Sentence = () if alike else (size(sizes[0], digits), " to ")
    return (*least, size(sizes[-1], digits), " percentage points")


def _own(lead: Lead, counts: ModelCounts, digits: int, here: str) -> Sentence:
    """Say which clear effects are not of that kind; that none is, where models are compared and none is clear."""
    if not counts.clear:
        other = "a clear effect of another kind" if not counts.alone else f"one of another kind that is {_FIRM}"
        return (f" No model shows {other}.",) if counts.placed else ()
    one = counts.clear == 1
    shown = " One clear effect is" if one else f" {counts.clear} clear effects are"
    whom = "its model" if one else "these models"
    ways = (
        f"the phrases move {whom} different ways, some of them far more than others, or by no more than {SHARED_POINTS}"
    )
    which = f"{'it' if one else 'the largest of them'} is that of {lead.label}: "
    when = f"{small(lead.when)}, it " if counts.cells > 1 else "it "
    return (f"{shown} not of that kind, since {ways} on average; {which}{when}", *largest(lead, digits, here))
