"""What is subtracted from a cell: the control edit's own value, a repeat on another decision, or nothing.

A repeat is taken from the same model and decision; where the model was not asked twice there, the largest repeat rate
of that model on any decision is borrowed; where it never was, nothing is subtracted, and the row says so. A control
that was asked and not answered is not borrowed from elsewhere: nothing is subtracted then either. Whether such an
effect may be ranked is `bd.effects.fitness`' part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bd.effects.columns import MEASURES, answered_in
from bd.effects.drawn import NOTHING, Answers, Drawn, Subtracted
from bd.effects.ranges import independent_difference, paired_difference
from bd.effects.saved import scored_path
from bd.effects.stacks import Ready

__all__ = ["borrows", "exact_difference", "largest_rates", "repeat_rates", "subtracted"]


def largest_rates(rates: Iterable[Mapping[str, Subtracted]]) -> dict[str, Subtracted]:
    """Return each build's largest rate of several decisions, given in order; of equal ones the first.

    One that was hardly answered is taken only where there is no other.
    """
    largest: dict[str, Subtracted] = {}
    for found in rates:
        for build, rate in found.items():
            if build not in largest or _weight(rate) > _weight(largest[build]):
                largest[build] = rate
    return largest


def _weight(rate: Subtracted) -> tuple[bool, float]:
    return rate.answers is not None and rate.answers.enough, rate.value


def repeat_rates(cells: Iterable[Ready]) -> dict[str, Subtracted]:
    """Return each build's largest repeat rate, to be borrowed where it was not asked twice; ties by decision."""
    repeats = [r for r in cells if r.cell.test.measure == "repeat" and r.own.value is not None]
    return largest_rates(
        {r.cell.table.build: Subtracted("borrowed", r.own, _file_of(r), _answers_of(r))}
        for r in sorted(repeats, key=lambda r: (r.cell.table.decision, r.cell.test.edit))
    )


def _file_of(ready: Ready) -> str:
    return scored_path(ready.cell.table.decision, ready.cell.test.edit)


def _answers_of(repeat: Ready) -> Answers:
    return Answers(*answered_in([side.column for side in repeat.cell.contrast.sides], counts=True))


def borrows(ready: Ready) -> bool:
    """Tell whether a cell was never asked twice, so that a repeat from elsewhere stands in."""
    return ready.cell.control_kind == "repeat" and ready.control_answers is None


def subtracted(ready: Ready, borrowed: Mapping[str, Subtracted]) -> Subtracted:
    """Return what is subtracted from a cell; `borrowed` holds each build's largest repeat rate."""
    cell = ready.cell
    if borrows(ready):
        return borrowed.get(cell.table.build, NOTHING)
    known = ready.control is not None and ready.control.value is not None
    if known or MEASURES[cell.test.measure].from_control:
        return Subtracted(cell.control_kind, ready.control, answers=ready.control_answers)
    return replace(NOTHING, answers=ready.control_answers)


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
