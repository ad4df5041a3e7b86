"""Sentences about results, one small function for each verdict; the words of a study come from the data file.

A sentence is a row of words, numbers and links, so that each number keeps where it came from. "No clear effect" is
never called anything kinder: it always says what the test could and could not have shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bd.site.cursor import Cursor
from bd.site.numbers import count, points, share, span
from bd.site.records import Code, Figure, Link, Piece, Sentence
from bd.site.verdicts import (
    AMONG_GROUPS,
    CLEAR,
    MISSING,
    NOT_CLEAR,
    RATES,
    is_exact,
    possible,
    told_range,
    unseen,
    verdict,
)

__all__ = ["against", "capital", "clause", "listed", "model_finding", "plain", "small", "told"]

_HANDFUL = 5
"""Changed answers below which a share of them says nothing."""
_AGAINST = {
    "repeat": ("when it is asked the same thing twice", ""),
    "borrowed": ("when it is asked the same thing twice on another question", ""),
    "version": ("with the control edit", " “{}”"),
    "halves": ("between two halves of the reference", ""),
}
"""What a result is measured against, by kind of control, and how the control's own words follow."""


def plain(sentence: Iterable[Piece]) -> str:
    """Return a sentence as bare words, for places that hold no markup."""
    return "".join(each if isinstance(each, str) else _bare(each) for each in sentence)


def _bare(piece: Figure | Link | Code) -> str:
    if isinstance(piece, Code):
        return piece.code
    return piece.text if isinstance(piece, Figure) else piece.label


def capital(text: str) -> str:
    """Return words with their first letter large."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Return words with their first letter small, for the middle of a sentence."""
    return text[:1].lower() + text[1:]


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    each = list(words)
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} and {each[-1]}" if each else ""


def against(facet: Cursor) -> str:
    """Return what a result is measured against; nothing where nothing could be subtracted."""
    kind = facet["control_kind"].text
    if kind == "none":
        return ""
    words, after = _AGAINST.get(kind, ("with the control", " “{}”"))
    label = facet["floor"]["label"].text
    return words if label and words.endswith(label) else words + after.format(label)


def _size(facet: Cursor, digits: int) -> Sentence:
    """Say how far a model moves, as what follows its name."""
    value, control = points(facet["excess"]["value"], digits), against(facet)
    if facet["excess"]["value"].value < 0 and facet["measure"].value not in AMONG_GROUPS:
        unit = "of 100 texts" if facet["measure"].value in RATES else "percentage points"
        return ("moves less than its control does: the effect is ", value, f" {unit}")
    if facet["measure"].value in RATES:
        than = f" of 100 texts more than {control}" if control else " of 100 texts, with no control to subtract"
        return ("changes its answer in ", value, than, *_changed_toward(facet))
    if facet["measure"].value in AMONG_GROUPS:
        return _among_groups(facet, value)
    toward = facet["direction_label"].text
    beyond = f" beyond the difference {control}" if facet["control_kind"].value == "halves" else ""
    if toward:
        return (f"becomes surer of “{toward}”, by ", value, f" percentage points on average{beyond}")
    return ("moves its answers by ", value, f" percentage points on average{beyond}")


def _changed_toward(facet: Cursor) -> Sentence:
    """Say which way changed answers went; a swap is read one way, so that it has one direction."""
    label, share_of, ways = facet["direction_label"].text, facet["direction_share"], facet["directions"]
    if not label or not share_of.known or facet["changed"].value < _HANDFUL:
        return ()
    if len(ways.value) == 2:
        return ("; ", share(share_of), f" of the changed answers are “{label}” when {ways[1]['from'].text}")
    return ("; ", share(share_of), f" of the changed answers go toward “{label}”")


def _among_groups(facet: Cursor, value: Figure) -> Sentence:
    """Say how far a model leans towards a stereotype about one group more than about the others."""
    answer = f"“{facet['positive_label'].text}”, the stereotyped answer,"
    if facet["excess"]["value"].value < 0:
        return (f"is less sure of {answer} on average: its score is ", value, " percentage points")
    return (f"is surer of {answer} by ", value, " percentage points on average")


