"""The one order of results: that of the boards, for pages and for the files beside them.

The order of a board itself is the data file's (`bd.board.places`); a result is sorted here as the line that rests on it
is sorted there, so that a model is first met in `data.csv` where the board has it.
"""

from __future__ import annotations

from collections.abc import Iterable

from bd.report.reported.records import EFFECT
from bd.site.cursor import Cursor
from bd.site.names import Names

__all__ = ["by_question", "engines_in_order", "largest_first", "repeats_first", "tells"]


def largest_first(facets: Iterable[Cursor]) -> list[Cursor]:
    """Return results in order: models, then planted ones, then second builds, and those without a number last.

    Within each, results that are ranked come before those that are only shown, clear ones before the others, and the
    largest first.
    """
    return sorted(facets, key=_weight)


def _weight(facet: Cursor) -> tuple[bool, bool, bool, bool, bool, float, str]:
    if facet["status"].value == "missing":
        return (True, True, True, True, True, 0.0, "")
    ranked, build = facet["ranked"].value, facet["build"].text
    clear = ranked and facet["detected"].value
    second = build != facet["engine"].text
    return (False, second, facet["planted"].value, not ranked, not clear, -facet["excess"]["value"].value, build)


def repeats_first(rows: Iterable[Cursor]) -> list[Cursor]:
    """Return how often answers changed with nothing changed, the largest first and planted models last."""
    return sorted(rows, key=lambda row: (row["planted"].value, -row["flip_pct"].value))


def engines_in_order(names: Names) -> list[Cursor]:
    """Return every model in the order of the main board; the planted ones, which have no place there, last."""
    order = {row["engine"].text: number for number, row in enumerate(names.data["overall"]["rows"])}
    end = len(order)
    return sorted(names.data["engines"], key=lambda each: (each["planted"].value, order.get(each["id"].text, end)))


def by_question(cells: Iterable[Cursor]) -> list[Cursor]:
    """Return what others reported: what is no effect first, then the figures of one question together.

    Questions keep their order. Ratios stand beside the shortlists of a page, which come before figures of others.
    """
    found: dict[tuple[str, str], list[Cursor]] = {}
    for cell in cells:
        found.setdefault((tells(cell), cell["item_label"].text), []).append(cell)
    parts = sorted(found.items(), key=lambda part: (part[0][0] == EFFECT, part[0][0]))
    return [cell for _, each in parts for cell in each]


def tells(cell: Cursor) -> str:
    """Return what a figure of others tells, as the data file says where it is no effect."""
    return cell["tells"].text if "tells" in cell else EFFECT
