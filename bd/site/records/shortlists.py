"""Shortlists as a template shows them: one part for each pair of sides, in full for one decision or as an overview."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Model, Sentence, Span, Tick

__all__ = [
    "Chart",
    "ChartRow",
    "Dot",
    "Overview",
    "OverviewRow",
    "Reading",
    "ShortlistCut",
    "ShortlistPart",
    "ShortlistRow",
    "ShortlistRule",
    "SideFigures",
]


@dataclass(frozen=True)
class SideFigures:
    """One kind of applicants on a list."""

    rate: Figure | None
    """None where there is no applicant."""
    seats: Figure
    applicants: Figure


@dataclass(frozen=True)
class Reading:
    """One ratio, and what is to be said about it."""

    group: SideFigures
    reference: SideFigures
    ratio: Figure | None
    why: str
    """Why there is none."""
    range: Span | None
    why_no_range: str
    bound: Figure | None
    """Where nobody of the group is on the list: the ratio that remains possible."""
    undefined: Figure | None
    """Re-draws without a ratio, where there are some."""
    verdict: str
    """What the four-fifths rule says, in words; empty without a ratio."""
    short: str
    """The same where it is beyond the marks, for a narrow place."""
    beyond: bool
    """Whether it is outside the rule's marks."""
    whole: bool
    """Whether its whole range is."""
    uneven: bool
    """Whether its range leaves out 1, an equal chance."""


@dataclass(frozen=True)
class ShortlistRow:
    """One build on one list."""

    model: Model
    build: str
    unpinned: bool
    as_asked: Reading
    both_ways: Reading | None
    qualified: Reading | None
    seats: Figure
    applicants: Figure
    asked: Figure | None
    """Where not every text was answered."""
    tied: Figure | None
    """How many share the last places; None where nobody does."""
    group_gain: Figure | None
    group_lose: Figure | None
    reference_gain: Figure | None
    reference_lose: Figure | None
    why_no_changes: str


@dataclass(frozen=True)
class Dot:
    """A ratio drawn: places between 0 and 100 from the left edge to the right one."""

    at: float
    lo: float | None
    hi: float | None
    over: bool
    """Whether the ratio or its range goes on past the right edge."""


@dataclass(frozen=True)
class ChartRow:
    """One build in a chart."""

    model: Model
    build: str
    y: int
    """Where the row begins, in pixels."""
    as_asked: Dot | None
    both_ways: Dot | None


@dataclass(frozen=True)
class Chart:
    """Every build's ratio on one line."""

    rows: tuple[ChartRow, ...]
    ticks: tuple[Tick, ...]
    marks: tuple[Tick, ...]
    """The marks of the four-fifths rule, both ways."""
    even: float
    """Where the ratio is 1."""
    height: int


@dataclass(frozen=True)
class ShortlistCut:
    """One list: the first share of the pool."""

    share: Figure
    lead: Sentence
    rows: tuple[ShortlistRow, ...]
    chart: Chart | None


@dataclass(frozen=True)
class OverviewRow:
    """One build on the lists of several decisions, in the order of the columns; None where it has no list."""

    model: Model
    build: str
    cells: tuple[tuple[Reading, Reading | None] | None, ...]


@dataclass(frozen=True)
class Overview:
    """The lists of several decisions at one cut."""

    share: Figure
    rows: tuple[OverviewRow, ...]


@dataclass(frozen=True)
class ShortlistPart:
    """Everything about one pair of sides on a page."""

    group: str
    """What its people are called, in the plural."""
    reference: str
    positive: str
    """The answer that is ranked by; empty where decisions differ."""
    line: Figure
    upper_line: Figure
    resamples: Figure
    decisions: tuple[Link, ...]
    """The pages of single decisions; columns of the overview. Empty on such a page itself."""
    overviews: tuple[Overview, ...]
    cuts: tuple[ShortlistCut, ...]


@dataclass(frozen=True)
class ShortlistRule:
    """What the methods page says of the marks."""

    line: Figure
    upper_line: Figure
    pairs: tuple[tuple[str, str], ...]
    """Who is compared with whom."""
