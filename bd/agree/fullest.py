"""Which rows and columns of a table with gaps are compared: a whole table, found by one fixed rule."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

__all__ = ["whole_table"]


def whole_table(there: NDArray[np.bool_]) -> tuple[list[int], list[int]]:
    """Return the rows and the columns of a table without a gap.

    The rule: as long as a gap is left, the row or the column that has the largest share of gaps is left out; of equal
    ones a row before a column, and the last. A row is a model and a column an instrument, so that in doubt a model is
    left out and not an instrument.

    Parameters
    ----------
    there
        Shape (models, instruments): whether a model has a place on an instrument.

    Examples
    --------
    >>> whole_table(np.array([[True, True], [True, True], [True, False]]))
    ([0, 1], [0, 1])
    """
    rows, columns = list(range(there.shape[0])), list(range(there.shape[1]))
    while rows and columns and not there[np.ix_(rows, columns)].all():
        gaps = ~there[np.ix_(rows, columns)]
        by_row = [Fraction(int(n), len(columns)) for n in gaps.sum(axis=1)]
        by_column = [Fraction(int(n), len(rows)) for n in gaps.sum(axis=0)]
        if max(by_row) >= max(by_column):
            del rows[_last_largest(by_row)]
        else:
            del columns[_last_largest(by_column)]
    return rows, columns


def _last_largest(shares: list[Fraction]) -> int:
    return max(range(len(shares)), key=lambda n: (shares[n], n))
