"""Sentences about results, one small function for each verdict; the words of a study come from the data file.

A sentence is a row of words, numbers and links, so that each number keeps where it came from. "No clear effect" is
never called anything kinder: it always says what the test could and could not have shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bd.site.cursor import Cursor
from bd.site.numbers import count, points, share, span
from bd.site.records import Code, Figure, Link, Piece, Sentence

__all__ = [
    "AMONG_GROUPS",
    "RATES",
    "SIGNED",
    "Counts",
    "Lead",
    "against",
    "capital",
    "direction_words",
    "fewer",
    "finding",
    "frame_differs",
    "is_exact",
    "listed",
    "model_finding",
    "plain",
    "possible",
    "told_range",
    "unseen",
    "verdict",
]

_HANDFUL = 5
"""Changed answers below which a share of them says nothing."""
RATES = ("flip", "order", "repeat")
"""Measures that count answers; the others follow confidence."""

SIGNED = ("shift", "shift-of-means")
"""Measures of a move of confidence, which goes toward one option or the other."""

AMONG_GROUPS = ("stereotype",)
"""Measures that compare a group with the others."""

_AGAINST = {
    "repeat": ("when it is asked the same thing twice", ""),
    "borrowed": ("when it is asked the same thing twice on another question", ""),
    "version": ("with the control edit", " “{}”"),
    "halves": ("between two halves of the reference", ""),
}
"""What a result is measured against, by kind of control, and how the control's own words follow."""

_CLEAR, _NOT_CLEAR, _MISSING = "clear", "no clear effect", "not measured"
_VERDICTS = {
    "no-answers": _MISSING,
    "too-few-texts": "too few texts",
    "too-few-answered": "too few answered",
    "not-attributable": "not attributable",
    "reverse": "reverse of the stereotype",
}


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


def listed(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    each = list(words)
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} and {each[-1]}" if each else ""


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


def fewer(facet: Cursor) -> bool:
    """Return whether the control edit clearly changed more answers than the change itself."""
    high = facet["excess"]["hi"]
    return bool(facet["measure"].value in RATES and high.known and high.value < 0)


def unseen(facet: Cursor) -> bool:
    """Return whether the model answered as if the change were not there, to the last digit."""
    return "unseen" in facet and bool(facet["unseen"].value)


def verdict(facet: Cursor) -> str:
    """Return what is to be said about a result, in two or three words."""
    if facet["status"].value == "missing":
        return _MISSING
    for reason in facet["why_not_ranked"]:
        return _VERDICTS.get(reason["id"].text, "not ranked")
    return _CLEAR if facet["detected"].value else _NOT_CLEAR


def against(facet: Cursor) -> str:
    """Return what a result is measured against; nothing where nothing could be subtracted."""
    kind = facet["control_kind"].text
    if kind == "none":
        return ""
    words, after = _AGAINST.get(kind, ("with the control", " “{}”"))
    label = facet["floor"]["label"].text
    return words if label and words.endswith(label) else words + after.format(label)


def direction_words(facet: Cursor) -> str:
    """Return the option toward which the answers moved; nothing where that is not known.

    A stereotype score compares groups: which way the answers themselves moved says nothing about it.
    """
    label = facet["direction_label"].text
    return f"toward “{label}”" if label and facet["measure"].value not in AMONG_GROUPS else ""


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
    return (*_told(facet, digits, here), ": a clear effect.")


def _told(facet: Cursor, digits: int, here: str) -> Sentence:
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
    return (*_size(facet, digits), *_evidence(facet, digits, here), cannot, *_limits(facet, digits))


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


def possible(facet: Cursor) -> Cursor | None:
    """Return where the largest effect stands that the test leaves possible."""
    if facet["few"].value and facet["exact_range"].known:
        return facet["exact_range"][1]
    if facet["upper_if_none"].known:
        return facet["upper_if_none"]
    return facet["excess"]["hi"] if facet["excess"]["hi"].known else None


def _not_ranked(facet: Cursor, digits: int, here: str) -> Sentence:
    """Say what was seen and why it is not compared."""
    why = listed(reason["text"].text for reason in facet["why_not_ranked"])
    return (*_size(facet, digits), *_evidence(facet, digits, here), f". It is shown and not ranked: {why}.")


_CLAUSES: dict[str, Callable[[Cursor, int, str], Sentence]] = {_CLEAR: _clear, _NOT_CLEAR: _unclear}
"""What follows a model's name, by verdict; every other verdict is a reason for not being ranked."""


def _clause(facet: Cursor, digits: int, here: str) -> Sentence:
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
    if verdict(facet) == _MISSING:
        return (f"{label} has not been measured on {facet['label'].text}: {facet['why'].text}.",)
    return (f"{when}, {label} ", *_clause(facet, digits, here))


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
    clause = _clause(lead.facet, digits, here)
    told: Sentence = (f"{lead.when}, {lead.label} ", *clause)
    if verdict(lead.facet) not in _CLAUSES:
        return ("No model takes a place here. ", *told)
    if counts.placed == 1:
        return told
    lower = lead.when[:1].lower() + lead.when[1:]
    return (_how_many(counts), f"{lead.label}: {lower}, it ", *_told(lead.facet, digits, here), ".")


def _nothing_clear(lead: Lead, counts: Counts, digits: int) -> Sentence:
    """Say that no model shows anything, and how much each could still hide: the least and the most."""
    none = "Neither of the two" if counts.placed == 2 else f"None of the {counts.placed}"
    said: Sentence = (f"{lead.when}, no clear effect is seen: {none[:1].lower()}{none[1:]} models compared shows one.",)
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
