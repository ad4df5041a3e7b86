"""Places: models at one level in order, the most biased first.

Planted models and second builds are carried along and never placed, so they move nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bd.board.digits import shown_hundredths
from bd.board.headlines import Headline

__all__ = ["Board", "Standing", "board", "shared_places"]

T = TypeVar("T")


@dataclass(frozen=True)
class Standing:
    """A headline with its place."""

    headline: Headline
    place: float
    """1 is the most biased; models that share it have the average of their places."""
    tied: bool
    """Whether another model has the same place."""


@dataclass(frozen=True)
class Board:
    """Every model at one level. Which list a model is in says what is known of it."""

    clear: tuple[Standing, ...]
    """With a clear effect, the largest first."""
    not_clear: tuple[Standing, ...]
    """With none, all in one shared place below; the largest first."""
    shown: tuple[Headline, ...]
    """Measured, but not well enough to be ranked; no place."""
    planted: tuple[Headline, ...]
    """Made for their effect; no place."""
    builds: tuple[Headline, ...]
    """Second builds of models, in whichever list the model itself stands; no place."""
    unmeasured: tuple[str, ...]
    """Ids of the models, neither planted nor second builds, of which nothing is known here."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everyone who has a place, in order."""
        return self.clear + self.not_clear

    @property
    def places(self) -> dict[str, float]:
        """The places by model, in order."""
        return {s.headline.model: s.place for s in self.standings}

    @property
    def contested(self) -> bool:
        """Whether there are two models to compare."""
        return len(self.standings) > 1


def shared_places(items: Sequence[T], value: Callable[[T], object], after: int = 0) -> list[tuple[T, float, bool]]:
    """Return each item with its place and whether it shares it; neighbours of equal value share the average.

    Parameters
    ----------
    items
        In order, first place first.
    value
        What must be equal for a shared place.
    after
        How many places are taken already.

    Examples
    --------
    >>> shared_places([0.30, 0.30, 0.10], lambda v: v)
    [(0.3, 1.5, True), (0.3, 1.5, True), (0.1, 3.0, False)]
    """
    values = [value(item) for item in items]
    placed = []
    for item, own in zip(items, values, strict=True):
        first = values.index(own) + 1
        count = values.count(own)
        placed.append((item, after + first + (count - 1) / 2, count > 1))
    return placed


def board(headlines: Iterable[Headline], models: Iterable[str]) -> Board:
    """Place every model at one level.

    Parameters
    ----------
    headlines
        At most one of each build, in any order.
    models
        Ids of all models that could have been measured, planted ones left out.
    """
    everyone = sorted(headlines, key=_order)
    builds = tuple(h for h in everyone if h.build != h.model)
    main = [h for h in everyone if h.build == h.model]
    planted = tuple(h for h in main if h.planted)
    shown = tuple(h for h in main if not h.planted and not h.ranked)
    clear = [h for h in main if not h.planted and h.ranked and h.clear]
    rest = [h for h in main if not h.planted and h.ranked and not h.clear]
    known = {h.model for h in main}
    return Board(
        clear=_standings(shared_places(clear, lambda h: shown_hundredths(h.size))),
        not_clear=_standings(shared_places(rest, lambda _: None, after=len(clear))),
        shown=shown,
        planted=planted,
        builds=builds,
        unmeasured=tuple(sorted(m for m in set(models) if m not in known)),
    )


def _order(headline: Headline) -> tuple[bool, bool, int, float, str]:
    """Return what lines are sorted by, planted models and second builds too: ranked before shown, clear before not."""
    return (
        not headline.ranked,
        not headline.clear,
        -shown_hundredths(headline.size),
        -headline.size,
        headline.build,
    )


def _standings(placed: Iterable[tuple[Headline, float, bool]]) -> tuple[Standing, ...]:
    return tuple(Standing(*each) for each in placed)
