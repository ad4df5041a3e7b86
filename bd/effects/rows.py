"""A scored row as it stands in a file, and back: every key of the records, and none besides `format`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from bd.effects.records import FORMAT, Common, Compares, Control, Direction, Effect, Part, Range

__all__ = ["compares_from_row", "compares_row", "from_row", "to_row"]

_RENAMED = {"from_": "from"}
_RANGES = ("range", "joint_range", "exact_range", "accuracy_range", "range_90", "frame_range")
_LARGE = 1e6

Record = type[Common] | type[Control] | type[Direction] | type[Effect]


def to_row(effect: Effect) -> dict[str, Any]:
    """Return the row as it stands in a scored file, ready for `bd.files.dump_jsonl`."""
    row = _plain(effect)
    row["control"] = _plain(effect.control) | {"compares": compares_row(effect.control.compares)}
    row["compares"] = compares_row(effect.compares)
    row["answers"] = [{"path": path, "sha256": sha256} for path, sha256 in effect.answers]
    row["left_out"] = dict(effect.left_out)
    row["directions"] = [_plain(direction) for direction in effect.directions]
    row["common"] = None if effect.common is None else _plain(effect.common)
    return row | {"format": FORMAT}


def from_row(row: Mapping[str, Any]) -> Effect:
    """Return the record of one line of a scored file; KeyError if a key is missing, ValueError for a wrong kind."""
    values = _values(Effect, row)
    control = _values(Control, row["control"])
    values["control"] = Control(**(control | {"compares": compares_from_row(control["compares"])}))
    values["compares"] = compares_from_row(row["compares"])
    values["answers"] = tuple((a["path"], a["sha256"]) for a in row["answers"])
    values["directions"] = tuple(Direction(**_values(Direction, d)) for d in row["directions"])
    values["common"] = None if row["common"] is None else _common(row["common"])
    values |= {name: _range(row[name]) for name in _RANGES}
    return Effect(**values)


def _plain(record: Common | Control | Direction | Effect) -> dict[str, Any]:
    return {_RENAMED.get(f.name, f.name): getattr(record, f.name) for f in fields(record)}


def compares_row(compares: Compares | None) -> dict[str, Any] | None:
    """Return which rows stand on which side, as a scored file has it."""
    if compares is None:
        return None
    row: dict[str, Any] = {"from": [list(p) for p in compares.from_], "to": [list(p) for p in compares.to]}
    return row | ({"others": [[list(p) for p in other] for other in compares.others]} if compares.others else {})


def compares_from_row(row: Mapping[str, Any] | None) -> Compares | None:
    """Return the record of what `compares_row` gave."""
    if row is None:
        return None
    return Compares(_parts(row["from"]), _parts(row["to"]), tuple(_parts(other) for other in row.get("others", ())))


def _parts(parts: Any) -> tuple[Part, ...]:
    return tuple((path, suffix) for path, suffix in parts)


def _common(row: Mapping[str, Any]) -> Common:
    return Common(**(_values(Common, row) | {"range": _range(row["range"])}))


def _range(value: Any) -> Range | None:
    return None if value is None else (value[0], value[1])


def _number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < _LARGE


_IS: dict[str, Callable[[Any], bool]] = {
    "None": lambda value: value is None,
    "str": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "int": lambda value: type(value) is int and value >= 0,
    "float": _number,
    "Range": lambda value: isinstance(value, (list, tuple)) and len(value) == 2 and all(map(_number, value)),
    "Mapping[str, int]": lambda value: isinstance(value, dict) and all(type(v) is int for v in value.values()),
    "tuple[Direction, ...]": lambda value: isinstance(value, (list, tuple)),
    "Common": lambda value: isinstance(value, dict),
}
"""How a value of each kind is known; kinds are as the records spell them."""


def _values(record: Record, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's values from a row; a value of another kind, as no replay writes it, is a `ValueError`."""
    values = {}
    for field in fields(record):
        value = values[field.name] = row[_RENAMED.get(field.name, field.name)]
        kinds = str(field.type).split(" | ")
        if not any(_IS.get(kind, lambda _: True)(value) for kind in kinds):
            raise ValueError(f"{field.name} is {str(value)[:40]!r}, not {field.type}")
    return values
