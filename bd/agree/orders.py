"""Orders with ties: places of models as whole numbers, and how far two orders agree.

SciPy has both (`scipy.stats.rankdata`, `kendalltau`) and the tests compare with it; here everything stays in whole
numbers until the last division, so that the same scores give the same bytes on every machine, and `bd` need not load
`scipy.stats`, which takes longer than all that is worked out with it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["MILLION", "centred_places", "has_order", "millionths", "tau_b"]

MILLION = 1_000_000


def millionths(fractions: ArrayLike) -> NDArray[np.int64]:
    """Return fractions as whole millionths; none of them may be nan.

    >>> millionths([0.25, -1e-7])
    array([250000,      0])
    """
    return np.rint(np.asarray(fractions, dtype=np.float64) * MILLION).astype(np.int64)


def centred_places(values: ArrayLike) -> NDArray[np.int64]:
    """Return twice the distance of each model's place from the middle place.

    Models of equal value share the mean of their places.

    Parameters
    ----------
    values
        Shape (..., models): the largest comes first.

    Returns
    -------
    The same shape; `2 * place - (models + 1)`, so that each row adds up to 0.

    Examples
    --------
    >>> centred_places([0.9, 0.2, 0.2, 0.1])
    array([-3,  0,  0,  3])
    """
    given = np.asarray(values)
    above = (given[..., None, :] > given[..., :, None]).sum(axis=-1)
    equal = (given[..., None, :] == given[..., :, None]).sum(axis=-1)
    centred: NDArray[np.int64] = 2 * above + equal - given.shape[-1]
    return centred


def has_order(values: ArrayLike) -> bool:
    """Return whether any two values differ."""
    return bool(centred_places(values).any())


def tau_b(one: ArrayLike, other: ArrayLike) -> float | None:
    """Return Kendall's tau-b of two orders of the same models, between -1 (reversed) and 1 (the same).

    Pairs of models in the same order less pairs in the reverse order, over the root of the product of the pairs that
    each order tells apart: Kendall (1945), Biometrika 33, "The treatment of ties in ranking problems".

    Returns
    -------
    None where one of the two tells no models apart, or there are fewer than three models.
    """
    first, second = (np.sign(np.subtract.outer(v, v)).astype(np.int64) for v in (np.asarray(one), np.asarray(other)))
    told = int(np.abs(first).sum()) * int(np.abs(second).sum())
    if not told or len(first) < 3:
        return None
    return int((first * second).sum()) / math.sqrt(told)
