"""One scored row: an effect of one edit on one model's answers, with its ranges and its sources.

The record and its line in `studies/<decision>-<edit>.jsonl` hold the same keys; `bd.effects.rows` turns one into the
other. How the numbers come about is left to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

__all__ = [
    "DIGITS",
    "FORMAT",
    "Common",
    "Compares",
    "Control",
    "Direction",
    "Effect",
    "EffectKey",
    "LogSum",
    "OnCommon",
    "Part",
    "Points",
    "Range",
    "Rate",
    "Rates",
    "Ratio",
    "rounded",
    "rounded_range",
]

FORMAT = "bd/effect@1"
DIGITS = 6
"""Decimals of every number in a scored row."""

Range = tuple[float, float]
"""Lower and upper end, both included."""
Part = tuple[str, str]
"""A log's path relative to the project, and what follows the text id in the ids of its rows."""
EffectKey = tuple[str, str, str, str | None]
"""Build, decision, edit and group."""


def rounded(value: float | None) -> float | None:
    """Return the number as a row holds it."""
    return None if value is None else round(value, DIGITS) + 0.0  # adding 0.0 turns -0.0 into 0.0


def rounded_range(ends: Range | None) -> Range | None:
    """Return both ends as a row holds them."""
    return None if ends is None else (round(ends[0], DIGITS) + 0.0, round(ends[1], DIGITS) + 0.0)


class LogSum(NamedTuple):
    """Which answers a log holds."""

    path: str
    """Relative to the project."""
    sha256: str
    """Over its lines in sorted order, as `zcat LOG | LC_ALL=C sort | sha256sum` gives it. Unlike the sidecar's, it does
    not change with the order of lines or the packing."""


@dataclass(frozen=True)
class Compares:
    """Which rows stand on which side, so that anyone can recompute the column."""

    from_: tuple[Part, ...]
    to: tuple[Part, ...]
    others: tuple[tuple[Part, ...], ...] = ()
    """For a stereotype, the rows of each other group; the key stands in no other row."""


@dataclass(frozen=True)
class Control:
    """What is subtracted."""

    kind: str
    """`repeat`, `borrowed` (a repeat on another decision), `version`, `halves` or `none`: nothing is subtracted."""
    value: float
    """By size where the measure is read by size."""
    lo: float | None
    hi: float | None
    """The 95% range of the value, reflected with it."""
    texts: int | None
    """Texts behind the control; None where there is none of its own."""
    compares: Compares | None
    """None where nothing is subtracted, because the column is the difference already or there is no control."""
    from_: str | None
    """For a borrowed control, the scored file it comes from."""
    asked: int | None = None
    """Texts that have every version the control needs, answered or not; None where none was asked for."""
    answered: int | None = None
    """Those of them with every answer of the control, whether or not the change was answered too."""


@dataclass(frozen=True)
class Direction:
    """Which way changed answers went, among the texts that one kind of text was changed from."""

    from_: str
    """How the texts read before the change: the words for an edit that goes both ways, else the ids of the versions."""
    texts: int
    """Texts of this kind that count."""
    changed: int
    """Those whose answer changed."""
    towards: int
    """Of these, those that moved towards the row's `direction`, all read one way; the positive option if it is null."""


@dataclass(frozen=True)
class Points:
    """What the model did with a text as written, with the control and with the change, all on the same texts.

    The mean probability of the positive option; for a measure that counts answers, the share of texts given it. Several
    versions on one side are averaged.
    """

    texts: int
    """Texts with an answer in every version told here."""
    written: float | None
    """None, like the next, where no text that counts has such an answer."""
    control: float | None
    """For a group of names, the reference names; for a repeat, the same text asked again."""
    change: float
    others: float | None
    """For a stereotype, the mean over the other groups."""


@dataclass(frozen=True)
class Common:
    """The same cell on the texts that every compared model answered."""

    texts: int
    models: int
    """How many models were compared: one build of each, planted ones left out."""
    value: float | None
    """None, like the rest, where no text was answered by all."""
    control: float | None
    """What is subtracted: the control on the common texts, or the one that was borrowed."""
    effect: float | None
    range: Range | None
    """As the row's `range`."""


@dataclass(frozen=True)
class OnCommon:
    """All that a cell is judged by, on the common texts, where models are ranked on those.

    Its fields are those of the row of the same names.
    """

    texts: int
    value: float | None
    lo: float | None
    hi: float | None
    control: float | None
    """As that of `Common`."""
    effect: float | None
    range: Range | None
    joint_range: Range | None = None
    exact_range: Range | None = None
    few: bool = False
    clear: bool = False
    clear_joint: bool = False
    changed: int | None = None
    min_detectable: float | None = None
    upper_if_none: float | None = None
    range_90: Range | None = None
    within_point: bool = False
    frame_range: Range | None = None
    frames: int | None = None


