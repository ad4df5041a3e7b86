"""A pool of applicants in the order of a model's answers, cut after its first places, in every re-draw at once.

Applicants with exactly the same probability are one step of the order, whatever the order of the file. Where the cut
falls within a step, the seats that are left are shared equally among all who stand on it. Everything is counted in
whole numbers until the last division, so that a re-draw gives the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION

__all__ = ["Counts", "Cut", "Moved", "Pool", "Tally", "moved", "pool_of", "seats_of"]

Whole = NDArray[np.int64]
Counts = NDArray[np.integer[Any]]
"""How often each text was drawn, no wider than need be; a re-draw of fewer than 2**31 texts adds up to no more."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Pool:
    """Applicants, the most probable first."""

    order: Whole
    """Where the applicants stand in the arrays of the texts."""
    ends: Whole
    """How many applicants stand on each step or above it; starts with 0, for nobody."""


@dataclass(frozen=True)
class Cut:
    """What happens at one cut, for every re-draw; each array has one entry a re-draw."""

    seats: Whole
    above: Whole
    """Applicants above the step at which the list is cut; each has a whole seat."""
    tied: Whole
    """Applicants on that step; they share the seats that are left."""
    members: tuple[Whole, ...]
    """By side: its applicants."""
    won: tuple[Whole, ...]
    """By side: its seats, times `tied`."""

    def rates(self, side: int) -> NDArray[np.float64]:
        """Return the share of a side's applicants with a seat; nan where it has no applicant."""
        return _divided(self.won[side], self.members[side] * self.tied)

    def ratios(self, side: int, reference: int) -> NDArray[np.float64]:
        """Return one side's rate over another's; nan where the other's is 0 or a side has no applicant."""
        won, other = self.won[side], self.won[reference]
        return _divided(won * self.members[reference], np.where(self.members[side] > 0, other * self.members[side], 0))


def _divided(part: Whole, whole: Whole) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.full(part.shape, np.nan)
    np.divide(part, whole, out=found, where=whole != 0)
    return found


def pool_of(scores: Whole, applicants: Mask) -> Pool:
    """Return the pool of those texts that are applicants, by score; larger scores come first.

    Parameters
    ----------
    scores
        A whole number for each text, such as a probability in millionths.
    applicants
        Which texts are in the pool.
    """
    places = np.flatnonzero(applicants)
    order = places[np.argsort(-scores[places].astype(np.int64), kind="stable")]
    ranked = scores[order]
    steps = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True)) + 1 if len(order) else np.zeros(0, np.int64)
    return Pool(order, np.concatenate([np.zeros(1, np.int64), steps]))


