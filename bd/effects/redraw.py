"""The re-draws of the texts: one matrix of counts, whose product with all columns gives every statistic of a re-draw.

This is the heart of `bd`; the product is `bd.effects.sums`. Halvings, which split a list of texts at random, are drawn
in the same way. Whatever else needs chance (`bd.agree`) takes its bits from here too. How large lists are re-drawn is
`bd.effects.weights`' part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.cores import cores
from bd.effects.sums import CountsOf, Samples

__all__ = [
    "HALVINGS",
    "RESAMPLES",
    "SEED",
    "Halvings",
    "Redraws",
    "raw_bits",
]

RESAMPLES = 1000
HALVINGS = 100
SEED = 0
_BLOCK_BYTES = 2 * 2**20
"""A block of counts, a byte each, stays in a processor's cache."""
_MOST_KEPT = 20_000
"""Counts of longer lists are made anew each time: they would fill the memory."""


def raw_bits(key: bytes, stretch: int, n: int) -> NDArray[np.uint64]:
    """Return the first `n` raw outputs of one stretch of the generator's counter; parameters as for `RawBits`."""
    return RawBits(key).stretch(stretch, n)


class RawBits:
    """Raw output of Philox, a counter-based generator whose bits NumPy keeps fixed between versions.

    Each sample has its own stretch of the counter, so that it does not depend on how many are drawn at once.

    Parameters
    ----------
    key
        At least 16 bytes; the first 16 are the generator's key.
    """

    def __init__(self, key: bytes) -> None:
        self._generator = np.random.Philox(key=int.from_bytes(key[:16], "big"))
        self._state = self._generator.state

    def stretch(self, stretch: int, n: int) -> NDArray[np.uint64]:
        """Return the first `n` 64-bit outputs of one stretch, counted from 0."""
        # The counter of a generator that is there is set in a third of the time that a new generator takes.
        self._state["state"]["counter"] = np.array([0, 0, stretch, 0], dtype=np.uint64)
        self._generator.state = self._state
        raw: NDArray[np.uint64] = self._generator.random_raw(n)
        return raw


Drawing = Callable[[NDArray[np.uint64], int], NDArray[np.int64]]


def _places(raw: NDArray[np.uint64], n: int) -> NDArray[np.int64]:
    """Return the places of the texts of one re-draw, `n` out of `n` (below 2**32) with replacement.

    The high bits of the upper half of each output, which is used up, times `n`.
    """
    raw >>= np.uint64(32)
    raw *= np.uint64(n)
    raw >>= np.uint64(32)
    return raw.view(np.int64)


def _half(raw: NDArray[np.uint64], n: int) -> NDArray[np.int64]:
    """Return the places of the texts of the first half, in no order: the `n // 2` with the lowest outputs.

    Equal outputs, one pair in 2**64, stand in the order of the texts.
    """
    size = n // 2
    if not size:
        return np.zeros(0, dtype=np.int64)
    places = np.flatnonzero(raw <= np.partition(raw, size - 1)[size - 1])
    return places if len(places) == size else np.argsort(raw, kind="stable")[:size]


def _counts(key: bytes, n: int, samples: range, drawn: Drawing) -> NDArray[np.unsignedinteger[Any]]:
    """Return how often each of `n` texts counts in some samples; shape (samples, texts), no wider than they need."""
    bits, counts = RawBits(key), np.empty((len(samples), n), dtype=np.min_scalar_type(n))
    for row, sample in zip(counts, samples, strict=True):
        row[:] = np.bincount(drawn(bits.stretch(sample, n), n), minlength=n)
    return counts.astype(np.min_scalar_type(int(counts.max(initial=0))))


_lately_made = lru_cache(maxsize=64)(_counts)
"""Many decisions are about the same texts."""


class _Counts(Samples):
    """A matrix that says how often each text counts in each of several samples of one list.

    Parameters
    ----------
    name
        What kind of sample, part of what the generator is keyed by.
    ids
        Ids of the texts, in order.
    seed
        Another seed gives other samples.
    samples
        How many.
    """

    def __init__(self, name: bytes, ids: Sequence[str], seed: int, samples: int) -> None:
        super().__init__(ids, samples)
        digest = hashlib.sha256(b"%s\n%d\n" % (name, seed))
        for text_id in ids:
            digest.update(text_id.encode() + b"\n")
        self.key = digest.digest()
        """What the generator is keyed by: SHA-256 over the kind of sample, the seed and the ids."""

    _drawn: Drawing
    """Gives the places of the texts in one sample, from raw outputs, one for each text."""

    def blocks(self) -> Iterator[NDArray[np.unsignedinteger[Any]]]:
        """Yield the matrix, some rows at a time, so that a large list needs no more memory than a block."""
        return (self._block(samples) for samples in self._parts())

    def counts(self) -> CountsOf:
        """Return what gives some columns of the matrix; all of it is held for that, a byte an entry."""
        with ThreadPoolExecutor(cores()) as pool:
            blocks = list(pool.map(self._block, self._parts()))
        return lambda texts: np.concatenate([block[:, texts] for block in blocks])

    def _parts(self) -> Iterator[range]:
        rows = max(1, _BLOCK_BYTES // max(1, self.n))
        return (range(first, min(first + rows, self._samples)) for first in range(0, self._samples, rows))

    def _block(self, samples: range) -> NDArray[np.unsignedinteger[Any]]:
        # Counts of longer lists are made anew each time: few of them would fill the memory that is set aside.
        made = _counts if self.n > _MOST_KEPT else _lately_made
        return made(self.key, self.n, samples, self._drawn)


class Redraws(_Counts):
    """1,000 re-draws of one list of texts, the same for every column over that list.

    Parameters
    ----------
    ids
        Ids of the texts, in order. The re-draws depend on them and the seed alone, so that adding a model or a study
        moves no number.
    seed, resamples
        The seed, and how many re-draws.
    """

    def __init__(self, ids: Sequence[str], *, seed: int = SEED, resamples: int = RESAMPLES) -> None:
        super().__init__(b"bd/redraw@1", ids, seed, resamples)

    _drawn = staticmethod(_places)


class Halvings(_Counts):
    """100 random halves of one list of texts; of an odd number the first half is the smaller.

    The sums are those of the first half. What is left of the whole is the second half's.
    """

    def __init__(self, ids: Sequence[str], *, seed: int = SEED, halvings: int = HALVINGS) -> None:
        super().__init__(b"bd/halving@1", ids, seed, halvings)

    _drawn = staticmethod(_half)
