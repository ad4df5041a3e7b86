"""The re-draws of the texts: one matrix of counts, and one product that gives every statistic of every re-draw.

This is the heart of `bd`. Counts times whole numbers, summed below 2**53, are exact in float64 whatever the order of
summation, so the same answers give the same bytes on every machine. Nothing else in a replay draws random numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["RESAMPLES", "SEED", "Redraws", "draw_indices"]

RESAMPLES = 1000
SEED = 0
_BLOCK_BYTES = 32 * 2**20
_EXACT = 2**53


def draw_indices(key: bytes, resample: int, n: int) -> NDArray[np.int64]:
    """Return the places of the texts of one re-draw, `n` of them out of `n`, with replacement.

    They come from the raw output of Philox, a counter-based generator whose bits NumPy keeps fixed between versions:
    the high bits of the upper half of each 64-bit output times `n`. Each re-draw has its own stretch of the counter,
    so that it does not depend on how many are drawn at once.

    Parameters
    ----------
    key
        At least 16 bytes; the first 16 are the generator's key.
    resample
        Which re-draw, from 0.
    n
        How many texts, below 2**32.
    """
    generator = np.random.Philox(key=int.from_bytes(key[:16], "big"), counter=[0, 0, resample, 0])
    raw = generator.random_raw(n)
    return (((raw >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)).astype(np.int64)


class Redraws:
    """1,000 re-draws of one list of texts, the same for every column over that list.

    Parameters
    ----------
    ids
        Ids of the texts, in order. The re-draws depend on them and the seed alone, so that adding a model or a study
        moves no number.
    seed
        Another seed gives other re-draws.
    resamples
        How many.
    """

    def __init__(self, ids: Sequence[str], *, seed: int = SEED, resamples: int = RESAMPLES) -> None:
        self.n = len(ids)
        self.seed = seed
        self.resamples = resamples
        digest = hashlib.sha256(b"bd/redraw@1\n%d\n" % seed)
        for text_id in ids:
            digest.update(text_id.encode() + b"\n")
        self.key = digest.digest()
        """What the generator is keyed by: SHA-256 over the seed and the ids."""

    def _blocks(self) -> Iterator[NDArray[np.float64]]:
        """Yield the matrix of counts, some rows at a time, so that a large list needs no more memory than a block."""
        rows = max(1, _BLOCK_BYTES // (8 * max(1, self.n)))
        for first in range(0, self.resamples, rows):
            last = min(first + rows, self.resamples)
            counts = np.empty((last - first, self.n))
            for resample in range(first, last):
                drawn = draw_indices(self.key, resample, self.n)
                counts[resample - first] = np.bincount(drawn, minlength=self.n)
            yield counts

    def sums(self, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the sum of every column in every re-draw.

        Parameters
        ----------
        columns
            Shape (texts, columns), whole numbers.

        Returns
        -------
        Shape (resamples, columns); every entry is a whole number, exactly.

        Raises
        ------
        OverflowError
            A sum could pass 2**53 and would no longer be exact.
        """
        largest = int(np.abs(columns).max(initial=0))
        if largest * self.n >= _EXACT:
            raise OverflowError("sums of this column over so many texts are no longer exact in float64")
        values = columns.astype(np.float64)
        if not self.n:
            return np.zeros((self.resamples, columns.shape[1]))
        return np.concatenate([counts @ values for counts in self._blocks()])
