"""A pool of applicants in the order of a model's answers, cut after its first places, in every re-draw at once.

Applicants with exactly the same probability are one step of the order, whatever the order of the file. Where the cut
falls within a step, the seats that are left are shared equally among all who stand on it. Everything is counted in
whole numbers until the last division, so that a re-draw gives the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION

__all__ = ["Cut", "Moved", "Pool", "Tally", "moved", "pool_of", "seats_of"]

Whole = NDArray[np.int64]
Counts = NDArray[np.int32]
"""How often each text was drawn; a re-draw of fewer than 2**31 texts adds up to no more than that."""
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
        drawn = counts[pool.order]
        self._everyone = _down(drawn, pool.ends)
        self._sides = [_side_down(drawn, side[pool.order], pool.ends) for side in sides]

    def cut(self, share: float) -> Cut:
        """Return what happens where the list is cut after a share of the pool."""
        down = self._everyone
        seats = seats_of(share, down[-1].astype(np.int64))
        # The first step with enough applicants on it or above it; an empty pool has no step at all.
        through = np.minimum((down < seats).sum(axis=0), len(down) - 1)
        start, each = np.maximum(through - 1, 0), np.arange(down.shape[1])
        above = down[start, each].astype(np.int64)
        tied = down[through, each] - above
        won = []
        for side in self._sides:
            over = side[start, each].astype(np.int64)
            won.append(over * tied + (seats - above) * (side[through, each] - over))
        return Cut(seats, above, tied, tuple(side[-1].astype(np.int64) for side in self._sides), tuple(won))


def _down(drawn: Counts, ends: Whole) -> Counts:
    """Return how many were drawn down to each of these ends; shape (ends, re-draws)."""
    sums = np.zeros((len(drawn) + 1, drawn.shape[1]), dtype=np.int32)
    np.cumsum(drawn, axis=0, out=sums[1:])
    return sums[ends]


def _side_down(drawn: Counts, side: Mask, ends: Whole) -> Counts:
    """Return the same for the applicants of one side, by how many of them stand above each end."""
    members = np.concatenate([np.zeros(1, np.int64), np.cumsum(side)])
    return _down(drawn[side], members[ends])


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
