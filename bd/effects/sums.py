"""Sums of columns in many samples of one list of texts: exact, and of few texts at a time, so that they need no memory.

Counts times whole numbers, summed below 2^53, are exact in float64 whatever the order of summation, so the same answers
give the same bytes on every machine, however the texts are split. How often a text counts in a sample is left to
`bd.effects.redraw`, for large lists to `bd.effects.weights`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.cores import cores

__all__ = ["CountsOf", "Rows", "Samples", "Sums", "check_exact"]

_AT_ONCE = 1024
"""Texts at a time: how often they count, and what stands in their columns, stays in a processor's cache."""
_EXACT = 2**53

Rows = Callable[[slice], NDArray[np.signedinteger[Any]]]
"""Gives what stands in the columns of some texts, whole numbers of any width; shape (texts, columns)."""
CountsOf = Callable[[slice], NDArray[np.unsignedinteger[Any]]]
"""Gives how often some texts count; shape (samples, texts)."""


@dataclass(frozen=True)
class Sums:
    """What every column adds up to in every re-draw and in every halving; whole numbers, exactly."""

    redrawn: NDArray[np.float64]
    """Shape (re-draws, columns)."""
    first: NDArray[np.float64]
    """Of the first half; shape (halvings, columns)."""
    total: NDArray[np.int64]
    """Over all texts, each once; shape (columns,)."""

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.redrawn + other.redrawn, self.first + other.first, self.total + other.total)


def check_exact(columns: NDArray[np.signedinteger[Any]], most: int) -> None:
    """See that no sum of a column can pass 2**53, each text counted so that all counts add up to `most`.

    Raises
    ------
    OverflowError
        One could, and would no longer be exact.
    """
    # The ends apart: the least number has no absolute value of its own width.
    largest = max(int(columns.max(initial=0)), -int(columns.min(initial=0)))
    if largest * most >= _EXACT:
        raise OverflowError("sums of this column over so many texts are no longer exact in float64")


class Samples(ABC):
    """How often each text of a list counts in each of several samples.

    Parameters
    ----------
    ids
        Ids of the texts.
    samples
        How many.
    most
        What the counts of one sample add up to at most, for each text.
    """

    def __init__(self, ids: Sequence[str], samples: int, most: int = 1) -> None:
        self.n = len(ids)
        self._samples = samples
        self._most = most * self.n

    @abstractmethod
    def counts(self) -> CountsOf:
        """Return what gives how often some texts count; what it needs of all texts is made now."""

    def sums(self, columns: NDArray[np.signedinteger[Any]]) -> NDArray[np.float64]:
        """Return the sum of every column in every sample; `sums_of` for columns that are there, (texts, columns)."""
        return self.sums_of(columns.__getitem__, columns.shape[1])

    def sums_of(self, rows: Rows, columns: int) -> NDArray[np.float64]:
        """Return the sum of every column in every sample.

        Parameters
        ----------
        rows
            Gives the columns of the texts that are asked for.
        columns
            How many there are.

        Returns
        -------
        Shape (samples, columns); every entry is a whole number, exactly.

        Raises
        ------
        OverflowError
            A sum could pass 2**53 and would no longer be exact.
        """
        counts = self.counts()
        parts = [slice(first, min(first + _AT_ONCE, self.n)) for first in range(0, self.n, _AT_ONCE)]

        def some(turn: int) -> NDArray[np.float64]:
            sums = np.zeros((self._samples, columns))
            for texts in parts[turn :: cores()]:
                values = rows(texts)
                check_exact(values, self._most)
                sums += counts(texts).astype(np.float64) @ values.astype(np.float64)
            return sums

        with ThreadPoolExecutor(cores()) as pool:
            first, *others = pool.map(some, range(min(cores(), max(1, len(parts)))))
        for each in others:
            first += each
        return first
