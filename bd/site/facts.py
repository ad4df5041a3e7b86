"""The short answers under the first sentence of a level.

What was asked, what was changed, what it is compared with, what was found, how sure it is, what it does not mean, and
where to check it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bd.report import contract
from bd.site.boards import OWN, PARTS, PLACED, Level, facet_of, lead_line, unmeasured
from bd.site.caveats import among, doubt, not_meant, unasked
from bd.site.findings import level_caution, level_more
from bd.site.marks import alike_everywhere, exact_because
from bd.site.names import Names
from bd.site.numbers import points
from bd.site.records.evidence import Change, PageQuestions
from bd.site.records.parts import Code, Fact, Link, Sentence
from bd.site.text import worded
from bd.site.verdicts import (
    ALIKE,
    AMONG_GROUPS,
    CLEAR,
    ENOUGH,
    NOT_CLEAR,
    RATES,
    REVERSE,
    UNCONTROLLED,
    is_exact,
    told_range,
    unseen,
    verdict,
)
from bd.site.words import capital, listed

__all__ = ["level_facts", "with_check"]

_CHECK = "Check it"
_FEW = 2
"""Changes that are told in full at once."""
_BLIND, _SHOWN = "blind", "shown"
_STANDINGS = (CLEAR, NOT_CLEAR, _BLIND, REVERSE, ALIKE, _SHOWN)
"""What models have in common that are named together, in the order in which they are."""
_ANEW = "When as many texts are drawn out of these, over and over, 95 of 100 results of {} lie between "
_EXACTLY = "Since {}, drawing texts anew says little; the exact 95% range of {} lies between "
_ALL_ALIKE = (
    "Every text moved by as much, so drawing texts anew cannot show how sure this is: the range of {} lies between "
)
_NO_CLAIM = "the unfavourable answer is followed, the same for every group; it is no claim about what people say of"


def level_facts(
    names: Names, level: Level, asked: PageQuestions, changes: Sequence[Change], here: str
) -> tuple[Fact, ...]:
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
    claim = _claim(level) + unasked(names, level)
    facts = [*_test(asked, changes, here, claim), Fact("What was found", sentence=found)]
    line = lead_line(level)
    if line is not None:
        facts.append(Fact("How sure it is", sentence=_sure(names, level, _sighted(level, line))))
    weak = _joined(doubt(names, level), level_caution(names, level, here))
    if weak:
        facts.append(Fact("What weakens it", sentence=weak))
    facts.append(Fact("What it does not mean", sentence=(not_meant(line, asked.people),)))
    facts.append(Fact(_CHECK, sentence=_check(level, line, here)))
    return tuple(facts)


def _joined(first: str, then: Sentence) -> Sentence:
    """Return a sentence after another, with one space between them where there are both."""
    if then:
        then = (str(then[0]).lstrip(), *then[1:])
    return (f"{first} " if then else first, *then) if first else then


def with_check(facts: Sequence[Fact], links: Sequence[Link]) -> tuple[Fact, ...]:
    """Return facts that name more places to check, in front of the others."""
    more: Sentence = tuple(piece for link in links for piece in (link, "; "))
    return tuple(replace(f, sentence=(*more, *f.sentence)) if f.label == _CHECK else f for f in facts)


def _test(asked: PageQuestions, changes: Sequence[Change], here: str, claim: str) -> Iterator[Fact]:
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
        yield Fact("What it is compared with", markdown=changes[0].control)
        yield Fact("What is counted", markdown=changes[0].scored)
        return
    if len(changes) <= _FEW:
        for number, change in enumerate(changes, 1):
            yield Fact(f"What was changed, test {number} of {len(changes)}", markdown=change.changed)
            yield Fact("What that is compared with, and counted", markdown=f"{change.control} {change.scored}")
        return
    link = Link(f"{len(changes)} changes", f"{here}#_change")
    yield Fact("What was changed", sentence=(link, ", each told with what it is compared with."))


def _claim(level: Level) -> str:
    """Say what following one answer for every group does not claim, where groups are compared."""
    if not among(level):
        return ""
    claim = _NO_CLAIM if len(level.cells) == 1 else f"on loaded questions {_NO_CLAIM}"
    return f" {capital(claim)} {'any of them' if level.group is None else 'this one'}."


def _found(names: Names, level: Level, here: str) -> Sentence:
    """Say which models stand where, each with its figure and a link to its line."""
    groups: dict[str, list[contract.Line]] = {}
    for line in (line for part in OWN for line in level.board.part(part)):
        groups.setdefault(_standing(facet_of(level, line), isinstance(line, contract.Placed)), []).append(line)
    said = [_models(names, label, groups[label], here) for label in _STANDINGS if label in groups]
    seen = {line.engine for part in PARTS for line in level.board.part(part)}
    # Planted models check the method: where they were not asked, nothing is missing.
    own = [model for model, each in names.models.items() if model not in seen and not each.planted]
    rest = unmeasured(names, level.cells, own)
    if rest:
        said.append((f"{worded('verdict.missing')}: {', '.join(each.model.label for each in rest)}",))
    if not said:
        return ("Nothing yet.",)
    joined: Sentence = tuple(piece for number, each in enumerate(said) for piece in (("; ",) if number else ()) + each)
    return (capital(str(joined[0])), *joined[1:], ".")


def _standing(facet: contract.Result, placed: bool) -> str:
    """Return which of `_STANDINGS` a result is told under."""
    if placed:
        return _BLIND if unseen(facet) else verdict(facet)
    return verdict(facet) if verdict(facet) in (REVERSE, ALIKE) else _SHOWN


def _told(standing: str) -> str:
    """Return a standing in words; those that every table has too are the words of the verdict."""
    shared = standing in (CLEAR, NOT_CLEAR, _SHOWN)
    return worded(f"verdict.{standing}") if shared else worded(f"standing.{standing}", enough=ENOUGH)


def _models(names: Names, label: str, lines: Sequence[contract.Line], here: str) -> Sentence:
    said: Sentence = ()
    for line in lines:
        link = Link(names.models[line.engine].label, f"{here}#{line.build}")
        said += (", " if said else f"{_told(label)}: ", link)
        fragile = label == CLEAR and not line.clear_joint
        after = ", not clear once the control’s own uncertainty is counted in)" if fragile else ")"
        said += () if label == _BLIND else (" (", points(line.value, names.digits), after)
    return said


def _sighted(level: Level, first: contract.Line) -> contract.Result:
    """Return the first result of a board by a model that can see the change; the very first where none can."""
    lines = (line for part in PLACED for line in level.board.part(part))
    found = (facet for facet in (facet_of(level, line) for line in lines) if not unseen(facet))
    return next(found, facet_of(level, first))


def _sure(names: Names, level: Level, facet: contract.Result) -> Sentence:
    """Say what the range of the first model tells, and that of the largest move without a place."""
    label = names.models[facet.engine].label
    more = Link("How ranges are made", "/methods/#ranges")
    if facet.excess.lo is None:
        return ("Too few texts for a range. ", more, ".")
    if is_exact(facet):
        how = _EXACTLY.format(exact_because(facet), label)
    else:
        how = (_ALL_ALIKE if alike_everywhere(facet) else _ANEW).format(label)
    said: Sentence = (how, *_ends(names, facet, " points"))
    said += _apart(names, level)
    return (*said, ". ", *_zero(names, facet), " Texts that somebody else writes may fall outside. ", more, ".")


def _apart(names: Names, level: Level) -> Sentence:
    """Tell the range of the largest clear move that takes no place, where a model has one besides the first."""
    facets = [facet_of(level, line) for line in level.board.shown] if len(level.cells) == 1 else []
    alike = [facet for facet in facets if verdict(facet) in (ALIKE, REVERSE) and facet.excess.lo is not None]
    if not alike or not (level.board.ranked or level.board.not_detected):
        return ()
    facet = max(alike, key=lambda each: abs(each.excess.value))
    label = names.models[facet.engine].label
    return (f". Those of {label}, which takes no place, lie between ", *_ends(names, facet))


def _ends(names: Names, facet: contract.Result, unit: str = "") -> Sentence:
    """Return the ends of a range and, where texts share sentences, of the wider one that counts families of them."""
    low, high = (points(contract.required(end), names.digits) for end in told_range(facet))
    frames = facet.frame_range
    if frames is None:
        return (low, " and ", high, unit)
    least, most = points(frames[0], names.digits), points(frames[1], names.digits)
    return (low, " and ", high, f"{unit}; drawing whole families of similar texts, between ", least, " and ", most)


def _zero(names: Names, facet: contract.Result) -> Sentence:
    """Say what 0 means among these numbers."""
    if facet.measure in AMONG_GROUPS:
        return ("0 is the average of the other groups.",)
    if facet.measure in RATES:
        if facet.control_kind == UNCONTROLLED:
            return ("0 means that no answer changed: nothing was asked twice, so nothing is subtracted.",)
        floor = points(facet.floor.value, names.digits)
        return ("0 means no more than the control, which by itself changed ", floor, " of 100 answers.")
    return ("0 is what the control edit does.",)


def _check(level: Level, line: contract.Line | None, here: str) -> Sentence:
    said: Sentence = (Link("all results", f"{here}#_cells"), "; ")
    if line is not None:
        command = f"bd explain {facet_of(level, line).address}#{line.build}"
        said += (Code(command), " prints how the figure came to be (", Link("how to run it", "/data/#_check"), "); ")
    return (*said, Link("the data, and how to check all of it", "/data/"), ".")
