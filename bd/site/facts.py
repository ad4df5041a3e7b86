"""The short answers under the first sentence of a level.

What was asked, what was changed, what it is compared with, what was found, how sure it is, what it does not mean, and
where to check it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bd.site.boards import Level, facet_of, first_line, second_settings, unmeasured
from bd.site.cursor import Cursor
from bd.site.findings import level_caution, level_more
from bd.site.names import Names
from bd.site.numbers import points
from bd.site.records import Asking, Change, Code, Fact, Link, Sentence
from bd.site.verdicts import ALIKE, AMONG_GROUPS, RATES, is_exact, told_range, verdict
from bd.site.words import capital, listed

__all__ = ["level_facts", "with_check"]

_CHECK = "Check it"

_PAIRED = "paired"
"""The source of a control where each text is measured from its own version with the control phrase."""
_FEW = 2
"""Changes that are told in full at once."""
_PARTS = ("ranked", "not_detected", "shown", "planted", "builds")
_NEVER = (
    "Nothing about the people whom the detail describes, and nothing about why a model answers as it does. The texts "
    "are invented; other texts, another question, control edit or model may give another result."
)
_IF_CLEAR = (
    " A clear effect is one that chance over these texts does not explain; that alone makes it neither large nor "
    "harmful."
)
_NO_CLAIM = "the unfavourable answer is followed, the same for every group; it is no claim about what people say of"
_ALIKE = (
    " The same move appears with every phrase tried here; it may come wholly from the control phrase, and not from "
    "this group."
)
_ONE_GROUP = (
    " Only one group was asked this question; whether any other phrase in the place of the control does the same was "
    "not tested."
)
_IF_NOT = " Nor is it a finding of fairness: it says what this many texts could not tell."


def level_facts(names: Names, level: Level, asked: Asking, changes: Sequence[Change], here: str) -> tuple[Fact, ...]:
    """Return the facts of a level, in the order in which a reader asks for them.

    Parameters
    ----------
    names
        What the data file calls things.
    level
        The level.
    asked, changes
        What the page shows further down; told here in full where there is only one.
    here
        The address of the page.
    """
    found = _found(names, level, here) + level_more(names, level, here)
    claim = _claim(level)
    facts = [*_test(asked, changes, here, claim, _alone(level)), Fact("What was found", sentence=found)]
    line = first_line(names, level.board)
    if line is not None:
        facts.append(Fact("How sure it is", sentence=_sure(names, facet_of(level, line))))
    weak = level_caution(names, level, here)
    if weak:
        facts.append(Fact("What weakens it", sentence=(str(weak[0]).lstrip(), *weak[1:])))
    facts.append(Fact("What it does not mean", sentence=(_not_meant(level, line, changes),)))
    facts.append(Fact(_CHECK, sentence=_check(level, line, here)))
    return tuple(facts)


def with_check(facts: Sequence[Fact], links: Sequence[Link]) -> tuple[Fact, ...]:
    """Return facts that name more places to check, in front of the others."""
    more: Sentence = tuple(piece for link in links for piece in (link, "; "))
    return tuple(replace(f, sentence=(*more, *f.sentence)) if f.label == _CHECK else f for f in facts)


def _test(asked: Asking, changes: Sequence[Change], here: str, claim: str, alone: str) -> Iterator[Fact]:
    if len(asked.questions) == 1:
        question = asked.questions[0]
        options = listed(f"“{option}”" for option in question.options)
        yield Fact("What was asked", sentence=(f"“{question.question}” with the answers {options}.{claim}",))
    else:
        yield Fact(
            "What was asked",
            sentence=(Link(f"{len(asked.questions)} questions", f"{here}#_asked"), f", each apart.{claim}"),
        )
    if len(changes) == 1:
        here_alone = [label for role, label in changes[0].pairs if role == "to"]
        exactly = f" Here: “{here_alone[0]}”." if len(here_alone) == 1 else ""
        yield Fact("What was changed", markdown=changes[0].changed + exactly)
        yield Fact("What it is compared with", markdown=changes[0].control + alone)
        yield Fact("What is counted", markdown=changes[0].scored)
        return
    if len(changes) <= _FEW:
        yield Fact("What was changed", markdown="\n\n".join(change.changed for change in changes))
        yield Fact("What it is compared with", markdown="\n\n".join(change.control for change in changes))
        return
    link = Link(f"{len(changes)} changes", f"{here}#_change")
    yield Fact("What was changed", sentence=(link, ", each beside a control edit: a harmless change of the same size."))


def _claim(level: Level) -> str:
    """Say what following one answer for every group does not claim, where groups are compared."""
    if not _among(level):
        return ""
    claim = _NO_CLAIM if len(level.cells) == 1 else f"on loaded questions {_NO_CLAIM}"
    return f" {capital(claim)} {'any of them' if level.group is None else 'this one'}."


def _alone(level: Level) -> str:
    """Say that nobody can tell a group's own move from that of any phrase, where only one group was asked."""
    if len(level.cells) != 1 or not level.cells[0]["group"].known:
        return ""
    measured = _measured(level)
    if not measured or measured[0]["floor"]["source"].value != _PAIRED or _among(level):
        return ""
    tests = (cell for cell in level.dimension["breakdown"]["cells"] if _same_test(cell, level.cells[0]))
    return _ONE_GROUP if len(list(tests)) == 1 else ""


