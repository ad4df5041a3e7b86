"""How often each version is given the positive option, and the group's rate over the reference's: the impact ratio.

For every cell with a group. The reference is the control version where there is one, otherwise what the group's
version is compared with. Both rates are of the same texts, those that have every answer of the cell and of its
reference, and are re-drawn together. Whether the cell is fit for a ratio to be told is the board's part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.effects.cells import Cell, Side
from bd.effects.columns import Measured, answered, picked
from bd.effects.fourfifths import ratio_of
from bd.effects.records import Rate, Rates, rounded
from bd.effects.stack import Stacked

__all__ = ["RateColumns", "rate_columns", "rates_of"]


@dataclass(frozen=True)
class RateColumns:
    """Both versions' columns on their stack, over the same texts."""

    group: Stacked
    reference: Stacked


def rate_columns(cell: Cell, mask: NDArray[np.bool_], add: Callable[[Measured], Stacked]) -> RateColumns | None:
    """Put both columns on the stack; None for a cell without a group.

    Parameters
    ----------
    mask
        The texts that count in the cell.
    add
        Puts a column there.
    """
    if cell.group is None:
        return None
    sides = [[side.column for side in each] for each in (cell.contrast.after, _reference(cell))]
    known = mask & np.logical_and.reduce([answered(columns) for columns in sides])
    return RateColumns(*(add(picked(columns, cell.positive, known)) for columns in sides))


def _reference(cell: Cell) -> tuple[Side, ...]:
    if cell.control_kind == "version" and cell.control is not None:
        return cell.control.after
    return cell.contrast.before


def rates_of(columns: RateColumns) -> Rates:
    """Return both rates and the ratio; without a single positive answer to the reference there is none."""
    group, reference = columns.group.measured, columns.reference.measured
    over, under = group.total * reference.unit, reference.total * group.unit
    why = "no-group" if not group.texts else "no-reference-picked" if over else "nobody-picked"
    below = columns.reference.means
    with np.errstate(divide="ignore", invalid="ignore"):
        draws = np.where(below > 0, columns.group.means / below, np.nan)
    found = ratio_of(
        over / under if under else None,
        why,
        draws,
        texts=group.texts,
        group=group.texts,
        reference_rate=reference.value or 0.0,
    )
    return Rates(**vars(found), texts=group.texts, group=_rate(group), reference=_rate(reference))


def _rate(measured: Measured) -> Rate:
    return Rate(measured.total, measured.unit, rounded(measured.value))
