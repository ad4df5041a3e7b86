"""What a headline reads when it is measured on texts that had no say in picking it.

The largest of many effects is large in part by luck: of 30 equal effects of 1 point, each known to within a point, the
largest reads 3 on average. Which cells stood for election is left to `bd.board.uncertainty`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from bd.board.elsewhere import HALF, picked
from bd.board.simultaneous import millionths

__all__ = ["unselected"]


def unselected(halves: NDArray[np.float64], margins: NDArray[np.float64]) -> float | None:
    """Return the mean effect of what the board would pick on one half of the texts, measured on the other half.

    In every halving the headline of one half is taken by the board's own rule, the largest clear effect or, with none
    clear, the largest (of equal ones the first, to the published digit), and its effect on the other half read, and the
    other way round; all these readings are averaged. The largest alone would be the noisiest wherever cells are not
    known equally well, and the board does not pick that one.

    Parameters
    ----------
    halves
        Shape (cells, halvings, 2, 2), as `bd.effects.drawn.Redrawn` has them: the effect on each half of the texts, as
        it is picked there and as it is read, fractions; nan where it could not be measured, and then that cell does not
        stand in that halving.
    margins
        Shape (cells,): by how much an effect must exceed 0 to be clear on all texts, as `bd.board.elsewhere.margin`
        gives it.

    Returns
    -------
    A fraction, or None where no halving has a cell that was measured on both halves.
    """
    if not len(halves):
        return None
    standing = ~np.isnan(halves).any(axis=(2, 3))
    halving = np.flatnonzero(standing.any(axis=0))
    readings: list[float] = []
    for side in (0, 1):
        winners = picked(np.where(standing, millionths(halves[:, :, side, 0]), -np.inf), margins, HALF)
        readings += halves[winners[halving], halving, 1 - side, 1].tolist()
    return math.fsum(readings) / len(readings) if readings else None
