"""The levels and cells of one characteristic, put in order once: thousands of pages look them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from bd.report import contract
from bd.site.described import Described

__all__ = ["Levels"]


class Levels:
    """What stands below a characteristic.

    Parameters
    ----------
    dimension
        Its place in the data file.
    """

    def __init__(self, dimension: contract.Characteristic) -> None:
        breakdown = dimension.breakdown
        self.cells: tuple[contract.Cell, ...] = tuple(breakdown.cells)
        """Entries of `breakdown.cells`, in the study's order."""
        self.groups: Mapping[str | None, contract.Group] = Described(
            "group", ((each.id, each) for each in breakdown.groups)
        )
        self._at: Mapping[str, contract.Level] = Described("place", ((each.address, each) for each in breakdown.levels))
        self._levels: dict[tuple[str, ...], list[contract.Level]] = defaultdict(list)
        self._numbers: dict[str, list[int]] = defaultdict(list)
        self.all: tuple[contract.Level, ...] = tuple(breakdown.levels)
        """Entries of `breakdown.levels`, in order."""
        for level in self.all:
            kind = level.kind
            for key in ((kind,), (kind, "group", level.group or ""), (kind, "item", level.item or "")):
                self._levels[key].append(level)
        for number, cell in enumerate(self.cells):
            self._numbers[cell.facet].append(number)
        self._missing: dict[str, dict[str, None]] = defaultdict(dict)
        for cell in self.cells:
            for facet in cell.engines.values():
                if isinstance(facet, contract.Missing):
                    self._missing[facet.engine].setdefault(facet.why)

    def at(self, address: str) -> contract.Level:
        """Return the level of a page; BdError if there is none."""
        return self._at[address]

    def of(self, kind: str) -> list[contract.Level]:
        """Return all levels of a kind: `group`, `item` or `cell`."""
        return self._levels[kind,]

    def of_group(self, kind: str, group: str | None) -> list[contract.Level]:
        """Return the levels of a kind that are of a group."""
        return self._levels[kind, "group", group or ""]

    def of_question(self, kind: str, question: str | None) -> list[contract.Level]:
        """Return the levels of a kind that are of a question."""
        return self._levels[kind, "item", question or ""]

    def cells_of(self, facets: Iterable[str]) -> tuple[contract.Cell, ...]:
        """Return the cells of these results, in the study's order."""
        numbers = {number for facet in facets for number in self._numbers.get(facet, ())}
        return tuple(self.cells[number] for number in sorted(numbers))

    def why_missing(self, model: str) -> str:
        """Return why a model has no number in some of the cells, each reason once."""
        return "; ".join(self._missing.get(model, ()))
