"""The heat map: a square for each model and characteristic, by the size of the largest effect there.

Answers that change and confidence that moves are two units: each has its own colour and its own scale.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from bd.report import contract
from bd.site.boards import PLACED, head_facet, head_of
from bd.site.names import Names
from bd.site.numbers import whole
from bd.site.records.pictures import Square
from bd.site.text import worded
from bd.site.verdicts import AMONG_GROUPS, RATES, REVERSE, direction_words, unseen, verdict

__all__ = ["SHADES", "shaded", "square_of", "squares"]

SHADES = 6
"""Steps from the lightest square to the darkest."""
_COLOURED = ("clear", "reverse")


def squares(
    names: Names, model: str, columns: Iterable[contract.Characteristic], untested: Collection[str] = ()
) -> Iterator[Square]:
    """Yield the squares of one model, one for each characteristic, without their shades.

    Parameters
    ----------
    names
        What the data file calls things.
    model
        Its id.
    columns
        The characteristics.
    untested
        Ids of those on which it was never tested.
    """
    for dimension in columns:
        head, label = head_of(dimension, model), dimension.label
        if head is None:
            state = "never" if dimension.id in untested else "not-measured"
            yield _square(label, f"{dimension.address}#{model}", state)
            continue
        facet = head_facet(head)
        placed = any(line.engine == model for part in PLACED for line in dimension.board.part(part))
        square = square_of(facet, label, f"{facet.address}#{head.build}", placed=placed)
        # Between characteristics sizes alone are compared; what is better and worse for a group stands on its page.
        yield replace(square, tone="answers" if square.tone == "answers" else "points")


def square_of(facet: contract.Outcome, label: str, to: str, *, placed: bool) -> Square:
    """Return the square of one result, without its shade."""
    if isinstance(facet, contract.Missing):
        return _square(label, to, "not-measured")
    found = _square(label, to, _state(facet, placed))
    toward = facet.direction_label or "" if found.state in _COLOURED and direction_words(facet) else ""
    return replace(found, value=whole(facet.excess.value), tone=_tone(facet), toward=toward)


def _tone(facet: contract.Result) -> str:
    if facet.measure in AMONG_GROUPS:
        return "better" if facet.excess.value < 0 else "worse"
    return "answers" if facet.measure in RATES else "points"


def _square(label: str, to: str, state: str) -> Square:
    return Square(label, to, state, worded(f"heat.{state}"))


def _state(facet: contract.Result, placed: bool) -> str:
    if unseen(facet):
        return "blind"
    if verdict(facet) == REVERSE:
        return "reverse"
    if not facet.detected:
        return "not-clear"
    return "clear" if placed else "set-aside"


def shaded(rows: Iterable[Sequence[Square]]) -> tuple[tuple[Square, ...], ...]:
    """Return squares with their shades: of each unit, the largest clear effect is the darkest."""
    every = [tuple(row) for row in rows]
    most = {True: 0.0, False: 0.0}
    for square in (each for row in every for each in row if each.state in _COLOURED):
        most[square.tone == "answers"] = max(most[square.tone == "answers"], _size(square))
    return tuple(tuple(_shade(each, most[each.tone == "answers"]) for each in row) for row in every)


def _shade(square: Square, most: float) -> Square:
    if square.state not in _COLOURED or not most:
        return square
    # The eye tells light shades apart better than dark ones: by the root, small effects differ too.
    return replace(square, shade=max(1, math.ceil(SHADES * math.sqrt(_size(square) / most))))


def _size(square: Square) -> float:
    return 0.0 if square.value is None else abs(float(square.value.value))
