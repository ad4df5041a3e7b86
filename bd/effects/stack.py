"""All columns over one list of texts, stacked so that one product gives every statistic of every re-draw.

What a column means is left to whoever adds it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bd.effects.columns import Measured
from bd.effects.redraw import Redraws

__all__ = ["Stack"]


class Stack:
    """Columns over the same texts; add them all, then ask for their re-drawn means.

    Parameters
    ----------
    ids
        Ids of the texts that are re-drawn.
    places
        Where these texts stand in the arrays of the columns that are added.
    """

    def __init__(self, ids: Sequence[str], places: NDArray[np.int64]) -> None:
        self._redraws = Redraws(ids)
        self._places = places
        self._columns: list[Measured] = []
        self._masks: dict[bytes, int] = {}
        self._mask_of: list[int] = []
        self._drawn: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None

    def add(self, measured: Measured) -> int:
        """Add a column and return its place; columns cannot be added once re-drawn."""
        assert self._drawn is None, "a fault in bd: this stack is drawn already"
        mask = measured.mask[self._places]
        self._mask_of.append(self._masks.setdefault(mask.tobytes(), len(self._masks)))
        self._columns.append(measured)
        return len(self._columns) - 1

    def means(self, place: int, unit: int) -> NDArray[np.float64]:
        """Return the column's mean in every re-draw, divided by `unit`; nan where no text of it was drawn."""
        if self._drawn is None:
            self._drawn = self._draw()
        sums, counts = self._drawn
        with np.errstate(invalid="ignore"):
            means: NDArray[np.float64] = sums[:, place] / (counts[:, self._mask_of[place]] * unit)
        return means

    def _draw(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the sums of every column and of every distinct mask, in every re-draw."""
        y = np.stack([c.y[self._places] for c in self._columns], axis=1)
        masks = [np.frombuffer(mask, dtype=np.bool_) for mask in self._masks]
        both = self._redraws.sums(np.concatenate([y, np.stack(masks, axis=1).astype(np.int64)], axis=1))
        self._columns.clear()
        return both[:, : y.shape[1]], both[:, y.shape[1] :]
