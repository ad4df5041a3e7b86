"""Do several instruments put the same models in the same order? Kendall's W, with what chance alone would give.

Which models and instruments are compared, and what the order of an instrument follows from, is left to the callers.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bd.agree.orders import centred_places, tau_b
from bd.effects.ranges import percentile_range
from bd.effects.redraw import SEED, raw_bits

__all__ = ["LEAST", "SHUFFLES", "Concordance", "concordance", "kendall_w", "mean_tau", "shuffled_sums", "w_range"]

LEAST = 3
"""With fewer instruments there is no W, with fewer models no order worth the name."""
SHUFFLES = 20_000

Ints = NDArray[np.int64]
Range = tuple[float, float]


@dataclass(frozen=True)
class Concordance:
    """How far several instruments agree on the order of the same models."""

    instruments: int
    models: int
    w: float
    """0: the instruments cancel out; 1: all the same order."""
    p: float
    """How often shuffled orders agree at least as much."""
    null_mean: float
    """What W is on average where no instrument has to do with another: 1 over their number."""
    null_95: float
    """What W stays at or below in 95 of 100 shuffles."""
    mean_tau: float | None
    """Mean of tau-b over all pairs of instruments that both tell models apart."""
    shuffles: int

    @property
    def beyond_chance(self) -> bool:
        """Whether W lies above what 95 of 100 shuffles give; the same as p < 0.05."""
        return self.w > self.null_95


def kendall_w(values: ArrayLike) -> float:
    """Return Kendall's coefficient of concordance, corrected for ties.

    Kendall and Babington Smith (1939), Annals of Mathematical Statistics 10, "The problem of m rankings", with the
    correction for ties of Kendall (1945): `12 S / (m^2 (n^3 - n) - m sum T)`. With places counted from the middle
    place, both the sum of squares S and the correction are sums of their products, and W is the sum of squares of the
    models' totals over m times the sum of all squares.

    Parameters
    ----------
    values
        Shape (instruments, models): the largest comes first.

    Returns
    -------
    A number from 0 to 1; nan where no instrument tells models apart.
    """
    centred = centred_places(values)
    scale = len(centred) * int((centred * centred).sum())
    return int((centred.sum(axis=0) ** 2).sum()) / scale if scale else math.nan


def mean_tau(values: Sequence[ArrayLike]) -> float | None:
    """Return the mean tau-b over all pairs of rows; None where no pair has one."""
    found = [t for t in (tau_b(a, b) for a, b in combinations(values, 2)) if t is not None]
    return math.fsum(found) / len(found) if found else None


def shuffled_sums(centred: Ints, shuffles: int = SHUFFLES) -> Ints:
    """Return the sum of squares of the models' totals when every instrument's places are dealt out anew.

    The bits are raw ones of Philox, as in `bd.effects.redraw`: a row of places is dealt out in the order of as many
    raw outputs. They depend on how many instruments, models and shuffles there are and on nothing else.

    Parameters
    ----------
    centred
        Shape (instruments, models), from `centred_places`.

    Returns
    -------
    Shape (shuffles,), whole numbers that compare as W does, since shuffling moves no tie.
    """
    instruments, models = centred.shape
    key = hashlib.sha256(b"bd/shuffle@1\n%d\n%d %d\n" % (SEED, instruments, models)).digest()
    totals = np.zeros((shuffles, models), dtype=np.int64)
    for number, row in enumerate(centred):
        bits = raw_bits(key, number, shuffles * models).reshape(shuffles, models)
        totals += row[np.argsort(bits, axis=1, kind="stable")]
    found: Ints = (totals * totals).sum(axis=1)
    return found


def concordance(values: ArrayLike, shuffles: int = SHUFFLES) -> Concordance | None:
    """Return how far instruments agree, beside what shuffled orders give.

    `p` counts the order that was found among the shuffled ones, so that it is never 0: Phipson and Smyth (2010),
    Statistical Applications in Genetics and Molecular Biology 9. The mean of W over all shuffles is exactly 1 over
    the number of instruments, ties or not.

    Parameters
    ----------
    values
        Shape (instruments, models): the largest comes first.

    Returns
    -------
    None for fewer than three instruments or models, or where no instrument tells models apart.
    """
    given = np.asarray(values)
    if given.ndim != 2 or min(given.shape) < LEAST:
        return None
    centred = centred_places(given)
    scale = len(centred) * int((centred * centred).sum())
    if not scale:
        return None
    own, null = int((centred.sum(axis=0) ** 2).sum()), np.sort(shuffled_sums(centred, shuffles))
    return Concordance(
        instruments=given.shape[0],
        models=given.shape[1],
        w=own / scale,
        p=(1 + int((null >= own).sum())) / (1 + shuffles),
        null_mean=1 / len(centred),
        null_95=int(null[shuffles - shuffles // 20]) / scale,
        mean_tau=mean_tau(list(given)),
        shuffles=shuffles,
    )


def w_range(w: float, redrawn: Iterable[ArrayLike]) -> Range | None:
    """Return the 95% range of W over re-draws of what the orders rest on, widened, where needed, to hold W itself.

    Re-drawing adds noise to every order and so lowers agreement that is there: where all instruments agree, every
    re-draw lies below W. The upper end is no promise that instruments do not agree more.

    Parameters
    ----------
    w
        W of everything.
    redrawn
        For each re-draw, values as in `kendall_w`; one with a nan is left out.
    """
    tables = (np.asarray(each) for each in redrawn)
    found = np.array([kendall_w(t) for t in tables if not np.isnan(t).any()], dtype=np.float64)
    if (~np.isnan(found)).sum() < 40:
        return None
    low, high = percentile_range(found)
    return min(low, w), max(high, w)
