"""Three points of a cell: what the model did with the texts as written, with the control, and with the change.

A difference alone does not say which of two phrases moved the model. All three stand on the same texts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.effects.cells import Cell, Side
from bd.effects.columns import MEASURES, Measured, positive
from bd.effects.records import DIGITS, Points, rounded

__all__ = ["mostly_control", "points_of"]


def points_of(cell: Cell, counted: NDArray[np.bool_]) -> Points | None:
    """Return the points of a cell on those of its texts that have all of them; None where no text has.

    Parameters
    ----------
    cell
        What was asked.
    counted
        The texts that the effect counts. A side with no answer to any of them is left out; one with answers to some
        leaves the others out of every point.
    """
    counts = MEASURES[cell.test.measure].counts
    found = [_of(side, cell, counted, counts) for side in (*cell.points, cell.contrast.after, *cell.contrast.others)]
    if any(each is None for each in found[2:]):
        return None
    texts = np.logical_and.reduce([each.mask for each in found if each is not None])
    written, control, change, *others = (None if each is None else each.only(texts).value for each in found)
    if change is None:
        return None
    known = [other for other in others if other is not None]
    return Points(
        texts=int(texts.sum()),
        written=rounded(written),
        control=rounded(control),
        change=round(change, DIGITS),
        others=rounded(math.fsum(known) / len(known)) if known else None,
    )


def _of(side: Sequence[Side], cell: Cell, counted: NDArray[np.bool_], counts: bool) -> Measured | None:
    found = positive([each.column for each in side], cell.positive, counts).only(counted) if side else None
    return found if found is not None and found.texts else None


def mostly_control(points: Points | None, sign: float) -> bool:
    """Tell whether the change alone, from the text as written, moved the model by less than half of the effect.

    Parameters
    ----------
    points
        Of a measure that starts from the control version.
    sign
        -1.0 where the effect is reflected to be read by size, else 1.0.
    """
    if points is None or points.written is None or points.control is None:
        return False
    # Whole millionths, so that exactly half is never less than half by a binary accident.
    written, control, change = (round(p * MILLION) for p in (points.written, points.control, points.change))
    effect, alone = sign * (change - control), sign * (change - written)
    return effect > 0 and 2 * alone < effect
