"""From the file that a source publishes to `studies/reported/<source>.jsonl`, by the words of `<source>.toml`.

The published file is one JSON object with a list `cells`; each has `id`, `model`, `decision`, `edit`, `measure`,
`value` and `source` (`path` and `commit`), and where they apply `group`, `question`, `sample`, `variant`, `cut`, `n`,
`lo`, `hi`, `control`, `flips`, `interval`, `published_unit` and `extra.excess_ci`. Numbers are fractions or ratios and
are copied as they stand. Every cell is taken or counted under the reason that the description gives for leaving it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import orjson

from bd.aside import entries
from bd.errors import Problem, ProblemsError, UsageError
from bd.files import dump_jsonl, read_bytes, sha256_bytes, write_atomically
from bd.jsons import BOM
from bd.report.reported.effect import beyond_control
from bd.report.reported.read import FOLDER, is_number, is_range, unfit, unknown_words
from bd.report.reported.records import FILE_FORMAT, FORMAT, LeftOut, ReportedCell, ReportedControl, Source
from bd.report.reported.source import read_source
from bd.said import many
from bd.study.records import Study

__all__ = ["Imported", "import_reported"]


@dataclass(frozen=True)
class Imported:
    """What an import did."""

    path: str
    """The written file, relative to the project."""
    changed: bool
    published: int
    """Cells in the source's file."""
    taken: int
    left_out: tuple[LeftOut, ...]
    """The rest, by reason."""


def import_reported(root: Path, study: Study, source_id: str, file: Path) -> Imported:
    """Write `studies/reported/<source>.jsonl` from what the source publishes. The same input gives the same bytes.

    Parameters
    ----------
    source_id
        Names the description `studies/reported/<source>.toml`.
    file
        The published file.

    Raises
    ------
    UsageError
        There is no description of that name.
    ProblemsError
        The description or the file has faults; all are named at once, and nothing is written.
    """
    source = _source(root, study, source_id)
    data = read_bytes(file)
    problems: list[Problem] = []
    cells, left_out = _convert(data, file.name, source, study, problems)
    if problems:
        raise ProblemsError(problems)
    reasons = tuple(LeftOut(reason, count) for reason, count in sorted(left_out.items()))
    head = {
        "format": FILE_FORMAT,
        "cells": len(cells) + sum(left_out.values()),
        "left_out": [asdict(each) for each in reasons],
        "sha256": sha256_bytes(data),
    }
    rows = [_line(cell) for cell in sorted(cells, key=lambda cell: cell.id)]
    path = f"{FOLDER}/{source.id}.jsonl"
    changed = write_atomically(root / path, dump_jsonl([head, *rows]))
    return Imported(path, changed, len(cells) + sum(left_out.values()), len(cells), reasons)


def _line(cell: ReportedCell) -> dict[str, Any]:
    """Return the keys of a line; those that may be absent are, where they say nothing."""
    spare = {field.name for field in fields(cell) if field.default is None}
    return {k: v for k, v in asdict(cell).items() if v is not None or k not in spare} | {"format": FORMAT}


def _source(root: Path, study: Study, source_id: str) -> Source:
    path = root / FOLDER / f"{source_id}.toml"
    known = [each.stem for each in entries(root / FOLDER, "*.toml")]
    if source_id not in known:
        have = f"there are {', '.join(known)}" if known else "there is none yet"
        raise UsageError(f"no source {source_id!r}: it needs {FOLDER}/{source_id}.toml; {have}")
    problems: list[Problem] = []
    source = read_source(path, f"{FOLDER}/{path.name}", study, problems)
    if source is None:
        raise ProblemsError(problems)
    return source


def _convert(
    data: bytes, shown: str, source: Source, study: Study, problems: list[Problem]
) -> tuple[list[ReportedCell], Counter[str]]:
    cells: dict[tuple[str, ...], ReportedCell] = {}
    left_out: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    for number, row in enumerate(_rows(data, shown, problems), 1):
        where = f"cells[{number}]"
        reason = _left_out(row, source)
        if reason is not None:
            left_out[reason] += 1
            continue
        try:
            cell = _cell(row, source)
        except ValueError as error:
            problems.append(Problem(shown, None, f"{where}: {error}"))
            continue
        unknown.update(unknown_words(cell, source, study))
        problems += (Problem(shown, None, f"{where}: {fault}") for fault in unfit(cell, source, study))
        if cells.setdefault(cell.key, cell) is not cell:
            problems.append(Problem(shown, None, f"{where}: the same cell as {cells[cell.key].id!r}"))
    for what, count in unknown.items():
        problems.append(Problem(shown, None, f"{what} of {source.path} ({many(count, 'cell')})"))
    return list(cells.values()), left_out


