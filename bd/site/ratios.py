"""Ratios drawn: every build of a list as a dot with its range, on one line with the marks of the four-fifths rule."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import rounded
from bd.site.records.parts import Tick
from bd.site.records.shortlists import Chart, ChartRow, Dot
from bd.site.scale import Scale

__all__ = ["chart"]

_STEP = 0.5
_LEAST, _MOST = 1.5, 2.5
"""The line ends here, whatever the ratios are, so that one wide range does not press all the others together."""
_ROOM = 0.015
"""Share of the line left free at both ends."""
_TOP, _ROW, _BOTTOM = 26, 46, 24
"""Heights in pixels: the marks' numbers, one build, the axis' numbers."""


def chart(names: Names, rows: Iterable[Cursor], marks: tuple[float, float]) -> Chart | None:
    """Return the chart of one list, its builds in the order of the rows; None where no build has a ratio."""
    found = list(rows)
    ends = [end for row in found for end in _ends(row)]
    if not ends:
        return None
    top = min(max(_LEAST, math.ceil(max(ends) / _STEP) * _STEP), _MOST)
    line = Scale(-_ROOM * top, top + _ROOM * top)
    drawn = tuple(_rows(names, found, line, top))
    return Chart(
        rows=drawn,
        ticks=line.ticks(step=_STEP),
        marks=tuple(Tick(line.at(mark), rounded(mark, 2)) for mark in marks),
        even=line.at(1.0),
        height=_TOP + _ROW * len(drawn) + _BOTTOM,
    )


def _ends(row: Cursor) -> Iterator[float]:
    for reading in (row["as_asked"], row["both_ways"]):
        if reading.known:
            everyone = reading["everyone"]
            yield from (everyone[key].value for key in ("ratio", "hi") if everyone[key].known)


def _rows(names: Names, rows: Iterable[Cursor], line: Scale, top: float) -> Iterator[ChartRow]:
    for number, row in enumerate(rows):
        model, both = names.models[row["engine"].text], row["both_ways"]
        yield ChartRow(
            model=model,
            build=names.build_label(model.id, row["build"].text),
            y=_TOP + _ROW * number,
            as_asked=_dot(row["as_asked"]["everyone"], line, top),
            both_ways=_dot(both["everyone"], line, top) if both.known else None,
        )


def _dot(compared: Cursor, line: Scale, top: float) -> Dot | None:
    value, low, high = (compared[key].value for key in ("ratio", "lo", "hi"))
    if value is None:
        return None
    ranged = low is not None and high is not None
    return Dot(
        at=line.at(min(value, top)),
        lo=line.at(min(low, top)) if ranged else None,
        hi=line.at(min(high, top)) if ranged else None,
        over=max(value, high if ranged else value) > top,
    )
