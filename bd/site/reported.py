"""Figures that others published: a section on the pages that they belong to, and one page for each source.

Effects, ratios and repeats never share a table: each has a unit of its own, and only an effect has a control.

They are never compared with anything that is worked out here. Where the data file holds none, nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bd.report import contract
from bd.report.reported.records import EFFECT
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
        for topic in source.characteristics
        for cells in [[cell for cell in topic.cells if address in cell.pages]]
        if cells or topic.address == address
        for table in _tables(names, source, topic, cells) or [_table(names, source, topic, [])]
    )


def reported_page(names: Names, page: contract.Page) -> ReportedPage:
    """Return the page of a source."""
    source = next(each for each in names.data.reported or () if each.address == page.address)
    label = source.label
    return ReportedPage(
        head=Head(
            address=page.address,
            title=f"Reported by {label}",
            description=f"Figures that {label} published. The answers behind them are not held here, so they cannot be "
            "replayed, and they are not ranked.",
            heading=f"Reported by {label}",
            crumbs=(names.home(),),
        ),
        source=_source(source),
        about=source.about,
        citation=source.citation,
        licence=source.licence,
        models=tuple((model.label, model.about) for model in source.models),
        taken=count(source.taken),
        published=count(source.published) if source.published is not None else None,
        left_out=tuple((count(each.cells), each.reason) for each in source.left_out),
        topics=tuple(_topic(names, source, topic) for topic in source.characteristics),
    )


def _sources(names: Names) -> Iterator[contract.ReportedSource]:
    if names.data.reported is not None:
        yield from names.data.reported


def _source(source: contract.ReportedSource) -> ReportedSource:
    return ReportedSource(
        link=Link(source.label, source.address),
        as_of=source.as_of,
        models=listed(model.label for model in source.models),
    )


def _topic(names: Names, source: contract.ReportedSource, topic: contract.ReportedCharacteristic) -> ReportedTopic:
    return ReportedTopic(
        id=topic.id,
        link=Link(topic.label, topic.address) if topic.address is not None else None,
        label=topic.label,
        tables=tuple(_tables(names, source, topic, topic.cells)),
    )


def _tables(
    names: Names,
    source: contract.ReportedSource,
    topic: contract.ReportedCharacteristic,
    cells: Iterable[contract.ReportedCell],
) -> list[ReportedTable]:
    told = groupby(by_question(cells), tells)
    return [_table(names, source, topic, list(each), what) for what, each in told]


def _table(
    names: Names,
    source: contract.ReportedSource,
    topic: contract.ReportedCharacteristic,
    cells: list[contract.ReportedCell],
    what: str = EFFECT,
) -> ReportedTable:
    cited = dict.fromkeys((cell.path, cell.commit) for cell in cells)
    label = f"everything that {source.label} reported on {topic.label}"
    return ReportedTable(
        tells=what,
        source=_source(source),
        groups=tuple(_groups(names, cells)),
        cited=tuple(sorted(cited)),
        all=Link(label, f"{source.address}#{topic.id}"),
    )


def _groups(names: Names, cells: Iterable[contract.ReportedCell]) -> Iterator[ReportedGroup]:
    questions = groupby(cells, lambda cell: cell.item_label)
    yield from (ReportedGroup(label, tuple(_row(names, cell) for cell in each)) for label, each in questions)


def _row(names: Names, cell: contract.ReportedCell) -> ReportedRow:
    def pts(at: float | None) -> Figure | None:
        return points(at, names.digits) if at is not None else None

    def ends(at: contract.ReportedValue | contract.ReportedControl) -> Span | None:
        return span(at.lo, at.hi, names.digits)

    listed = cell.ratio is not None
    raw = contract.required(cell.ratio if listed else cell.raw)
    control, effect, joint = cell.control, cell.effect, cell.joint_range
    return ReportedRow(
        model=cell.engine_label,
        compared=cell.compared,
        measure=cell.measure,
        value=ratio(raw.value, (_EQUAL,)) if listed else points(raw.value, names.digits),
        value_range=ratio_span(raw.lo, raw.hi, (_EQUAL,)) if listed else ends(raw),
        control=pts(control.value) if control is not None else None,
        control_words=control.label if control is not None else "",
        subtracted=control is not None and control.subtracted,
        effect=pts(effect.value) if effect is not None else None,
        range=ends(effect) if effect is not None else None,
        joint=span(joint[0], joint[1], names.digits) if joint is not None else None,
        interval=cell.interval_method or "",
        texts=count(cell.n) if cell.n is not None else None,
        changed=count(cell.changed) if cell.changed is not None else None,
    )