def seats_of(share: float, applicants: Whole) -> Whole:
    """Return how many places a share of a pool is: to the nearest whole, halves up, and at least one.

    Examples
    --------
    >>> seats_of(0.1, np.array([500, 25, 4, 0]))
    array([50,  3,  1,  0])
    """
    millionths = round(share * MILLION)
    nearest = (millionths * applicants + MILLION // 2) // MILLION
    return np.minimum(np.maximum(nearest, 1), applicants)


class Tally:
    """A pool counted down step by step, for every re-draw.

    Parameters
    ----------
    pool
        Who stands where.
    sides
        Which texts belong to each of several kinds; kinds may overlap.
    counts
        Shape (texts, re-draws): how often each text was drawn. All ones is the pool as it is.
    """

    def __init__(self, pool: Pool, sides: Sequence[Mask], counts: Counts) -> None:
        self._ends = pool.ends
        self._everyone = _Down(counts, pool.order)
        self._sides = [_Side(counts, pool.order, side[pool.order]) for side in sides]

    def cut(self, share: float) -> Cut:
        """Return what happens where the list is cut after a share of the pool."""
        everyone = self._everyone
        seats = seats_of(share, everyone.total)
        # The first step with enough applicants on it or above it; an empty pool has no step at all.
        through = np.searchsorted(self._ends, everyone.reach(seats))
        last, before = self._ends[through], self._ends[np.maximum(through - 1, 0)]
        above = everyone.down(before)
        tied = everyone.down(last) - above
        won = []
        for side in self._sides:
            over = side.down(before)
            won.append(over * tied + (seats - above) * (side.down(last) - over))
        return Cut(seats, above, tied, tuple(side.total for side in self._sides), tuple(won))


_STEP = 16
"""Applicants that are added up at once; so few of them drawn seldom add up to more than fits into a byte."""
_FOLLOWING = np.arange(_STEP)[:, None]


class _Down:
    """How many were drawn of the first so many applicants, for every re-draw.

    Sums are made of every 16 applicants alone, and those in between where they are asked for.

    Parameters
    ----------
    counts
        As in `Tally`.
    order
        Where the applicants stand in it.
    """

    def __init__(self, counts: Counts, order: Whole) -> None:
        whole, each = len(order) // _STEP * _STEP, counts.shape[1]
        # Nobody stands behind the last, so that every step has as many rows.
        self._drawn = drawn = np.zeros((len(order) + _STEP, each), dtype=counts.dtype)
        counts.take(order, axis=0, out=drawn[: len(order)], mode="clip")
        fits = np.min_scalar_type(int(drawn.max(initial=0)) * _STEP)
        sums = drawn[0:whole:_STEP].astype(fits)
        for n in range(1, _STEP):
            sums += drawn[n:whole:_STEP].astype(fits, copy=False)
        self._each = np.arange(each)
        self._sums = np.zeros((len(sums) + 1, each), dtype=np.int32)
        np.cumsum(sums, axis=0, out=self._sums[1:])
        self.total = self.down(np.full(each, len(order)))
        """How many were drawn in all."""

    def down(self, places: Whole) -> Whole:
        """Return how many were drawn of the first `places` applicants; one number a re-draw, and so for all of this."""
        step = places // _STEP
        at, rows = self._rows(step)
        return np.asarray(self._sums[step, self._each] + rows.sum(axis=0, where=at < places, dtype=np.int64))

    def reach(self, wanted: Whole) -> Whole:
        """Return the fewest applicants of whom as many were drawn as wanted."""
        step = np.maximum(np.count_nonzero(self._sums < wanted, axis=0) - 1, 0)
        _, rows = self._rows(step)
        down = self._sums[step, self._each] + np.cumsum(rows, axis=0, dtype=np.int64)
        return np.where(wanted > 0, step * _STEP + 1 + np.count_nonzero(down < wanted, axis=0), 0)

    def _rows(self, step: Whole) -> tuple[Whole, Counts]:
        """Return the places that follow a step, and how often each was drawn; shape (16, re-draws)."""
        at = step * _STEP + _FOLLOWING
        return at, self._drawn[at, self._each]


class _Side:
    """The same for the applicants of one side, by how many of all applicants stand above a place."""

    def __init__(self, counts: Counts, order: Whole, side: Mask) -> None:
        self._members = np.concatenate([np.zeros(1, np.int64), np.cumsum(side)])
        self._down = _Down(counts, order[side])
        self.total = self._down.total

    def down(self, places: Whole) -> Whole:
        return self._down.down(self._members[places])


@dataclass(frozen=True)
class Moved:
    """Which applicants change sides of the cut when their swapped answer stands for their own."""

    lose: Mask
    """On the list as written, and not as swapped."""
    gain: Mask


def moved(scores: Whole, swapped: Whole, applicants: Mask, both: Mask, share: float) -> Moved | None:
    """Return who would lose or gain a place, each applicant swapped alone while everybody else stays.

    Parameters
    ----------
    scores, swapped
        A whole number for each text as written and as swapped.
    applicants, both
        Who is in the pool, and who of them has a swapped answer too.
    share
        How much of the pool is picked.

    Returns
    -------
    None if anybody's place hangs on a tie at the cut, in the order as written or in that applicant's own swapped one:
    then a place is neither had nor lost.
    """
    pool = pool_of(scores, applicants)
    cut = Tally(pool, (), np.ones((len(scores), 1), dtype=np.int32)).cut(share)
    seats, total = int(cut.seats[0]), len(pool.order)
    if seats == total:
        nobody = np.zeros(len(scores), dtype=np.bool_)
        return Moved(nobody, nobody)
    # With the list full, the last who is on it and the first who is not are all that a single mover has to pass.
    last, first = int(scores[pool.order[seats - 1]]), int(scores[pool.order[seats]])
    on_list = applicants & both & (scores >= last)
    off_list = applicants & both & (scores <= first)
    if last == first or (swapped[on_list] == first).any() or (swapped[off_list] == last).any():
        return None
    return Moved(lose=on_list & (swapped < first), gain=off_list & (swapped > last))
