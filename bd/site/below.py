"""The one line below a title: the range, how many texts, the control, and what weakens it most."""

from __future__ import annotations

from collections.abc import Iterator

from bd.report import contract
from bd.site.boards import Level, facet_of, lead_line
from bd.site.counted import direction
from bd.site.marks import marks
from bd.site.names import Names
from bd.site.numbers import count, span, whole
from bd.site.openings import label_of
from bd.site.records.parts import Link, Sentence
from bd.site.text import text, worded
from bd.site.titles import amount
from bd.site.verdicts import AMONG_GROUPS, CLEAR, RATES, REVERSE, direction_words, is_exact, told_range, verdict

__all__ = ["level_line", "result_line"]


def level_line(names: Names, level: Level, title: str) -> tuple[Sentence, ...]:
    """Return the facts of the line that a level is summed up by; whose they are, where the title does not say so."""
    line = lead_line(level)
    if line is None:
        return ()
    largest = (text("level.largest", n=str(len(level.cells))),) if len(level.cells) > 1 else ()
    facet = facet_of(level, line)
    model, size = names.models[facet.engine].label, whole(facet.excess.value)
    told = amount(size, "answers" if facet.measure in RATES else "points")
    whose = () if model in title else (text("level.whose", model=model, amount=told),)
    return (*largest, *whose, *result_line(names, facet), *_other_way(names, level))


def _other_way(names: Names, level: Level) -> Iterator[Sentence]:
    """Tell the largest move the favourable way, which has no place: who reads of the other alone reads half."""
    other = [facet for facet in level.measured if verdict(facet) == REVERSE and not facet.planted]
    if len(level.cells) > 1 and other:
        facet = max(other, key=lambda each: abs(each.excess.value))
        where = Link(facet.label, facet.address)
        model = names.models[facet.engine].label
        yield text("level.other-way", model=model, amount=amount(whole(facet.excess.value)), where=where)


def result_line(names: Names, facet: contract.Result) -> tuple[Sentence, ...]:
    """Return the facts of one result, the range first."""
    return tuple(_facts(names, facet))


def _facts(names: Names, facet: contract.Result) -> Iterator[Sentence]:
    ends = span(*told_range(facet), 1)
    if ends is not None:
        unit = worded("level.of-answers" if facet.measure in RATES else "level.of-points")
        key = "level.exact" if is_exact(facet) else "level.range"
        yield text(key, ends=(ends.lo, " – ", ends.hi), unit=unit)
    yield text("level.texts", n=count(facet.n))
    if facet.measure not in RATES:
        yield text("level.points", option=facet.positive_label)
    # where the way is told and the effect is clear, the title has it
    if facet.measure in RATES and not (verdict(facet) == CLEAR and direction_words(facet)) and direction(facet):
        yield direction(facet)
    control = label_of(names.test_of(facet), "control")
    if control and facet.measure not in AMONG_GROUPS:
        yield text("level.control", control=control)
    mark = next(marks(facet), "")
    if mark:
        yield text("level.weak", mark=mark)
