"""Words that messages share: how many of a thing, and a value from a file that may be of any length."""

from __future__ import annotations

__all__ = ["brief", "cut", "many"]

_MOST = 60
"""Characters of a value that are shown in a message."""


def many(number: int, what: str) -> str:
    """Return how many there are of a thing.

    Examples
    --------
    >>> many(1, "result"), many(1200, "result")
    ('1 result', '1,200 results')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def brief(value: object) -> str:
    """Return a value as a message shows it, its end left out where it is long.

    Examples
    --------
    >>> brief("ash"), len(brief("ash" * 1000))
    ("'ash'", 61)
    """
    if isinstance(value, str):
        value = value[: _MOST + 1]
    try:
        text = repr(value)
    except RecursionError:
        return "nested too deep to be shown"
    except ValueError:  # a whole number of thousands of digits
        return "a number too long to be shown"
    return cut(text)


def cut(text: str) -> str:
    """Return a text, its end left out where it is long."""
    return text if len(text) <= _MOST else f"{text[:_MOST]}…"
