"""Charts of results: which rows a page draws, in which order, and where. How they look is the templates' part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bd.report import contract
from bd.site.boards import Level, drawn_lines, facet_of
from bd.site.names import Names
from bd.site.numbers import points, span
from bd.site.openings import label_of
from bd.site.paths import EMBEDDED
from bd.site.records.charts import EffectChart, EffectRow
from bd.site.records.parts import Link
from bd.site.scale import Scale
from bd.site.verdicts import (
    AMONG_GROUPS,
    CLEAR,
    RATES,
    REVERSE,
    SIGNED,
    fewer,
    is_exact,
    sign,
    told_range,
    unseen,
    verdict,
    verdict_words,
)

__all__ = ["PICTURE", "Drawn", "board_chart", "chart_links", "chart_title", "effect_chart", "two_ways"]

_ROW, _AXIS, _ENDS = 44, 22, 24
"""Heights in pixels: a row with its name above its line, the numbers below all rows, the words for both sides."""
_NAME = 34
"""Letters that fit beside a number on the narrowest screens."""
_SIDE = 20
"""Letters of an answer that fit beside those of the other."""
_CONFIDENCE = "in percentage points of confidence"
ZERO = "what the control edit does"
"""What the zero line stands for, wherever a control is subtracted."""
PICTURE = "chart.svg"
"""The file of a page's chart, beside the page."""


@dataclass(frozen=True)
class Drawn:
    """One result to be drawn."""

    name: str
    facet: contract.Result
    to: str
    """The page that it sums up."""


def effect_chart(
    names: Names,
    scale: Scale | None,
    drawn: Iterable[Drawn],
    *,
    id: str,
    title: str,
    about: str,
    at: str = "",
    ends: tuple[str, str] | None = None,
    signed: bool = False,
    zero_is: str = "",
) -> EffectChart | None:
    """Return results as a chart, in the order given; None where there is nothing to draw.

    Parameters
    ----------
    names
        What the data file calls things.
    scale
        The page's one scale.
    drawn
        The results, each with its name and its page.
    id
        Unlike that of any other chart of the page.
    title, about
        A heading, and a sentence that says what is drawn, for readers who do not see it.
    at
        The address of the page whose own chart it is; empty for a small one among others.
    ends
        What lies to the left of zero and to the right of it, in words.
    signed
        Whether effects are drawn with the sign of what was measured.
    zero_is
        What the zero line stands for.
    """
    each = list(drawn)
    if scale is None or not each:
        return None
    top = _ENDS if ends else 0
    rows = tuple(_row(names, scale, one, top + _ROW * number, signed) for number, one in enumerate(each))
    return EffectChart(
        id=id,
        title=title,
        description=about,
        at=at,
        embedded=f"{at}{EMBEDDED}" if at else "",
        ends=ends,
        zero_is=zero_is or ZERO,
        shows=tuple(sorted(_shown(each, rows))),
        rows=rows,
        ticks=scale.ticks(),
        zero=scale.at(0.0),
        top=top,
        floor=top + _ROW * len(each),
        height=top + _ROW * len(each) + _AXIS,
        row_height=_ROW,
    )


def _shown(drawn: Iterable[Drawn], rows: Iterable[EffectRow]) -> set[str]:
    """Return which kinds of marks a chart has."""
    shown = {row.sign for row in rows} | {"band" for row in rows if row.mark.band}
    return shown | {"exact" for one in drawn if is_exact(one.facet)}


def chart_links(chart: EffectChart | None) -> tuple[Link, ...]:
    """Return the other forms of a page's chart."""
    if chart is None:
        return ()
    return (Link("the chart as a picture", f"{chart.at}{PICTURE}"), Link("the chart to embed", chart.embedded))


def board_chart(
    names: Names,
    level: Level,
    scale: Scale | None,
    *,
    id: str,
    title: str,
    at: str = "",
    options: tuple[str, str] | None = None,
) -> EffectChart | None:
    """Return the board of a level as a chart: one row a model, by the result that it is placed by."""
    drawn = [_of_line(names, level, line) for line in drawn_lines(level)]
    ends, zero_is = _axis(names, level, options)
    ends = ends if at else None  # small charts among others stay bare
    signed = options is not None
    about = _about(drawn, zero_is)
    return effect_chart(
        names, scale, drawn, id=id, title=title, about=about, at=at, ends=ends, signed=signed, zero_is=zero_is
    )