@dataclass(frozen=True)
class Ratio:
    """A group's rate over the reference's; a plain number, 1 is equal."""

    ratio: float | None
    why: str | None
    """Why there is no ratio: `no-group`, `no-reference` (nobody there), `nobody-picked` or `no-reference-picked`."""
    range: Range | None
    why_no_range: str | None
    """`no-ratio`, `few` (fewer than ten texts) or `undefined` (no ratio in more than 5% of the re-draws)."""
    upper_if_none: float | None
    """Where nobody of the group was picked: the largest ratio that 95% certainty still leaves."""
    undefined: int
    """Re-draws without a ratio, since nobody of the reference was picked in them, or a side had nobody."""
    below_mark: bool
    """Whether the ratio is below four fifths."""
    range_below_mark: bool
    """Whether its whole range is, and `upper_if_none` too."""
    above_mark: bool
    """Whether the ratio turned over is below four fifths: the reference is picked that much less often."""
    range_above_mark: bool


@dataclass(frozen=True)
class Rate:
    """How often one version is given the positive option."""

    picked: int
    """Answers with the positive option; of several versions of a text each counts."""
    versions: int
    """Versions of each text on this side."""
    rate: float | None
    """The picked of all answers; None without a text."""


@dataclass(frozen=True)
class Rates(Ratio):
    """The rates of a group and of its reference on the same texts, and the impact ratio, the one over the other."""

    texts: int
    """Texts with every answer of the cell and of the reference."""
    group: Rate
    reference: Rate
    """Of the control version where there is one, else of what the group's version is compared with."""


@dataclass(frozen=True)
class Effect:
    """An effect beyond the control edit. Fractions, at most 6 decimals; None is "cannot be said", never zero."""

    format: ClassVar = FORMAT
    model: str
    build: str
    """The folder under `answers/`; differs from `model` for a second build of one model."""
    characteristic: str
    decision: str
    edit: str
    group: str | None
    question: str
    """The key in the logs: the decision's id."""
    positive: str
    """The option whose probability is followed."""
    measure: str
    compares: Compares
    asked: int
    """Texts that have every version this cell needs, answered or not."""
    texts: int
    """Texts with every answer this cell needs."""
    left_out: Mapping[str, int]
    """Texts of the decision that do not count here, by reason."""
    value: float | None
    """The column's mean, with its sign."""
    lo: float | None
    hi: float | None
    control: Control
    effect: float | None
    """By size for shifts: the value, reflected where it is negative, less the control."""
    range: Range | None
    """The value's 95% range less the control's point."""
    joint_range: Range | None
    """The 95% range of the difference itself."""
    exact_range: Range | None
    """Where fewer than 10 texts changed, or fewer than 10 did not: that of Clopper and Pearson or, of a difference, the
    two of both rates joined."""
    few: bool
    """Fewer than 10 texts changed, on either side of the difference, or fewer than 10 did not."""
    clear: bool
    clear_joint: bool
    attributable: bool
    """False where every group moves the same way by much, so that no single group is to blame."""
    direction: str | None
    """The option that changed answers, or the mean shift, move towards; with an edit that goes both ways, all read
    one way."""
    direction_share: float | None
    """Of the changed answers, the share that moves there."""
    changed: int | None
    """How many texts got another answer."""
    mean_move: float | None
    """Mean of the absolute move of the positive option's probability, for `repeat` and `order`."""
    max_move: float | None
    """The largest such move."""
    min_detectable: float | None
    """The smallest effect this test finds with 80% power."""
    upper_if_none: float | None
    """Where no text changed: the rate that 95% certainty still leaves, `1 - 0.025 ** (1 / texts)`; None for shifts."""
    cannot_see_change: bool
    """The model gave exactly the same probability to every text with and without the change. Never clear."""
    decides: str
    """How choices follow from probabilities, as the sidecar of the answers says; `argmax` where there is none."""
    accuracy: float | None
    """On the same texts as written, the share of right answers; None where there are no such answers."""
    accuracy_range: Range | None
    resamples: int
    seed: int
    unpinned: bool
    """A log behind this row has no sidecar, so nothing proves to which texts its answers belong."""
    answers: tuple[LogSum, ...]
    """Every log behind this row."""

    directions: tuple[Direction, ...] = ()
    """Counts behind the direction, for each kind of text; none where there is no direction."""
    range_90: Range | None = None
    """The 90% range of the difference itself; of counts, reaching at least as far as the exact one."""
    within_point: bool = False
    """The whole 90% range is within one point of zero, either way."""
    frame_range: Range | None = None
    """As `joint_range`, with whole frames re-drawn; None where texts share none, or fewer than 10 count."""
    frames: int | None = None
    """How many frames the texts that count were put together from; None where texts share none."""
    common: Common | None = None
    """None where fewer than two models are compared, or all of them on this row's own texts."""
    on_common: OnCommon | None = None
    """What it is ranked by, where its test ranks on common texts and these are not the row's own."""
    points: Points | None = None
    """None where no text that counts has what is needed, such as probabilities."""
    mostly_control: bool = False
    """The change alone moved the model by less than half of the effect: most of it is what the control phrase did."""
    chance: bool = False
    """The model cannot tell the options apart: guessing is within its accuracy's range, or above it."""
    rates: Rates | None = None
    """How often the group and its reference are given the positive option; None without a group."""

    @property
    def answered(self) -> float:
        """Share of the texts asked that were answered; 1.0 where none was asked."""
        return self.texts / self.asked if self.asked else 1.0

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What rows are sorted by within a file."""
        return (self.model, self.group or "", self.question, self.measure, self.build)

    @property
    def cell(self) -> EffectKey:
        """What names it among all effects."""
        return (self.build, self.decision, self.edit, self.group)
