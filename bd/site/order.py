"""The one order of results: that of the boards, for pages and for the files beside them.

The order of a board itself is the data file's (`bd.board.places`); a result is sorted here as the line that rests on it
is sorted there, so that a model is first met in `data.csv` where the board has it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bd.report import contract
from bd.report.reported.records import EFFECT
from bd.site.names import Names

Told = TypeVar("Told", bound=contract.Outcome)

__all__ = ["by_question", "engines_in_order", "largest_first", "repeats_first", "tells"]


def largest_first(facets: Iterable[Told]) -> list[Told]:
    """Return results in order: models, then planted ones, then second builds, and those without a number last.

    Within each, results that are ranked come before those that are only shown, clear ones before the others, and the
    largest first.
    """
    return sorted(facets, key=_weight)


def _weight(facet: contract.Outcome) -> tuple[bool, bool, bool, bool, bool, float, str]:
    if isinstance(facet, contract.Missing):
        return (True, True, True, True, True, 0.0, "")
    ranked, build = facet.ranked, facet.build
    clear = ranked and facet.detected
    second = build != facet.engine
    return (False, second, facet.planted, not ranked, not clear, -facet.excess.value, build)


def repeats_first(rows: Iterable[contract.Repeat]) -> list[contract.Repeat]:
    """Return how often answers changed with nothing changed, the largest first and planted models last."""
    return sorted(rows, key=lambda row: (row.planted, -row.flip_pct))


def engines_in_order(names: Names) -> list[contract.Model]:
    """Return every model in the order of the main board; the planted ones, which have no place there, last."""
    order = {row.engine: number for number, row in enumerate(names.data.overall.rows)}
    end = len(order)
    return sorted(names.data.engines, key=lambda each: (each.planted, order.get(each.id, end)))


def by_question(cells: Iterable[contract.ReportedCell]) -> list[contract.ReportedCell]:
    """Return what others reported: what is no effect first, then the figures of one question together.

    Questions keep their order. Ratios stand beside the shortlists of a page, which come before figures of others.
    """
    found: dict[tuple[str, str], list[contract.ReportedCell]] = {}
    for cell in cells:
        found.setdefault((tells(cell), cell.item_label), []).append(cell)
    parts = sorted(found.items(), key=lambda part: (part[0][0] == EFFECT, part[0][0]))
    return [cell for _, each in parts for cell in each]


def tells(cell: contract.ReportedCell) -> str:
    """Return what a figure of others tells, as the data file says where it is no effect."""
    return cell.tells if cell.tells is not None else EFFECT
