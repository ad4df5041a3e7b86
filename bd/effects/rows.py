"""Records as they stand in a file, one a line, and back: every key of a record, and none besides `format`.

What is to be read follows from the annotations of the records, so that a field is told once.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from bd.effects.records import Compares, Effect, LogSum
from bd.effects.shortlisted import Shortlisted

__all__ = ["from_plain", "from_row", "plain", "to_row"]

T = TypeVar("T")
Reader = Callable[[Any, str], Any]
"""Returns the value of a record's field, given what stands in the row, and the field's name for messages."""

_RENAMED = {"from_": "from"}
_LARGE = 1e6
_PLAIN: Mapping[Any, Callable[[Any], bool]] = {
    str: lambda value: isinstance(value, str),
    bool: lambda value: isinstance(value, bool),
    int: lambda value: type(value) is int and value >= 0,
    float: lambda value: type(value) in (int, float) and abs(value) < _LARGE,
}
"""How a value of each kind is known; no number of a row is negative and whole, or larger than a count of texts."""


def to_row(record: Effect | Shortlisted) -> dict[str, Any]:
    """Return a record as it stands in a scored file, ready for `bd.files.dump_jsonl`."""
    return {**plain(record), "format": record.format}


def from_row(kind: type[T], row: Mapping[str, Any]) -> T:
    """Return the record of one line; KeyError if a key is missing, ValueError for a value of another kind."""
    found: T = from_plain(kind, row)
    return found


def plain(value: Any) -> Any:
    """Return a value as JSON knows it: records as objects, tuples as lists."""
    if is_dataclass(value):
        row = {_key(f.name): plain(getattr(value, f.name)) for f in fields(value)}
        return {key: each for key, each in row.items() if each or key != "others"} if type(value) is Compares else row
    if isinstance(value, LogSum):
        return value._asdict()
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def from_plain(kind: Any, value: Any) -> Any:
    """Return what `plain` turned into JSON; errors are as for `from_row`."""
    return _reader(kind)(value, "row")


def _key(name: str) -> str:
    return _RENAMED.get(name, name)


@cache
def _reader(kind: Any) -> Reader:
    """Return how values of a kind are read."""
    arguments = typing.get_args(kind)
    if isinstance(kind, types.UnionType):
        inner = _reader(next(each for each in arguments if each is not types.NoneType))
        return lambda value, name: None if value is None else inner(value, name)
    if is_dataclass(kind) or kind is LogSum:
        return _record(kind)
    if typing.get_origin(kind) is tuple:
        return _several(arguments)
    if kind in _PLAIN:
        return _checked(_PLAIN[kind], kind.__name__, lambda value, name: value)
    of = _reader(arguments[1])
    return _checked(_object, "object", lambda value, name: {key: of(each, name) for key, each in value.items()})


def _checked(right: Callable[[Any], bool], wanted: str, read: Reader) -> Reader:
    def checked(value: Any, name: str) -> Any:
        if not right(value):
            raise ValueError(f"{name} is {str(value)[:40]!r}, not {wanted}")
        return read(value, name)

    return checked


def _record(kind: Any) -> Reader:
    readers = {name: _reader(each) for name, each in typing.get_type_hints(kind).items() if name != "format"}

    def read(row: Any, name: str) -> Any:
        if kind is Compares:
            row = {"others": [], **row}
        return kind(**{field: reader(row[_key(field)], field) for field, reader in readers.items()})

    return _checked(_object, "object", read)


def _several(kinds: tuple[Any, ...]) -> Reader:
    readers = [_reader(each) for each in kinds if each is not Ellipsis]
    if kinds[-1] is Ellipsis:
        return _checked(_listed, "list", lambda value, name: tuple([readers[0](each, name) for each in value]))
    return _checked(
        lambda value: _listed(value) and len(value) == len(readers),
        f"list of {len(readers)}",
        lambda value, name: tuple([reader(each, name) for reader, each in zip(readers, value, strict=True)]),
    )


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _listed(value: Any) -> bool:
    return isinstance(value, (list, tuple))
