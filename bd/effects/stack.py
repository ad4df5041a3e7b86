"""All columns over one list of texts, stacked so that one product gives every statistic of every re-draw.

What a column means is left to whoever adds it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.effects import weights
from bd.effects.columns import Measured
from bd.effects.redraw import Halvings, Redraws, Sums
from bd.effects.weights import Part

__all__ = ["HeldColumn", "Stack"]


@dataclass(frozen=True)
class HeldColumn:
    """One column's statistics, in the place of the stack that they come from."""

    key: str
    redrawn: NDArray[np.float64]
    halved: NDArray[np.float64]
    counted: int

    def means(self, place: int) -> NDArray[np.float64]:
        """Return what `Stack.means` did."""
        return self.redrawn

    def halves(self, place: int) -> NDArray[np.float64]:
        """Return what `Stack.halves` did."""
        return self.halved

    def count(self, place: int) -> int:
        """Return what `Stack.count` did."""
        return self.counted


class Stack:
    """Columns over the same texts; add them all, then ask for their re-drawn means.

    Parameters
    ----------
    ids
        Ids of what is re-drawn: the texts, or the clusters that the texts form.
    places
        Where the texts stand in the arrays of the columns that are added.
    clusters
        For each of these texts, which of `ids` it belongs to; None where texts are re-drawn one by one.
    most_counted
        Above so many of `ids` they are re-drawn by weights; None for `bd.effects.weights.MOST_COUNTED`.
    """

    def __init__(
        self,
        ids: Sequence[str],
        places: NDArray[np.int64],
        clusters: NDArray[np.int64] | None = None,
        most_counted: int | None = None,
    ) -> None:
        self.ids = tuple(ids)
        self.large = len(self.ids) > (weights.MOST_COUNTED if most_counted is None else most_counted)
        """Whether it is re-drawn by weights, so that it can be cut into parts."""
        self._places = places
        self._clusters = clusters
        self._columns: list[Measured] = []
        self._masks: list[NDArray[np.bool_]] = []
        self._known: dict[bytes, int] = {}
        self._mask_of: list[int] = []

    def add(self, measured: Measured) -> int:
        """Add a column and return its place; columns cannot be added once re-drawn."""
        assert "sums" not in self.__dict__, "a fault in bd: this stack is drawn already"
        mask = measured.mask[self._places]
        number = self._known.setdefault(mask.tobytes(), len(self._masks))
        if number == len(self._masks):
            self._masks.append(mask)
        self._mask_of.append(number)
        self._columns.append(measured)
        return len(self._columns) - 1

    @cached_property
    def key(self) -> str:
        """What re-draw k of two stacks has in common: the same where both draw the same texts of the same list."""
        digest = hashlib.sha256("\n".join(self.ids).encode())
        digest.update(self._places.tobytes())
        return digest.hexdigest()

    def held(self, place: int) -> HeldColumn:
        """Return a column's statistics alone, for when the answers behind the stack are no longer held."""
        return HeldColumn(self.key, self.means(place), self.halves(place), self.count(place))

    def means(self, place: int) -> NDArray[np.float64]:
        """Return the column's mean in every re-draw, as a fraction; nan where no text of it was drawn."""
        return self._mean(place, self.sums.redrawn)

    def halves(self, place: int) -> NDArray[np.float64]:
        """Return the column's mean on both halves of the texts in every halving; shape (halvings, 2), nan for none."""
        return np.stack([self._mean(place, half) for half in (self.sums.first, self._second)], axis=1)

    def count(self, place: int) -> int:
        """Return how many of `ids` have a text that counts in this column."""
        mask = self._masks[self._mask_of[place]]
        return int((self._by_id(mask[:, None].astype(np.int64)) > 0).sum())

    def part(self, first: int, last: int) -> Part:
        """Return a part of a large stack; sums of parts add up to `sums`, which need not be worked out then."""
        rows = slice(first, last)
        matrix = self._matrix(rows) if self._clusters is None else self._by_id(self._matrix())[rows]
        return Part(self.ids[rows], matrix, len(self.ids))

    def give(self, sums: Sums) -> None:
        """Take the sums that were worked out elsewhere, from the same columns."""
        self.__dict__["sums"] = sums

    @cached_property
    def sums(self) -> Sums:
        """Of every column, and then of every distinct mask."""
        matrix = self._by_id(self._matrix())
        if self.large:
            return Part(self.ids, matrix, len(self.ids)).sums()
        redrawn, first = Redraws(self.ids).sums(matrix), Halvings(self.ids).sums(matrix)
        return Sums(redrawn, first, matrix.sum(axis=0, dtype=np.int64))

    @cached_property
    def _second(self) -> NDArray[np.float64]:
        return self.sums.total - self.sums.first

    def _mean(self, place: int, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        counts = sums[:, len(self._columns) + self._mask_of[place]]
        with np.errstate(invalid="ignore"):
            means: NDArray[np.float64] = sums[:, place] / (counts * self._columns[place].unit)
        return means

    def _matrix(self, rows: slice = slice(None)) -> NDArray[np.signedinteger[Any]]:
        """Return every column and then every distinct mask, a row for each text; no wider than they need."""
        places, width = self._places[rows], np.result_type(np.int32, *(c.y.dtype for c in self._columns))
        matrix = np.empty((len(places), len(self._columns) + len(self._masks)), dtype=width)
        for place, column in enumerate(self._columns):
            matrix[:, place] = column.y[places]
        for place, mask in enumerate(self._masks, len(self._columns)):
            matrix[:, place] = mask[rows]
        return matrix

    def _by_id(self, by_text: NDArray[np.signedinteger[Any]]) -> NDArray[np.signedinteger[Any]]:
        """Return the sums over the texts of each cluster; what was given, where texts are re-drawn one by one."""
        if self._clusters is None:
            return by_text
        in_order = np.argsort(self._clusters, kind="stable")
        numbers, starts = np.unique(self._clusters[in_order], return_index=True)
        sums = np.zeros((len(self.ids), by_text.shape[1]), dtype=np.int64)
        if len(numbers):
            sums[numbers] = np.add.reduceat(by_text[in_order], starts, axis=0, dtype=np.int64)
        return sums
