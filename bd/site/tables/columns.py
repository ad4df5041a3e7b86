"""One column, one table, and how rows are read from places in the data file.

A row is read from a few parts, each a place in the data file or a plain value: a result, the line of a board that rests
on it, the address of that board. A column names the part and the way below it, so that the rows know which numbers of
the data file they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from bd.naming import bare
from bd.report import contract
from bd.site.names import Names

__all__ = [
    "Column",
    "Kind",
    "Part",
    "Parts",
    "Rows",
    "Table",
    "Value",
    "key_of",
    "number",
    "part_of",
    "text",
    "whole",
    "yes_no",
]

R = TypeVar("R", bound=contract.Record)

Kind = Literal["text", "whole number", "number", "yes or no"]

Value = str | int | float | bool | None
"""What stands in one field; None where nothing can be said, which is never zero."""

Part = contract.Record | tuple[Any, ...] | Value
"""A record of the data file, something below one, or a plain value."""

Parts = Mapping[str, Part]
"""What a row is read from, by name. A part that is not there leaves its columns empty."""

Reader = Callable[[Names, Parts], Any]


@dataclass(frozen=True)
class Column:
    """One column."""

    name: str
    kind: Kind
    about: str
    """What it means; a sentence without its full stop."""
    unit: str = ""
    read: Reader = lambda names, parts: None


def text(name: str, about: str, at: str | Reader = "") -> Column:
    """Return a column of words; `at` is `part.key.key` in the data file, or a function."""
    return Column(name, "text", about, "", _reader(at))


def whole(name: str, about: str, at: str | Reader = "", unit: str = "") -> Column:
    """Return a column of whole numbers."""
    return Column(name, "whole number", about, unit, _reader(at))


def number(name: str, about: str, at: str | Reader = "", unit: str = "") -> Column:
    """Return a column of numbers."""
    return Column(name, "number", about, unit, _reader(at))


def yes_no(name: str, about: str, at: str | Reader = "") -> Column:
    """Return a column of `true` and `false`."""
    return Column(name, "yes or no", about, "", _reader(at))


def part_of(parts: Parts, name: str, kind: type[R]) -> R:
    """Return a part that is a record of the data file; TypeError if it is none of this kind, KeyError if not there."""
    found = parts[name]
    if not isinstance(found, kind):
        raise TypeError(f"{name} is {found!r}, no {kind.__name__} of the data file")
    return found


def key_of(part: str) -> Column:
    """Return the column that says where a part stands; empty where there is none."""

    def read(names: Names, parts: Parts) -> str | None:
        return contract.pointer(part_of(parts, part, contract.Record)) if part in parts else None

    return text("key", "Where the row stands in leaderboard.json, as a JSON pointer", read)


def _reader(at: str | Reader) -> Reader:
    if not isinstance(at, str):
        return at
    part, *steps = at.split(".")

    def read(names: Names, parts: Parts) -> Any:
        found: Any = parts.get(part)
        for step in steps:
            if found is None:
                return None
            found = found[int(step)] if step.isdecimal() else getattr(found, step, None)
        return found

    return read


@dataclass(frozen=True)
class Rows:
    """A table filled in."""

    table: Table
    rows: tuple[dict[str, Value], ...]
    """Each with every column of the table, in order."""
    pointers: frozenset[str]
    """Where in the data file the numbers stand."""


@dataclass(frozen=True)
class Table:
    """A named list of columns."""

    name: str
    about: str
    """What one row is; a sentence without its full stop."""
    columns: tuple[Column, ...]

    def fill(self, names: Names, sources: Iterable[Parts]) -> Rows:
        """Return the table with one row for each source."""
        rows: list[dict[str, Value]] = []
        pointers: set[str] = set()
        for parts in sources:
            row: dict[str, Value] = {}
            for column in self.columns:
                found = column.read(names, parts)
                if isinstance(found, (contract.Number, contract.Count)):
                    pointers.add(contract.pointer(found))
                row[column.name] = _plain(column, found)
            rows.append(row)
        return Rows(self, tuple(rows), frozenset(pointers))


def _plain(column: Column, value: Any) -> Value:
    if value is None:
        return None
    if column.kind == "number":
        return float(value)
    if column.kind == "text":
        return bare(value) if isinstance(value, str) else str(value)
    return int(value) if column.kind == "whole number" else bool(value)
