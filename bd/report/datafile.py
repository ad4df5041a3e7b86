"""The data file itself: checked against its schema, written, and read back by the site.

`bd.report.contract` is the contract; what is not in it is not written. A file that breaks it is a fault in
`bd`, not in anybody's data, so it is not a `BdError`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from msgspec import ValidationError

from bd.errors import BdError
from bd.files import read_bytes, write_atomically
from bd.jsons import BOM
from bd.report import contract

__all__ = [
    "SCHEMA_ID",
    "SchemaFaultError",
    "check_leaderboard",
    "contract_of",
    "load_leaderboard",
    "read_leaderboard",
    "write_leaderboard",
]

SCHEMA_ID = "biased-decisions/leaderboard@4"

_ID = re.compile(r"biased-decisions/leaderboard@([0-9]{1,9})")
_OURS = 4
_LONGEST = 300
"""Signs of a fault that are told."""
_LINE = 1000
"""Bytes that a value may have to stand on one line of the file."""


class SchemaFaultError(Exception):
    """What was about to be written breaks the schema: a fault in `bd`."""


def _not_finite(value: Any, place: str = "$") -> Iterator[str]:
    """Name every number that JSON has no word for; written, each would turn into a null without a reason."""
    if isinstance(value, float) and not math.isfinite(value):
        yield place
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _not_finite(each, f"{place}.{key}")
    elif isinstance(value, (list, tuple)):
        for number, each in enumerate(value):
            yield from _not_finite(each, f"{place}[{number}]")


def check_leaderboard(board: dict[str, Any]) -> None:
    """Refuse a data file that breaks the schema.

    Raises
    ------
    SchemaFaultError
        Names the first place that is wrong.
    """
    for place in _not_finite(board):
        raise SchemaFaultError(f"{place}: not a finite number")
    fault = _fault(board)
    if fault is not None:
        raise SchemaFaultError(fault)


def write_leaderboard(path: Path, board: dict[str, Any]) -> bool:
    """Check and write the data file; return whether its bytes changed. On any fault the earlier file stays.

    Raises
    ------
    SchemaFaultError
        The data breaks the schema.
    BdError
        The file cannot be written.
    """
    check_leaderboard(board)
    return write_atomically(path, _lines(board) + b"\n")


def _lines(value: Any, pad: bytes = b"\n") -> bytes:
    """Return JSON with sorted keys in which what is short stands on one line.

    Spread to the last number the file would be nearly twice as large, and all that in blanks; on one line, no two
    versions of it could be compared.
    """
    whole = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if len(whole) <= _LINE or not isinstance(value, (dict, list, tuple)):
        return whole
    inner = pad + b" "
    if isinstance(value, dict):
        parts = (orjson.dumps(key) + b": " + _lines(value[key], inner) for key in sorted(value))
        return b"{" + inner + (b"," + inner).join(parts) + pad + b"}"
    return b"[" + inner + (b"," + inner).join(_lines(each, inner) for each in value) + pad + b"]"


def read_leaderboard(path: Path) -> dict[str, Any]:
    """Read a data file of this version, whether or not everything in it is as its schema says.

    Raises
    ------
    BdError
        In one line: it cannot be read, is no JSON, is of another kind or of a newer version.
    """
    try:
        board = orjson.loads(read_bytes(path).removeprefix(BOM))
    except orjson.JSONDecodeError as error:
        raise BdError(f"{path}: not JSON ({error}); write it again with bd report") from None
    found = board.get("schema") if isinstance(board, dict) else None
    if found != SCHEMA_ID:
        raise BdError(f"{path}: {_other_schema(found)}")
    known: dict[str, Any] = board
    return known


def load_leaderboard(path: Path) -> dict[str, Any]:
    """Read a data file that this `bd` understands.

    Raises
    ------
    BdError
        As `read_leaderboard`, or it breaks the contract.
    """
    board = read_leaderboard(path)
    fault = _fault(board)
    if fault is not None:
        raise BdError(_broken(path, fault))
    return board


def contract_of(path: Path, board: dict[str, Any]) -> contract.Leaderboard:
    """Return what was read from a data file as records.

    Raises
    ------
    BdError
        It breaks the contract.
    """
    try:
        return contract.read(board)
    except ValidationError as error:
        raise BdError(_broken(path, _told(error))) from None


def _broken(path: Path, fault: str) -> str:
    return f"{path}: breaks its schema at {fault}; write it again with bd report"


def _fault(board: dict[str, Any]) -> str | None:
    """Return the first place where a data file breaks the contract, and how; None where it breaks none."""
    try:
        contract.check(board)
    except ValidationError as error:
        return _told(error)
    return None


def _told(error: ValidationError) -> str:
    """Return what is wrong with its place in front; it may quote all of a value."""
    what, _, place = str(error).replace("`", "").rpartition(" - at ")
    return f"{place}: {what[:_LONGEST]}" if what else f"$: {place[:_LONGEST]}"


def _other_schema(found: object) -> str:
    match = _ID.fullmatch(found) if isinstance(found, str) else None
    if match and int(match[1]) > _OURS:
        return f"schema is {found!r}, newer than the {SCHEMA_ID!r} that this bd reads; update bd"
    return f"schema is {found!r}, this bd reads {SCHEMA_ID!r}; write the file again with bd report"