def chart_title(level: Level) -> str:
    """Return what the chart of a level shows, with its unit: answers are counted, confidence is measured."""
    measures = level.measures
    if measures and measures <= set(RATES):
        return "Answers that each model changes beyond the control, of 100"
    if not measures & set(RATES):
        if measures and measures <= set(AMONG_GROUPS):
            return f"How far each model’s answers about a group stand from those about the others, {_CONFIDENCE}"
        beyond = "" if measures & set(AMONG_GROUPS) else " beyond the control edit"
        return f"How far each model moves{beyond}, {_CONFIDENCE}"
    return "Each model’s effect beyond the control: answers changed, of 100, or percentage points of confidence"


def _other_groups(names: Names, level: Level) -> str:
    """Say what a score against other groups is compared with, and how many there are."""
    facet = next(iter(level.cells[0].engines.values()))
    groups = {version.group for version in names.test_of(facet).versions if version.group is not None}
    return f"the average of the other groups ({len(groups) - 1} of them); the control text cancels out"


def _axis(names: Names, level: Level, options: tuple[str, str] | None) -> tuple[tuple[str, str] | None, str]:
    """Return the words at both ends of the line and those for zero, as far as all results of a level share them."""
    measures = level.measures
    if options is not None:
        return (f"← “{_short(options[0], _SIDE)}”", f"“{_short(options[1], _SIDE)}” →"), _zero_of(names, level)
    if measures and measures <= set(AMONG_GROUPS):
        return ("← less unfavourable", "more unfavourable →"), _other_groups(names, level)
    if measures and measures <= set(RATES):
        return ("← less often", "more often than the control →"), ZERO
    return None, ZERO if not measures & set(AMONG_GROUPS) else f"{ZERO}, or the average of the other groups"


def _zero_of(names: Names, level: Level) -> str:
    """Say what the zero of one move of confidence is: no move from the control's own version, where it has one."""
    facet = level.measured[0]
    label = label_of(names.test_of(facet), "control") if facet.control_kind == "version" else ""
    return f"no move from the version with “{label}”, the control edit" if label else ZERO


def two_ways(names: Names, level: Level) -> tuple[str, str] | None:
    """Return the options on both sides of zero where a level is one move of confidence between two options."""
    if len(level.cells) != 1 or not level.measured or level.measured[0].measure not in SIGNED:
        return None
    # less than the control has no side of its own
    if any(facet.excess.value < 0 for facet in level.measured):
        return None
    question = names.questions[level.cells[0].item]
    positive = question.positive
    others = [option.label for option in question.options if option.id != positive]
    if len(others) != 1:
        return None
    return others[0], question.option(positive)


def _of_line(names: Names, level: Level, line: contract.Line) -> Drawn:
    facet, model = facet_of(level, line), line.engine
    alone = len(level.cells) == 1
    topic = names.engine_topic(model, level.dimension.id)
    label = names.models[model].label
    if level.measures & set(RATES) and level.measures - set(RATES) and not fewer(facet):  # two units on one line
        label += f" ({'answers' if facet.measure in RATES else 'confidence'})"
    return Drawn(label, facet, topic if alone else f"{facet.address}#{line.build}")


def _about(drawn: Sequence[Drawn], zero_is: str) -> str:
    clear, other = (sum(verdict(each.facet) == what for each in drawn) for what in (CLEAR, REVERSE))
    besides = f", and {other} {'is' if other == 1 else 'are'} clearly the other way" if other else ""
    return (
        f"A mark for each model shows its effect, and a line its 95% range. The upright line at 0 is {zero_is}. "
        f"{clear} of {len(drawn)} are clear effects{besides}."
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _arrow(facet: contract.Result) -> str:
    raw = facet.raw.value or 0
    return "←" if raw < 0 else "→" if raw > 0 else ""


def _apart(facet: contract.Result) -> tuple[str, ...]:
    """Say in a word or two why a result stands apart from those that are ranked; nothing where it does not."""
    if unseen(facet):
        return ("cannot see it",)
    if fewer(facet):
        return ("below control",)
    if facet.ranked:
        return ("mostly the control",) if facet.mostly_control and facet.detected else ()
    return ("the other way",) if verdict(facet) == REVERSE else ("not ranked",)


def _row(names: Names, scale: Scale, one: Drawn, y: int, signed: bool) -> EffectRow:
    facet = one.facet
    model = names.models[facet.engine]
    build = names.build_label(model.id, facet.build)
    name = ", ".join([one.name, *([build] if build else ()), *_apart(facet)])
    return EffectRow(
        name=_short(name, _NAME),
        whole_name=name,
        model=model,
        build=facet.build,
        to=one.to,
        arrow=_arrow(facet) if signed else "",
        value=points(facet.excess.value, names.digits),
        range=span(*told_range(facet), names.digits),
        sign=sign(facet),
        verdict=verdict_words(facet),
        mark=scale.mark(facet, signed=signed),
        y=y,
    )
