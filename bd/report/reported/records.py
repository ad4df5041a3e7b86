"""What others reported, as frozen records: a source with its words, and the cells that it published.

The records hold the keys of `studies/reported/<source>.toml` and of the lines of `<source>.jsonl`. No record here knows
a characteristic, a group or a model by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "EFFECT",
    "FILE_FORMAT",
    "FORMAT",
    "RATIO",
    "REPEAT",
    "SOURCE_FORMAT",
    "TELLS",
    "ControlKind",
    "Edit",
    "LeftOut",
    "Measure",
    "Named",
    "Question",
    "Reported",
    "ReportedCell",
    "ReportedControl",
    "ReportedGroup",
    "Source",
]

FORMAT = "bd/reported@1"
"""Of a line that holds one cell."""
FILE_FORMAT = "bd/reported-file@1"
"""Of the first line, which counts what was read, where an import wrote the file."""
SOURCE_FORMAT = "bd/reported-source@1"

TELLS = EFFECT, RATIO, REPEAT = ("effect", "ratio", "repeat")
"""What a measure tells: what a change does; a ratio of two rates; or how often an answer changes when nothing has. The
last two stand by themselves: no control is taken from them, and they are no effect."""

Range = tuple[float, float]


@dataclass(frozen=True)
class Named:
    """Something that the source has an id for, in words for readers."""

    id: str
    label: str
    about: str = ""


@dataclass(frozen=True)
class Edit:
    """A change of the text, as the source calls it."""

    id: str
    words: str
    """What was changed, for readers."""
    characteristic: str | None
    """The characteristic of the study that it belongs to; None where it is left out."""
    left_out: str | None
    """Why its cells are not taken."""


@dataclass(frozen=True)
class Measure:
    """A way of measuring, as the source calls it."""

    id: str
    label: str
    difference: bool
    """Whether the value is a difference with a sign, so that it can be one from the control already."""
    left_out: str | None
    """Why its cells are not taken."""
    tells: str = EFFECT
    """One of `TELLS`."""


@dataclass(frozen=True)
class Question:
    """A question or a decision, as the source calls it."""

    id: str
    label: str
    decision: str | None
    """The decision of the study that asks the same, if any."""


@dataclass(frozen=True)
class ReportedGroup:
    """A group, or a part of the texts, as the source calls it."""

    id: str
    label: str
    group: str | None
    """The group of the study that is the same, if any."""


@dataclass(frozen=True)
class ControlKind:
    """A control, as the source calls it."""

    id: str
    label: str
    subtract: bool
    """Whether its value is to be subtracted. If not, the comparison is within the value already."""


@dataclass(frozen=True)
class Source:
    """Whoever published figures, and how the words of that source are to be read here."""

    id: str
    label: str
    about: str
    as_of: str
    """The day of the figures, YYYY-MM-DD."""
    citation: str
    licence: str
    """Empty where it is not known."""
    models: Mapping[str, Named]
    edits: Mapping[str, Edit]
    measures: Mapping[str, Measure]
    questions: Mapping[str, Question]
    groups: Mapping[str, ReportedGroup]
    samples: Mapping[str, Named]
    variants: Mapping[str, Named]
    controls: Mapping[str, ControlKind]
    intervals: Mapping[str, Named]
    path: str
    """The file, relative to the project, for messages."""


@dataclass(frozen=True)
class ReportedControl:
    """What the source compared a value with. Fractions; None is "not published", never zero."""

    kind: str
    value: float | None
    lo: float | None
    hi: float | None


@dataclass(frozen=True)
class ReportedCell:
    """One figure as it was published. Fractions with at most 6 decimals; None is "not published", never zero.

    Keys with a default may be absent from a line.
    """

    id: str
    """The source's own id."""
    model: str
    characteristic: str
    """Of the study."""
    decision: str
    """What the source calls the decision; so with `question`, `group`, `edit`, `sample`, `measure` and `variant`."""
    question: str | None
    group: str | None
    edit: str
    sample: str | None
    measure: str
    texts: int | None
    value: float
    lo: float | None
    hi: float | None
    control: ReportedControl | None
    effect: float | None
    """The value less the control, with its sign, where both are published or where the value is that difference."""
    range: Range | None
    """The value's range less the control's point."""
    joint_range: Range | None
    """The source's own range of the difference, where it published one."""
    changed: int | None
    """How many texts got another answer."""
    interval: str | None
    """How the source made the range."""
    unit: str
    """In the file that is cited; the numbers here are fractions whatever it says."""
    path: str
    commit: str
    variant: str | None = None
    """Which of several ways of making the figure."""
    cut: int | None = None
    """How many were picked, where the figure is of a list."""

    @property
    def asked(self) -> str:
        """The question that was put: the one named, or the decision."""
        return self.question or self.decision

    @property
    def key(self) -> tuple[str, ...]:
        """What tells a cell from every other of its source."""
        sides = (self.model, self.decision, self.question, self.group, self.edit, self.sample, self.measure)
        return tuple(str(part or "") for part in (*sides, self.variant, self.cut))


@dataclass(frozen=True)
class LeftOut:
    """Cells of the source that were not taken."""

    reason: str
    cells: int


@dataclass(frozen=True)
class Reported:
    """A source with its cells."""

    source: Source
    cells: tuple[ReportedCell, ...]
    published: int | None = None
    """How many cells the source's file held; None where the lines were written by hand."""
    left_out: tuple[LeftOut, ...] = field(default=())
