"""Which examples a page shows, found by the numbers it shows of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.records import Figure
from bd.site.tables.columns import Parts
from bd.site.tables.evidence import examples

__all__ = ["examples_shown"]

_EXAMPLE = re.compile(r"(/dimensions/\d+/breakdown/cells/\d+/example)/(?:answers|builds)/.*")


def examples_shown(names: Names, figures: Iterable[Figure]) -> Iterator[Parts]:
    """Yield what each build said to each text that the numbers are from."""
    found = (match[1] for figure in figures if (match := _EXAMPLE.fullmatch(figure.key)))
    yield from examples(_at(names.data, pointer) for pointer in dict.fromkeys(found))


def _at(data: Cursor, pointer: str) -> Cursor:
    for step in pointer.split("/")[1:]:
        data = data[int(step) if step.isdecimal() else step]
    return data
