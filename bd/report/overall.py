"""The part `overall`: the main board, as the data file tells it."""

from __future__ import annotations

from typing import Any

from bd.board import MainBoard, Row
from bd.report.words import Words

__all__ = ["overall_part"]

_DIGITS = 4


def overall_part(words: Words, board: MainBoard) -> dict[str, Any]:
    """Return the main board."""
    return {
        "rule": words.overall_rule,
        "n_dimensions": len(board.counted),
        "counted": list(board.counted),
        "rows": [_row(row) for row in board.rows],
        "planted": list(board.planted),
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "engine": row.model,
        "rank": row.place,
        "tied": row.tied,
        "mean_rank": None if row.mean_place is None else round(row.mean_place, _DIGITS),
        "ranked_on": len(row.positions),
        "positions": dict(row.positions),
        "sole_engine": list(row.sole),
        "shown": list(row.shown),
        "unmeasured": list(row.unmeasured),
        "not_detected": list(row.not_clear),
        "incomplete": row.incomplete,
        "measured_on": row.measured_on,
    }
