"""1,000 re-draws of all columns over one list of texts: bd's product, `scipy.stats.bootstrap`, a loop in numpy.

All three give the 95% percentile range of every column's mean. The columns are made up; what is in them costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bd.effects.ranges import percentile_range
from bd.effects.redraw import RESAMPLES, Redraws
from benchmarks.frame import Measured, Ran, Settings, Timed, in_turn, ratios
from benchmarks.texts import chance

__all__ = ["WAYS", "columns_of", "measure"]

PART = "Re-draws"
_TEXTS, _COLUMNS = 1000, 120
"""Texts at scale 1, and columns: about those of one decision."""
_BATCHES = (1, 4, 16, 64, 256)

Ends = NDArray[np.float64]
"""Shape (columns, 2)."""


def measure(settings: Settings) -> list[Measured | Timed]:
    """Run the three ways at every scale."""
    found: list[Measured | Timed] = []
    for scale in settings.scales:
        texts = round(_TEXTS * scale)
        settings.say(f"re-drawing {_COLUMNS} columns over {texts:,} texts, three ways")
        ids, columns = columns_of(texts)
        batch = _best_batch(columns)
        works: dict[str, Callable[[], Ran]] = {
            "bd": lambda: _timed(lambda: by_bd(ids, columns)),  # noqa: B023 - run within the same turn
            "scipy": lambda: _timed(lambda: by_scipy(columns, batch)),  # noqa: B023
            "loop": lambda: _timed(lambda: by_loop(columns)),  # noqa: B023
        }
        runs = in_turn(works, settings.runs)
        over = f"{_COLUMNS} columns over {texts:,} texts"
        found += [
            Measured("bootstrap-scipy", ratios(runs["scipy"], runs["bd"]), scale, f"{over}."),
            Measured("bootstrap-loop", ratios(runs["loop"], runs["bd"]), scale, f"{over}."),
            Timed(PART, f"bd, {over}", runs["bd"], scale),
            Timed(PART, f"`scipy.stats.bootstrap`, vectorised, {batch} re-draws a batch", runs["scipy"], scale),
            Timed(PART, "numpy, all columns at once, one re-draw after the other", runs["loop"], scale),
        ]
    return found


def columns_of(texts: int) -> tuple[list[str], NDArray[np.int64]]:
    """Return ids of texts and whole numbers for each, as moves of confidence are; shape (texts, columns)."""
    columns = chance("columns", texts).integers(-200_000, 250_000, (texts, _COLUMNS))
    return [f"text-{n:06d}" for n in range(texts)], columns


def by_bd(ids: list[str], columns: NDArray[np.int64]) -> Ends:
    """Return the ranges as a replay works them out."""
    means = Redraws(ids).sums(columns) / len(ids)
    return np.array([percentile_range(means[:, n]) for n in range(means.shape[1])])


def by_scipy(columns: NDArray[np.int64], batch: int) -> Ends:
    """Return the ranges by scipy's own function."""
    found = stats.bootstrap(
        (columns.astype(np.float64).T,),
        np.mean,
        axis=-1,
        n_resamples=RESAMPLES,
        vectorized=True,
        batch=batch,
        method="percentile",
        rng=chance("scipy"),
    ).confidence_interval
    return np.stack([found.low, found.high], axis=1)


def by_loop(columns: NDArray[np.int64]) -> Ends:
    """Return the ranges by re-drawing row numbers, as most scripts in numpy do."""
    draw, values = chance("loop"), columns.astype(np.float64)
    means = np.array([values[draw.integers(0, len(values), len(values))].mean(axis=0) for _ in range(RESAMPLES)])
    ends: Ends = np.percentile(means, [2.5, 97.5], axis=0).T
    return ends


WAYS: dict[str, Callable[[list[str], NDArray[np.int64]], Ends]] = {
    "bd": by_bd,
    "scipy": lambda _, columns: by_scipy(columns, _BATCHES[0]),
    "loop": lambda _, columns: by_loop(columns),
}
"""All three, each given ids and columns."""


def _best_batch(columns: NDArray[np.int64]) -> int:
    return min(_BATCHES, key=lambda batch: _timed(lambda: by_scipy(columns, batch)).seconds)


def _timed(work: Callable[[], object]) -> Ran:
    started = time.perf_counter()
    work()
    return Ran(time.perf_counter() - started)
