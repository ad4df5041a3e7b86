"""Net scores of models on one instrument: over all items, in every re-draw and on every half of them.

A net score is a mean of signed scores, from -1 to 1. From it follow detection (how far models are from 0, whichever
way) and direction (which way).
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.agree.orders import MILLION, millionths
from bd.agree.reliability import SPLITS
from bd.agree.scores import Instrument
from bd.effects.ranges import FEWEST_TEXTS, percentile_range
from bd.effects.redraw import RESAMPLES, SEED, Halvings, Redraws, raw_bits

__all__ = ["Detection", "Direction", "detection", "direction", "halved", "nets", "redrawn"]

Floats = NDArray[np.float64]
Range = tuple[float, float]


@dataclass(frozen=True)
class Detection:
    """How far models are from even treatment, whichever way."""

    value: float
    """Mean over the models of the size of their net score."""
    range: Range | None
    """Re-drawn over models and items; None with fewer than ten items."""
    chance_95: float
    """What it stays at or below in 95 of 100 cases where every item leans either way at random."""

    @property
    def detected(self) -> bool:
        """Whether it is more than that."""
        return self.value > self.chance_95


@dataclass(frozen=True)
class Direction:
    """Which way models lean together."""

    value: float
    """Mean over the models of their net score."""
    range: Range | None

    @property
    def sign(self) -> int:
        """1 or -1 where the whole range lies on one side of 0, else 0."""
        if self.range is None:
            return 0
        return int(self.range[0] > 0) - int(self.range[1] < 0)


def nets(instrument: Instrument) -> Floats:
    """Return each model's mean score over the items that it has a score on; shape (models,)."""
    return _means(instrument.scores.sum(axis=0), instrument.known.sum(axis=0))


def redrawn(instrument: Instrument) -> Floats:
    """Return the same in every re-draw of the items; shape (1000, models), nan where no item of a model was drawn."""
    return _split(Redraws(instrument.items).sums(_columns(instrument)))


def halved(instrument: Instrument) -> tuple[Floats, Floats]:
    """Return the same on either half of the items in 1,000 halvings; both of shape (1000, models)."""
    columns = _columns(instrument)
    first = Halvings(instrument.items, halvings=SPLITS).sums(columns)
    return _split(first), _split(columns.sum(axis=0) - first)


def detection(instrument: Instrument) -> Detection:
    """Return how far models are from 0, its range, and what items without any direction would give.

    A size is never negative, so that its re-drawn mean is always above 0 and shows nothing. Two things mend that. A
    model's sign is decided once, over all items, as the effects of `bd` are reflected. And beside the value stands
    what chance gives: the signs of items, the same for all models, are thrown 1,000 times (Fisher's randomisation
    test), which leaves what models have in common on an item as it is.
    """
    own = nets(instrument)
    signs = np.where(own < 0, -1.0, 1.0)
    return Detection(
        value=_mean(np.abs(own)),
        range=_range(instrument, redrawn(instrument) * signs),
        chance_95=_chance(instrument),
    )


def direction(instrument: Instrument) -> Direction:
    """Return the mean net score with its range, re-drawn over models and items."""
    return Direction(_mean(nets(instrument)), _range(instrument, redrawn(instrument)))


def _columns(instrument: Instrument) -> NDArray[np.int64]:
    return np.concatenate([instrument.scores, instrument.known], axis=1, dtype=np.int64)


def _split(sums: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    half = sums.shape[1] // 2
    return _means(sums[:, :half], sums[:, half:])


def _means(sums: NDArray[np.generic], counts: NDArray[np.generic]) -> Floats:
    with np.errstate(invalid="ignore"):
        means: Floats = sums / (counts * MILLION)  # type: ignore[operator]
    return means


def _mean(values: Floats) -> float:
    return int(millionths(values).sum()) / (len(values) * MILLION)


def _range(instrument: Instrument, drawn: Floats) -> Range | None:
    """Return the range of the mean over models, with models and items re-drawn at once."""
    if len(instrument.items) < FEWEST_TEXTS:
        return None
    models = Redraws(instrument.models).sums(np.eye(len(instrument.models), dtype=np.int64))
    whole = ~np.isnan(drawn).any(axis=1)
    sums = (models[whole] * millionths(drawn[whole])).sum(axis=1)
    return percentile_range(sums / (len(instrument.models) * MILLION))


def _chance(instrument: Instrument, throws: int = RESAMPLES) -> float:
    items = len(instrument.items)
    key = hashlib.sha256(b"bd/signs@1\n%d\n%d\n" % (SEED, items)).digest()
    heads = (raw_bits(key, 0, throws * items) >> np.uint64(63)).reshape(throws, items)
    sums = (heads.astype(np.float64) * 2 - 1) @ instrument.scores.astype(np.float64)
    sizes = millionths(np.abs(_means(sums, instrument.known.sum(axis=0)))).sum(axis=1)
    largest = np.sort(sizes)[throws - throws // 20]
    return math.fsum([int(largest)]) / (len(instrument.models) * MILLION)
