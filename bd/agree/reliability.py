"""How well one instrument tells models apart, and would again with other items of its kind.

An instrument that does not agree with itself cannot agree with another. Sums are of whole numbers and so exact; what an
item is, is left to the callers.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from bd.agree.orders import millionths

__all__ = [
    "NOISY",
    "SATURATED",
    "SPLITS",
    "TARGET",
    "ceiling",
    "icc_2k",
    "items_needed",
    "spearman_brown",
    "split_half",
    "variance_ratio",
]

SPLITS = 1000
NOISY = 0.5
"""Below this reliability an instrument is too noisy to be compared with another."""
SATURATED = 0.05
"""Below this ratio of variances an instrument does not tell these models apart at all."""
TARGET = 0.8
"""The reliability that `items_needed` is asked for where nothing else is said."""


def split_half(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    """Return the mean correlation between models' scores on one half of the items and on the other.

    Parameters
    ----------
    first, second
        Shape (splits, models): net scores on each half; nan where a model has no item in it.

    Returns
    -------
    The mean over the splits of Pearson's correlation; None where no split has one: fewer than three models, or models
    that all score the same.
    """
    known = ~(np.isnan(first) | np.isnan(second)).any(axis=1)
    found = [_pearson(millionths(a), millionths(b)) for a, b in zip(first[known], second[known], strict=True)]
    told = [r for r in found if r is not None]
    return math.fsum(told) / len(told) if told else None


def _pearson(one: NDArray[np.int64], other: NDArray[np.int64]) -> float | None:
    n = len(one)
    if n < 3:
        return None
    a, b = (n * each - int(each.sum()) for each in (one, other))
    x, y = a.tolist(), b.tolist()
    scale = sum(v * v for v in x) * sum(v * v for v in y)
    return sum(v * w for v, w in zip(x, y, strict=True)) / math.sqrt(scale) if scale else None


def spearman_brown(half: float, times: float = 2) -> float:
    """Return the reliability of an instrument `times` as long: `t r / (1 + (t - 1) r)`.

    Spearman (1910) and Brown (1910), British Journal of Psychology 3. Halves that do not agree at all, or less than
    that, give 0.
    """
    return times * half / (1 + (times - 1) * half) if half > 0 else 0.0


def items_needed(items: int, reliability: float, target: float = TARGET) -> int | None:
    """Return how many items would give the reliability `target`: `n r* (1 - r) / (r (1 - r*))`, rounded up.

    The formula of Spearman and Brown, solved for the length. None where there is no reliability to build on.

    >>> items_needed(50, 0.5, 0.8)
    200
    """
    if reliability <= 0:
        return None
    exact = Fraction(items) * Fraction(target) * (1 - Fraction(reliability))
    # A thousandth of an item is no item: 0.8 is not exactly four fifths in a computer.
    return max(1, math.ceil(round(exact / (Fraction(reliability) * (1 - Fraction(target))), 3)))


def ceiling(one: float, other: float) -> float:
    """Return what two instruments of these reliabilities cannot correlate above: the root of their product.

    Spearman (1904), American Journal of Psychology 15, "The proof and measurement of association between two things".
    """
    return math.sqrt(max(one, 0.0) * max(other, 0.0))


def variance_ratio(scores: NDArray[np.int64], known: NDArray[np.bool_]) -> float:
    """Return the share of all variance of item scores that lies between models (Fisher's eta squared).

    Parameters
    ----------
    scores
        Shape (items, models), whole millionths.
    known
        The same shape: which scores there are.

    Returns
    -------
    From 0 (every model has the same mean) to 1 (items do not matter); 0 where all scores are the same.
    """
    columns = [scores[known[:, m], m].tolist() for m in range(scores.shape[1])]
    columns = [c for c in columns if c]
    every = [v for c in columns for v in c]
    if not every:
        return 0.0
    middle = Fraction(sum(every) ** 2, len(every))
    total = sum(v * v for v in every) - middle
    between = sum(Fraction(sum(c) ** 2, len(c)) for c in columns) - middle
    return float(between / total) if total else 0.0


def icc_2k(scores: NDArray[np.int64], known: NDArray[np.bool_]) -> float | None:
    """Return the intraclass correlation ICC(2,k): models and items both drawn at random, the mean over all items.

    `(BMS - EMS) / (BMS + (JMS - EMS) / n)` with n models as targets and k items as judges: Shrout and Fleiss (1979),
    Psychological Bulletin 86. Over the items that every model has a score on.

    Parameters
    ----------
    scores, known
        As in `variance_ratio`.

    Returns
    -------
    None with fewer than two models or two such items, or where all scores are the same.
    """
    table = scores[known.all(axis=1)].T
    n, k = table.shape
    if n < 2 or k < 2:
        return None
    middle = Fraction(int(table.sum()) ** 2, n * k)
    total = sum(v * v for v in table.ravel().tolist()) - middle
    models = sum(Fraction(v * v, k) for v in table.sum(axis=1).tolist()) - middle
    items = sum(Fraction(v * v, n) for v in table.sum(axis=0).tolist()) - middle
    bms, jms = models / (n - 1), items / (k - 1)
    ems = (total - models - items) / ((n - 1) * (k - 1))
    scale = bms + (jms - ems) / n
    return float((bms - ems) / scale) if scale else None
