"""An edition as it stands in its file: a line that says what it is, then one line for each thing it holds.

`schema/edition-1.json` is the contract of each kind of line. Every fault of a file is told, each with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

import orjson

from bd.errors import Problem, ProblemsError
from bd.files import dump_jsonl
from bd.report.editions.records import FORMAT, Board, Characteristic, Edition, Group, Model, Question, Result
from bd.report.schemas import first_fault

__all__ = ["edition_lines", "read_lines"]

_KIND = "is"
_HEAD = "edition"
_HEAD_KEYS = ("commit", "date", "digits", "schema")
_FORMAT = re.compile(r"bd/edition@([0-9]{1,9})")
_OURS = 1
_SCHEMA = "edition-1.json"

_Json = dict[str, Any]


def _result(row: _Json, at: str) -> Result:
    exact = row["exact"]
    return Result(**row | {"exact": None if exact is None else (exact[0], exact[1])}, at=at)


_READ: dict[str, tuple[str, Callable[[_Json, str], Any]]] = {
    "model": ("models", lambda row, at: Model(**row)),
    "characteristic": ("characteristics", lambda row, at: Characteristic(**row)),
    "group": ("groups", lambda row, at: Group(**row)),
    "question": ("questions", lambda row, at: Question(**row)),
    "result": ("results", _result),
    "board": ("boards", lambda row, at: Board(**row, at=at)),
}
"""Each kind of line: what holds it in an edition, and how it becomes a record."""


def edition_lines(edition: Edition) -> bytes:
    """Return an edition as JSON lines with sorted keys, in the order of the data file."""
    head = {"format": FORMAT, _KIND: _HEAD} | {key: getattr(edition, key) for key in _HEAD_KEYS}
    return dump_jsonl([head, *_rows(edition)])


def _rows(edition: Edition) -> Iterator[_Json]:
    for kind, (part, _) in _READ.items():
        for each in getattr(edition, part):
            yield {_KIND: kind} | {key: value for key, value in asdict(each).items() if key != "at"}


def read_lines(data: bytes, *, path: str, name: str) -> Edition:
    """Read an edition back.

    Parameters
    ----------
    data
        The lines, unpacked.
    path
        The file, for messages.
    name
        The file's own name, as the site links it.

    Raises
    ------
    ProblemsError
        The file is of a newer version, or a line is not one of this version; one problem for each line.
    """
    rows: list[tuple[int, _Json]] = []
    problems: list[Problem] = []
    for number, line in enumerate(data.split(b"\n")[:-1] if data.endswith(b"\n") else data.split(b"\n"), 1):
        fault = _read_line(line, number, rows)
        if fault is not None:
            problems.append(Problem(path, number, fault))
            if number == 1:  # of another version, every line would be at fault
                break
    problems += (Problem(path, number, fault) for number, fault in _twice(rows))
    if problems:
        raise ProblemsError(problems)
    return _edition(rows, name)


def _read_line(line: bytes, number: int, rows: list[tuple[int, _Json]]) -> str | None:
    """Add what a line holds to the rows, or say what is wrong with it."""
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return f"not JSON ({error})"
    if not isinstance(row, dict):
        return "not a JSON object"
    kind = row.pop(_KIND, None)
    if number == 1:
        fault = _other_format(row.get("format"))
        if fault is not None:
            return fault
    if (kind == _HEAD) is not (number == 1) or (number > 1 and kind not in _READ):
        return f"{_KIND} is {kind!r}; the first line must be {_HEAD!r}, any other one of {', '.join(_READ)}"
    fault = first_fault(row, _SCHEMA, kind)
    if fault is None:
        rows.append((number, row | {_KIND: kind}))
    return fault


def _other_format(found: object) -> str | None:
    if found == FORMAT:
        return None
    match = _FORMAT.fullmatch(found) if isinstance(found, str) else None
    if match and int(match[1]) > _OURS:
        return f"format is {found!r}, newer than the {FORMAT!r} that this bd reads; update bd"
    return f"format is {found!r}, this bd reads {FORMAT!r}; write the file again with bd publish"


def _twice(rows: Iterable[tuple[int, _Json]]) -> Iterator[tuple[int, str]]:
    seen: dict[tuple[Any, ...], int] = {}
    names = ("characteristic", "group", "question", "edit", "build", "measure", "id")
    for number, row in rows:
        own = row.get("address") if row[_KIND] == "board" else tuple(row.get(name) for name in names)
        first = seen.setdefault((row[_KIND], own), number)
        if first != number:
            yield number, f"tells again what line {first} tells"


def _edition(rows: Iterable[tuple[int, _Json]], name: str) -> Edition:
    parts: dict[str, list[Any]] = {part: [] for part, _ in _READ.values()}
    head: _Json = {}
    for number, row in rows:
        kind = row.pop(_KIND)
        if kind == _HEAD:
            head = row
        else:
            part, make = _READ[kind]
            parts[part].append(make(row, str(number)))
    found: _Json = {part: tuple(each) for part, each in parts.items()} | {key: head[key] for key in _HEAD_KEYS}
    return Edition(**found, file=name)
