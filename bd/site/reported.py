"""Figures that others published: a section on the pages that they belong to, and one page for each source.

Effects, ratios and repeats never share a table: each has a unit of its own, and only an effect has a control.

They are never compared with anything that is worked out here. Where the data file holds none, nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bd.report.reported.records import EFFECT
from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import count, points, ratio, ratio_span, span
from bd.site.order import by_question, tells
from bd.site.records.parts import Figure, Head, Link, Span
from bd.site.records.reported import (
    ReportedGroup,
    ReportedPage,
    ReportedRow,
    ReportedSource,
    ReportedTable,
    ReportedTopic,
)
from bd.site.words import listed

__all__ = ["reported_here", "reported_page", "reported_sources"]


def reported_sources(names: Names) -> tuple[ReportedSource, ...]:
    """Return everyone who reported something."""
    return tuple(_source(each) for each in _sources(names))


_EQUAL = 1.0
"""The ratio at which both sides are alike: a shown ratio never seems to reach it from either side."""


def reported_here(names: Names, address: str) -> tuple[ReportedTable, ...]:
    """Return what others reported for a page, a table for each source and for what it tells.

    On the page of a characteristic, a source whose figures all stand on pages below is named by a table without rows.
    """
    return tuple(
        table
        for source in _sources(names)
        for topic in source["characteristics"]
        for cells in [topic["cells"].those(lambda cell: address in cell["pages"])]
        if cells or topic["address"].value == address
        for table in _tables(names, source, topic, cells) or [_table(names, source, topic, [])]
    )


def reported_page(names: Names, page: Cursor) -> ReportedPage:
    """Return the page of a source."""
    source = names.data["reported"].find(address=page["address"].value)
    label = source["label"].text
    return ReportedPage(
        head=Head(
            address=page["address"].text,
            title=f"Reported by {label}",
            description=f"Figures that {label} published. The answers behind them are not held here, so they cannot be "
            "replayed, and they are not ranked.",
            heading=f"Reported by {label}",
            crumbs=(names.home(),),
        ),
        source=_source(source),
        about=source["about"].text,
        citation=source["citation"].text,
        licence=source["licence"].text,
        models=tuple((model["label"].text, model["about"].text) for model in source["models"]),
        taken=count(source["taken"]),
        published=count(source["published"]) if source["published"].known else None,
        left_out=tuple((count(each["cells"]), each["reason"].text) for each in source["left_out"]),
        topics=tuple(_topic(names, source, topic) for topic in source["characteristics"]),
    )


def _sources(names: Names) -> Iterator[Cursor]:
    if "reported" in names.data:
        yield from names.data["reported"]


def _source(source: Cursor) -> ReportedSource:
    return ReportedSource(
        link=Link(source["label"].text, source["address"].text),
        as_of=source["as_of"].text,
        models=listed(model["label"].text for model in source["models"]),
    )


def _topic(names: Names, source: Cursor, topic: Cursor) -> ReportedTopic:
    return ReportedTopic(
        id=topic["id"].text,
        link=Link(topic["label"].text, topic["address"].text) if topic["address"].known else None,
        label=topic["label"].text,
        tables=tuple(_tables(names, source, topic, topic["cells"])),
    )


def _tables(names: Names, source: Cursor, topic: Cursor, cells: Iterable[Cursor]) -> list[ReportedTable]:
    told = groupby(by_question(cells), tells)
    return [_table(names, source, topic, list(each), what) for what, each in told]


def _table(names: Names, source: Cursor, topic: Cursor, cells: list[Cursor], what: str = EFFECT) -> ReportedTable:
    cited = dict.fromkeys((cell["path"].text, cell["commit"].text) for cell in cells)
    label = f"everything that {source['label'].text} reported on {topic['label'].text}"
    return ReportedTable(
        tells=what,
        source=_source(source),
        groups=tuple(_groups(names, cells)),
        cited=tuple(sorted(cited)),
        all=Link(label, f"{source['address'].text}#{topic['id'].text}"),
    )


def _groups(names: Names, cells: Iterable[Cursor]) -> Iterator[ReportedGroup]:
    questions = groupby(cells, lambda cell: cell["item_label"].text)
    yield from (ReportedGroup(label, tuple(_row(names, cell) for cell in each)) for label, each in questions)


def _row(names: Names, cell: Cursor) -> ReportedRow:
    def pts(at: Cursor) -> Figure | None:
        return points(at, names.digits) if at.known else None

    def ends(at: Cursor) -> Span | None:
        return span(at["lo"], at["hi"], names.digits)

    listed = "ratio" in cell
    raw = cell["ratio"] if listed else cell["raw"]
    control, effect, joint = cell["control"], cell["effect"], cell["joint_range"]
    return ReportedRow(
        model=cell["engine_label"].text,
        compared=tuple(part.text for part in cell["compared"]),
        measure=cell["measure"].text,
        value=ratio(raw["value"], (_EQUAL,)) if listed else points(raw["value"], names.digits),
        value_range=ratio_span(raw["lo"], raw["hi"], (_EQUAL,)) if listed else ends(raw),
        control=pts(control["value"]) if control.known else None,
        control_words=control["label"].text if control.known else "",
        subtracted=control.known and control["subtracted"].value,
        effect=pts(effect["value"]) if effect.known else None,
        range=ends(effect) if effect.known else None,
        joint=span(joint[0], joint[1], names.digits) if joint.known else None,
        interval=cell["interval_method"].text,
        texts=count(cell["n"]) if cell["n"].known else None,
        changed=count(cell["changed"]) if cell["changed"].known else None,
    )
