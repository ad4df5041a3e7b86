"""A reader of the data file that knows where it stands, so that every number shown can say where it came from.

A `Cursor` is a value together with its JSON pointer (RFC 6901). Pages carry the pointer beside each number, and a test
follows it back. What the numbers look like is `bd.site.numbers`' part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bd.errors import BdError
from bd.naming import isolated
from bd.site.inputs import DATA_FILE

__all__ = ["Cursor"]

_new = object.__new__


class Cursor:
    """One place in the data file.

    Parameters
    ----------
    value
        What stands there.
    pointer
        Where it stands, such as `/overall/rows/0/rank`; below another place, the step from there.
    above
        That other place.
    """

    # Pages look at hundreds of thousands of places and say of few where they are: the pointer is put together when it
    # is asked for, from the steps that led here.
    __slots__ = ("_above", "_step", "value")

    def __init__(self, value: Any, pointer: str | int = "", above: Cursor | None = None) -> None:
        self.value = value
        self._step = pointer
        self._above = above

    @property
    def pointer(self) -> str:
        """Where it stands."""
        above, step = self._above, self._step
        if above is not None:
            if isinstance(step, str) and ("/" in step or "~" in step):
                step = step.replace("~", "~0").replace("/", "~1")
            self._step = step = f"{above.pointer}/{step}"
            self._above = None
        return str(step)

    def __getitem__(self, key: str | int) -> Cursor:
        """Go one step down; KeyError or IndexError if there is nothing."""
        # As `Cursor(self.value[key], key, self)`, without the call of a method of its own.
        below = _new(Cursor)
        below.value = self.value[key]
        below._step = key
        below._above = self
        return below

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cursor) and self.value == other.value and self.pointer == other.pointer

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Cursor({self.value!r}, {self.pointer!r})"

    def __iter__(self) -> Iterator[Cursor]:
        """Go through a list."""
        return map(self.__getitem__, range(len(self.value)))

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def items(self) -> Iterator[tuple[str, Cursor]]:
        """Go through an object."""
        return ((key, self[key]) for key in self.value)

    def those(self, test: Callable[[Any], bool]) -> list[Cursor]:
        """Return the elements of a list whose values pass a test."""
        return [self[number] for number, each in enumerate(self.value) if test(each)]

    def find(self, **wanted: Any) -> Cursor:
        """Return the first element of a list of objects that has these values; BdError if none has."""
        for number, each in enumerate(self.value):
            if all(each[key] == value for key, value in wanted.items()):
                return self[number]
        sought = " and ".join(f"the {key} {value!r}" for key, value in wanted.items())
        raise BdError(f"{DATA_FILE}: {self.pointer} has nothing with {sought}; write it again with bd report")

    @property
    def text(self) -> str:
        """The value as words for a page; nothing for null.

        Words that run from right to left are isolated here, so that they stay whole in a table, a chart, a heading or a
        sentence alike, wherever a page puts them.
        """
        return "" if self.value is None else isolated(str(self.value))

    @property
    def known(self) -> bool:
        """Whether anything but null stands here."""
        return self.value is not None
