"""Which numbers a page shows, whatever its record looks like, and which of them no table holds.

Every number is a `Figure` with its place in the data file, so a walk through the record finds them all, those of parts
that are new included. The data file tells a few things in two places: a result also stands in the list of its model,
and a headline also stands in the line of a board. `Places` knows which of the two the tables read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from bd.report import contract
from bd.site.boards import heads_of
from bd.site.names import Names
from bd.site.records.parts import Figure
from bd.site.tables.columns import Table, number, text
from bd.site.tables.results import BOARD_PARTS, facets_of

__all__ = ["OTHER", "Places", "figures_of"]

OTHER = Table(
    "other",
    "One number that the page shows and no other table holds",
    (
        number("value", "The number, as the data file has it", "at"),
        text("shown", "How the page shows it", "shown"),
        text("key", "Where it stands in leaderboard.json, as a JSON pointer", "key"),
    ),
)

_RESULT = re.compile(r"(/dimensions/\d+/(?:cells|builds)/[^/]+/facets/\d+)(/.*)")
_HEADLINE = re.compile(r"(/dimensions/\d+/(?:.*/)?(?:cells|builds|heads)/[^/]+/headline)(/(?!n$).*)")
"""All but its number of texts, which in the line of a board is that of all results of the model."""


def figures_of(record: Any) -> Iterator[Figure]:
    """Yield every number of a record, in the order of its fields."""
    if isinstance(record, Figure):
        yield record
    elif is_dataclass(record):
        for each in fields(record):
            yield from figures_of(getattr(record, each.name))
    elif isinstance(record, (tuple, list, frozenset)):
        for part in record:
            yield from figures_of(part)
    elif isinstance(record, dict):
        yield from figures_of(tuple(record.values()))


class Places:
    """Tells which place in the data file the tables read, where a number stands in two."""

    def __init__(self, names: Names) -> None:
        self._same: dict[str, str] = {}
        for dimension in names.dimensions.values():
            self._results(dimension)
            self._headlines(dimension)
            for level in dimension.breakdown.levels:
                self._headlines(level)

    def _results(self, dimension: contract.Characteristic) -> None:
        read = {
            (facet.build, facet.id): contract.pointer(facet)
            for facet in facets_of(dimension.breakdown.cells)
            if isinstance(facet, contract.Result)
        }
        for cells in (dimension.cells, dimension.builds):
            for build, cell in cells.items():
                for facet in cell.facets:
                    if (build, facet.id) in read:
                        self._same[contract.pointer(facet)] = read[build, facet.id]

    def _headlines(self, place: contract.Characteristic | contract.Level) -> None:
        lines = {line.build: contract.pointer(line) for part in BOARD_PARTS for line in place.board.part(part)}
        for model, rank in place.ranks.items():
            if model in lines:
                self._same[contract.pointer(rank)] = f"{lines[model]}/rank"
        for build, head in heads_of(place).items():
            if build in lines:
                self._same[contract.pointer(head.headline)] = lines[build]

    def read(self, pointer: str) -> str:
        """Return the place that the tables read; the same one where there is no other."""
        if pointer in self._same:
            return self._same[pointer]
        for pattern in (_RESULT, _HEADLINE):
            found = pattern.fullmatch(pointer)
            if found and found[1] in self._same:
                return self._same[found[1]] + found[2]
        return pointer
