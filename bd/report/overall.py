"""The part `overall`: the main board, as the data file tells it."""

from __future__ import annotations

from typing import Any

from bd.board import MainBoard, Row
from bd.board.records import Firmness, MainRow, MainRows
from bd.report.agreement import agreement_part
from bd.report.firmness import firmness_part
from bd.report.names import Names
from bd.report.words import Words

__all__ = ["overall_part"]

_DIGITS = 4


def overall_part(names: Names, words: Words, board: MainBoard, rows: MainRows | None) -> dict[str, Any]:
    """Return the main board, with how certain it is where re-draws told, and whether its characteristics agree."""
    return {
        "rule": words.overall_rule,
        "n_dimensions": len(board.counted),
        "counted": list(board.counted),
        "rows": [_row(row) | _certainty(None if rows is None else rows.of(row.model)) for row in board.rows],
        "planted": list(board.planted),
        "agreement": agreement_part(words, board, None if rows is None else rows.agreement),
    } | _firmness(names, words, board, None if rows is None else rows.firmness)


def _firmness(names: Names, words: Words, board: MainBoard, found: Firmness | None) -> dict[str, Any]:
    return {} if found is None else {"firmness": firmness_part(names, words, board, found)}


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
        "untested": list(row.untested),
        "set_aside": list(row.set_aside),
        "too_few": row.too_few,
        "measured_on": row.measured_on,
    }


def _certainty(row: MainRow | None) -> dict[str, Any]:
    if row is None:
        return {}
    mean = row.mean_place_range
    return {
        "mean_place_range": None if mean is None else [round(end, _DIGITS) for end in mean],
        "place_range": None if row.place_range is None else list(row.place_range),
        "tier": row.tier,
    }
