"""Whether a cell is fit for a ratio of selection rates to be told of it."""

from __future__ import annotations

from bd.board.cells import REVERSE, Cell

__all__ = ["withheld"]


def withheld(cell: Cell) -> tuple[str, ...]:
    """Return the reasons why no ratio is told: whatever keeps the cell from being ranked, its sign left out."""
    return tuple(reason for reason in cell.why if reason != REVERSE)
