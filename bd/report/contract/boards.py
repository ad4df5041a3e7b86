"""Who is where at one level, and by which result."""

from __future__ import annotations

from typing import Any

from bd.report.contract.base import AtLeastOne, Ends, Named, Percent, PlaceRange, Range, Rank, Record, Slug, Whole
from bd.report.contract.results import Missing, NotRanked, Raw, Result

__all__ = ["Board", "Head", "Headline", "Line", "ModelMeasured", "ModelMissing", "Pair", "Placed", "Shown"]


class Headline(Record):
    """The result that a model is placed by at one level."""

    facet: Named
    facet_label: str
    value: float
    lo: float | None
    hi: float | None
    raw: Raw
    floor_value: float
    n: Whole
    clear: bool
    clear_joint: bool
    frame_clear: bool | None
    joint_range: Range | None
    few: bool
    min_detectable: float | None
    upper_if_none: Percent | None
    direction: Slug | None
    family_range: Ends | None = None
    unselected: float | None = None
    """The effect of the winner of one half of the texts, measured on the other half."""
    picked_from: AtLeastOne | None = None
    """How many cells the headline was picked from."""


class Head(Record, tag_field="status", tag="measured"):
    """One model at one level: its headline, and of how many results it is the largest."""

    engine: Named
    build: Named
    planted: bool
    ranked: bool
    why_not_ranked: tuple[NotRanked, ...]
    detected: bool
    headline: Headline
    n: Whole
    n_facets: Whole
    n_facets_detected: Whole


class ModelMeasured(Head, tag_field="status", tag="measured"):
    """One model on one characteristic, with every result."""

    facets: tuple[Result | Missing, ...]
    prereg: tuple[dict[str, Any], ...]


class ModelMissing(Record, tag_field="status", tag="missing"):
    """A model that has no result on a characteristic, and why."""

    engine: Named
    why: Named
    facets: tuple[Missing, ...]


class Line(Record, kw_only=True):
    """One line of a board."""

    engine: Named
    build: Named
    n: Whole
    n_facets: Whole
    n_facets_detected: Whole
    value: float
    lo: float | None
    hi: float | None
    facet: Named
    facet_label: str
    clear: bool
    clear_joint: bool
    frame_clear: bool | None
    min_detectable: float | None
    upper_if_none: Percent | None
    family_range: Ends | None = None
    unselected: float | None = None
    """The effect of the winner of one half of the texts, measured on the other half."""
    picked_from: AtLeastOne | None = None
    """How many cells the headline was picked from."""


class Placed(Line, kw_only=True):
    """A line with a place."""

    rank: Rank
    tied: bool
    place_range: PlaceRange | None = None
    tier: AtLeastOne | None = None


class Shown(Line, kw_only=True):
    """A line without a place, and why."""

    why: tuple[NotRanked, ...]


class Pair(Record):
    """Two models compared: a stands higher on the board.

    The difference is the effect of a less that of b, with its 95% range; worse is the share of the re-draws in
    which a is.
    """

    a: Named
    b: Named
    difference: float
    lo: float
    hi: float
    worse: Percent


class Board(Record):
    """All models at one level, in order."""

    ranked: tuple[Placed, ...]
    not_detected: tuple[Placed, ...]
    shown: tuple[Shown, ...]
    planted: tuple[Line, ...]
    builds: tuple[Shown, ...]
    unmeasured: tuple[Named, ...]
    contested: bool
    pairs: tuple[Pair, ...] | None = None

    def part(self, name: str) -> tuple[Line, ...]:
        """Return one of the parts that have lines, by its name."""
        lines: tuple[Line, ...] = getattr(self, name)
        return lines
