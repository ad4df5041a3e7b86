"""A reader of the data file that knows where it stands, so that every number shown can say where it came from.

A `Cursor` is a value together with its JSON pointer (RFC 6901). Pages carry the pointer beside each number, and a test
follows it back. What the numbers look like is `bd.site.numbers`' part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Cursor"]


@dataclass(frozen=True)
class Cursor:
    """One place in the data file."""

    value: Any
    """What stands there."""
    pointer: str = ""
    """Where it stands, such as `/overall/rows/0/rank`."""

    def __getitem__(self, key: str | int) -> Cursor:
        """Go one step down; KeyError or IndexError if there is nothing."""
        return Cursor(self.value[key], f"{self.pointer}/{_escape(str(key))}")

    def __iter__(self) -> Iterator[Cursor]:
        """Go through a list."""
        return (self[number] for number in range(len(self.value)))

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def items(self) -> Iterator[tuple[str, Cursor]]:
        """Go through an object."""
        return ((key, self[key]) for key in self.value)

    def find(self, **wanted: Any) -> Cursor:
        """Return the first element of a list of objects that has these values; KeyError if none has."""
        for number, each in enumerate(self.value):
            if all(each[key] == value for key, value in wanted.items()):
                return self[number]
        raise KeyError(wanted)

    @property
    def text(self) -> str:
        """The value as words; nothing for null."""
        return "" if self.value is None else str(self.value)

    @property
    def known(self) -> bool:
        """Whether anything but null stands here."""
        return self.value is not None


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
