"""Models, their builds, and builds compared with each other."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bd.report.contract.base import Address, AtLeastOne, Named, Percent, Range, Record, Share, Slug, Whole
from bd.report.contract.levels import Test
from bd.report.contract.results import Log

__all__ = [
    "Build",
    "BuildCell",
    "BuildPair",
    "BuildSide",
    "Machines",
    "Model",
    "Repeat",
    "Repeats",
    "SameAnswers",
    "Tolerance",
]


class Tolerance(Record):
    """How far the answers of one build may lie apart between machines."""

    probability: Share
    choices: Share
    machines: tuple[str, ...]
    why: str


class Build(Record):
    """One build of a model."""

    id: Named
    label: str
    main: bool
    note: str
    package: str | None = None
    runs_on: str | None = None
    tolerance: Tolerance | None = None


class Model(Record):
    """One model, with its builds."""

    id: Named
    label: str
    kind: str
    about: str
    licence: str
    color: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$(?!\n)")]
    color_dark: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$(?!\n)")]
    marker: str
    sees_question: bool
    """False where a text is scored by itself, and the score read as an answer."""
    stand_in: bool
    planted: bool
    severity_rank: AtLeastOne | None
    address: Address
    builds: Annotated[tuple[Build, ...], Meta(min_length=1)]


class BuildSide(Record):
    """One result of one of two builds."""

    clear: bool
    hi: float | None
    lo: float | None
    n: Whole
    value: float


class BuildCell(Record):
    """One result in two builds of a model."""

    address: str
    characteristic: str
    facet: str
    facet_label: str
    main: BuildSide
    move: float
    other: BuildSide
    same_verdict: bool


class SameAnswers(Record):
    """How far the answers of two builds lie apart on one question."""

    item: str
    max_move: Share
    mean_move: Share
    n: AtLeastOne
    same_answer: Percent


class Machines(Record):
    """What two builds run on."""

    main: tuple[str, ...]
    other: tuple[str, ...]


class BuildPair(Record):
    """Two builds of one model compared."""

    address: str
    answers: tuple[SameAnswers, ...]
    build: str
    cells: tuple[BuildCell, ...]
    engine: str
    largest_move: float | None
    n_cells: Whole
    n_same_verdict: Whole
    n_beyond_range: Whole
    machines: Machines | None = None
    only_machine: bool | None = None


class Repeat(Record):
    """One build on one question asked twice."""

    engine: Named
    build: Named
    planted: bool
    task: Slug
    task_label: str
    flip_pct: Percent
    lo: Percent | None
    hi: Percent | None
    few: bool
    exact_range: Range | None
    upper_if_none: Percent | None
    changed: Whole | None
    mean_abs_dp: Share | None
    max_abs_dp: Share | None
    n: Whole
    asked: Whole
    record: str | None
    study: str
    answers: tuple[Log, ...]


class Repeats(Record):
    """What was asked twice."""

    ask_twice: tuple[Repeat, ...]
    tests: tuple[Test, ...]
