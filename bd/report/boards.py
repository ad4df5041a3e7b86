"""Boards, headlines and levels as the data file tells them.

The same summary of a headline stands at every level, so that a reader needs to know one shape.
"""

from __future__ import annotations

from typing import Any

from bd.board import Board, Headline, Level, Standing, points
from bd.report.facets import facet_id, facet_label, points_or_none, range_or_none, raw_part, reasons_part
from bd.report.names import Names
from bd.report.words import Words

__all__ = ["board_part", "head_part", "level_part"]


def _headline_part(names: Names, words: Words, head: Headline) -> dict[str, Any]:
    effect = head.cell.effect
    ends = effect.range
    return {
        "facet": facet_id(head.cell.key),
        "facet_label": facet_label(names, head.cell.key),
        "value": points(head.size),
        "lo": None if ends is None else points(ends[0]),
        "hi": None if ends is None else points(ends[1]),
        "raw": raw_part(words, effect),
        "floor_value": points(effect.control.value),
        "n": effect.texts,
        "clear": head.clear,
        "clear_joint": effect.clear_joint,
        "joint_range": range_or_none(effect.joint_range),
        "few": effect.few,
        "min_detectable": points_or_none(effect.min_detectable),
        "upper_if_none": points_or_none(head.upper_if_none),
        "direction": effect.direction,
    }


def head_part(names: Names, words: Words, head: Headline) -> dict[str, Any]:
    """Return the summary of one build at one level."""
    return {
        "engine": head.model,
        "build": head.build,
        "status": "measured",
        "planted": head.planted,
        "ranked": head.ranked,
        "why_not_ranked": reasons_part(words, head.why),
        "detected": head.clear,
        "headline": _headline_part(names, words, head),
        "n": head.texts,
        "n_facets": len(head.cells),
        "n_facets_detected": head.clear_cells,
    }


def board_part(names: Names, words: Words, board: Board) -> dict[str, Any]:
    """Return a board; every line of it carries its own numbers."""

    def line(head: Headline) -> dict[str, Any]:
        return _line(names, words, head)

    def placed(standing: Standing) -> dict[str, Any]:
        return line(standing.headline) | {"rank": standing.place, "tied": standing.tied}

    return {
        "ranked": [placed(s) for s in board.clear],
        "not_detected": [placed(s) for s in board.not_clear],
        "shown": [line(h) | {"why": reasons_part(words, h.why)} for h in board.shown],
        "planted": [line(h) for h in board.planted],
        "builds": [line(h) for h in board.builds],
        "unmeasured": list(board.unmeasured),
        "contested": board.contested,
    }


def _line(names: Names, words: Words, head: Headline) -> dict[str, Any]:
    headline = _headline_part(names, words, head)
    kept = ("value", "lo", "hi", "facet", "facet_label", "clear", "clear_joint", "min_detectable", "upper_if_none")
    return {
        "engine": head.model,
        "build": head.build,
        "n": head.texts,
        "n_facets": len(head.cells),
        "n_facets_detected": head.clear_cells,
    } | {key: headline[key] for key in kept}


def level_part(names: Names, words: Words, level: Level) -> dict[str, Any]:
    """Return a level below the characteristic itself."""
    heads = {build: head_part(names, words, head) for build, head in level.heads.items()}
    return {
        "kind": level.kind,
        "group": level.group,
        "item": level.question,
        "address": level.address,
        "facets": [facet_id(key) for key in level.keys],
        "ranks": level.board.places,
        "board": board_part(names, words, level.board),
        "heads": {build: head for build, head in heads.items() if build == head["engine"]},
        "builds": {build: head for build, head in heads.items() if build != head["engine"]},
    }
