"""Two builds of one model, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Model, Page, Sentence, Span

__all__ = ["BuildCell", "BuildSide", "BuildsPage", "Compared", "SameAnswers"]


@dataclass(frozen=True)
class BuildSide:
    """One build's result."""

    value: Figure
    range: Span | None
    texts: Figure
    clear: bool


@dataclass(frozen=True)
class BuildCell:
    """One cell that both builds answered."""

    link: Link
    main: BuildSide
    other: BuildSide
    same: bool
    """Whether both are clear, or neither."""
    move: Figure
    """The other build's result less that of the build that speaks for the model, in points."""


@dataclass(frozen=True)
class SameAnswers:
    """How the answers of both builds to the same unedited texts differ."""

    question: str
    texts: Figure
    same: Figure
    """Share of texts with the same answer."""
    mean_move: Figure
    max_move: Figure


@dataclass(frozen=True)
class Compared:
    """A second build beside the one that speaks for the model."""

    main: str
    other: str
    finding: Sentence
    cells: tuple[BuildCell, ...]
    """Those with another verdict first, then the largest distances."""
    answers: tuple[SameAnswers, ...]


@dataclass(frozen=True)
class BuildsPage(Page):
    """`/engines/<model>/builds/`."""

    model: Model
    compared: tuple[Compared, ...]