def _same_test(one: Cursor, other: Cursor) -> bool:
    return bool(one["edit"].value == other["edit"].value and one["item"].value == other["item"].value)


def _measured(level: Level) -> list[Cursor]:
    return [f for cell in level.cells for _, f in cell["engines"].items() if f["status"].value == "measured"]


def _among(level: Level) -> bool:
    """Whether a level holds results that compare groups."""
    return any(facet["measure"].value in AMONG_GROUPS for facet in _measured(level))


def _not_meant(level: Level, line: Cursor | None, changes: Sequence[Change]) -> str:
    alike = any(verdict(facet) == ALIKE for facet in _measured(level)) and len(level.cells) == 1
    limits = _ALIKE if alike else _limits(changes)
    return _NEVER + limits + _more(level, line)


def _found(names: Names, level: Level, here: str) -> Sentence:
    """Say which models stand where, each with a link to its line."""
    parts = (("clear effect", "ranked"), ("no clear effect", "not_detected"), ("shown, not ranked", "shown"))
    seconds = second_settings(names, level.board)
    said: list[Sentence] = [_models(names, label, level.board[part], here, seconds) for label, part in parts]
    seen = {line["engine"].text for part in _PARTS for line in level.board[part]}
    rest = unmeasured(names, level.cells, [model for model in names.models if model not in seen])
    if rest:
        said.append((f"not measured: {', '.join(each.model.label for each in rest)}",))
    known = [each for each in said if each]
    joined: Sentence = tuple(piece for number, each in enumerate(known) for piece in (("; ",) if number else ()) + each)
    if not joined:
        return ("Nothing yet.",)
    return (capital(str(joined[0])), *joined[1:], ".")


def _models(names: Names, label: str, lines: Cursor, here: str, seconds: Mapping[str, str]) -> Sentence:
    said: Sentence = ()
    for line in lines:
        model = line["engine"].text
        same = f" (the weights of {names.models[seconds[model]].label}, not counted)" if model in seconds else ""
        link = Link(names.models[model].label, f"{here}#{line['build'].text}")
        said += (", " if said else f"{label}: ", link, same)
    return said


def _sure(names: Names, facet: Cursor) -> Sentence:
    """Say what the range of the first model tells."""
    label, ends = names.models[facet["engine"].text].label, facet["excess"]
    more = Link("How ranges are made", "/methods/#ranges")
    if not ends["lo"].known:
        return ("Too few texts for a range. ", more, ".")
    low, high = (points(end, names.digits) for end in told_range(facet))
    opening = "When these texts are drawn anew, over and over, 95 of 100 results of "
    said: Sentence = (f"{opening}{label} lie between ", low, " and ", high, " points")
    frames = facet["frame_range"]
    if frames.known:
        low, high = points(frames[0], names.digits), points(frames[1], names.digits)
        said += ("; drawing whole families of similar texts, between ", low, " and ", high)
    if is_exact(facet):
        said += ("; so few answers changed that this is the exact range",)
    return (*said, ". ", *_zero(names, facet), " Texts that somebody else writes may fall outside. ", more, ".")


def _zero(names: Names, facet: Cursor) -> Sentence:
    """Say what 0 means among these numbers."""
    if facet["measure"].value in AMONG_GROUPS:
        return ("0 is the average of the other groups.",)
    if facet["measure"].value in RATES:
        floor = points(facet["floor"]["value"], names.digits)
        return ("0 means no more than the control, which by itself changed ", floor, " of 100 answers.")
    return ("0 is what the control edit does.",)


def _limits(changes: Sequence[Change]) -> str:
    """Return what a test in particular cannot tell; with several tests, each says so further down."""
    return f" {changes[0].limits}" if len(changes) == 1 and changes[0].limits else ""


def _more(level: Level, line: Cursor | None) -> str:
    if line is None or "rank" not in line:
        return ""
    return _IF_CLEAR if line["clear"].value else _IF_NOT


def _check(level: Level, line: Cursor | None, here: str) -> Sentence:
    said: Sentence = (Link("all results", f"{here}#_cells"), "; ")
    if line is not None:
        command = f"bd explain {facet_of(level, line)['address'].text}#{line['build'].text}"
        said += (Code(command), " prints how the figure came to be; ")
    return (*said, Link("the data, and how to check all of it", "/data/"), ".")
