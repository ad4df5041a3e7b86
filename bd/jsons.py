"""JSON that says one thing: a key that stands twice in an object is a fault, not whichever value a parser keeps.

Of an object with a key twice, most readers take the last value and some the first, so that two programs would read two
answers from one row. What the values mean is left to whoever reads them.
"""

from __future__ import annotations

import json
from typing import Any

from bd.said import brief

__all__ = ["BOM", "TwiceError", "load", "once", "twice_in"]

BOM = b"\xef\xbb\xbf"
"""The mark that some editors put before UTF-8; what people write is read with it and without."""


class TwiceError(ValueError):
    """A key that stands twice in one object."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of these keys and values, for `json.loads(…, object_pairs_hook=once)`; `TwiceError`."""
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise TwiceError(f"the key {brief(key)} stands twice in one object; keep one of them")
            seen.add(key)
    return made


def twice_in(text: bytes, value: Any) -> str | None:
    """Say which key stands twice in a JSON text, given the value that a parser read from it; None if none does.

    Each key is followed by a colon, so that a text with as many colons as the value has keys holds each once; only
    another text is read again.
    """
    if text.count(b":") == _keys(value):
        return None
    try:
        json.loads(text, object_pairs_hook=once)
    except TwiceError as error:
        return str(error)
    except (ValueError, RecursionError):  # the other parser read it; whatever it allows holds no key twice that counts
        return None
    return None


def _keys(value: Any) -> int:
    count, left = 0, [value]
    for each in left:  # grows while it is gone through: values may be nested to any depth
        if type(each) is dict:
            count += len(each)
            left += [inner for inner in each.values() if type(inner) is dict or type(inner) is list]
        elif type(each) is list:
            left += [inner for inner in each if type(inner) is dict or type(inner) is list]
    return count


def load(data: bytes) -> Any:
    """Return what a small JSON file says, a byte order mark before it or not.

    Raises
    ------
    ValueError
        In words: it is no JSON, no UTF-8, nested too deep, or has a key twice in one object.
    """
    try:
        return json.loads(data.removeprefix(BOM).decode(), object_pairs_hook=once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ValueError("not UTF-8") from error
    except RecursionError as error:
        raise ValueError("lists or objects stand too deep within each other") from error


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
