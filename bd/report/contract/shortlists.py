"""Shortlists: who is among the first when a model puts all applicants in order."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bd.report.contract.base import Named, NonNegative, Record, Share, Slug, Whole
from bd.report.contract.results import Log, Reason

__all__ = [
    "Change",
    "Changes",
    "Compared",
    "Cut",
    "Reading",
    "SeatShare",
    "Shortlist",
    "ShortlistRow",
    "Shortlists",
    "Side",
]


class Side(Record):
    """One of two kinds of applicants: the texts" label value, and the words for readers."""

    value: str
    words: str


class Change(Record):
    """How many of one group would lose or gain a place."""

    lose: Whole
    gain: Whole


class Changes(Record):
    """How many lose or gain a place when their swapped answer stands for their own, one at a time."""

    applicants: Whole
    group: Change
    reference: Change


class SeatShare(Record):
    """Seats of one group on a list."""

    applicants: Whole
    seats: NonNegative
    """Places won; parts of one where applicants share the last."""
    rate: Share | None


class Compared(Record):
    """The group's rate over the reference's."""

    group: SeatShare
    reference: SeatShare
    ratio: NonNegative | None
    lo: NonNegative | None
    hi: NonNegative | None
    why: Reason | None
    why_no_range: Reason | None
    undefined: Whole
    upper_if_none: NonNegative | None
    below_line: bool
    range_below_line: bool
    above_line: bool
    range_above_line: bool


class Reading(Record):
    """A list made in one way of reading the answers."""

    asked: Whole
    applicants: Whole
    seats: Whole
    right: NonNegative | None
    """Seats of those for whom the followed answer is right; null where no text has a right answer."""
    above_cut: Whole
    tied_at_cut: Whole
    everyone: Compared
    qualified: Compared | None
    changes: Changes | None
    why_no_changes: Reason | None


class ShortlistRow(Record):
    """One build; the most unequal first, planted models and second builds last."""

    engine: Named
    build: Named
    planted: bool
    unpinned: bool
    as_asked: Reading
    both_ways: Reading | None
    answers: tuple[Log, ...]


class Cut(Record):
    """One list for each share of the pool."""

    share: Annotated[float, Meta(gt=0, lt=1)]
    rows: tuple[ShortlistRow, ...]


class Shortlist(Record):
    """One question asked about two groups of applicants."""

    characteristic: Slug
    decision: Slug
    decision_label: str
    positive: str
    positive_label: str
    edit: Slug
    label: str
    group: Side
    reference: Side
    study: str
    resamples: Whole
    cuts: tuple[Cut, ...]


class Shortlists(Record):
    """Who is among the first when a model puts all applicants in order.

    Rates, shares and ratios are fractions, not percentage points; a ratio of 1 is an equal chance. It stands beside
    the boards and moves no place.
    """

    line: float
    """The four-fifths mark."""
    upper_line: float
    """The same mark with the sides exchanged."""
    lists: tuple[Shortlist, ...]
