"""What is to be said of a result before any sentence: its verdict, its range, its direction, what it leaves possible.

Each is a small function of one result of the data file; the sentences are `bd.site.words`' part.
"""

from __future__ import annotations

from collections.abc import Iterable

from bd.effects.columns import MEASURES
from bd.report import contract
from bd.site.text import worded

__all__ = [
    "ALIKE",
    "AMONG_GROUPS",
    "APART",
    "CLEAR",
    "ENOUGH",
    "FAINT",
    "MISSING",
    "NOT_CLEAR",
    "OPEN",
    "RATES",
    "REVERSE",
    "SIGNED",
    "UNCONTROLLED",
    "as_written",
    "averages",
    "called",
    "direction_counts",
    "direction_words",
    "faint",
    "fewer",
    "frame_differs",
    "is_exact",
    "possible",
    "sign",
    "told_range",
    "unseen",
    "verdict",
    "verdict_words",
]

RATES = tuple(name for name, measure in MEASURES.items() if measure.counts)
"""Measures that count answers; the others follow confidence."""

SIGNED = tuple(name for name, measure in MEASURES.items() if measure.by_size)
"""Measures of a move of confidence, which goes toward one option or the other."""

UNCONTROLLED = "none"
"""The kind of control of a result that nothing could be subtracted from."""

AMONG_GROUPS = tuple(name for name, measure in MEASURES.items() if measure.against_others)
"""Measures that compare a group with the others."""

CLEAR, NOT_CLEAR, MISSING, ALIKE, REVERSE = "clear", "not-clear", "missing", "not-attributable", "reverse"
"""The verdicts that code asks for, as keys of their words in the catalogue; every other is a reason for no place."""
ENOUGH = "every phrase with enough answers"
"""Those that have a say in whether a move is of one group: a phrase that is not fit to be ranked has none."""
FAINT = "but so small that a repeat with new texts may miss it"
"""What is said of a clear effect that a test of this size mostly misses."""
APART, OPEN = "apart", "open"
"""What a mark says besides `CLEAR`: clear but without a place, and not clear."""
_OWN = (ALIKE, REVERSE, "too-few-texts", "too-few-answered")
"""Reasons for no place that are verdicts of their own; being below the other groups only where the whole range is."""


def frame_differs(facet: contract.Result) -> bool:
    """Return whether a clear effect would not be clear if whole families of similar texts were drawn anew."""
    return bool(facet.detected and facet.frame_range is not None and facet.frame_range[0] <= 0)


def is_exact(facet: contract.Result) -> bool:
    """Return whether so few answers changed that the exact range is the one to trust."""
    return bool(facet.few and facet.exact_range is not None)


def told_range(facet: contract.Result) -> tuple[float | None, float | None]:
    """Return where the ends of the range stand that a result is told and drawn with."""
    if facet.few and facet.exact_range is not None:
        return facet.exact_range
    return facet.excess.lo, facet.excess.hi


def faint(facet: contract.Result) -> bool:
    """Return whether an effect is clear and yet smaller than what a test of this size mostly finds."""
    found = facet.min_detectable
    return verdict(facet) == CLEAR and bool(found is not None and facet.excess.value < found)


def fewer(facet: contract.Result) -> bool:
    """Return whether the control edit clearly changed more answers than the change itself."""
    high = facet.excess.hi
    return bool(facet.measure in RATES and high is not None and high < 0)


def unseen(facet: contract.Result) -> bool:
    """Return whether the model answered as if the change were not there, to the last digit."""
    return facet.cannot_see_change


def verdict(facet: contract.Outcome) -> str:
    """Return what is to be said about a result: the key of its words."""
    if isinstance(facet, contract.Missing):
        return MISSING
    high = facet.excess.hi
    below = high is not None and high < 0
    return called((reason.id for reason in facet.why_not_ranked), clear=facet.detected, below=below)


def verdict_words(facet: contract.Outcome) -> str:
    """Return what is to be said about a result, in two or three words."""
    return worded(f"verdict.{verdict(facet)}")


def called(why: Iterable[str], *, clear: bool, below: bool = True) -> str:
    """Return a verdict from the reasons for not being ranked and whether the whole range lies below zero."""
    for reason in why:
        if reason == REVERSE and not below:
            return NOT_CLEAR
        return MISSING if reason == "no-answers" else reason if reason in _OWN else "not-ranked"
    return CLEAR if clear else NOT_CLEAR


def sign(facet: contract.Result) -> str:
    """Return what the mark of a result says: `CLEAR`, one way or the other; clear but set `APART`; or `OPEN`."""
    if verdict(facet) == REVERSE or (facet.ranked and facet.detected):
        return CLEAR
    return APART if facet.detected else OPEN


def direction_counts(facet: contract.Result) -> contract.DirectionCounts | None:
    """Return the counts of changed answers behind a direction; None where there are none."""
    return facet.direction_counts


def direction_words(facet: contract.Result) -> str:
    """Return the option toward which the answers moved; nothing where that is not known, or where chance may do it.

    A score against other groups compares groups: which way the answers themselves moved says nothing about it.
    """
    label, counts = facet.direction_label, direction_counts(facet)
    open_ = counts is not None and not counts.settled
    return "" if not label or open_ or facet.measure in AMONG_GROUPS else f"toward “{label}”"


def as_written(facet: contract.Result) -> float | None:
    """Return where the average of the texts as they were written stands, where that is one of the texts that count.

    An average of other texts can be held against nothing.
    """
    found = averages(facet)
    alike = found is not None and found.written is not None and found.n == facet.n
    return found.written if found is not None and alike else None


def averages(facet: contract.Result) -> contract.ThreePoints | None:
    """Return the three points of an effect on confidence; None for one that counts answers, or where none are known."""
    found = facet.points
    return found if found is not None and found.of == "probability" else None


def possible(facet: contract.Result) -> float | None:
    """Return where the largest effect stands that the test leaves possible."""
    if facet.few and facet.exact_range is not None:
        return facet.exact_range[1]
    if facet.upper_if_none is not None:
        return facet.upper_if_none
    return facet.excess.hi if facet.excess.hi is not None else None
