"""Charts of results: which rows a page draws, in which order, and where. How they look is the templates' part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bd.site.boards import Level, facet_of
from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import points, span
from bd.site.records import EffectChart, EffectRow
from bd.site.scale import Scale
from bd.site.words import verdict

__all__ = ["Drawn", "board_chart", "drawn_lines", "effect_chart"]

_ROW, _AXIS = 44, 22
"""Heights in pixels: a row with its name above its line, and the numbers below all rows."""
_NAME = 34
"""Letters that fit beside a number on the narrowest screens."""
_PARTS = ("ranked", "not_detected", "shown")
"""The parts of a board that are drawn; planted models and second builds stand in the table alone."""


@dataclass(frozen=True)
class Drawn:
    """One result to be drawn."""

    name: str
    facet: Cursor
    to: str
    """The page that it sums up."""


def effect_chart(
    names: Names, scale: Scale | None, drawn: Iterable[Drawn], *, id: str, title: str, about: str, to: str = ""
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
    to
        The page that the whole chart sums up.
    """
    each = list(drawn)
    if scale is None or not each:
        return None
    return EffectChart(
        id=id,
        title=title,
        description=about,
        to=to,
        rows=tuple(_row(names, scale, one, _ROW * number) for number, one in enumerate(each)),
        ticks=scale.ticks(),
        zero=scale.at(0.0),
        height=_ROW * len(each) + _AXIS,
    )


def board_chart(
    names: Names, level: Level, scale: Scale | None, *, id: str, title: str, to: str = ""
) -> EffectChart | None:
    """Return the board of a level as a chart: one row a model, by the result that it is placed by."""
    drawn = [_of_line(names, level, line) for line in drawn_lines(level)]
    return effect_chart(names, scale, drawn, id=id, title=title, about=_about(drawn), to=to)


def drawn_lines(level: Level) -> list[Cursor]:
    """Return the lines of a board that are drawn, in its order."""
    return [line for part in _PARTS for line in level.board[part]]


def _of_line(names: Names, level: Level, line: Cursor) -> Drawn:
    facet, model = facet_of(level, line), line["engine"].text
    alone = len(level.cells) == 1
    topic = names.engine_topic(model, level.dimension["id"].text)
    return Drawn(names.models[model].label, facet, topic if alone else f"{facet['address'].text}#{line['build'].text}")


def _about(drawn: Sequence[Drawn]) -> str:
    clear = sum(verdict(each.facet) == "clear" for each in drawn)
    return (
        "A mark for each model shows its effect, and a line its 95% range. The upright line is what the control "
        f"edit did. {clear} of {len(drawn)} are clear effects."
    )


def _row(names: Names, scale: Scale, one: Drawn, y: int) -> EffectRow:
    facet = one.facet
    model = names.models[facet["engine"].text]
    build = names.build_label(model.id, facet["build"].text)
    name = ", ".join([one.name, *([build] if build else ()), *(() if facet["ranked"].value else ("not ranked",))])
    return EffectRow(
        name=name if len(name) <= _NAME else f"{name[: _NAME - 1].rstrip()}…",
        whole_name=name,
        model=model,
        build=facet["build"].text,
        to=one.to,
        value=points(facet["excess"]["value"], names.digits),
        range=span(facet["excess"]["lo"], facet["excess"]["hi"], names.digits),
        clear=facet["ranked"].value and facet["detected"].value,
        verdict=verdict(facet),
        mark=scale.mark(facet),
        y=y,
    )
