"""The levels and cells of one characteristic, put in order once: thousands of pages look them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from bd.site.cursor import Cursor
from bd.site.described import Described

__all__ = ["Levels"]


class Levels:
    """What stands below a characteristic.

    Parameters
    ----------
    dimension
        Its place in the data file.
    """

    def __init__(self, dimension: Cursor) -> None:
        breakdown = dimension["breakdown"]
        self.cells: tuple[Cursor, ...] = tuple(breakdown["cells"])
        """Entries of `breakdown.cells`, in the study's order."""
        self.groups: Mapping[str | None, Cursor] = Described(
            "group", ((each["id"].value, each) for each in breakdown["groups"])
        )
        self._at: Mapping[str, Cursor] = Described(
            "place", ((each["address"].text, each) for each in breakdown["levels"])
        )
        self._levels: dict[tuple[str, ...], list[Cursor]] = defaultdict(list)
        self._numbers: dict[str, list[int]] = defaultdict(list)
        self.all: tuple[Cursor, ...] = tuple(breakdown["levels"])
        """Entries of `breakdown.levels`, in order."""
        for level in self.all:
            kind = level["kind"].text
            for key in ((kind,), (kind, "group", level["group"].text), (kind, "item", level["item"].text)):
                self._levels[key].append(level)
        for number, cell in enumerate(self.cells):
            self._numbers[cell["facet"].text].append(number)
        self._missing: dict[str, dict[str, None]] = defaultdict(dict)
        for cell in self.cells:
            for part in ("engines", "builds"):
                for _, facet in cell[part].items():
                    if facet["status"].value == "missing":
                        self._missing[facet["engine"].text].setdefault(facet["why"].text)

    def at(self, address: str) -> Cursor:
        """Return the level of a page; BdError if there is none."""
        return self._at[address]

    def of(self, kind: str) -> list[Cursor]:
        """Return all levels of a kind: `group`, `item` or `cell`."""
        return self._levels[kind,]

    def of_group(self, kind: str, group: str | None) -> list[Cursor]:
        """Return the levels of a kind that are of a group."""
        return self._levels[kind, "group", group or ""]

    def of_question(self, kind: str, question: str | None) -> list[Cursor]:
        """Return the levels of a kind that are of a question."""
        return self._levels[kind, "item", question or ""]

    def cells_of(self, facets: Iterable[str]) -> tuple[Cursor, ...]:
        """Return the cells of these results, in the study's order."""
        numbers = {number for facet in facets for number in self._numbers.get(facet, ())}
        return tuple(self.cells[number] for number in sorted(numbers))

    def why_missing(self, model: str) -> str:
        """Return why a model has no number in some of the cells, each reason once."""
        return "; ".join(self._missing.get(model, ()))
