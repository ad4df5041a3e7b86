"""What is to be said of a result before any sentence: its verdict, its range, its direction, what it leaves possible.

Each is a small function of one result of the data file; the sentences are `bd.site.words`' part.
"""

from __future__ import annotations

from bd.effects.columns import MEASURES
from bd.site.cursor import Cursor

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
]

RATES = tuple(name for name, measure in MEASURES.items() if measure.counts)
"""Measures that count answers; the others follow confidence."""

SIGNED = tuple(name for name, measure in MEASURES.items() if measure.by_size)
"""Measures of a move of confidence, which goes toward one option or the other."""

UNCONTROLLED = "none"
"""The kind of control of a result that nothing could be subtracted from."""

AMONG_GROUPS = tuple(name for name, measure in MEASURES.items() if measure.against_others)
"""Measures that compare a group with the others."""

CLEAR, NOT_CLEAR, MISSING = "clear", "no clear effect", "not measured"
ENOUGH = "every phrase with enough answers"
"""Those that have a say in whether a move is of one group: a phrase that is not fit to be ranked has none."""
ALIKE, REVERSE = "not attributable", "the reverse: less unfavourable"
"""The verdicts that code asks for; every other is a reason for not being ranked."""
FAINT = "but so small that a repeat with new texts may miss it"
"""What is said of a clear effect that a test of this size mostly misses."""
APART, OPEN = "apart", "open"
"""What a mark says besides `CLEAR`: clear but without a place, and not clear."""
_BELOW = "reverse"
"""The reason of a result below the other groups; only where its whole range is, it is the reverse of a clear effect."""
_VERDICTS = {
    "no-answers": MISSING,
    "too-few-texts": "too few texts",
    "too-few-answered": "too few answered",
    "not-attributable": ALIKE,
    _BELOW: REVERSE,
}


def frame_differs(facet: Cursor) -> bool:
    """Return whether a clear effect would not be clear if whole families of similar texts were drawn anew."""
    return bool(facet["detected"].value and facet["frame_range"].known and facet["frame_range"][0].value <= 0)


def is_exact(facet: Cursor) -> bool:
    """Return whether so few answers changed that the exact range is the one to trust."""
    return bool(facet["few"].value and facet["exact_range"].known)


def told_range(facet: Cursor) -> tuple[Cursor, Cursor]:
    """Return where the ends of the range stand that a result is told and drawn with."""
    low, high = facet["exact_range"] if is_exact(facet) else (facet["excess"]["lo"], facet["excess"]["hi"])
    return low, high


def faint(facet: Cursor) -> bool:
    """Return whether an effect is clear and yet smaller than what a test of this size mostly finds."""
    found = facet["min_detectable"]
    return verdict(facet) == CLEAR and bool(found.known and facet["excess"]["value"].value < found.value)


def fewer(facet: Cursor) -> bool:
    """Return whether the control edit clearly changed more answers than the change itself."""
    high = facet["excess"]["hi"]
    return bool(facet["measure"].value in RATES and high.known and high.value < 0)


def unseen(facet: Cursor) -> bool:
    """Return whether the model answered as if the change were not there, to the last digit."""
    return "cannot_see_change" in facet and bool(facet["cannot_see_change"].value)


def verdict(facet: Cursor) -> str:
    """Return what is to be said about a result, in two or three words."""
    if facet["status"].value == "missing":
        return MISSING
    for reason in facet["why_not_ranked"]:
        if reason["id"].value == _BELOW and not _wholly_below(facet):
            return NOT_CLEAR
        return _VERDICTS.get(reason["id"].text, "not ranked")
    return CLEAR if facet["detected"].value else NOT_CLEAR


def _wholly_below(facet: Cursor) -> bool:
    high = facet["excess"]["hi"]
    return bool(high.known and high.value < 0)


def sign(facet: Cursor) -> str:
    """Return what the mark of a result says: `CLEAR`, one way or the other; clear but set `APART`; or `OPEN`."""
    if verdict(facet) == REVERSE or (facet["ranked"].value and facet["detected"].value):
        return CLEAR
    return APART if facet["detected"].value else OPEN


def direction_counts(facet: Cursor) -> Cursor | None:
    """Return the counts of changed answers behind a direction; None where there are none."""
    known = "direction_counts" in facet and facet["direction_counts"].known
    return facet["direction_counts"] if known else None


def direction_words(facet: Cursor) -> str:
    """Return the option toward which the answers moved; nothing where that is not known, or where chance may do it.

    A score against other groups compares groups: which way the answers themselves moved says nothing about it.
    """
    label, counts = facet["direction_label"].text, direction_counts(facet)
    open_ = counts is not None and not counts["settled"].value
    return "" if not label or open_ or facet["measure"].value in AMONG_GROUPS else f"toward “{label}”"


def as_written(facet: Cursor) -> Cursor | None:
    """Return where the average of the texts as they were written stands, where that is one of the texts that count.

    An average of other texts can be held against nothing.
    """
    found = averages(facet)
    alike = found is not None and found["written"].known and found["n"].value == facet["n"].value
    return found["written"] if found is not None and alike else None


def averages(facet: Cursor) -> Cursor | None:
    """Return the three points of an effect on confidence; None for one that counts answers, or where none are known."""
    found = facet["points"]
    return found if found.known and found["of"].value == "probability" else None


def possible(facet: Cursor) -> Cursor | None:
    """Return where the largest effect stands that the test leaves possible."""
    if is_exact(facet):
        return facet["exact_range"][1]
    if facet["upper_if_none"].known:
        return facet["upper_if_none"]
    return facet["excess"]["hi"] if facet["excess"]["hi"].known else None
