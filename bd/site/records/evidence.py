"""What was asked, what was changed, and one text with every answer to it."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Model

__all__ = [
    "Answer",
    "Answered",
    "Asked",
    "Background",
    "Change",
    "Control",
    "Evidence",
    "Example",
    "PageQuestions",
    "ReceiptsNote",
    "Version",
    "WordRun",
]


@dataclass(frozen=True)
class Asked:
    """A question that was put, and to which texts."""

    question: str
    options: tuple[str, ...]
    positive: str
    texts: str
    """What the texts are called."""
    count: Figure


@dataclass(frozen=True)
class Background:
    """What is to be known about something; Markdown."""

    label: str
    text: str


@dataclass(frozen=True)
class PageQuestions:
    """All questions of a page."""

    questions: tuple[Asked, ...]
    texts: tuple[Background, ...]
    """What the texts are."""
    laws: tuple[Background, ...]
    """Under which law decisions of that kind fall."""
    people: tuple[str, ...] = ()
    """Who the people in the texts are, as the study says."""


@dataclass(frozen=True)
class Change:
    """One edit and its control in words; Markdown."""

    changed: str
    control: str
    measured: str
    scored: str
    limits: str
    """What this test in particular cannot tell; may be empty."""
    pairs: tuple[tuple[str, str], ...]
    """Role and words of each version of the text."""
    decisions: tuple[str, ...]


@dataclass(frozen=True)
class WordRun:
    """A stretch of a text."""

    text: str
    changed: bool


@dataclass(frozen=True)
class Version:
    """A text as one side of the comparison reads."""

    role: str
    """What it is there for, in words."""
    label: str
    runs: tuple[WordRun, ...]
    options: tuple[str, ...]
    became: str = ""
    """What differs from the version that it is compared with, in a sentence; empty where nothing does."""
    same: bool = False
    """Whether the text is, letter for letter, the one that it is compared with."""


@dataclass(frozen=True)
class Answer:
    """What a model said to one version."""

    choice: str
    """Words of the option; empty where there was no answer."""
    chance: Figure | None
    why: str = ""
    """Why there was none."""


@dataclass(frozen=True)
class Answered:
    """What a model said to both."""

    model: Model
    before: Answer
    after: Answer
    changed: bool
    """Never of a model whose answers are drawn at random."""
    drawn: bool = False
    """Whether they are."""
    control: tuple[Answer, ...] = ()
    """To the versions of the control; empty where this model has none on the same text."""
    others: Figure | None = None
    """The probability that the phrases of the other groups gave on average, where groups are compared."""
    move: Figure | None = None
    """By how much the probability rose, from the first version or, where groups are compared, from the others'."""
    unedited: Answer | None = None
    """To the text as it was written, where that is shown."""

    @property
    def said(self) -> tuple[Answer, Answer]:
        """The answers to both versions, in the order of the example's."""
        return self.before, self.after


@dataclass(frozen=True)
class Control:
    """What the same text is held against."""

    versions: tuple[Version, ...]
    """Those that do not stand beside it already: the control's version, and the one that it is compared with where
    that is another."""


@dataclass(frozen=True)
class Example:
    """One text of a cell, in both versions, with all answers."""

    cell: Link
    question: str
    positive: str
    options: tuple[str, ...]
    chosen: str
    source: str
    shortened: bool
    versions: tuple[Version, Version]
    """Before and after the change."""
    same_text: bool
    """Whether the texts are alike, so that something else was changed."""
    answers: tuple[Answered, ...]
    title: str = ""
    """What kind of text it is: a typical one, or the one that moved furthest."""
    control: Control | None = None
    """None where the test has none on the same text, or is measured from it."""
    others: str = ""
    """What the average of the other groups is called, where groups are compared."""
    unedited: str = ""
    """What the text as it was written is called, where every phrase moves the answers alike."""
    unasked: str = ""
    """Models that were not asked about this text."""

    @property
    def order(self) -> tuple[int, int]:
        """The places of both versions as they are shown: where groups are compared, that of the group comes first."""
        return (1, 0) if self.others else (0, 1)

    @property
    def held(self) -> tuple[Version, ...]:
        """The versions of the control, which stand last."""
        return () if self.control is None else self.control.versions


@dataclass(frozen=True)
class ReceiptsNote:
    """Where every text of a cell stands with all its answers."""

    link: Link | None
    """None where there are no receipts."""
    why: str = ""
    """Why there are none."""


@dataclass(frozen=True)
class Evidence:
    """What a finding rests on, to be looked at."""

    examples: tuple[Example, ...]
    """The typical text, then the one that moved furthest."""
    receipts: tuple[ReceiptsNote, ...] = ()
    """One for each cell of the page, where the page is that of a cell."""
