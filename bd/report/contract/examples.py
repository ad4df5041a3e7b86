"""Real texts, each in two versions, with what every model answered."""

from __future__ import annotations

from typing import Literal

from bd.report.contract.base import AtLeastOne, Named, Record, Segment, Share, Slug

__all__ = [
    "Answer",
    "Answers",
    "Example",
    "ExampleControl",
    "ExampleMoves",
    "ExampleOthers",
    "ExampleUnedited",
    "Version",
]


class Answer(Record):
    """What one build answered: the probability of the followed option, and its choice."""

    p: Share | None
    choice: Slug | None


Answers = tuple[Answer, Answer]
"""With the first version and with the second."""


class Version(Record):
    """One version of an example text; segments that differ between the two are marked 1."""

    id: Slug
    label: str
    segments: tuple[Segment, ...]
    options: tuple[str, ...]


class ExampleControl(Record):
    """The control on the same text: a version of its own, or the text asked again. Absent where there is none."""

    kind: Literal["halves", "repeat", "version"]
    versions: tuple[Version, Version]
    answers: dict[str, Answers]
    builds: dict[str, Answers]


class ExampleMoves(Record):
    """By how much the probability of the followed option rises, in percentage points.

    From the first version to the second or, where groups are compared, from what the other groups gave on average.
    """

    answers: dict[str, float | None]
    builds: dict[str, float | None]


class ExampleUnedited(Record):
    """Answers to the text as it was written, where every phrase moves the answers alike."""

    answers: dict[str, tuple[Answer]]
    builds: dict[str, tuple[Answer]]


class ExampleOthers(Record):
    """The probability that the phrases of the other groups gave on average, where groups are compared."""

    groups: AtLeastOne
    answers: dict[str, Share | None]
    builds: dict[str, Share | None]


class Example(Record):
    """One real text of a cell, with what every model answered."""

    task: Slug
    source_id: Slug
    engine: Named
    positive: str
    question: str
    chosen: str
    shortened: bool
    versions: tuple[Version, Version]
    answers: dict[str, Answers]
    builds: dict[str, Answers]
    records: tuple[str, ...]
    texts: tuple[str, ...]
    drawn: tuple[str, ...]
    """Builds whose answers were drawn at random, by their probabilities."""
    control: ExampleControl | None = None
    moves: ExampleMoves | None = None
    """By how much the probability of the followed option rises from the first version to the second or, where
    groups are compared, from what the other groups gave on average, in percentage points."""
    unedited: ExampleUnedited | None = None
    """Answers to the text as it was written, where every phrase moves the answers alike."""
    others: ExampleOthers | None = None
    """The probability that the phrases of the other groups gave on average, where groups are compared."""
