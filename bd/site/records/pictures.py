"""What pictures are drawn of, besides the lines of effects in `charts`: squares by size, and answers that swing."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Model, Sentence, Span, Tick

__all__ = ["Dot", "Grid", "GridRow", "Meaning", "Square", "Swing", "SwingRow"]


@dataclass(frozen=True)
class Square:
    """One square of a heat map, which leads to the test behind it."""

    label: str
    """What its column is called."""
    to: str
    state: str
    """`clear`, or why there is no colour: a key of the catalogue below `heat`."""
    words: str
    """The state in words."""
    value: Figure | None = None
    """The size of the effect in whole points, or answers in 100; None where nothing was measured."""
    shade: int = 0
    """Its step from light to dark, from 1; 0 for a square without colour."""
    toward: str = ""
    """The answer that it goes toward, where that is known and not left to chance."""
    tone: str = "points"
    """`answers` counted, `points` of confidence, or how a group fares beside others: `worse` or `better`."""


@dataclass(frozen=True)
class GridRow:
    """One row of a grid."""

    head: Link
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Grid:
    """Squares in rows and columns, of one model or with a model in each row."""

    model: Model | None
    columns: tuple[Link, ...]
    rows: tuple[GridRow, ...]


@dataclass(frozen=True)
class Meaning:
    """What was found for a group, by parts of life."""

    group: str
    areas: tuple[tuple[str, tuple[Sentence, ...]], ...]
    """The part of life, empty where the study does not say, and a sentence for each question."""


@dataclass(frozen=True)
class Dot:
    """How probable a model found the followed answer in one version."""

    at: float
    """Where it stands, in percent of the width."""
    chance: Figure
    label: str
    """Which version it is; empty where a row above says so."""
    anchor: str
    """`start` or `end`: to which side its label has room."""
    below: int = 0
    """How far below the line its label stands, in pixels."""


@dataclass(frozen=True)
class SwingRow:
    """One model: where it stood, and where it stands with the change."""

    model: Model
    to: str
    before: Dot
    after: Dot
    written: Dot | None
    """With the text as it was written, where that is neither of the two."""
    crossed: bool
    """Whether the answer is another one."""
    said: str
    """What stands at the end of the row, in words."""
    value: Figure | None
    """The effect, where it is told at the end of the row."""
    range: Span | None
    y: int


@dataclass(frozen=True)
class Swing:
    """Models on the line between two answers."""

    id: str
    title: str
    about: str
    """For readers who do not see it."""
    ends: tuple[str, str]
    """What both ends mean, in words."""
    middle: float | None
    """Where both are as probable, in percent of the width; None where that lies outside the picture."""
    turns: str
    """What that line is."""
    rows: tuple[SwingRow, ...]
    ticks: tuple[Tick, ...]
    top: int
    floor: int
    height: int