def _rows(data: bytes, shown: str, problems: list[Problem]) -> Iterator[Mapping[str, Any]]:
    try:
        found = orjson.loads(data.removeprefix(BOM))
    except orjson.JSONDecodeError as error:
        problems.append(Problem(shown, error.lineno, f"not JSON ({error})"))
        return
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        problems.append(Problem(shown, None, 'is not one object with a list "cells" of objects'))
        return
    yield from cells


def _left_out(row: Mapping[str, Any], source: Source) -> str | None:
    """Return why a cell is not taken; a word that the description does not know is no reason."""
    measure, edit = source.measures.get(str(row.get("measure"))), source.edits.get(str(row.get("edit")))
    if measure is not None and measure.left_out is not None:
        return measure.left_out
    return None if edit is None else edit.left_out


def _cell(row: Mapping[str, Any], source: Source) -> ReportedCell:
    """Return the record of one published cell; ValueError says what is wrong with it."""
    cited = row.get("source")
    if not isinstance(cited, dict):
        raise ValueError("source is missing: the path and the commit that are cited")
    edit, measure = source.edits.get(_text(row, "edit")), source.measures.get(_text(row, "measure"))
    value, lo, hi = _number(row, "value"), *_ends(row)
    if value is None:
        raise ValueError("value is null; a cell without a figure cannot be taken")
    control = _control(row.get("control"))
    effect, ends = None, None
    if measure is not None and control is not None:
        kind = source.controls.get(control.kind)
        effect, ends = beyond_control(value, lo, hi, control=control, kind=kind, measure=measure)
    return ReportedCell(
        id=_text(row, "id"),
        model=_text(row, "model"),
        characteristic="" if edit is None or edit.characteristic is None else edit.characteristic,
        decision=_text(row, "decision"),
        question=_optional_text(row, "question"),
        group=_optional_text(row, "group"),
        edit=_text(row, "edit"),
        sample=_optional_text(row, "sample"),
        measure=_text(row, "measure"),
        texts=_count(row, "n"),
        value=value,
        lo=lo,
        hi=hi,
        control=control,
        effect=effect,
        range=ends,
        joint_range=None if effect is None else _joint(row),
        changed=_count(row, "flips"),
        interval=_optional_text(row, "interval"),
        unit=_text(row, "published_unit"),
        path=_text(cited, "path"),
        commit=_text(cited, "commit"),
        variant=_optional_text(row, "variant"),
        cut=_count(row, "cut"),
    )


def _control(value: Any) -> ReportedControl | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValueError(f"control is {str(value)[:40]!r}, not an object or null")
    return ReportedControl(_text(value, "kind"), _number(value, "value"), *_ends(value))


def _ends(row: Mapping[str, Any]) -> tuple[float | None, float | None]:
    lo, hi = _number(row, "lo"), _number(row, "hi")
    if (lo is None) != (hi is None):
        raise ValueError("one end of a range is missing; both are numbers or both are null")
    if lo is not None and hi is not None and lo > hi:
        raise ValueError(f"lo {lo} is above hi {hi}")
    return lo, hi


def _joint(row: Mapping[str, Any]) -> tuple[float, float] | None:
    extra = row.get("extra")
    found = extra.get("excess_ci") if isinstance(extra, dict) else None
    if found is None:
        return None
    if not is_range(found) or found[0] > found[1]:
        raise ValueError(f"extra.excess_ci is {str(found)[:40]!r}, not a lower and an upper end")
    return found[0] + 0.0, found[1] + 0.0


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{key} is {str(value)[:40]!r}, not a text")
    return value


def _optional_text(row: Mapping[str, Any], key: str) -> str | None:
    return None if row.get(key) is None else _text(row, key)


def _number(row: Mapping[str, Any], key: str) -> float | None:
    value = row.get(key)
    if value is not None and not is_number(value):
        raise ValueError(f"{key} is {str(value)[:40]!r}, not a finite number or null")
    return None if value is None else value + 0.0


def _count(row: Mapping[str, Any], key: str) -> int | None:
    value = row.get(key)
    if value is not None and (type(value) is not int or value < 0):
        raise ValueError(f"{key} is {str(value)[:40]!r}, not a whole number or null")
    return value
