"""What every record of the data file shares: how it is read, the kinds of its values, and where each number stands.

A number that was read from the file is an ordinary number that also knows its JSON pointer, so that a page can say of
each figure where it came from. What results, boards and levels hold is said by the other modules here.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec.json import encode

from bd.naming import isolated

__all__ = [
    "Address",
    "AtLeastOne",
    "Count",
    "Ends",
    "Named",
    "NonNegative",
    "Number",
    "Percent",
    "PlaceRange",
    "Range",
    "Rank",
    "Record",
    "Segment",
    "Sha256",
    "Share",
    "Slug",
    "Whole",
    "dumps",
    "located",
    "pointer",
    "required",
    "standing",
]

# `$` alone would let a line end pass, where a pattern is Python's.
Named = Annotated[str, Meta(min_length=1)]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)")]
Address = Annotated[str, Meta(pattern=r"^/([a-z0-9]+(-[a-z0-9]+)*/)*$(?!\n)")]
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Whole = Annotated[int, Meta(ge=0)]
AtLeastOne = Annotated[int, Meta(ge=1)]
NonNegative = Annotated[float, Meta(ge=0)]
Percent = Annotated[float, Meta(ge=0, le=100)]
Share = Annotated[float, Meta(ge=0, le=1)]
Rank = Annotated[float, Meta(ge=1)]
"""A place; equal ones share the average."""
Range = tuple[float, float]
"""Both ends of a range, in percentage points."""
PlaceRange = tuple[AtLeastOne, AtLeastOne]
Segment = tuple[str, Annotated[int, Meta(ge=0, le=1)]]
"""A piece of a text, and whether it is what differs."""

T = TypeVar("T", bound="Record")
V = TypeVar("V")

Where = tuple[()] | tuple["Where", str | int]
"""Where a value stands: where what it stands in stands, and the step from there. Put together when it is asked for."""


class Record(Struct, forbid_unknown_fields=True, dict=True):
    """An object of the data file."""


class Ends(Record):
    """Both ends of a range, in percentage points."""

    lo: float
    hi: float


class Number(float):
    """A number of the data file that knows where it stands."""

    __slots__ = ("at",)
    at: Where


class Count(int):
    """A whole number of the data file that knows where it stands; an `int` can have no slots."""

    at: Where


def pointer(of: Record | float) -> str:
    """Return where a record or a number of the data file stands, as a JSON pointer (RFC 6901).

    Raises
    ------
    TypeError
        It was never read from the file: a page may show nothing that no file holds.
    """
    at: Where | None = getattr(of, "at", None)
    if at is None:
        raise TypeError(f"{of!r} stands nowhere in the data file")
    steps = []
    while at:
        at, step = at
        steps.append(step.replace("~", "~0").replace("/", "~1") if isinstance(step, str) else str(step))
    return "".join(f"/{step}" for step in reversed(steps))


def required(value: V | None) -> V:
    """Return what the data file always says in a case like this; TypeError where it says null all the same."""
    if value is None:
        raise TypeError("the data file says null where a value belongs; write it again with bd report")
    return value


def standing(value: float, at: str) -> Number | Count:
    """Return a number that stands at a JSON pointer, for a file that is read in another way."""
    number = Number(value) if isinstance(value, float) else Count(value)
    where: Where = ()
    for step in at.split("/")[1:]:
        where = (where, step.replace("~1", "/").replace("~0", "~"))
    number.at = where
    return number


def located(record: T) -> T:
    """Give every record and number below a record its place, counted from there; words are isolated.

    Words that run from right to left are isolated here, so that they stay whole in a table, a chart, a heading or a
    sentence alike, wherever a page puts them.
    """
    _placed(record, ())
    return record


def dumps(value: Any) -> bytes:
    """Return records as JSON, for a key of what follows from them."""
    return encode(value, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Number):
        return float(value)
    if isinstance(value, Count):
        return int(value)
    raise NotImplementedError


def _placed(value: Any, at: Where) -> Any:
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is str:
        return value if value.isascii() else isolated(value)
    if isinstance(value, (float, int)):
        number = Number(value) if isinstance(value, float) else Count(value)
        number.at = at
        return number
    if kind is tuple or kind is list:
        return tuple(_placed(each, (at, place)) for place, each in enumerate(value))
    if kind is dict:
        return {key: _placed(each, (at, key)) for key, each in value.items()}
    value.__dict__["at"] = at
    for name, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
        found = getattr(value, name)
        placed = _placed(found, (at, key))
        if placed is not found:
            setattr(value, name, placed)
    return value