def _evidence(facet: Cursor, digits: int, here: str) -> Sentence:
    """Say in brackets where, unless the reader is there already, within which range and in how many texts.

    Where so few answers changed that re-draws are too sure of themselves, the exact range is the one that is told.
    """
    exact, ends = is_exact(facet), span(*told_range(facet), digits)
    place: Sentence = () if facet["address"].text == here else (Link(facet["label"].text, facet["address"].text), "; ")
    ranged: Sentence = ("exact " if exact else "", "95% range ", ends.lo, " to ", ends.hi, "; ") if ends else ()
    return (" (", *place, *_counted(facet), *ranged, count(facet["n"]), " texts)")


def _counted(facet: Cursor) -> Sentence:
    """Say how many answers changed, where that is what is counted."""
    if facet["measure"].value not in RATES or not facet["changed"].known:
        return ()
    return (count(facet["changed"]), " answer changed; " if facet["changed"].value == 1 else " answers changed; ")


def _clear(facet: Cursor, digits: int, here: str) -> Sentence:
    return (*told(facet, digits, here), ": a clear effect.")


def told(facet: Cursor, digits: int, here: str) -> Sentence:
    """Say how far a model moves and on what evidence, as what follows its name, without a verdict."""
    return (*_size(facet, digits), *_evidence(facet, digits, here))


def _unclear(facet: Cursor, digits: int, here: str) -> Sentence:
    """Say that nothing could be told, what would have been found and what remains possible."""
    if unseen(facet):
        same = "gives exactly the same probabilities with and without the change"
        return (same, *_evidence(facet, digits, here), ": it cannot see it.")
    high = facet["excess"]["hi"]
    less = high.known and high.value < 0
    unclear = ": not a clear effect, since these texts cannot tell it from nothing."
    cannot = ": nothing beyond the control." if less else unclear
    return (*told(facet, digits, here), cannot, *_limits(facet, digits))


def _limits(facet: Cursor, digits: int) -> Sentence:
    found, largest = facet["min_detectable"], possible(facet)
    if largest is not None and largest.value <= 0:
        largest = None
    said: Sentence = ()
    if found.known and found.value > 0:
        said += (" A test of this size mostly finds effects of ", points(found, digits), " points or more")
        said += (".",) if largest is None else ("; one of up to ", points(largest, digits), " remains possible.")
    elif largest is not None:
        said += (" An effect of up to ", points(largest, digits), " points remains possible.")
    return said


def _not_ranked(facet: Cursor, digits: int, here: str) -> Sentence:
    """Say what was seen and why it is not compared."""
    why = listed(reason["text"].text for reason in facet["why_not_ranked"])
    return (*told(facet, digits, here), f". It is shown and not ranked: {why}.")


_CLAUSES: dict[str, Callable[[Cursor, int, str], Sentence]] = {CLEAR: _clear, NOT_CLEAR: _unclear}
"""What follows a model's name, by verdict; every other verdict is a reason for not being ranked."""


def clause(facet: Cursor, digits: int, here: str) -> Sentence:
    """Say the same with the verdict that it has."""
    return _CLAUSES.get(verdict(facet), _not_ranked)(facet, digits, here)


def model_finding(label: str, when: str, facet: Cursor, digits: int, here: str = "") -> Sentence:
    """Return a sentence about one model's result, whatever the verdict.

    Parameters
    ----------
    label
        What the model is called.
    when
        What was changed, as words that open a sentence: `When the person is 61 rather than 34`.
    facet
        The result.
    digits
        Decimals of percentage points.
    here
        The address of the page that the sentence stands on, which needs no link to itself.
    """
    if verdict(facet) == MISSING:
        return (f"{label} has not been measured on {facet['label'].text}: {facet['why'].text}.",)
    return (f"{when}, {label} ", *clause(facet, digits, here))
