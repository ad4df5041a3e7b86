"""Every range of one cell, and the marks that follow from them.

Ranges are rounded as rows hold them before anything is judged by them.
"""

from __future__ import annotations

from dataclasses import dataclass

from bd.effects.controls import exact_difference
from bd.effects.drawn import CellDraws, Drawn
from bd.effects.ranges import (
    FEWEST_EVENTS,
    FEWEST_TEXTS,
    clopper_pearson,
    none_seen_bound,
    percentile_range,
    standard_deviation,
)
from bd.effects.records import Range, rounded, rounded_range

__all__ = ["POINT", "POWER_FACTOR", "Spans", "beyond", "less", "spans_of"]

POWER_FACTOR = 2.8
"""1.96 for 95% certainty and 0.84 for 80% power: the smallest detectable effect in standard errors."""
POINT = 0.01
"""A whole 90% range no further than this from zero is "within one point"."""


@dataclass(frozen=True)
class Spans:
    """The ranges of a cell; the fields are those of `bd.effects.records.Effect`, where not told otherwise."""

    own: Range | None = None
    """Of the value itself, with its sign."""
    range: Range | None = None
    joint: Range | None = None
    exact: Range | None = None
    few: bool = False
    range_90: Range | None = None
    by_frame: Range | None = None
    frames: int | None = None
    min_detectable: float | None = None
    upper_if_none: float | None = None
    """Whether or not a text changed; None for differences of confidence."""

    @property
    def clear(self) -> bool:
        """Whether the range lies above zero; touching is not clear."""
        return self.range is not None and self.range[0] > 0

    @property
    def clear_joint(self) -> bool:
        """The same of the range of the difference; of the exact one where few texts changed."""
        judged = self.exact if self.few and self.exact else self.joint
        return judged is not None and judged[0] > 0

    @property
    def within_point(self) -> bool:
        """Whether the whole 90% range is within one point of zero."""
        return self.range_90 is not None and self.range_90[0] >= -POINT and self.range_90[1] <= POINT


def spans_of(draws: CellDraws) -> Spans:
    """Return the ranges of a cell; below the fewest texts there are none."""
    own = draws.own
    texts = own.measured.texts
    none_seen = none_seen_bound(texts) if draws.counts and texts else None
    frames = own.frames
    if texts < FEWEST_TEXTS:
        return Spans(upper_if_none=rounded(none_seen), frames=frames)
    few, exact = _exact(draws) if draws.counts else (False, None)
    return Spans(
        own=rounded_range(own.range),
        range=less(own, draws.control.value),
        joint=rounded_range(percentile_range(draws.effect)),
        exact=exact,
        few=few,
        range_90=_range_90(draws),
        by_frame=rounded_range(percentile_range(draws.by_frame)) if draws.enough_frames else None,
        frames=frames,
        min_detectable=_detectable(draws, none_seen),
        upper_if_none=rounded(none_seen),
    )


def beyond(own: Drawn, control: float) -> float | None:
    """Return an effect: a column's value, reflected with it, less a number; None without a value."""
    return None if own.value is None else rounded(own.sign * own.value - control)


def less(own: Drawn, control: float) -> Range | None:
    """Return a column's 95% range, reflected with it, less a number; None below the fewest texts."""
    ends = own.range
    if ends is None:
        return None
    low, high = sorted((own.sign * ends[0], own.sign * ends[1]))
    return rounded_range((low - control, high - control))


def _exact(draws: CellDraws) -> tuple[bool, Range | None]:
    """Return whether few texts changed, or few did not, and if so the exact range of the effect."""
    own = draws.own.measured
    events, ends = exact_difference(draws.own, draws.control)
    if min(events, own.texts - own.total) >= FEWEST_EVENTS:
        return False, None
    return True, rounded_range(ends or clopper_pearson(own.total, own.texts))


def _range_90(draws: CellDraws) -> Range | None:
    """Return the 90% range of the difference.

    Of counts it reaches at least as far as the exact range: by re-draws alone one in eight effects of a whole point in
    1,000 texts would be called smaller than that (`docs/validation.md`). Of differences of confidence, where nothing
    moved in any text, the upper end is at least the exact bound on the share of texts in which something moves, less
    the control: no text can move by more than 1.
    """
    low, high = percentile_range(draws.effect, level=0.9)
    own = draws.own.measured
    if draws.counts:
        exact = exact_difference(draws.own, draws.control, level=0.9)[1]
        below, above = exact or clopper_pearson(own.total, own.texts, level=0.9)
        low, high = min(low, below), max(high, above)
    elif not own.y.any():
        high = max(high, none_seen_bound(own.texts, level=0.9) - draws.control.value)
    return rounded_range((low, high))


def _detectable(draws: CellDraws, none_seen: float | None) -> float | None:
    """Return the smallest detectable effect, by re-draws of what was drawn: of frames where texts share them.

    Where no text changed, re-draws all agree; a test of n texts still cannot see what is rarer than `none_seen`. Where
    they agree although texts moved, that says nothing about what could be found.
    """
    return rounded(max(POWER_FACTOR * standard_deviation(draws.as_drawn), none_seen or 0.0)) or None
