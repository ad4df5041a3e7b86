"""Who is surely ahead of whom on a board, where each model is placed by the largest of several effects.

Simultaneous pairwise differences, as in Mogstad, Romano, Shaikh and Wilhelm (2024, Review of Economic Studies 91,
"Inference for ranks"), but over all cells that may be a model's headline and not only the ones that are: the largest
of thirty effects reads more than the largest of one even where all are equal. How it is done and why it is right:
`docs/decisions/0022-who-is-surely-ahead.md`. Pure functions on arrays; whose effects enter is left to
`bd.board.uncertainty`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bd.board.records import PlaceRange
from bd.board.simultaneous import Moves, critical_value, standardised

__all__ = ["Ahead", "Contest", "place_sets", "surely_ahead", "tiers"]

Array = NDArray[np.float64]
Ahead = NDArray[np.bool_]
"""Shape (models, models): whether the first is surely ahead of the second."""

_FIRST, _BOTH = 5, 50
"""How many of 1,000 studies the first step may get wrong, and both together."""


class Contest:
    """The models of one board.

    Parameters
    ----------
    points, draws, floors
        As in `bd.board.simultaneous.family_ranges`, of all cells of all models.
    owners
        Shape (cells,): which model each cell is of, counted from 0; each has one.
    """

    def __init__(self, points: Array, draws: Array, floors: Array, owners: Sequence[int]) -> None:
        self._moves = Moves(points, draws, floors)
        whose = np.asarray(owners, dtype=np.intp)
        self._cells = [np.flatnonzero(whose == model) for model in range(len(set(owners)))]
        self._owners = whose

    @property
    def several(self) -> bool:
        """Whether a model has more than one cell."""
        return len(self._owners) > len(self._cells)

    def within(self) -> Array:
        """Return the largest standardised move, in each re-draw, of any difference of two cells of one model."""
        known = self._moves.known
        largest = np.zeros(len(known))
        for cells in self._cells:
            errors = self._moves.errors(cells, cells)
            for at in range(len(cells) - 1):
                apart = known[:, [cells[at]]] - known[:, cells[at + 1 :]]
                ratios = standardised(np.abs(apart), errors[at, at + 1 :])
                largest = np.maximum(largest, ratios.max(axis=1))
        return self._moves.in_all(largest)

    def lags(self, critical: float | None) -> Array:
        """Return how far each cell is surely below the largest of its model, in millionths: 0, or less than that.

        Without a critical value nothing is sure.
        """
        found = np.zeros(len(self._owners))
        if critical is None:
            return found
        for cells in self._cells:
            points = self._moves.points[cells]
            reach = points[:, None] - points[None, :] + critical * self._moves.errors(cells, cells)
            found[cells] = np.minimum(reach.min(axis=1, initial=0.0), 0.0)
        return found

    def across(self, lags: Array) -> Array:
        """Return the largest standardised move, in each re-draw, of any cell less another model's headline.

        What a cell surely lags behind its own model, it lags behind one that is no worse than its model.
        """
        known = self._moves.known
        largest = np.zeros(len(known))
        for model, cells in enumerate(self._cells):
            head = cells[[self._moves.points[cells].argmax()]]
            others = np.flatnonzero(self._owners != model)
            apart = known[:, others] - known[:, head] + lags[others]
            ratios = standardised(apart, self._moves.errors(others, head)[:, 0])
            largest = np.maximum(largest, ratios.max(axis=1, initial=0.0))
        return self._moves.in_all(largest)

    def ahead(self, lags: Array, critical: float) -> Ahead:
        """Return who is surely ahead: who has a cell that is surely larger than every cell that may be the other's."""
        running = [cells[lags[cells] == 0] for cells in self._cells]
        found = np.zeros((len(running), len(running)), dtype=np.bool_)
        for one, cells in enumerate(running):
            points = self._moves.points
            others = np.concatenate(running)
            sure = points[cells][:, None] - points[others][None, :] > critical * self._moves.errors(cells, others)
            begins = np.cumsum([0, *(len(each) for each in running[:-1])])
            found[one] = np.logical_and.reduceat(sure, begins, axis=1).any(axis=0)
        return found


def surely_ahead(contests: Sequence[Contest]) -> list[Ahead]:
    """Return who is surely ahead of whom on several boards at once, with 95% certainty for all of it together.

    Models with one cell each need one step: the 95th percentile, over re-draws, of the largest difference in standard
    errors. Where a model has more, a first step tells which of its cells are surely not its largest, and by how much,
    at 99.5%; the second takes that off how far such a cell can get ahead of others, at what is left of the 5%.

    Raises
    ------
    ValueError
        Fewer than 40 re-draws are left.
    """
    first, known_by = 0, None
    if any(contest.several for contest in contests):
        first = _FIRST
        known_by = critical_value(_jointly([contest.within() for contest in contests]), first)
    lags = [contest.lags(known_by) for contest in contests]
    largest = _jointly([contest.across(behind) for contest, behind in zip(contests, lags, strict=True)])
    critical = critical_value(largest, _BOTH - first)
    return [contest.ahead(behind, critical) for contest, behind in zip(contests, lags, strict=True)]


def _jointly(largest: Sequence[Array]) -> Array:
    """Return the largest of several families in each re-draw; nan where one of them could not be measured."""
    found: Array = np.maximum.reduce(largest)
    return found


def place_sets(ahead: Ahead) -> list[PlaceRange]:
    """Return each model's first and last possible place, both included; 1 is the largest effect.

    Examples
    --------
    >>> place_sets(np.array([[False, True, True], [False, False, False], [False, False, False]]))
    [(1, 1), (2, 3), (2, 3)]
    """
    count = len(ahead)
    return [(1 + int(ahead[:, model].sum()), count - int(ahead[model].sum())) for model in range(count)]


def tiers(ahead: Ahead, places: Sequence[float]) -> tuple[int, ...]:
    """Return the tier of each model, from 1, walking down a board in whose order they stand.

    A new tier starts only where the tier's first model is surely ahead; within a tier the order means nothing that the
    data could support. Models that share a place are one step of the walk, since their order means nothing either.

    Examples
    --------
    >>> ahead = np.array([[False, False, True], [False, False, False], [False, False, False]])
    >>> tiers(ahead, [1.0, 2.0, 3.0]), tiers(ahead, [1.0, 2.5, 2.5])
    ((1, 1, 2), (1, 1, 1))
    """
    found: list[int] = []
    first = 0
    for model in range(len(ahead)):
        shares = model > 0 and places[model] == places[model - 1]
        if found and ahead[first, model] and not shares:
            first = model
            found.append(found[-1] + 1)
        else:
            found.append(found[-1] if found else 1)
    return tuple(found)
