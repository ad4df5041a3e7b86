"""The main board, and whether its order is firm."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bd.report.contract.base import AtLeastOne, Named, PlaceRange, Rank, Record, Share, Slug, Whole

__all__ = ["Agreement", "Firmness", "OrderPair", "OtherRule", "Overall", "OverallRow", "Reliability", "WithoutOne"]


class WithoutOne(Record):
    """The agreement with one characteristic or model left out."""

    kind: Literal["dimension", "engine"]
    id: Named
    w: Share
    null_95: Share
    beyond_chance: bool


class Reliability(Record):
    """How far halves of the texts give one order."""

    dimension: Slug
    value: Share | None
    noisy: bool


class OrderPair(Record):
    """The orders of two characteristics compared."""

    a: Slug
    b: Slug
    engines: Whole
    tau_b: Annotated[float, Meta(ge=-1, le=1)] | None
    ceiling: Share | None
    noisy: bool


class Agreement(Record):
    """Whether the counted characteristics agree on the order of the models.

    Kendall's W with ties, beside what shuffled orders give. Plain numbers, not percentage points.
    """

    verdict: Literal["beyond-chance", "not-beyond-chance", "too-few", "too-noisy"]
    rule: str
    dimensions: tuple[Slug, ...]
    """The characteristics compared."""
    engines: tuple[Named, ...]
    """The models compared: each has a place on every characteristic compared."""
    gaps: tuple[Slug, ...]
    """Counted characteristics left out because models lack a place there."""
    no_order: tuple[Slug, ...]
    """Those left out because all models compared share one place there."""
    w: Share | None
    range: tuple[Share, Share] | None
    """95% range of W over re-draws of the texts; null where there were none."""
    p: Share | None
    """Share of the shuffled orders that agree at least as much."""
    null_mean: Share | None
    """What W is on average by chance alone: 1 over the number of characteristics."""
    null_95: Share | None
    """What W stays at or below in 95 of 100 shuffles."""
    mean_tau: Annotated[float, Meta(ge=-1, le=1)] | None
    shuffles: AtLeastOne | None
    without_one: tuple[WithoutOne, ...]
    """W, and what chance gives, with each characteristic and then each model left out."""
    reliability: tuple[Reliability, ...]
    """Split-half reliability over halves of the texts, of every counted characteristic; empty where there were no
    re-draws."""
    pairs: tuple[OrderPair, ...]
    """Two characteristics compared on every model that has a place on both; the ceiling is what they cannot
    correlate above."""
    least: AtLeastOne
    """As many characteristics and as many models as it takes."""
    noisy_below: Share
    """Below this reliability a characteristic is too noisy to be compared."""


class OtherRule(Record):
    """The order under one other rule."""

    id: str
    label: str
    without: str | None
    first: tuple[str, ...]
    stays: bool
    pairs: Whole
    changed: Whole


class Firmness(Record):
    """Whether the order of the main board holds under other rules that would be as fair."""

    text: str
    pairs: Whole
    changed: Whole
    rules: tuple[OtherRule, ...]


class OverallRow(Record):
    """One model on the main board."""

    engine: Named
    rank: Rank | None
    tied: bool
    mean_rank: Rank | None
    ranked_on: Whole
    positions: dict[str, Rank]
    sole_engine: tuple[Slug, ...]
    shown: tuple[Slug, ...]
    unmeasured: tuple[Slug, ...]
    not_detected: tuple[Slug, ...]
    incomplete: bool
    """Whether it was never tested on a characteristic that counts."""
    untested: tuple[Slug, ...]
    """Characteristics that count and that it was never tested on."""
    set_aside: tuple[Slug, ...]
    """Characteristics that count, on which it was tested and has no place."""
    too_few: bool
    """Whether it has a place on fewer than half of the characteristics that count, and so no average."""
    measured_on: Whole
    place_range: PlaceRange | None = None
    tier: AtLeastOne | None = None
    mean_place_range: tuple[Rank, Rank] | None = None
    """Where the average place lies, with the places on all its characteristics uncertain at once."""


class Overall(Record):
    """The main board."""

    rule: str
    n_dimensions: Whole
    counted: tuple[Slug, ...]
    planted: tuple[Named, ...]
    rows: tuple[OverallRow, ...]
    agreement: Agreement | None = None
    firmness: Firmness | None = None
