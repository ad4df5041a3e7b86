"""Made-up scores: instruments that agree by as much as a test asks for. Nothing here was measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bd.agree.scores import Instrument, Row, instruments_of

MODELS = ("ash", "beech", "cherry", "dogwood", "elm", "fir")


def rows(instrument: str, levels: Sequence[float], *, items: int = 40, noise: float = 0.3, seed: int = 1) -> list[Row]:
    """One model a level; each item's score is the level and noise, within -1 and 1."""
    rng = np.random.default_rng([seed, *instrument.encode()])
    return [
        (instrument, model, f"item-{n}", float(np.clip(level + rng.normal(0, noise), -1, 1)))
        for model, level in zip(MODELS, levels, strict=False)
        for n in range(items)
    ]


def one(instrument: str, levels: Sequence[float], **more: object) -> Instrument:
    (made,) = instruments_of(rows(instrument, levels, **more))  # type: ignore[arg-type]
    return made
