"""Reading `studies/reported/`: each source with its cells, or every fault in them at once, with file and line.

Words of a source are read by `bd.report.reported.source`; how others' files become these lines is
`bd.report.reported.convert`'s part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import orjson

from bd.aside import entries
from bd.errors import Problem, ProblemsError
from bd.files import read_ordinary
from bd.jsons import BOM
from bd.report.reported.effect import beyond_control
from bd.report.reported.records import (
    EFFECT,
    FILE_FORMAT,
    FORMAT,
    REPEAT,
    LeftOut,
    Reported,
    ReportedCell,
    ReportedControl,
    Source,
)
from bd.report.reported.source import read_source
from bd.said import many
from bd.study.records import NOISE, Study

__all__ = ["FOLDER", "check_reported", "is_number", "is_range", "read_reported", "unfit", "unknown_words"]

FOLDER = "studies/reported"
_LARGE = 1e6


def read_reported(root: Path, study: Study) -> tuple[Reported, ...]:
    """Return every source of a project, by id; none where there is no such folder.

    Raises
    ------
    ProblemsError
        Names every fault of every file.
    """
    found, problems = _read(root, study)
    if problems:
        raise ProblemsError(problems)
    return found


def check_reported(root: Path, study: Study) -> list[Problem]:
    """Return every fault in what others reported."""
    return _read(root, study)[1]


def _read(root: Path, study: Study) -> tuple[tuple[Reported, ...], list[Problem]]:
    problems: list[Problem] = []
    found = []
    folder = root / FOLDER
    for path in entries(folder, "*.toml"):
        source = read_source(path, f"{FOLDER}/{path.name}", study, problems)
        if source is not None:
            found.append(_file(path.with_suffix(".jsonl"), source, study, problems))
    for path in entries(folder, "*.jsonl"):
        if not path.with_suffix(".toml").is_file():
            shown = f"{FOLDER}/{path.name}"
            problems.append(Problem(shown, None, f"nobody says who reported this: {path.stem}.toml is not beside it"))
    return tuple(found), problems


def _file(path: Path, source: Source, study: Study, problems: list[Problem]) -> Reported:
    shown = f"{FOLDER}/{path.name}"
    try:
        lines = read_ordinary(path).removeprefix(BOM).split(b"\n")
    except OSError as error:
        problems.append(Problem(shown, None, f"cannot be read ({error.strerror}); write it with `bd import-reported`"))
        return Reported(source, ())
    head: Mapping[str, Any] | None = None
    cells: list[ReportedCell] = []
    seen: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            problems.append(Problem(shown, number, f"not JSON ({error})"))
            continue
        if head is None and not cells and isinstance(row, dict) and row.get("format") == FILE_FORMAT:
            head = row
            problems += (Problem(shown, number, fault) for fault in _head_faults(row))
            continue
        faults = list(_faults(row, source, study))
        problems += (Problem(shown, number, fault) for fault in faults)
        if faults:
            continue
        cell = _cell(row)
        for key in (("id", cell.id), cell.key):
            if seen.setdefault(key, number) != number:
                problems.append(Problem(shown, number, f"the same cell ({cell.id}) stands in line {seen[key]} already"))
                break
        cells.append(cell)
    if head is None:
        return Reported(source, tuple(cells))
    if any(p.path == shown for p in problems):
        return Reported(source, tuple(cells))
    left_out = tuple(LeftOut(**each) for each in head["left_out"])
    if head["cells"] != len(cells) + sum(each.cells for each in left_out):
        stated = f"{many(head['cells'], 'cell')} {'was' if head['cells'] == 1 else 'were'} read"
        told = f"{stated}, but {len(cells):,} stand here and the rest is not counted as left out"
        problems.append(Problem(shown, 1, f"{told}; write the file again with `bd import-reported`"))
    return Reported(source, tuple(cells), head["cells"], left_out)


def _head_faults(row: Mapping[str, Any]) -> Iterator[str]:
    if not _is_count(row.get("cells")):
        yield "cells must be a whole number"
    left_out = row.get("left_out")
    if not isinstance(left_out, list) or not all(_is_left_out(each) for each in left_out):
        yield 'left_out must be a list of {"cells": a whole number, "reason": a text}'


def _is_left_out(each: Any) -> bool:
    return (
        isinstance(each, dict)
        and each.keys() == {"cells", "reason"}
        and _is_count(each["cells"])
        and _is_text(each["reason"])
    )


def is_number(value: Any) -> bool:
    """Tell whether a value is a finite number of a size that an effect can have."""
    return type(value) in (int, float) and math.isfinite(value) and abs(value) < _LARGE


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != ""


def is_range(value: Any) -> bool:
    """Tell whether a value is a list of two such numbers, in whatever order."""
    return isinstance(value, list) and len(value) == 2 and all(is_number(end) for end in value)


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (_is_text, "a text"),
    "float": (is_number, "a finite number"),
    "int": (_is_count, "a whole number"),
    "Range": (is_range, "two finite numbers"),
    "ReportedControl": (lambda value: isinstance(value, dict), "an object"),
}
"""How a value of each kind is known, and what it is called; kinds are as the records spell them."""


def _kind_faults(record: type[ReportedCell] | type[ReportedControl], row: Mapping[str, Any]) -> Iterator[str]:
    names = [field.name for field in fields(record)]
    yield from (f"{name} is not a known key" for name in row if name not in (*names, "format"))
    for field in fields(record):
        if field.name not in row:
            if field.default is MISSING:
                yield f"{field.name} is missing"
            continue
        value = row[field.name]
        kind, _, none = str(field.type).partition(" | ")
        right, called = _KINDS[kind]
        if not right(value) and not (none and value is None):
            yield f"{field.name} is {str(value)[:40]!r}, not {called}{' or null' if none else ''}"


def _faults(row: Any, source: Source, study: Study) -> Iterator[str]:
    if not isinstance(row, dict):
        yield "each line is a JSON object"
        return
    if row.get("format") != FORMAT:
        yield f"format is {row.get('format')!r}, this bd reads {FORMAT!r}"
        return
    faults = list(_kind_faults(ReportedCell, row))
    if isinstance(row.get("control"), dict):
        faults += (f"control: {fault}" for fault in _kind_faults(ReportedControl, row["control"]))
    if faults:
        yield from faults
        return
    cell = _cell(row)
    yield from _order_faults(cell)
    yield from (f"{what} in {source.path}" for what in unknown_words(cell, source, study))
    yield from unfit(cell, source, study)
    if cell.characteristic not in {c.id for c in study.characteristics}:
        yield f"characteristic {cell.characteristic!r} is not in this study"
    elif cell.edit in source.edits and source.edits[cell.edit].characteristic != cell.characteristic:
        yield f"edit {cell.edit!r} does not belong to characteristic {cell.characteristic!r} in {source.path}"
    elif cell.measure in source.measures and _effect(cell, source) != (cell.effect, cell.range):
        yield "effect and range are not the value less the control, or cannot be said; use `bd import-reported`"


def _order_faults(cell: ReportedCell) -> Iterator[str]:
    ranges = {"": (cell.lo, cell.hi), "range: ": cell.range, "joint_range: ": cell.joint_range}
    if cell.control is not None:
        ranges["control: "] = (cell.control.lo, cell.control.hi)
    for name, (lo, hi) in ((name, ends) for name, ends in ranges.items() if ends is not None):
        if (lo is None) != (hi is None):
            yield f"{name}one end of a range is missing; both are numbers or both are null"
        elif lo is not None and hi is not None and lo > hi:
            yield f"{name}lo {lo} is above hi {hi}"


def unknown_words(cell: ReportedCell, source: Source, study: Study) -> Iterator[str]:
    """Name each word of a cell that the source's description does not explain.

    A decision of the study needs no explanation: it has its words there.
    """
    control = None if cell.control is None else cell.control.kind
    for table, name, known in (
        ("models", cell.model, source.models),
        ("edits", cell.edit, source.edits),
        ("measures", cell.measure, source.measures),
        ("questions", cell.asked, {**study.decisions, **source.questions}),
        ("groups", cell.group, source.groups),
        ("samples", cell.sample, source.samples),
        ("variants", cell.variant, source.variants),
        ("controls", control, source.controls),
        ("intervals", cell.interval, source.intervals),
    ):
        if name is not None and name not in known:
            yield f"{name!r} is in no [[{table}]]"


def unfit(cell: ReportedCell, source: Source, study: Study) -> Iterator[str]:
    """Say what a ratio or a repeat cannot have, and where a repeat does not belong."""
    measure = source.measures.get(cell.measure)
    if measure is None:
        return
    kind = next((each.kind for each in study.characteristics if each.id == cell.characteristic), None)
    if kind is not None and (measure.tells == REPEAT) != (kind == NOISE):
        yield f"measure {cell.measure!r} tells a {measure.tells}; only a repeat stands among what was asked twice"
    if measure.tells == EFFECT:
        return
    if cell.control is not None or cell.joint_range is not None:
        yield f"control and joint_range must be null: nothing is taken from a {measure.tells}"
    most = 1.0 if measure.tells == REPEAT else _LARGE
    if any(number is not None and not 0 <= number <= most for number in (cell.value, cell.lo, cell.hi)):
        yield f"a {measure.tells} is never under 0{' or over 1' if measure.tells == REPEAT else ''}"


def _effect(cell: ReportedCell, source: Source) -> tuple[float | None, tuple[float, float] | None]:
    kind = None if cell.control is None else source.controls.get(cell.control.kind)
    measure = source.measures[cell.measure]
    return beyond_control(cell.value, cell.lo, cell.hi, control=cell.control, kind=kind, measure=measure)


def _cell(row: Mapping[str, Any]) -> ReportedCell:
    values = {field.name: row[field.name] for field in fields(ReportedCell) if field.name in row}
    if values["control"] is not None:
        values["control"] = ReportedControl(**values["control"])
    for name in ("range", "joint_range"):
        if values[name] is not None:
            values[name] = tuple(values[name])
    return ReportedCell(**values)
