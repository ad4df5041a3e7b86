"""What a card shows, already decided and put in words; the layout only finds room for it."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Sentence

__all__ = ["Card", "Drawing", "Line", "Row"]


@dataclass(frozen=True)
class Line:
    """A line across the drawing, such as the one where there is no effect."""

    at: float
    label: str


@dataclass(frozen=True)
class Row:
    """One model in the drawing, in the unit of its axis: a shape, with its range where it has one."""

    at: float
    lo: float | None
    hi: float | None
    marker: str
    """Name of the shape."""
    colour: str
    """Such as `#0b5c62`."""
    filled: bool
    label: str = ""
    """In front of it; empty where the words above name the model."""
    figure: Figure | None = None
    """Behind it."""


@dataclass(frozen=True)
class Drawing:
    """Models below each other on one axis."""

    low: float
    high: float
    lines: tuple[Line, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Card:
    """The picture of one page."""

    address: str
    site: str
    """The site's title; empty where it is the heading."""
    heading: str
    lead: str = ""
    """Words in front of the number."""
    number: Figure | None = None
    after: str = ""
    """Words that follow it."""
    sure: bool = False
    """Whether the number stands for a clear effect, or is certain for another reason."""
    verdict: str = ""
    details: Sentence = ()
    """What is to be known about the number: its range, the texts, where it was found."""
    words: str = ""
    """What stands in place of a number."""
    drawing: Drawing | None = None
    date: str = ""
    where: str = ""
    """The address as people write it."""
