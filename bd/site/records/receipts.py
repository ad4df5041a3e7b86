"""Pages of receipts as a template shows them: texts with every answer, and where each answer stands.

Their numbers come from the saved answers, not from the data file, so they are words here and carry no pointer.
"""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.evidence import WordRun
from bd.site.records.parts import Link, Model, Page, Sentence

__all__ = ["Quote", "Receipt", "ReceiptLine", "ReceiptLog", "ReceiptSide", "ReceiptText", "ReceiptsPage"]


@dataclass(frozen=True)
class ReceiptSide:
    """A column of answers: one version of a text, or several that are averaged."""

    role: str
    """What it is there for."""
    label: str


@dataclass(frozen=True)
class ReceiptText:
    """One side's version of a text; of several the first."""

    role: str
    label: str
    runs: tuple[WordRun, ...]
    became: str
    """What differs from the version that it is compared with, in a sentence."""
    same: bool
    """Whether it is, letter for letter, the one that it is compared with."""
    options: tuple[str, ...]
    """As listed, where versions list them in different orders; empty otherwise."""
    others: tuple[str, ...]
    """What the further versions of this side are called."""


@dataclass(frozen=True)
class Quote:
    """One answer."""

    choice: str
    """Words of the option; empty where there is no answer."""
    chance: str
    """Probability of the followed option, which is named where another was chosen; empty where none is given."""
    line: str
    """Line of the log; empty where there is no row."""
    why: str
    """Why there is no answer."""


@dataclass(frozen=True)
class ReceiptLine:
    """What one build answered to one text."""

    model: Model
    build: str
    sides: tuple[tuple[Quote, ...], ...]
    """Its answers to the versions of each side."""
    others: str
    """The average over the other groups, where a group is compared with them."""
    move: str
    """Rise of the probability from one side to the other, in points, with its sign; empty where it is not known."""
    size: str
    """Size of that move, for whoever sorts by it; empty where it is not known."""
    changed: bool
    counts: bool


@dataclass(frozen=True)
class Receipt:
    """One text."""

    id: str
    changed: str
    """Models whose answer changed, as a list; empty where nobody's did."""
    texts: tuple[ReceiptText, ...]
    shortened: bool
    lines: tuple[ReceiptLine, ...]
    unasked: str
    """Models that were not asked about it, as a list."""


@dataclass(frozen=True)
class ReceiptLog:
    """Which files a build's answers stand in."""

    model: Model
    build: str
    files: tuple[tuple[str, str], ...]
    """Words of each version, and the path."""


@dataclass(frozen=True)
class ReceiptsPage(Page):
    """`<cell>/receipts/`."""

    question: str
    positive: str
    moved: str
    """What the number below a model's name says."""
    finding: Sentence
    shown: str
    """Which texts stand on this page, and in which order."""
    whole: Link
    """All of them as one file."""
    size: str
    """Of the file."""
    all: str
    """How many texts are in the file, and in which versions."""
    control: str
    """What the control is, where it is none of the sides; empty otherwise."""
    sides: tuple[ReceiptSide, ...]
    others: str
    """Heading of the average over the other groups; empty where a group is not compared with them."""
    receipts: tuple[Receipt, ...]
    logs: tuple[ReceiptLog, ...]
    command: str
    """How the first answer of the page is found."""
