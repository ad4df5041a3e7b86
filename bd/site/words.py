"""Sentences about results, one small function for each verdict; the words of a study come from the data file.

A sentence is a row of words, numbers and links, so that each number keeps where it came from. "No clear effect" is
never called anything kinder: it always says what the test could and could not have shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bd.report import contract
from bd.site.counted import besides, by_control, counted
from bd.site.numbers import count, points, size, span
from bd.site.records.parts import Code, Figure, Link, Piece, Sentence
from bd.site.verdicts import (
    AMONG_GROUPS,
    CLEAR,
    FAINT,
    NOT_CLEAR,
    RATES,
    REVERSE,
    UNCONTROLLED,
    as_written,
    averages,
    faint,
    is_exact,
    possible,
    told_range,
    unseen,
    verdict,
)

__all__ = [
    "against",
    "capital",
    "clause",
    "listed",
    "model_finding",
    "plain",
    "small",
    "told",
    "unfavourable",
]

_LOOSE = "clear only if looked at alone, and not with all results that it was picked from counted at once"
"""What is said in place of clear where a pick of many stands alone."""
_AGAINST = {
    "repeat": (", compared with asking the same thing twice, not with another harmless change", ""),
    "borrowed": (
        ", compared with asking the same thing twice on another question, not with another harmless change",
        "",
    ),
    "version": (" than with the control edit", " “{}”"),
    "halves": (" than between two halves of the reference", ""),
}
"""What a count is measured against, by kind of control, and how the control's own words follow."""
_UNCLEAR = ": not a clear effect, since these texts cannot tell it from nothing."
_UNCLEAR_COUNTS = (
    ": not a clear effect on the answers counted, since these texts cannot tell it from nothing; how sure the model is "
    "was not compared here."
)


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
    >>> listed(.a), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    each = list(words)
    return each[0] if len(each) == 1 else f"{', '.join(each[:-1])} and {each[-1]}" if each else ""


def against(facet: contract.Result) -> str:
    """Return what a count of answers is measured against; nothing where nothing could be subtracted."""
    kind = facet.control_kind
    if kind == UNCONTROLLED:
        return ""
    words, after = _AGAINST.get(kind, (" than with the control", " “{}”"))
    label = facet.floor.label
    return words if label and words.endswith(label) else words + after.format(label)


def told(facet: contract.Result, digits: int, here: str) -> Sentence:
    """Say how far a model moves and within which range, as what follows its name, without a verdict."""
    value, evidence = points(facet.excess.value, digits), _evidence(facet, digits, here)
    if facet.excess.value < 0 and facet.measure not in AMONG_GROUPS:
        unit = "of 100 texts" if facet.measure in RATES else "percentage points"
        return ("moves less than its control does: the effect is ", value, f" {unit}", *evidence)
    if facet.measure in RATES:
        than = against(facet)
        more = " of 100 texts more" if than else " of 100 texts"
        return ("changes its answer in ", value, more, *evidence, than or ", with no control to subtract")
    if facet.measure in AMONG_GROUPS:
        return (*_among_groups(facet, digits), *evidence)
    toward = facet.direction_label or ""
    halves = " beyond the difference between two halves of the reference"
    unit = f" percentage points on average{halves if facet.control_kind == 'halves' else ''}"
    moves = f"becomes surer of “{toward}”, by " if toward else "moves its answers by "
    return (moves, value, unit, *evidence)


def _among_groups(facet: contract.Result, digits: int) -> Sentence:
    """Say how much more or less than the other groups one group moves a model toward the unfavourable answer."""
    way = "less sure" if facet.excess.value < 0 else "surer"
    amount = size(facet.excess.value, digits)
    return (f"is {way} of {unfavourable(facet)} by ", amount, " percentage points on average")


def unfavourable(facet: contract.Result) -> str:
    """Name the answer that is followed on a loaded question, the same for every group."""
    return f"the unfavourable answer, “{facet.positive_label}”,"


def _evidence(facet: contract.Result, digits: int, here: str) -> Sentence:
    """Say in brackets where, unless the reader is there already, within which range and in how many texts.

    Where so few answers changed that re-draws are too sure of themselves, the exact range is the one that is told.
    Where answers are counted, a sentence of its own says in how many texts.
    """
    exact, ends = is_exact(facet), span(*told_range(facet), digits)
    parts: list[Sentence] = [each for each in (_averages(facet, digits),) if each]
    if facet.address != here:
        parts.append((Link(facet.label, facet.address),))
    if ends:
        parts.append(("exact 95% range " if exact else "95% range ", ends.lo, " to ", ends.hi))
    if not counted(facet):
        parts.append((count(facet.n), " texts"))
    inside: Sentence = tuple(piece for number, part in enumerate(parts) for piece in (("; ",) if number else ()) + part)
    return (" (", *inside, ")") if inside else ()


