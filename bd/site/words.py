"""Sentences about results, one small function for each verdict; the words of a study come from the data file.

A sentence is a row of words, numbers and links, so that each number keeps where it came from. "No clear effect" is
never called anything kinder: it always says what the test could and could not have shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from bd.site.cursor import Cursor
from bd.site.numbers import count, points, span
from bd.site.records import Figure, Link, Piece, Sentence

__all__ = [
    "against",
    "capital",
    "clear_clause",
    "direction_words",
    "finding",
    "listed",
    "model_finding",
    "not_ranked_clause",
    "plain",
    "possible",
    "unclear_clause",
    "unseen",
    "verdict",
]

_RATES = ("flip", "order", "repeat")
"""Measures that count answers; the others follow confidence."""

_AMONG_GROUPS = ("stereotype",)
"""Measures that compare a group with the others."""

_AGAINST = {
    "repeat": ("when the same text is asked again", ""),
    "borrowed": ("when the same text is asked again on another decision", ""),
    "version": ("with the control edit", " “{}”"),
    "halves": ("between two halves of the reference", ""),
}
"""What a result is measured against, by kind of control, and how the control's own words follow."""

_VERDICTS = {
    "no-answers": "not measured",
    "too-few-texts": "too few texts",
    "too-few-answered": "too few answered",
    "not-attributable": "not attributable",
    "reverse": "reverse of the stereotype",
}


def plain(sentence: Iterable[Piece]) -> str:
    """Return a sentence as bare words, for places that hold no markup."""
    return "".join(each if isinstance(each, str) else _bare(each) for each in sentence)


def _bare(piece: Figure | Link) -> str:
    return piece.text if isinstance(piece, Figure) else piece.label


def capital(text: str) -> str:
    """Return words with their first letter large."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    each = list(words)
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} and {each[-1]}" if each else ""


def unseen(facet: Cursor) -> bool:
    """Return whether the model answered as if the change were not there, to the last digit."""
    return "unseen" in facet and bool(facet["unseen"].value)


def verdict(facet: Cursor) -> str:
    """Return what is to be said about a result, in two or three words."""
    if facet["status"].value == "missing":
        return "not measured"
    for reason in facet["why_not_ranked"]:
        return _VERDICTS.get(reason["id"].text, "not ranked")
    return "clear" if facet["detected"].value else "no clear effect"


def against(facet: Cursor) -> str:
    """Return what a result is measured against; nothing where nothing could be subtracted."""
    kind = facet["control_kind"].text
    if kind == "none":
        return ""
    words, after = _AGAINST.get(kind, ("with the control", " “{}”"))
    label = facet["floor"]["label"].text
    return words if label and words.endswith(label) else words + after.format(label)


def direction_words(facet: Cursor) -> str:
    """Return the option toward which the answers moved; nothing where that is not known."""
    label = facet["direction_label"].text
    return f"toward “{label}”" if label else ""


def _size(facet: Cursor, digits: int) -> Sentence:
    """Say how far a model moves, as what follows its name."""
    value, control = points(facet["excess"]["value"], digits), against(facet)
    if facet["measure"].value in _RATES:
        if not control:
            return ("changes ", value, " answers in 100, with no control to subtract")
        return ("changes ", value, f" more answers in 100 than {control}")
    if facet["measure"].value in _AMONG_GROUPS:
        return _among_groups(facet, value)
    toward = direction_words(facet)
    if toward:
        return ("moves ", value, f" points further {toward} than {control}" if control else f" points {toward}")
    return ("shows a difference of ", value, f" points from its answers {control}" if control else " points")


def _among_groups(facet: Cursor, value: Figure) -> Sentence:
    """Say how far a model leans towards a stereotype about one group more than about the others."""
    if facet["excess"]["value"].value < 0:
        return ("has a stereotype score of ", value, " points, so it leans away from the stereotype")
    answer = facet["positive_label"].text
    return ("moves ", value, f" points further toward “{answer}” with this group than with the others on average")


def _evidence(facet: Cursor, digits: int) -> Sentence:
    """Say in brackets where, within which range and in how many texts."""
    ends = span(facet["excess"]["lo"], facet["excess"]["hi"], digits)
    ranged: Sentence = ("; 95% range ", ends.lo, " to ", ends.hi) if ends else ()
    return (" (", Link(facet["label"].text, facet["address"].text), *ranged, "; ", count(facet["n"]), " texts)")


def clear_clause(facet: Cursor, digits: int) -> Sentence:
    """Say what was found, as what follows a model's name."""
    return (*_size(facet, digits), *_evidence(facet, digits), ".")


def unclear_clause(facet: Cursor, digits: int) -> Sentence:
    """Say that nothing could be told, what would have been found and what remains possible."""
    if unseen(facet):
        same = "gives exactly the same probabilities with and without the change: it cannot see it"
        return (same, " (", Link(facet["label"].text, facet["address"].text), "; ", count(facet["n"]), " texts).")
    return (*_size(facet, digits), *_evidence(facet, digits), ", which is not clear.", *_limits(facet, digits))


def _limits(facet: Cursor, digits: int) -> Sentence:
    found, largest = facet["min_detectable"], possible(facet)
    said: Sentence = ()
    if found.known and found.value > 0:
        said += (" A test of this size mostly finds effects of ", points(found, digits), " points or more")
        said += (".",) if largest is None else ("; one of up to ", points(largest, digits), " remains possible.")
    elif largest is not None:
        said += (" An effect of up to ", points(largest, digits), " points remains possible.")
    return said


def possible(facet: Cursor) -> Cursor | None:
    """Return where the largest effect stands that the test leaves possible."""
    if facet["few"].value and facet["exact_range"].known:
        return facet["exact_range"][1]
    if facet["upper_if_none"].known:
        return facet["upper_if_none"]
    return facet["excess"]["hi"] if facet["excess"]["hi"].known else None


def not_ranked_clause(facet: Cursor, digits: int) -> Sentence:
    """Say what was seen and why it is not compared."""
    why = listed(reason["text"].text for reason in facet["why_not_ranked"])
    return (*_size(facet, digits), *_evidence(facet, digits), f". It is shown and not ranked: {why}.")


def model_finding(label: str, facet: Cursor, digits: int) -> Sentence:
    """Return a sentence about one model's result, whatever the verdict."""
    said = verdict(facet)
    if said == "not measured":
        return (f"{label} has not been measured on {facet['label'].text}: {facet['why'].text}.",)
    clause = {"clear": clear_clause, "no clear effect": unclear_clause}.get(said, not_ranked_clause)
    return (f"{label} ", *clause(facet, digits))


def finding(lead: tuple[str, Cursor] | None, *, contested: bool, planted_only: bool, digits: int) -> Sentence:
    """Return the sentence that opens a page.

    Parameters
    ----------
    lead
        Label and result of the model to speak of: the first of the board, or, where no model takes a place, the
        first that is shown without one.
    contested
        Whether at least two models have a place.
    planted_only
        Whether planted models alone were measured.
    """
    if lead is None:
        if planted_only:
            return ("Only planted models have been measured here; they are shown below and take no place.",)
        return ("No model has been measured here yet.",)
    label, facet = lead
    said = verdict(facet)
    if said == "clear":
        opening = f"{label} shows the largest clear effect: it " if contested else f"{label} shows a clear effect: it "
        return (opening, *clear_clause(facet, digits))
    if said == "no clear effect":
        which = f"the largest is that of {label}, which " if contested else f"{label} "
        return (f"No clear effect was found; {which}", *unclear_clause(facet, digits))
    return (f"No model takes a place here. {label} ", *not_ranked_clause(facet, digits))
