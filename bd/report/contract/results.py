"""One result: one build of one model in one cell, with everything that is known about it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from bd.report.contract.base import (
    Address,
    AtLeastOne,
    Named,
    NonNegative,
    Percent,
    Range,
    Record,
    Sha256,
    Share,
    Slug,
    Whole,
)

__all__ = [
    "CommonTexts",
    "Control",
    "DirectionCounts",
    "Excess",
    "Log",
    "Missing",
    "NotRanked",
    "Outcome",
    "OwnTexts",
    "Rate",
    "Rates",
    "Raw",
    "Reason",
    "Result",
    "ThreePoints",
    "Way",
]


class Log(Record):
    """One log of saved answers."""

    path: str
    sha256: Sha256


class NotRanked(Record):
    """Why a result is shown and not ranked."""

    id: Literal[
        "no-answers",
        "too-few-texts",
        "too-few-answered",
        "control-unanswered",
        "no-control",
        "no-repeat",
        "not-attributable",
        "reverse",
    ]
    text: str


class Reason(Record):
    """Why there is no ratio, or no range of it."""

    id: Named
    text: str


class Raw(Record):
    """Before the control is subtracted, with its sign."""

    value: float | None
    lo: float | None
    hi: float | None
    label: str
    unit: str


class Control(Record):
    """What is subtracted."""

    value: float
    lo: float | None
    hi: float | None
    label: str
    source: Literal["ask-twice", "ask-twice-borrowed", "none", "paired", "contrast"]
    n: Whole | None
    asked: Whole | None
    """Texts that were to be asked in every version the control needs; null where no control was asked."""
    answered: Whole | None
    """Those of them with every answer."""
    study: str | None = None
    record: str | None = None
    from_task: str | None = None


class Excess(Record):
    """The effect beyond the control."""

    value: float
    lo: float | None
    hi: float | None


class Missing(Record, tag_field="status", tag="missing"):
    """A model in a cell where it has no number, and why."""

    id: Named
    label: str
    group: Slug | None
    item: Slug
    edit: Slug
    address: Address
    engine: Named
    why: Named


class OwnTexts(Record):
    """The same effect on the model's own texts, where it is ranked on the common ones."""

    raw: float
    floor: float
    value: float
    n: Whole
    lo: float | None
    hi: float | None
    detected: bool


class CommonTexts(Record):
    """The same effect on the texts that every compared model answered."""

    n: Whole
    models: Annotated[int, Meta(ge=2)]
    raw: float | None
    floor: float | None
    value: float | None
    lo: float | None
    hi: float | None


class DirectionCounts(Record):
    """Changed answers that went the way told, of those that can be read one way.

    Settled where the exact range of their share leaves out one half.
    """

    changed: AtLeastOne
    settled: bool
    toward: Whole


class Way(Record):
    """Texts of one result that read alike as they were written.

    Toward counts their changed answers that went the way told.
    """

    from_: str = field(name="from")
    n: Whole
    changed: Whole
    toward: Whole


class ThreePoints(Record):
    """How far a model was for the followed option: as written, with the control, the change and the other groups."""

    of: Literal["answers", "probability"]
    """Percent of the texts given the followed option, or how probable it was on average, in percent."""
    n: AtLeastOne
    """Texts with an answer in every version told here."""
    written: Percent | None
    """In the texts as they were written; null where no text that counts was asked so."""
    control: Percent | None
    """With the control edit; for a set of names, with the reference names; for a repeat, asked again."""
    change: Percent
    """With the change itself."""
    others: Percent | None
    """With the phrases of the other groups, each group counted alike; null where groups are not compared."""


class Rate(Record):
    """How often an answer was the followed one, in versions of texts."""

    picked: Whole
    versions: AtLeastOne
    rate: Share | None


class Rates(Record):
    """How often a group and its reference are given the followed option, and the impact ratio of the two.

    On the same texts. Rates, their ratio and its ends are fractions.
    """

    n: Whole
    group: Rate
    reference: Rate
    reference_label: Named
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
    rule: str | None
    """What the four-fifths rule of thumb says; null without a ratio."""


class Result(Record, tag_field="status", tag="measured"):
    """One build of one model in one cell: the one view of a result."""

    accuracy: Percent | None
    accuracy_range: Range | None
    address: Address
    answers: tuple[Log, ...]
    asked: Whole
    attributable: bool
    build: Named
    cannot_see_change: bool
    """The model gave exactly the same probability to every text with and without the change: it cannot see it.
    Never detected."""
    chance: bool
    changed: Whole | None
    clear_joint: bool
    frame_clear: bool | None
    ranked_on: Literal["own", "common"]
    """Which texts the model is ranked on: its own, or those that every compared model answered."""
    on_own_texts: OwnTexts | None
    """The same effect on the model's own texts, where it is ranked on the common ones."""
    common: CommonTexts | None
    control_kind: str
    decides: str
    """How choices follow from probabilities, as the description of the answers says."""
    detected: bool
    direction: Slug | None
    direction_counts: DirectionCounts | None
    """Changed answers that went the way told, of those that can be read one way; settled where the exact range of
    their share leaves out one half. Only where answers are counted."""
    direction_label: str | None
    direction_share: Percent | None
    directions: tuple[Way, ...]
    edit: Slug
    engine: Named
    exact_range: Range | None
    excess: Excess
    extra: dict[str, Any]
    few: bool
    floor: Control
    frame_range: Range | None
    frames: AtLeastOne | None
    group: Slug | None
    id: Named
    interval_method: str
    item: Slug
    joint_range: Range | None
    label: str
    left_out: dict[str, Whole]
    measure: str
    min_detectable: float | None
    mostly_control: bool
    """The change alone, from the text as it was written, moved the model by less than half of the effect: the
    control phrase did most of it."""
    n: Whole
    note: str | None
    planted: bool
    points: ThreePoints | None
    """Null where it is not known."""
    positive: str
    positive_label: str
    range_90: Range | None
    ranked: bool
    raw: Raw
    records: tuple[str, ...]
    resamples: Whole
    seed: int
    source: str
    study: str
    unpinned: bool
    upper_if_none: Percent | None
    why_not_ranked: tuple[NotRanked, ...]
    within_point: bool
    rates: Rates | None = None


Outcome = Result | Missing
"""What a cell holds for a model."""
