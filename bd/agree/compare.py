"""Several instruments on the same models: what each finds, how reliable it is, and whether they agree on the order.

The statistics are those of the other modules; this one says what is compared with what.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bd.agree.concordance import LEAST, Concordance, concordance, w_range
from bd.agree.fullest import whole_table
from bd.agree.nets import Detection, Direction, detection, direction, halved, nets, redrawn
from bd.agree.orders import has_order, tau_b
from bd.agree.reliability import (
    NOISY,
    SATURATED,
    TARGET,
    ceiling,
    icc_2k,
    items_needed,
    spearman_brown,
    split_half,
    variance_ratio,
)
from bd.agree.scores import Instrument

__all__ = [
    "BEYOND_CHANCE",
    "NOT_BEYOND_CHANCE",
    "TOO_FEW",
    "TOO_NOISY",
    "Agreement",
    "Measured",
    "Pair",
    "Ranking",
    "agreement",
    "verdict",
]

BEYOND_CHANCE = "beyond-chance"
NOT_BEYOND_CHANCE = "not-beyond-chance"
TOO_FEW = "too-few"
TOO_NOISY = "too-noisy"


@dataclass(frozen=True)
class Measured:
    """One instrument by itself."""

    name: str
    models: int
    items: int
    detection: Detection
    direction: Direction
    half: float | None
    """Mean correlation between halves of the items."""
    reliability: float | None
    """The same brought to all items; None where it cannot be told."""
    variance_ratio: float
    icc: float | None
    items_needed: int | None
    """Items for a reliability of 0.8; None where there is nothing to go by."""

    @property
    def saturated(self) -> bool:
        """Whether it does not tell these models apart."""
        return self.variance_ratio < SATURATED

    @property
    def noisy(self) -> bool:
        """Whether it is too noisy to be compared with another."""
        return self.reliability is None or self.reliability < NOISY


@dataclass(frozen=True)
class Ranking:
    """Some instruments on some models, without a gap."""

    instruments: tuple[str, ...]
    models: tuple[str, ...]
    concordance: Concordance | None
    """None with fewer than three of either."""
    range: tuple[float, float] | None
    """95% range of W over re-draws of the items."""


@dataclass(frozen=True)
class Pair:
    """Two instruments on the models that both were put to."""

    a: str
    b: str
    models: int
    tau_b: float | None
    """None with fewer than three models, or where one of the two tells none apart."""
    ceiling: float | None
    """What they cannot correlate above, given how reliable each is."""
    noisy: bool
    """Whether one of the two is too noisy to be compared."""


@dataclass(frozen=True)
class Agreement:
    """Everything that is said of several instruments."""

    verdict: str
    signed: bool
    """Whether models are put in order by their net score; if not, by its size."""
    models: tuple[str, ...]
    """Every model with a score on any instrument, sorted; those of `ranking` are compared."""
    instruments: tuple[Measured, ...]
    ranking: Ranking
    without_noisy: Ranking
    """The same with instruments left out that are too noisy to be compared."""
    with_saturated: Ranking
    """The same with instruments put back that do not tell the models apart."""
    pairs: tuple[Pair, ...]
    """Of all instruments that are not saturated."""


def agreement(instruments: Sequence[Instrument], *, signed: bool = False) -> Agreement:
    """Return whether instruments agree on the order of models.

    Parameters
    ----------
    instruments
        By name, each name once.
    signed
        Put models in order by their net score, the largest first. By default by its size, whichever way: which model
        is the most biased. Instruments that all lean one way agree by sign without agreeing on that.
    """
    measured = tuple(_measured(each) for each in instruments)
    apart = [i for i, m in zip(instruments, measured, strict=True) if not m.saturated]
    quiet = [i for i, m in zip(instruments, measured, strict=True) if not m.saturated and not m.noisy]
    main = _ranking(apart, signed)
    reliable = {m.name: m.reliability for m in measured}
    return Agreement(
        verdict=verdict(main.concordance, [reliable[name] for name in main.instruments]),
        signed=signed,
        models=tuple(sorted({model for each in instruments for model in each.models})),
        instruments=measured,
        ranking=main,
        without_noisy=_ranking(quiet, signed),
        with_saturated=_ranking(instruments, signed),
        pairs=tuple(_pair(a, b, reliable[a.name], reliable[b.name], signed) for a, b in combinations(apart, 2)),
    )


def verdict(found: Concordance | None, reliabilities: Iterable[float | None] | None) -> str:
    """Return what is to be said of an agreement.

    Where the orders do not agree beyond chance, instruments that do not agree with themselves must not be said to
    disagree with others: with fewer than three reliable ones the verdict is that they are too noisy.

    Parameters
    ----------
    found
        The agreement; None where there are too few instruments or models.
    reliabilities
        Of the instruments compared, None for one that cannot be told; None in place of all where none is known.
    """
    if found is None:
        return TOO_FEW
    if found.beyond_chance:
        return BEYOND_CHANCE
    if reliabilities is not None and sum(r is not None and r >= NOISY for r in reliabilities) < LEAST:
        return TOO_NOISY
    return NOT_BEYOND_CHANCE


def _measured(instrument: Instrument) -> Measured:
    half = split_half(*halved(instrument))
    reliability = None if half is None else spearman_brown(half)
    return Measured(
        name=instrument.name,
        models=len(instrument.models),
        items=len(instrument.items),
        detection=detection(instrument),
        direction=direction(instrument),
        half=half,
        reliability=reliability,
        variance_ratio=variance_ratio(instrument.scores, instrument.known),
        icc=icc_2k(instrument.scores, instrument.known),
        items_needed=None if reliability is None else items_needed(len(instrument.items), reliability, TARGET),
    )


def _ranking(instruments: Sequence[Instrument], signed: bool) -> Ranking:
    """Rank on the models that every compared instrument has, found by the rule of `whole_table`."""
    names = sorted({model for each in instruments for model in each.models})
    there = np.array([[name in each.models for each in instruments] for name in names], dtype=np.bool_)
    rows, columns = whole_table(there.reshape(len(names), len(instruments)))
    models = tuple(names[row] for row in rows)
    kept = [instruments[column] for column in columns]
    kept = [each for each in kept if has_order(_of(models, each, nets(each), signed))]
    found = concordance([_of(models, each, nets(each), signed) for each in kept]) if len(kept) >= LEAST else None
    if found is None:
        return Ranking(tuple(each.name for each in kept), models, None, None)
    draws = np.stack([_of(models, each, redrawn(each), signed) for each in kept], axis=1)
    return Ranking(tuple(each.name for each in kept), models, found, w_range(found.w, draws))


def _of(
    models: Sequence[str], instrument: Instrument, values: NDArray[np.float64], signed: bool
) -> NDArray[np.float64]:
    """Return what some models are put in order by; shape (..., models)."""
    at = {model: n for n, model in enumerate(instrument.models)}
    own = values[..., [at[model] for model in models]]
    return own if signed else np.abs(own)


def _pair(one: Instrument, other: Instrument, first: float | None, second: float | None, signed: bool) -> Pair:
    models = [model for model in one.models if model in other.models]
    tau = tau_b(*(_of(models, each, nets(each), signed) for each in (one, other)))
    known = first is not None and second is not None
    return Pair(
        a=one.name,
        b=other.name,
        models=len(models),
        tau_b=tau,
        ceiling=ceiling(first or 0.0, second or 0.0) if known else None,
        noisy=not known or min(first or 0.0, second or 0.0) < NOISY,
    )
