"""What the pages of changes show: today's data beside what was published before."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Page

__all__ = [
    "CellLine",
    "CellTopic",
    "ChangedLine",
    "ChangedTopic",
    "ChangesPage",
    "Count",
    "EditionLine",
    "NamedLine",
    "NamedList",
    "Past",
    "PlaceLine",
    "Side",
]


@dataclass(frozen=True)
class Past:
    """A number of an earlier edition as shown, with where it stands there."""

    text: str
    value: str
    """As the edition writes it."""
    day: str
    """Of the edition."""
    line: str
    """Of the edition's file."""


@dataclass(frozen=True)
class Side:
    """One result in one of the two editions."""

    value: Figure | Past
    lo: Figure | Past | None
    hi: Figure | Past | None
    verdict: str
    texts: Figure | Past


@dataclass(frozen=True)
class ChangedLine:
    """A result in both editions. A link without an address is words alone, here and below: its page is gone."""

    cell: Link
    model: str
    planted: bool
    before: Side
    now: Side


@dataclass(frozen=True)
class ChangedTopic:
    """Changed results of one characteristic."""

    topic: Link
    count: str
    lines: tuple[ChangedLine, ...]


@dataclass(frozen=True)
class CellLine:
    """A cell with the models whose results are new or gone."""

    cell: Link
    models: str


@dataclass(frozen=True)
class CellTopic:
    """New or gone results of one characteristic."""

    topic: Link
    count: str
    whole: bool
    """Whether the characteristic itself is new or gone, so that no cell of it is listed."""
    lines: tuple[CellLine, ...]


@dataclass(frozen=True)
class NamedLine:
    """One thing, and where it stands."""

    name: Link
    links: tuple[Link, ...] = ()


@dataclass(frozen=True)
class NamedList:
    """New or gone things of one kind."""

    label: str
    lines: tuple[NamedLine, ...]


@dataclass(frozen=True)
class PlaceLine:
    """A model whose place on the main board is another; None: no place."""

    model: Link
    before: Figure | Past | None
    now: Figure | Past | None


@dataclass(frozen=True)
class Count:
    """One of the numbers that open the page."""

    number: str
    label: str
    anchor: str
    """Where the page lists them; empty where there is nothing to list."""


@dataclass(frozen=True)
class EditionLine:
    """Data of one day in the list of all that was published."""

    day: str
    said: str
    """What changed, in one sentence."""
    page: Link | None
    """The page that tells it in full; None on that page itself, and where nothing was there before."""
    file: Link | None
    """The edition to download; None where that day's data has not been frozen."""


@dataclass(frozen=True)
class ChangesPage(Page):
    """`/changes/`, and `/changes/<day>/` for each edition that has an earlier one."""

    said: str
    """The first sentence."""
    day: str
    before: str
    """The day of the edition it is compared with; empty where there is none."""
    counts: tuple[Count, ...]
    new: tuple[NamedList, ...]
    gone: tuple[NamedList, ...]
    new_results: tuple[CellTopic, ...]
    gone_results: tuple[CellTopic, ...]
    verdicts: tuple[ChangedTopic, ...]
    moved: tuple[ChangedTopic, ...]
    places: tuple[PlaceLine, ...]
    quiet: tuple[str, ...]
    """What was counted and is not listed, a sentence each."""
    editions: tuple[EditionLine, ...]
    """Everything that was published, the newest first; on `/changes/` alone."""
    note: str = ""
    """What changed in the rules that day and why, as Markdown."""
