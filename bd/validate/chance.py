"""The random numbers of simulated models: the same on every machine and with every version of NumPy.

Like the re-draws they come from the raw output of Philox, keyed by what is simulated. NumPy's own distributions may
change between versions, so every other distribution is made here from uniform numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Chance"]


class Chance:
    """A stream of its own for everything that is told apart by name.

    Parameters
    ----------
    names
        What the numbers are for: the seed, the case, the block of studies.
    """

    def __init__(self, *names: object) -> None:
        digest = hashlib.sha256("\n".join(["bd/validate@1", *map(str, names)]).encode()).digest()
        self._stream = np.random.Philox(key=int.from_bytes(digest[:16], "big"))

    def uniform(self, *shape: int) -> NDArray[np.float64]:
        """Return numbers from 0 up to and without 1, of 53 bits each."""
        raw: NDArray[np.uint64] = self._stream.random_raw(int(np.prod(shape)))
        uniform: NDArray[np.float64] = (raw >> np.uint64(11)).astype(np.float64).reshape(shape) * 2.0**-53
        return uniform

    def events(self, rates: float | NDArray[np.float64], *shape: int) -> NDArray[np.bool_]:
        """Return whether something happens, with the given rate at each place."""
        happens: NDArray[np.bool_] = self.uniform(*shape) < rates
        return happens

    def pick(self, shares: Sequence[float], *shape: int) -> NDArray[np.int64]:
        """Return places in `shares`, each with the probability that stands there."""
        ends = np.cumsum(np.asarray(shares, dtype=np.float64))
        return np.searchsorted(ends[:-1], self.uniform(*shape), side="right").astype(np.int64)

    def choose(self, count: int, of: int) -> NDArray[np.bool_]:
        """Return a mask of exactly `count` of `of` places, all sets of that size equally likely."""
        chosen = np.zeros(of, dtype=np.bool_)
        chosen[np.argsort(self.uniform(of), kind="stable")[:count]] = True
        return chosen
