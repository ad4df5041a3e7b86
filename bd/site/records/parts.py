"""Small pieces that stand on many pages: figures, links, sentences, models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "Code",
    "Fact",
    "Figure",
    "Head",
    "Link",
    "Model",
    "Nav",
    "Page",
    "Piece",
    "Sentence",
    "Skill",
    "Span",
    "Term",
    "Tick",
    "Unmeasured",
]


class Figure(NamedTuple):
    """One number as shown, with where it stands in the data file."""

    text: str
    value: str
    """As the data file writes it."""
    key: str
    """JSON pointer into the data file."""


@dataclass(frozen=True)
class Span:
    """A range, both ends included."""

    lo: Figure
    hi: Figure


@dataclass(frozen=True)
class Link:
    """A way to another page of the site."""

    label: str
    to: str
    """An address such as `/age/`, with `#anchor` where a place within it is meant."""


@dataclass(frozen=True)
class Code:
    """What is to be typed."""

    code: str


Piece = str | Figure | Link | Code


Sentence = tuple[Piece, ...]
"""Words, numbers and links in order; spaces are part of the words."""


@dataclass(frozen=True)
class Fact:
    """One of the short answers under a finding; either Markdown or a sentence."""

    label: str
    markdown: str = ""
    sentence: Sentence = ()


@dataclass(frozen=True)
class Nav:
    """A list of links under a heading."""

    label: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Head:
    """What every page says about itself."""

    address: str
    title: str
    """For the window and for search results; also the heading, unless `heading` is given."""
    description: str
    heading: str
    crumbs: tuple[Link, ...] = ()
    """The pages above this one, the highest first."""
    also: tuple[Link, ...] = ()
    """Other forms in which the page can be taken along, such as its chart."""
    indexed: bool = True
    """Whether search engines are to find it."""


@dataclass(frozen=True)
class Page:
    """What the record of every kind of page begins with."""

    head: Head


@dataclass(frozen=True)
class Model:
    """A model as it is drawn and called."""

    id: str
    label: str
    kind: str
    planted: bool
    marker: str
    """Name of its shape."""
    address: str


@dataclass(frozen=True)
class Unmeasured:
    """A model without a number, and why."""

    model: Model
    why: str


@dataclass(frozen=True)
class Term:
    """A word of the method."""

    anchor: str
    term: str
    text: str


@dataclass(frozen=True)
class Tick:
    """A number on the axis of a chart; its place is in hundredths of the line."""

    at: float
    text: str


@dataclass(frozen=True)
class Skill:
    """How often a model is right on one decision."""

    decision: str
    accuracy: Figure
    range: Span | None
