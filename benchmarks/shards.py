"""A large list of texts, cut into shards in several ways: whether all of them add up to the same bytes.

No time is taken here. What re-draws of large lists cost is measured where workers draw them (`benchmarks.cluster`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from bd.effects import weights
from bd.effects.sums import Sums
from bd.effects.weights import Part
from benchmarks.frame import Measured, Settings, Timed
from benchmarks.texts import chance

__all__ = ["SHARDS", "measure"]

SHARDS = (1, 2, 7, 64)
_COLUMNS = 4
_TOGETHER = 8
"""So many sums are added first in a tree, as workers do it."""
_SAID = (
    f"{', '.join(map(str, SHARDS))} shards, of texts in a row or of any, added in a row, from the last, shuffled, and "
    f"{_TOGETHER} at a time in a tree"
)


def measure(settings: Settings) -> list[Measured | Timed]:
    """Cut the smallest list that is large, every run in other ways; return how many ways gave other bytes."""
    texts = weights.MOST_COUNTED + 1
    settings.say(f"{texts:,} texts cut into {', '.join(map(str, SHARDS))} shards")
    ids = np.array([f"text-{n:06d}" for n in range(texts)])
    columns = chance("shards", texts).integers(-1_000_000, 1_000_001, (texts, _COLUMNS))
    whole = _bytes(_part(ids, columns, np.arange(texts)).sums())
    ways = [[_bytes(sums) == whole for sums in _ways(ids, columns, run)] for run in range(settings.runs)]
    note = f"{len(ways[0])} ways a run, each beside the whole list of {texts:,} texts: {_SAID}."
    return [Measured("shards-equal", tuple(float(way.count(False)) for way in ways), note=note)]


def _ways(ids: NDArray[np.str_], columns: NDArray[np.int64], run: int) -> Iterator[Sums]:
    """Yield the sums of the list by each way of cutting it, and of adding up what the shards give."""
    draw = chance("ways", run)
    for shards in SHARDS:
        for order in (np.arange(len(ids)), draw.permutation(len(ids))):
            sums = [_part(ids, columns, places).sums() for places in np.array_split(order, shards)]
            yield reduce(add, sums)
            yield reduce(add, sums[::-1])
            yield reduce(add, [sums[n] for n in draw.permutation(shards)])
            yield _in_a_tree(sums)


def _in_a_tree(sums: Sequence[Sums]) -> Sums:
    while len(sums) > 1:
        sums = [reduce(add, sums[n : n + _TOGETHER]) for n in range(0, len(sums), _TOGETHER)]
    return sums[0]


def _part(ids: NDArray[np.str_], columns: NDArray[np.int64], places: NDArray[np.int64]) -> Part:
    return Part(tuple(ids[places].tolist()), columns[places], len(ids))


def _bytes(sums: Sums) -> bytes:
    return b"".join(part.tobytes() for part in (sums.redrawn, sums.first, sums.total))
