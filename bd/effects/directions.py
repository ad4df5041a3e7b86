"""Which way answers move, with counts: towards which option, in how many of the changed texts.

An edit that goes both ways, such as a swap, is read one way: texts of one kind from as written to edited, those of the
other kind backwards. The column itself is not touched by that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.effects.cells import Cell
from bd.effects.columns import MEASURES, Measured, changed, verdicts
from bd.effects.labels import Labels
from bd.effects.records import Direction
from bd.study.edits import KINDS
from bd.study.records import AS_WRITTEN

__all__ = ["Directions", "directions_of"]

_NO_DIRECTION = ("repeat", "order")
"""Measures of edits that say nothing about a person."""


@dataclass(frozen=True)
class Directions:
    """Where answers move."""

    towards: str | None = None
    """An option's id; None where there is no direction, or as many answers move one way as the other."""
    share: float | None = None
    """Of the changed answers that can be read one way, the share that moves there."""
    counts: tuple[Direction, ...] = ()


@dataclass(frozen=True)
class _Kind:
    """Texts that are read the same way."""

    from_: str
    counted: NDArray[np.bool_]
    changed: NDArray[np.bool_]
    up: NDArray[np.bool_]
    """Changed answers that, read so, move to the positive option."""


def directions_of(cell: Cell, own: Measured, labels: Labels) -> Directions:
    """Return the direction of a cell; `own` is its column, whose mean decides for differences of confidence."""
    test, options = cell.test, cell.table.options
    one_way = not KINDS[test.kind].both_ways or test.orientation is not None
    if len(options) != 2 or own.value is None or test.measure in _NO_DIRECTION or not one_way:
        return Directions()
    kinds = _kinds(cell, labels, own.mask)
    changes, up = sum(int(k.changed.sum()) for k in kinds), sum(int(k.up.sum()) for k in kinds)
    balance = 2 * up - changes if MEASURES[test.measure].counts else own.total
    rises = balance >= 0
    counts = tuple(
        Direction(k.from_, int(k.counted.sum()), int(k.changed.sum()), _along(int(k.up.sum()), k, rises)) for k in kinds
    )
    if balance == 0:
        return Directions(None, 0.5 if MEASURES[test.measure].counts and changes else None, counts)
    towards = cell.positive if rises else 1 - cell.positive
    return Directions(options[towards], sum(c.towards for c in counts) / changes if changes else None, counts)


def _along(up: int, kind: _Kind, rises: bool) -> int:
    return up if rises else int(kind.changed.sum()) - up


def _kinds(cell: Cell, labels: Labels, counted: NDArray[np.bool_]) -> list[_Kind]:
    sides, orientation = cell.contrast.columns(cell.positive), cell.test.orientation
    move = changed(sides).only(counted)
    before, after = (verdicts(side, cell.positive) == cell.positive for side in (sides.before, sides.after))
    if orientation is None or not MEASURES[cell.test.measure].counts:
        return [_Kind(_from(cell), move.mask, move.y > 0, (move.y > 0) & after)]
    forwards = labels.forwards(cell.table.decision, orientation)
    return [
        _Kind(
            words,
            move.mask & (forwards == way),
            (move.y > 0) & (forwards == way),
            (move.y > 0) & (forwards == way) & to,
        )
        for words, way, to in ((orientation.before_words, 1, after), (orientation.after_words, -1, before))
    ]


def _from(cell: Cell) -> str:
    """Return the ids of the versions that a cell starts from."""
    ids = {cell.test.suffix(v.id): v.id for v in cell.test.versions}
    return ", ".join(ids.get(s.suffix, AS_WRITTEN) if s.suffix else AS_WRITTEN for s in cell.contrast.before)
