"""Shortlists as a template shows them: all lists of a decision on its page, and the shortest of each on their own."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Model, Page, Sentence, Span, Tick

__all__ = [
    "SEATS",
    "Chart",
    "ChartRow",
    "Dot",
    "Reading",
    "ShortlistCut",
    "ShortlistPage",
    "ShortlistPart",
    "ShortlistRow",
    "ShortlistRule",
    "SideFigures",
]

SEATS = 20
"""So many seats are drawn of every list, however long it is."""


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
    seated: int | None
    """Of `SEATS` seats, those of the group, to the nearest; None where nobody is on the list."""
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
    right: Figure | None
    """Seats of those for whom the answer is right; None where that is not known."""
    right_both_ways: Figure | None
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
class ShortlistPart:
    """All lists of one decision."""

    group: str
    """What its people are called, in the plural."""
    reference: str
    positive: str
    """The answer that is ranked by."""
    line: Figure
    upper_line: Figure
    resamples: Figure
    decision: Link
    cuts: tuple[ShortlistCut, ...]


@dataclass(frozen=True)
class ShortlistRule:
    """What the methods page says of the marks."""

    line: Figure
    upper_line: Figure
    pairs: tuple[tuple[str, str], ...]
    """Who is compared with whom."""


@dataclass(frozen=True)
class ShortlistPage(Page):
    """`/shortlist/`."""

    about: Sentence
    first: ShortlistRow | None
    """The most unequal list that chance does not explain, and whose it is; None where there is none."""
    of: ShortlistPart | None
    lists: tuple[ShortlistPart, ...]
    """Of each decision, with the shortest list alone."""
    rule: ShortlistRule
