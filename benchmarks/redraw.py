"""How much faster one product re-draws every column than re-drawing column by column; a ratio within one run.

Run it with `make bench`. Both ways draw the same texts and must give the same sums.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bd.effects.redraw import RESAMPLES, Redraws, draw_indices

TEXTS, COLUMNS = 1000, 120


def by_column(ids: list[str], columns: NDArray[np.int64], key: bytes) -> NDArray[np.float64]:
    """Re-draw each column by itself, as most published scripts do."""
    sums = np.empty((RESAMPLES, columns.shape[1]))
    for column in range(columns.shape[1]):
        for resample in range(RESAMPLES):
            sums[resample, column] = columns[draw_indices(key, resample, len(ids)), column].sum()
    return sums


def seconds(work: Callable[[], NDArray[np.float64]]) -> tuple[float, NDArray[np.float64]]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def main() -> None:
    ids = [f"text-{n:04d}" for n in range(TEXTS)]
    columns = np.arange(TEXTS * COLUMNS, dtype=np.int64).reshape(TEXTS, COLUMNS) * 7919 % 1_000_000
    redraws = Redraws(ids)
    slow, expected = seconds(lambda: by_column(ids, columns, redraws.key))
    fast, found = seconds(lambda: redraws.sums(columns))
    assert (found == expected).all(), "the two ways disagree"
    print(f"{COLUMNS} columns over {TEXTS} texts, {RESAMPLES} re-draws: one product is {slow / fast:.0f} times as fast")


if __name__ == "__main__":
    main()
