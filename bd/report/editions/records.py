"""What an edition holds: the part of a data file by which a later one is compared with it, and nothing else.

Values and ranges are in percentage points, as in the data file. How an edition stands in its file is the part of
`bd.report.editions.lines`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = [
    "CLEAR",
    "FORMAT",
    "MAIN",
    "UNCLEAR",
    "Board",
    "Characteristic",
    "Edition",
    "Group",
    "Model",
    "Question",
    "Result",
]

FORMAT = "bd/edition@1"
MAIN = "/"
"""The address of the main board."""
CLEAR, UNCLEAR = "clear", "not-clear"
"""Verdicts on results that are ranked; any other verdict is the reason why a result is not."""


@dataclass(frozen=True)
class Model:
    """A model with its builds."""

    id: str
    label: str
    planted: bool
    builds: Mapping[str, str]
    """What each build is called, by id."""


@dataclass(frozen=True)
class Characteristic:
    """A characteristic that has been asked about."""

    id: str
    label: str


@dataclass(frozen=True)
class Group:
    """A group of a characteristic."""

    characteristic: str
    id: str
    label: str


@dataclass(frozen=True)
class Question:
    """A question, which several characteristics may share."""

    id: str
    label: str


@dataclass(frozen=True)
class Result:
    """One effect: one build of a model, one group, one question, one edit, one measure."""

    characteristic: str
    group: str | None
    question: str
    edit: str
    model: str
    build: str
    measure: str
    address: str
    """The page on which it stands, or stood."""
    label: str
    """What its cell is called."""
    value: float
    """Beyond the control."""
    lo: float | None
    hi: float | None
    """Ends of the 95% range; None where there is none."""
    exact: tuple[float, float] | None
    """The exact range, where so few answers changed that it holds in place of the other."""
    most: float | None
    """The largest effect that remains possible where no answer changed, or every one."""
    verdict: str
    n: int
    """Texts."""
    at: str = field(default="", compare=False)
    """Where it stands: a line of the edition's file, or a JSON pointer into the data file."""

    @property
    def key(self) -> tuple[str, ...]:
        """What the same result is known by in another edition."""
        return (self.characteristic, self.group or "", self.question, self.edit, self.build, self.measure)


@dataclass(frozen=True)
class Board:
    """Places on the board of one level."""

    address: str
    places: Mapping[str, float | None]
    """By model; on the main board None for one without a place."""
    at: str = field(default="", compare=False)


@dataclass(frozen=True)
class Edition:
    """A data file, in short."""

    date: str
    """The day of the data."""
    commit: str | None
    """The commit of its answers."""
    schema: str
    digits: int
    """Decimals shown."""
    models: tuple[Model, ...]
    characteristics: tuple[Characteristic, ...]
    groups: tuple[Group, ...]
    questions: tuple[Question, ...]
    results: tuple[Result, ...]
    boards: tuple[Board, ...]
    file: str = field(default="", compare=False)
    """The name of its file; empty for today's data, which stand in the data file itself."""
