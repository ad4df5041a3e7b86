"""Re-draws of large lists of texts: a weight for each text that depends on its own id, so that lists can be split.

Re-drawing n of n texts ties every text's count to all the others', so that no machine can begin before it knows the
whole list. Above `MOST_COUNTED` texts each one is drawn by itself, as often as a Poisson distribution of mean 1 says
(Hanley and MacGibbon 2006; Chamandy et al. 2012): the number drawn then varies a little, which a mean divides out. Any
part of the texts gives its own sums, and they add up to the same, digit for digit, however the texts were split.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.effects.redraw import HALVINGS, RESAMPLES, SEED
from bd.effects.sums import CountsOf, Samples, Sums, check_exact

__all__ = ["MOST_COUNTED", "HalfWeights", "Part", "Weights"]

MOST_COUNTED = 100_000
"""Lists of more texts than this are re-drawn by weights."""


def _steps() -> tuple[int, ...]:
    """Return what 32 random bits must reach for a weight of at least 1, 2, 3, ..., worked out in whole numbers.

    Beyond 12 the chance is less than one in 2**32.
    """
    terms = range(30)
    once = sum((Fraction((-1) ** k, factorial(k)) for k in terms), Fraction(0))  # 1/e
    below = [sum((once / factorial(k) for k in range(n)), Fraction(0)) for n in range(1, 13)]
    return tuple(int(share * 2**32) for share in below)


_STEPS = _steps()
_MOST = len(_STEPS)


class _ByText(Samples):
    """Whole numbers for each text, one a sample, from raw output of Philox keyed by the text's id and the seed.

    Parameters
    ----------
    name
        What kind of sample, part of what the generator is keyed by.
    ids
        Ids of the texts, in any order; a text's numbers do not depend on the others.
    seed
        Another seed gives other samples.
    raw
        How many 64-bit outputs a text needs.
    """

    def __init__(self, name: bytes, ids: Sequence[str], seed: int, samples: int, raw: int, most: int) -> None:
        super().__init__(ids, samples, most)
        self._raw = raw
        self._ids = ids
        self._start = hashlib.sha256(b"%s\n%d\n" % (name, seed))

    def _numbers(self, raw: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Return the numbers of some texts from their raw outputs; shape (texts, samples)."""
        raise NotImplementedError

    def counts(self) -> CountsOf:
        """Return what gives the numbers of some texts."""
        return self._counts

    def _counts(self, texts: slice) -> NDArray[np.uint8]:
        generator = np.random.Philox(0)
        state = generator.state
        state["state"]["counter"] = np.zeros(4, dtype=np.uint64)
        ids = self._ids[texts]
        raw = np.empty((len(ids), self._raw), dtype=np.uint64)
        for row, text_id in zip(raw, ids, strict=True):
            # A new key in a generator that is there takes a third of the time that a new generator does.
            state["state"]["key"] = self._key(text_id)
            generator.state = state
            row[:] = generator.random_raw(self._raw)
        return self._numbers(raw).T

    def _key(self, text_id: str) -> NDArray[np.uint64]:
        digest = self._start.copy()
        digest.update(text_id.encode())
        return np.frombuffer(digest.digest()[:16], dtype=">u8").astype(np.uint64)


class Weights(_ByText):
    """1,000 Poisson weights of mean 1 for each text; parameters as for `bd.effects.redraw.Redraws`."""

    def __init__(self, ids: Sequence[str], *, seed: int = SEED, resamples: int = RESAMPLES) -> None:
        super().__init__(b"bd/weights@1", ids, seed, resamples, -(-resamples // 2), _MOST)

    def _numbers(self, raw: NDArray[np.uint64]) -> NDArray[np.uint8]:
        bits = raw.astype("<u8", copy=False).view("<u4")[:, : self._samples]
        weights = np.zeros(bits.shape, dtype=np.uint8)
        for step in _STEPS:
            weights += bits >= np.uint32(step)
        return weights


class HalfWeights(_ByText):
    """100 halvings in which each text goes to the first half or not by a bit of its own: 1 or 0."""

    def __init__(self, ids: Sequence[str], *, seed: int = SEED, halvings: int = HALVINGS) -> None:
        super().__init__(b"bd/half-weights@1", ids, seed, halvings, -(-halvings // 64), 1)

    def _numbers(self, raw: NDArray[np.uint64]) -> NDArray[np.uint8]:
        bits = np.unpackbits(raw.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        return bits[:, : self._samples]


@dataclass(frozen=True)
class Part:
    """Some texts of a large list with what stands in their columns: all that is needed for what they add to the sums.

    Sums of parts add up to those of the list, whatever parts it is cut into and in whatever order they are added.
    """

    ids: tuple[str, ...]
    columns: NDArray[np.signedinteger[Any]]
    """Shape (texts, columns)."""
    of: int
    """How many texts the whole list has."""

    def sums(self) -> Sums:
        """Return what these texts add to the sums of every column; OverflowError where the whole might not be exact."""
        check_exact(self.columns, _MOST * self.of)
        redrawn, first = Weights(self.ids).sums(self.columns), HalfWeights(self.ids).sums(self.columns)
        return Sums(redrawn, first, self.columns.sum(axis=0, dtype=np.int64))
