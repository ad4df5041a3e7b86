"""A characteristic and everything below it: tests, groups, questions, cells, and a board for each."""

from __future__ import annotations

from typing import Any, Literal

from bd.report.contract.base import Address, Named, Rank, Record, Slug
from bd.report.contract.boards import Board, Head, ModelMeasured, ModelMissing
from bd.report.contract.examples import Example
from bd.report.contract.results import Missing, Outcome, Result

__all__ = [
    "Breakdown",
    "Cell",
    "Characteristic",
    "Group",
    "Item",
    "Level",
    "ResultName",
    "Test",
    "TestVersion",
    "TestWords",
]


class TestVersion(Record):
    """One version of the texts of a test."""

    id: Slug
    label: str
    role: Literal["measured", "control", "from"]
    group: Slug | None


class TestWords(Record):
    """What a test says of itself."""

    changed: str
    control: str
    measured: str
    scored: str
    when: str
    """Opens a sentence about a result; {measured}, {control} and {group} stand for labels. Absent or empty: a
    standard opening."""
    limits: str
    """What this test in particular cannot tell. Absent or empty: nothing beyond what holds for every test."""


class Test(Record):
    """One edit of the texts, and the questions asked about it."""

    edit: Slug
    kind: str
    measure: str
    control: str
    decisions: tuple[Slug, ...]
    versions: tuple[TestVersion, ...]
    words: TestWords


class Level(Record):
    """A group, a question, or one group and one question, with its board."""

    kind: Literal["group", "item", "cell"]
    group: Slug | None
    item: Slug | None
    address: Address
    facets: tuple[Named, ...]
    ranks: dict[str, Rank]
    board: Board
    heads: dict[str, Head]
    builds: dict[str, Head]


class Group(Record):
    """One group of a characteristic."""

    id: Slug
    label: str
    clause: str
    search: tuple[str, ...]
    """Other words that readers look for it by."""


class Item(Record):
    """One question of a characteristic."""

    id: Slug
    label: str
    question: str
    options: tuple[str, ...]
    positive: str


class Cell(Record):
    """One group, one question, one edit, with the result of every model."""

    group: Slug | None
    item: Slug
    edit: Slug
    facet: Named
    prereg: bool
    engines: dict[str, Result | Missing]
    builds: dict[str, Result]
    example: Example | None
    extreme: Example | None = None

    @property
    def address(self) -> str:
        """The page that its results stand on."""
        return next(iter(self.engines.values())).address

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What it holds for every model, and then for their other builds."""
        return (*self.engines.values(), *self.builds.values())

    @property
    def measured(self) -> tuple[Result, ...]:
        """Those with a number."""
        return tuple(each for each in self.outcomes if isinstance(each, Result))


class Breakdown(Record):
    """Everything below a characteristic."""

    group_kind: str | None
    item_kind: str | None
    groups: tuple[Group, ...]
    items: tuple[Item, ...]
    cells: tuple[Cell, ...]
    levels: tuple[Level, ...]
    pending: tuple[dict[str, Any], ...]
    example_note: str | None


class ResultName(Record):
    """What a result of a characteristic is called."""

    id: Named
    label: str
    group: Slug | None
    item: Slug
    edit: Slug


class Characteristic(Record):
    """One characteristic with its boards and everything below."""

    id: Slug
    label: str
    long: str
    kind: Literal["characteristic", "check"]
    counted: bool
    supplemental: bool
    address: Address
    facet_kind: Literal["cell", "group", "item"]
    measure: str
    measure_plain: str
    unit: str
    raw_unit: str
    cue: str
    floor: str
    excess: str
    source: str
    prereg_section: str
    facets: tuple[ResultName, ...]
    search: tuple[str, ...]
    """Other words that readers look for it by."""
    notes: tuple[str, ...]
    tests: tuple[Test, ...]
    ranks: dict[str, Rank]
    board: Board
    cells: dict[str, ModelMeasured | ModelMissing]
    builds: dict[str, ModelMeasured | ModelMissing]
    breakdown: Breakdown
