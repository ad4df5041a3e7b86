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
from bd.effects.redraw import Halvings, Redraws
from bd.effects.sums import Sums
from bd.effects.weights import HalfWeights, Part, Weights

__all__ = ["Held", "Stack", "Stacked"]


@dataclass(frozen=True)
class Held:
    """One column's statistics."""

    key: str
    """What re-draw k of two columns has in common: the same where both draw the same texts of the same list."""
    means: NDArray[np.float64]
    """The mean in every re-draw, as a fraction; nan where no text of it was drawn."""
    halves: NDArray[np.float64]
    """The mean on both halves of the texts in every halving; shape (halvings, 2), nan for none."""
    count: int
    """How many of the things that are re-drawn have a text that counts in this column."""

    def held(self) -> Held:
        """Return the same."""
        return self


@dataclass(frozen=True)
class Stacked:
    """One column of a stack: the same statistics, worked out with those of all its columns when one is asked for."""

    stack: Stack
    place: int

    @property
    def key(self) -> str:
        """As in `Held`."""
        return self.stack.key

    @property
    def measured(self) -> Measured:
        """The column itself; equal ones of a stack are one."""
        return self.stack.columns[self.place]

    @property
    def means(self) -> NDArray[np.float64]:
        """As in `Held`."""
        return self.stack.mean(self.place, self.stack.sums.redrawn)

    @property
    def halves(self) -> NDArray[np.float64]:
        """As in `Held`."""
        return np.stack([self.stack.mean(self.place, half) for half in (self.stack.sums.first, self.stack.second)], 1)

    @property
    def count(self) -> int:
        """As in `Held`."""
        return self.stack.count(self.place)

    def held(self) -> Held:
        """Return them alone, for when the columns behind them are no longer held."""
        return Held(self.key, self.means, self.halves, self.count)


class Stack:
    """Columns over the same texts; add them all, then ask for their re-drawn means.

    Parameters
    ----------
    ids
        Ids of what is re-drawn: the texts, or the clusters that the texts form.
    places
        Where the texts stand in the arrays of the columns that are added.
    clusters
        For each of these texts, which of `ids` it belongs to, each of which has one; None where texts are re-drawn one
        by one.
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
        self.columns: list[Measured] = []
        self._places = places
        in_order = slice(None) if clusters is None else np.argsort(clusters, kind="stable")
        self._texts = places[in_order]
        """Where the texts of each of `ids` stand, one after the other."""
        self._begins = None if clusters is None else np.searchsorted(clusters[in_order], np.arange(len(self.ids) + 1))
        self._masks: list[NDArray[np.bool_]] = []
        self._mask_of: list[int] = []
        self._known: dict[bytes, int] = {}

    def add(self, measured: Measured) -> Stacked:
        """Add a column; columns cannot be added once re-drawn."""
        assert "sums" not in self.__dict__, "a fault in bd: this stack is drawn already"
        number = self._known.setdefault(_sum_of(measured.mask), len(self._masks))
        if number == len(self._masks):
            self._masks.append(measured.mask)
        place = self._known.setdefault(b"%d %d %s" % (number, measured.unit, _sum_of(measured.y)), len(self.columns))
        if place == len(self.columns):
            self.columns.append(Measured(measured.y, self._masks[number], measured.unit))
            self._mask_of.append(number)
        return Stacked(self, place)

    @cached_property
    def key(self) -> str:
        """As in `Held`."""
        digest = hashlib.sha256("\n".join(self.ids).encode())
        digest.update(self._places.tobytes())
        return digest.hexdigest()

    def mean(self, place: int, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a column's mean in some samples, given the sums of every column and every mask in them."""
        counts = sums[:, len(self.columns) + self._mask_of[place]]
        with np.errstate(invalid="ignore"):
            means: NDArray[np.float64] = sums[:, place] / (counts * self.columns[place].unit)
        return means

    def count(self, place: int) -> int:
        """Return how many of `ids` have a text that counts in a column."""
        return int(np.count_nonzero(self._by_id(self.columns[place].mask, slice(None))))

    def part(self, first: int, last: int) -> Part:
        """Return a part of a large stack; sums of parts add up to `sums`, which need not be worked out then."""
        rows = slice(first, last)
        return Part(self.ids[rows], np.ascontiguousarray(self._rows(rows)), len(self.ids))

    def give(self, sums: Sums) -> None:
        """Take the sums that were worked out elsewhere, from the same columns."""
        self.__dict__["sums"] = sums

    @cached_property
    def sums(self) -> Sums:
        """Of every column, and then of every distinct mask."""
        kinds = (Weights, HalfWeights) if self.large else (Redraws, Halvings)
        columns = self._columns
        redrawn, first = (kind(self.ids).sums_of(self._rows, len(columns)) for kind in kinds)
        return Sums(redrawn, first, np.array([y[self._places].sum(dtype=np.int64) for y in columns], dtype=np.int64))

    @cached_property
    def second(self) -> NDArray[np.float64]:
        """The sums of the second half, as `sums.first` has those of the first."""
        return self.sums.total - self.sums.first

    @property
    def _columns(self) -> list[NDArray[Any]]:
        return [*(column.y for column in self.columns), *self._masks]

    def _rows(self, ids: slice) -> NDArray[np.signedinteger[Any]]:
        """Return every column and then every distinct mask of some of `ids`, no wider than they need."""
        columns = [self._by_id(column, ids) for column in self._columns]
        width = np.result_type(np.int8, *(column.dtype for column in columns))
        return np.array(columns, dtype=width).T

    def _by_id(self, column: NDArray[Any], ids: slice) -> NDArray[np.signedinteger[Any]]:
        """Return a column of some of `ids`: of clusters, the sums over their texts."""
        if self._begins is None:
            return column[self._texts[ids]]
        first, last, _ = ids.indices(len(self.ids))
        begins = self._begins[first : last + 1]
        found: NDArray[np.int64] = np.add.reduceat(
            column[self._texts[begins[0] : begins[-1]]], begins[:-1] - begins[0], dtype=np.int64
        )
        return found


def _sum_of(values: NDArray[Any]) -> bytes:
    return hashlib.sha256(values.dtype.str.encode() + values.tobytes()).digest()
