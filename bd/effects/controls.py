"""What is subtracted from a cell: the control edit's own value, a repeat on another decision, or nothing.

A repeat is taken from the same model and decision; where the model was not asked twice there, the largest repeat rate
of that model on any decision is borrowed; where it never was, nothing is subtracted, and the row says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from bd.effects.columns import MEASURES
from bd.effects.drawn import NOTHING, Drawn, Subtracted
from bd.effects.ranges import independent_difference, paired_difference
from bd.effects.saved import scored_path
from bd.effects.stacks import Ready

__all__ = ["borrows", "exact_difference", "largest_rates", "repeat_rates", "subtracted"]


def largest_rates(rates: Iterable[Mapping[str, Subtracted]]) -> dict[str, Subtracted]:
    """Return each build's largest rate of several decisions, given in order; of equal ones the first."""
    largest: dict[str, Subtracted] = {}
    for found in rates:
        for build, rate in found.items():
            if build not in largest or rate.value > largest[build].value:
                largest[build] = rate
    return largest


def repeat_rates(cells: Iterable[Ready]) -> dict[str, Subtracted]:
    """Return each build's largest repeat rate, to be borrowed where it was not asked twice; ties by decision."""
    known: dict[str, list[Ready]] = defaultdict(list)
    for ready in cells:
        if ready.cell.test.measure == "repeat" and ready.own.value is not None:
            known[ready.cell.table.build].append(ready)
    rates: dict[str, Subtracted] = {}
    for build, found in known.items():
        largest = min(found, key=lambda r: (-(r.own.value or 0.0), r.cell.table.decision))
        path = scored_path(largest.cell.table.decision, largest.cell.test.edit)
        rates[build] = Subtracted("borrowed", largest.own, path)
    return rates


def borrows(ready: Ready) -> bool:
    """Tell whether a cell has no repeat of its own to be held against."""
    return ready.cell.control_kind == "repeat" and (ready.control is None or ready.control.value is None)


def subtracted(ready: Ready, borrowed: Mapping[str, Subtracted]) -> Subtracted:
    """Return what is subtracted from a cell; `borrowed` holds each build's largest repeat rate."""
    cell = ready.cell
    if ready.control is not None and ready.control.value is not None:
        return Subtracted(cell.control_kind, ready.control)
    if borrows(ready):
        return borrowed.get(cell.table.build, NOTHING)
    if cell.control_kind == "version" and MEASURES[cell.test.measure].from_control:
        return Subtracted("version", None)
    return NOTHING


def exact_difference(own: Drawn, control: Subtracted, *, level: float = 0.95) -> tuple[int, tuple[float, float] | None]:
    """Return how many texts changed on one side only, and the exact range of the difference of two rates.

    Where both sides stand on the same list of texts, only texts with both answers count, as pairs.
    """
    if control.drawn is None or not own.measured.texts or not control.drawn.measured.texts:
        return own.measured.total, None
    other = control.drawn.measured
    if control.drawn.statistics.key != own.statistics.key:
        found = independent_difference(own.measured.total, own.measured.texts, other.total, other.texts, level=level)
        return own.measured.total + other.total, found
    both = own.measured.mask & other.mask
    only_own = int((own.measured.y[both] > other.y[both]).sum())
    only_other = int((other.y[both] > own.measured.y[both]).sum())
    texts = int(both.sum())
    return only_own + only_other, paired_difference(only_own, only_other, texts, level=level) if texts else None
