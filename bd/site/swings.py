"""Pictures of answers that swing: each model on the line between two answers, before and with the change.

What moved is seen: the end it moved toward is named in words, and the line where the answer becomes another is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bd.site.records.parts import Figure, Model, Span
from bd.site.records.pictures import Dot, Swing, SwingRow
from bd.site.scale import Scale
from bd.site.text import worded

__all__ = ["Moved", "swing"]

_HEAD, _ROW, _FOOT, _LABEL = 44, 46, 20, 15
"""Heights in pixels: both ends and the middle in words, a row with its name above its line, all below, and a label."""
_END = {True: "swing.surely", False: "swing.surer"}
_ROOM = 0.06
_SIDE = 60.0
"""Beyond this part of the width, in percent, a label stands to the left of its mark."""


@dataclass(frozen=True)
class Moved:
    """One model, with the probability of the followed answer in percent: what is to be drawn."""

    model: Model
    to: str
    before: tuple[float, Figure]
    after: tuple[float, Figure]
    written: tuple[float, Figure] | None = None
    said: str = ""
    value: Figure | None = None
    range: Span | None = None


def swing(
    id: str, title: str, ends: tuple[str, str], labels: tuple[str, str, str], moved: Sequence[Moved], *, whole: bool
) -> Swing | None:
    """Return the picture; None where there is nothing to draw.

    Parameters
    ----------
    id
        Unlike that of any other picture of the page.
    title
        What is drawn, for readers who do not see it.
    ends
        The answer at 0%, and the followed one at 100%.
    labels
        What the versions are called: before, with the change, as written.
    moved
        The models, in order.
    whole
        Whether the line goes from 0 to 100%; otherwise as far as the marks need.
    """
    if not moved:
        return None
    line = Scale(0.0, 100.0) if whole else _line(moved)
    room = _LABEL * sum(map(bool, labels))
    rows = tuple(
        _row(each, line, ("", "", "") if number else labels, _HEAD + _ROW * number + (room if number else 0), whole)
        for number, each in enumerate(moved)
    )
    floor = _HEAD + _ROW * len(rows) + room
    return Swing(
        id=id,
        title=title,
        about=_about(moved, labels),
        ends=(worded(_END[whole], option=ends[0]), worded(_END[whole], option=ends[1])),
        middle=line.at(50.0) if line.holds(50.0) else None,
        turns=worded("swing.middle" if whole else "swing.even"),
        rows=rows,
        ticks=() if whole else line.ticks("%"),
        top=_HEAD,
        floor=floor,
        height=floor + _FOOT,
    )


def _about(moved: Iterable[Moved], labels: tuple[str, str, str]) -> str:
    rows = "; ".join(
        worded(
            "swing.row",
            model=e.model.label,
            before=e.before[1].text,
            after=e.after[1].text,
            was=labels[0],
            now=labels[1],
        )
        for e in moved
    )
    return f"{rows}."


def _row(each: Moved, line: Scale, labels: tuple[str, str, str], y: int, answers: bool) -> SwingRow:
    before, after = each.before[0], each.after[0]
    below = iter(range(1, 4))

    def dot(point: tuple[float, Figure], label: str) -> Dot:
        place = line.at(point[0])
        anchor = "end" if place > _SIDE else "start"
        return Dot(place, point[1], label, anchor, _LABEL * next(below) if label else 0)

    return SwingRow(
        model=each.model,
        to=each.to,
        before=dot(each.before, labels[0]),
        after=dot(each.after, labels[1]),
        written=None if each.written is None else dot(each.written, labels[2]),
        crossed=answers and (before > 50) != (after > 50),
        said=each.said,
        value=each.value,
        range=each.range,
        y=y,
    )


def _line(moved: Iterable[Moved]) -> Scale:
    """Return a line that holds every mark with some room, and the even odds where these are near."""
    values = [p[0] for each in moved for p in (each.before, each.after, each.written) if p is not None]
    low, high = min(values), max(values)
    if low - 10 <= 50 <= high + 10:
        low, high = min(low, 50.0), max(high, 50.0)
    room = max(high - low, 4.0) * _ROOM
    return Scale(max(0.0, low - room), min(100.0, high + room))
