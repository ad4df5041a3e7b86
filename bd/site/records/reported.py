"""What others reported, as a template shows it: apart from every board, without places or markers."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Page, Span

__all__ = ["ReportedGroup", "ReportedPage", "ReportedRow", "ReportedSource", "ReportedTable", "ReportedTopic"]


@dataclass(frozen=True)
class ReportedSource:
    """Who published figures."""

    link: Link
    """The page with everything that the source reported."""
    as_of: str
    models: str
    """What its models are called, as a list in a sentence."""


@dataclass(frozen=True)
class ReportedRow:
    """One published figure."""

    model: str
    compared: tuple[str, ...]
    """What was compared, in the words of the source; the first part is the narrowest."""
    measure: str
    value: Figure
    value_range: Span | None
    control: Figure | None
    control_words: str
    """Empty where the source names no control."""
    subtracted: bool
    """Whether the control is subtracted; if not, the comparison is within the value already."""
    effect: Figure | None
    range: Span | None
    joint: Span | None
    """The source's own range of the difference."""
    interval: str
    texts: Figure | None
    changed: Figure | None


@dataclass(frozen=True)
class ReportedGroup:
    """All figures about one question."""

    label: str
    rows: tuple[ReportedRow, ...]


@dataclass(frozen=True)
class ReportedTable:
    """Figures of one source which tell the same, by question."""

    tells: str
    """What they tell: an effect, a ratio, or a repeat. The last two have no control."""
    source: ReportedSource
    groups: tuple[ReportedGroup, ...]
    """Empty where all of them stand on other pages."""
    cited: tuple[tuple[str, str], ...]
    """File and commit of the source behind each of them."""
    all: Link
    """Where everything that the source reported on the characteristic stands."""


@dataclass(frozen=True)
class ReportedTopic:
    """One characteristic on the page of a source."""

    id: str
    link: Link | None
    """None where the characteristic has no page yet."""
    label: str
    tables: tuple[ReportedTable, ...]


@dataclass(frozen=True)
class ReportedPage(Page):
    """`/reported/<source>/`."""

    source: ReportedSource
    about: str
    citation: str
    licence: str
    models: tuple[tuple[str, str], ...]
    """Label and description of each, in the order of the source."""
    taken: Figure
    published: Figure | None
    left_out: tuple[tuple[Figure, str], ...]
    topics: tuple[ReportedTopic, ...]
