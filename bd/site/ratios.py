"""Ratios drawn: every build of a list as a dot with its range, on one line with the marks of the four-fifths rule."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from bd.report import contract
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


def chart(names: Names, rows: Iterable[contract.ShortlistRow], marks: tuple[float, float]) -> Chart | None:
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


def _ends(row: contract.ShortlistRow) -> Iterator[float]:
    for reading in (row.as_asked, row.both_ways):
        if reading is not None:
            everyone = reading.everyone
            yield from (each for each in (everyone.ratio, everyone.hi) if each is not None)


def _rows(names: Names, rows: Iterable[contract.ShortlistRow], line: Scale, top: float) -> Iterator[ChartRow]:
    for number, row in enumerate(rows):
        model, both = names.models[row.engine], row.both_ways
        yield ChartRow(
            model=model,
            build=names.build_label(model.id, row.build),
            y=_TOP + _ROW * number,
            as_asked=_dot(row.as_asked.everyone, line, top),
            both_ways=_dot(both.everyone, line, top) if both is not None else None,
        )


def _dot(compared: contract.Compared, line: Scale, top: float) -> Dot | None:
    value, low, high = (compared.ratio, compared.lo, compared.hi)
    if value is None:
        return None
    if low is None or high is None:
        return Dot(at=line.at(min(value, top)), lo=None, hi=None, over=value > top)
    ends = line.at(min(low, top)), line.at(min(high, top))
    return Dot(line.at(min(value, top)), *ends, over=max(value, high) > top)
