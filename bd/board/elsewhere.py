"""The board's own rule on other texts than all of them: in a re-draw, or on one half.

What is clear there follows from the range that an effect has on all texts: it must exceed 0 by as much as the effect
exceeds its range's lower end, and on half of the texts by the root of 2 as much, since its range is that much wider.
Which effects are looked at is left to `bd.board.selection` and `bd.board.agreement`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board.simultaneous import millionths
from bd.effects.records import Range

__all__ = ["HALF", "clear_there", "margin", "picked"]

Array = NDArray[np.float64]

HALF = math.sqrt(2)
"""How much wider a range is on half of the texts."""
_ABOVE_ALL = 10 * MILLION
"""More than any two effects can be apart."""


def margin(effect: float, ends: Range | None) -> float:
    """Return how many millionths an effect must exceed 0 by to be clear; without a range it never is."""
    return math.inf if ends is None else float(millionths(np.array(effect)) - millionths(np.array(ends[0])))


def clear_there(whole: NDArray[Any], margins: Array | float, wider: float = 1.0) -> NDArray[np.bool_]:
    """Tell which effects, in millionths, are clear on texts where their ranges are so much wider; nan never is."""
    found: NDArray[np.bool_] = whole > wider * np.asarray(margins)
    return found


def picked(whole: Array, margins: Array, wider: float = 1.0) -> NDArray[np.intp]:
    """Return which cell is the headline in each sample: the largest clear one; with none clear, the largest.

    Parameters
    ----------
    whole
        Shape (cells, samples): effects in millionths; -inf where a cell does not stand. Of equal ones the first.
    margins
        Shape (cells,), as `margin` gives them.
    wider
        As for `clear_there`.
    """
    winners: NDArray[np.intp] = (whole + _ABOVE_ALL * clear_there(whole, margins[:, None], wider)).argmax(axis=0)
    return winners
