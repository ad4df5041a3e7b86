"""The part `reported` of the data file: what others published, in percentage points or as ratios, with its pages.

A cell stands on the page of its question where the study has one, and of its group asked that question; otherwise on
that of its characteristic and of its group. What was asked twice has one page for all. All of a source stand on a page
of its own. No board sees any of this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bd.board import Standings, points
from bd.board.addresses import ASKED_TWICE, reported_address
from bd.report.facets import points_or_none, range_or_none
from bd.report.reported.records import EFFECT, RATIO, REPEAT, Reported, ReportedCell, Source
from bd.study.records import NOISE, Study

__all__ = ["reported_part"]


def reported_part(study: Study, found: Iterable[Standings], reported: Iterable[Reported]) -> list[dict[str, Any]]:
    """Return every source with its cells, in the order in which pages list them.

    Parameters
    ----------
    study
        For the words of characteristics and decisions.
    found
        The characteristics that have pages.
    """
    pages = {each.characteristic.id: each for each in found}
    return [_source(study, pages, each) for each in reported]


def _source(study: Study, pages: dict[str, Standings], reported: Reported) -> dict[str, Any]:
    source = reported.source
    tops = {each.id: ASKED_TWICE for each in study.characteristics if each.kind == NOISE}
    tops |= {name: each.top.address for name, each in pages.items()}
    return {
        "id": source.id,
        "label": source.label,
        "about": source.about,
        "as_of": source.as_of,
        "citation": source.citation,
        "licence": source.licence,
        "address": reported_address(source.id),
        "models": [{"id": m.id, "label": m.label, "about": m.about} for m in source.models.values()],
        "published": reported.published,
        "taken": len(reported.cells),
        "left_out": [{"reason": each.reason, "cells": each.cells} for each in reported.left_out],
        "characteristics": [
            {
                "id": characteristic.id,
                "label": characteristic.label,
                "address": tops.get(characteristic.id),
                "cells": [
                    _cell(study, source, cell, _pages(study, source, pages.get(characteristic.id), cell))
                    for cell in _in_order(study, source, reported.cells)
                    if cell.characteristic == characteristic.id
                ],
            }
            for characteristic in study.characteristics
            if any(cell.characteristic == characteristic.id for cell in reported.cells)
        ],
    }


def _in_order(study: Study, source: Source, cells: Sequence[ReportedCell]) -> list[ReportedCell]:
    """Put cells in the order of the source's description, in which their size plays no part."""
    words = (source.edits, source.groups, source.samples, source.measures, source.variants, source.models)
    order = [list(names) for names in words]

    def place(cell: ReportedCell) -> tuple[object, ...]:
        names = (cell.edit, cell.group, cell.sample, cell.measure, cell.variant, cell.model)
        places = tuple(-1 if n is None else known.index(n) for n, known in zip(names, order, strict=True))
        return (_question(study, source, cell), cell.asked, cell.decision, *places, cell.cut or 0, cell.id)

    return sorted(cells, key=place)


def _decision(study: Study, source: Source, cell: ReportedCell) -> str | None:
    """Return the decision of the study that asks the same."""
    if cell.asked in source.questions:
        return source.questions[cell.asked].decision
    return cell.asked if cell.asked in study.decisions else None


def _question(study: Study, source: Source, cell: ReportedCell) -> str:
    known = source.questions.get(cell.asked)
    return study.decisions[cell.asked].label if known is None else known.label


def _pages(study: Study, source: Source, found: Standings | None, cell: ReportedCell) -> list[str]:
    """Return the addresses of the pages that show a cell, the widest first."""
    if source.measures[cell.measure].tells == REPEAT:
        return [ASKED_TWICE]
    if found is None:
        return []
    decision = _decision(study, source, cell)
    item = next((v.question for v in found.levels if v.kind == "item" and v.question == decision), None)
    group = None if cell.group is None else source.groups[cell.group].group
    return [v.address for v in found.levels if v.question == item and v.group in (None, group)]


def _cell(study: Study, source: Source, cell: ReportedCell, pages: list[str]) -> dict[str, Any]:
    tells = source.measures[cell.measure].tells
    value = {"value": points(cell.value), "lo": points_or_none(cell.lo), "hi": points_or_none(cell.hi)}
    if tells == RATIO:
        value = {"value": cell.value, "lo": cell.lo, "hi": cell.hi}
    figure = {
        "id": cell.id,
        "engine": cell.model,
        "engine_label": source.models[cell.model].label,
        "pages": pages,
        "item": _decision(study, source, cell),
        "item_label": _question(study, source, cell),
        "group": None if cell.group is None else source.groups[cell.group].group,
        "compared": list(_compared(source, cell)),
        "measure": source.measures[cell.measure].label,
        "n": cell.texts,
        # A ratio never stands where a reader takes a number for percentage points.
        "raw": None if tells == RATIO else value,
        "control": _control(source, cell),
        "effect": None if cell.effect is None else _effect(cell.effect, cell.range),
        "joint_range": range_or_none(cell.joint_range),
        "changed": cell.changed,
        "interval_method": None if cell.interval is None else source.intervals[cell.interval].label,
        "published_unit": cell.unit,
        "path": cell.path,
        "commit": cell.commit,
    }
    return (
        figure
        | ({} if tells == EFFECT else {"tells": tells})
        | ({"ratio": value} if tells == RATIO else {})
        | ({} if cell.cut is None else {"cut": cell.cut})
    )


def _compared(source: Source, cell: ReportedCell) -> Iterator[str]:
    """Yield what was compared, in the source's words: group, change, sample, way of making the figure, list."""
    if cell.group is not None:
        yield source.groups[cell.group].label
    yield source.edits[cell.edit].words
    if cell.sample is not None:
        yield source.samples[cell.sample].label
    if cell.variant is not None:
        yield source.variants[cell.variant].label
    if cell.cut is not None:
        yield f"the first {cell.cut:,}"


def _control(source: Source, cell: ReportedCell) -> dict[str, Any] | None:
    if cell.control is None:
        return None
    control, kind = cell.control, source.controls[cell.control.kind]
    return {
        "label": kind.label,
        "subtracted": kind.subtract,
        "value": points_or_none(control.value),
        "lo": points_or_none(control.lo),
        "hi": points_or_none(control.hi),
    }


def _effect(value: float, ends: tuple[float, float] | None) -> dict[str, float | None]:
    lo, hi = (None, None) if ends is None else (points(ends[0]), points(ends[1]))
    return {"value": points(value), "lo": lo, "hi": hi}