def _averages(facet: contract.Result, digits: int) -> Sentence:
    """Say how probable the followed option was with the change, and with what it is compared with."""
    means = averages(facet)
    if means is None:
        return ()
    option, to = f"“{facet.positive_label}”", points(means.change, digits)
    if means.others is not None:
        said: Sentence = (f"{option} ", to, "% here, ", points(means.others, digits), "% with the others")
        if means.control is not None:
            said += (", ", points(means.control, digits), "% with the control phrase")
    else:
        said = (f"{option} from ", points(contract.required(means.control), digits), "% to ", to, "%")
    neither = as_written(facet)
    return said if neither is None else (*said, ", ", points(neither, digits), "% with neither")


def _clear(facet: contract.Result, digits: int, here: str) -> Sentence:
    return (
        *told(facet, digits, here),
        f": {_clear_words(facet)}.",
        *by_control(facet, digits),
        *counted(facet),
        *besides(facet),
    )


def _clear_words(facet: contract.Result) -> str:
    """Return what is said of a clear effect."""
    return "a clear effect" + (f", {FAINT}" if faint(facet) else "")


def _unclear(facet: contract.Result, digits: int, here: str) -> Sentence:
    """Say that nothing could be told, what would have been found and what remains possible."""
    if unseen(facet):
        same = "gives exactly the same probabilities with and without the change"
        return (same, *_evidence(facet, digits, here), ": it cannot see it.")
    high = facet.excess.hi
    less = high is not None and high < 0
    counts = facet.measure in RATES
    cannot = ": nothing beyond the control." if less else _UNCLEAR_COUNTS if counts else _UNCLEAR
    return (*told(facet, digits, here), cannot, *counted(facet), *besides(facet), *_limits(facet, digits))


def _limits(facet: contract.Result, digits: int) -> Sentence:
    found, largest = facet.min_detectable, possible(facet)
    if largest is not None and largest <= 0:
        largest = None
    said: Sentence = ()
    if found is not None and found > 0:
        said += (" A test of this size mostly finds effects of ", points(found, digits), " points or more")
        said += (".",) if largest is None else ("; one of up to ", points(largest, digits), " remains possible.")
    elif largest is not None:
        said += (" An effect of up to ", points(largest, digits), " points remains possible.")
    return said


def _reverse(facet: contract.Result, digits: int, here: str) -> Sentence:
    on_average = (
        ": clearly the other way, less unfavourable than the other groups; only the unfavourable way is ranked."
    )
    return (*told(facet, digits, here), on_average)


def _not_ranked(facet: contract.Result, digits: int, here: str) -> Sentence:
    """Say what was seen and why it is not compared."""
    why = listed(reason.text for reason in facet.why_not_ranked)
    return (*told(facet, digits, here), f". It is shown and not ranked: {why}.", *counted(facet), *besides(facet))


_CLAUSES: dict[str, Callable[[contract.Result, int, str], Sentence]] = {
    CLEAR: _clear,
    NOT_CLEAR: _unclear,
    REVERSE: _reverse,
}
"""What follows a model's name, by verdict; every other verdict is a reason for not being ranked."""


def clause(facet: contract.Result, digits: int, here: str) -> Sentence:
    """Say the same with the verdict that it has."""
    return _CLAUSES.get(verdict(facet), _not_ranked)(facet, digits, here)


def model_finding(
    label: str, when: str, facet: contract.Outcome, digits: int, here: str = "", *, firm: bool = True
) -> Sentence:
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
    firm
        False for a clear effect that is not clear with all it was picked from counted at once.
    """
    if isinstance(facet, contract.Missing):
        return (f"{label} has not been measured on {facet.label}: {facet.why}.",)
    if not firm:
        return (
            f"{when}, {label} ",
            *told(facet, digits, here),
            f": {_LOOSE}.",
            *by_control(facet, digits),
            *counted(facet),
        )
    return (f"{when}, {label} ", *clause(facet, digits, here))
