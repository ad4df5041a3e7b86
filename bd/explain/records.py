"""What is told about one number, as frozen records; the same for a terminal and for another program.

How each part comes about is left to the modules of this folder that are named like them.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Example", "ExplainedCell", "Explanation", "LogFile", "Shown", "Step"]


@dataclass(frozen=True)
class Step:
    """One line of the arithmetic."""

    name: str
    how: str
    fractions: tuple[float, ...] | None
    """As in the scored row: one number, or both ends of a range; None where it cannot be said."""
    points: tuple[float, ...] | None
    """The same in percentage points, as published; None for what is no share of texts."""


@dataclass(frozen=True)
class Shown:
    """One version of the example, with what the model answered."""

    label: str
    text: str
    """With the words that differ in brackets."""
    options: tuple[str, ...]
    """In the order in which this version lists them."""
    choice: str | None
    p: float | None
    """Probability of the positive option."""


@dataclass(frozen=True)
class Example:
    """One text before and after."""

    text: str
    """Its id."""
    changed: bool
    """Whether the model's answer differs; if not, no answer did, and this is the first text."""
    before: Shown
    after: Shown


@dataclass(frozen=True)
class LogFile:
    """One file of saved answers behind the number."""

    path: str
    sha256: str
    command: str
    """Checks the sum; it holds for the lines in sorted order."""


@dataclass(frozen=True)
class ExplainedCell:
    """One number."""

    cell: str
    """Its id on the page."""
    label: str
    headline: bool
    row: str
    """The scored file and the line in it."""
    question: str
    options: tuple[str, ...]
    positive: str
    measure: str
    changed: str
    """The edit, in words."""
    control: str
    """What is subtracted, in words."""
    control_kind: str
    example: Example | None
    asked: int
    texts: int
    left_out: tuple[tuple[str, int], ...]
    steps: tuple[Step, ...]
    verdicts: tuple[str, ...]
    """Which way, whether it is clear, ranked, attributable, and why."""
    logs: tuple[LogFile, ...]
    snippet: str
    printed: tuple[str, ...]
    """What the snippet printed, just now."""


@dataclass(frozen=True)
class Explanation:
    """Everything that is told about an address."""

    address: str
    remark: str | None
    model: str | None
    """Its label; None where the address names none."""
    overview: tuple[str, ...]
    """Lines on who stands where."""
    cells: tuple[ExplainedCell, ...]
    others: tuple[str, ...]
    """Ids of the cells at this address that are not explained here."""
