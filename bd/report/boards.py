"""Boards, headlines and levels as the data file tells them.

The same summary of a headline stands at every level, so that a reader needs to know one shape.
"""

from __future__ import annotations

from typing import Any

from bd.board import Headline, Level, Standing, points
from bd.board.records import LevelRow, ModelRow, PairRow
from bd.report.facets import control_of, facet_id, facet_label, points_or_none, range_or_none, raw_part, reasons_part
from bd.report.names import Names
from bd.report.words import Words

__all__ = ["board_part", "head_part", "level_part"]

_KEPT = (
    "value", "lo", "hi", "facet", "facet_label", "clear", "clear_joint", "frame_clear", "min_detectable",
    "upper_if_none", "family_range", "unselected", "picked_from",
)  # fmt: skip
"""What a line of a board takes from its headline."""


def _headline_part(names: Names, words: Words, head: Headline, row: ModelRow | None) -> dict[str, Any]:
    effect, told = head.cell.effect, head.cell.told
    ends = head.cell.range
    return {
        "facet": facet_id(head.cell.key),
        "facet_label": facet_label(names, head.cell.key),
        "value": points(head.size),
        "lo": None if ends is None else points(ends[0]),
        "hi": None if ends is None else points(ends[1]),
        "raw": raw_part(words, head.cell),
        "floor_value": points(control_of(head.cell)),
        "n": head.cell.texts,
        "clear": head.clear,
        "clear_joint": told.clear_joint,
        "frame_clear": head.cell.frame_clear,
        "joint_range": range_or_none(told.joint_range),
        "few": told.few,
        "min_detectable": points_or_none(told.min_detectable),
        "upper_if_none": points_or_none(head.upper_if_none),
        "direction": effect.direction,
    } | _picked_part(row)


def _picked_part(row: ModelRow | None) -> dict[str, Any]:
    """Return what picking a headline does to it; nothing where there were no re-draws to tell it from."""
    if row is None:
        return {}
    ends = row.family_range
    return {
        "family_range": None if ends is None else {"lo": points(ends[0]), "hi": points(ends[1])},
        "unselected": points_or_none(row.unselected),
        "picked_from": row.cells,
    }


def head_part(names: Names, words: Words, head: Headline, level: Level) -> dict[str, Any]:
    """Return the summary of one build at one level."""
    return {
        "engine": head.model,
        "build": head.build,
        "status": "measured",
        "planted": head.planted,
        "ranked": head.ranked,
        "why_not_ranked": reasons_part(words, head.why),
        "detected": head.clear,
        "headline": _headline_part(names, words, head, _row(level, head)),
        "n": head.texts,
        "n_facets": len(head.cells),
        "n_facets_detected": head.clear_cells,
    }


def board_part(names: Names, words: Words, level: Level) -> dict[str, Any]:
    """Return a level's board; every line of it carries its own numbers."""
    board = level.board

    def line(head: Headline) -> dict[str, Any]:
        return _line(names, words, head, _row(level, head))

    def placed(standing: Standing) -> dict[str, Any]:
        place = {"rank": standing.place, "tied": standing.tied}
        return line(standing.headline) | place | _place_part(_row(level, standing.headline))

    return {
        "ranked": [placed(s) for s in board.clear],
        "not_detected": [placed(s) for s in board.not_clear],
        "shown": [line(h) | {"why": reasons_part(words, h.why)} for h in board.shown],
        "planted": [line(h) for h in board.planted],
        "builds": [line(h) | {"why": reasons_part(words, h.why)} for h in board.builds],
        "unmeasured": list(board.unmeasured),
        "contested": board.contested,
    } | _pairs_part(level.row)


def _row(level: Level, head: Headline) -> ModelRow | None:
    return None if level.row is None else level.row.of(head.build)


def _place_part(row: ModelRow | None) -> dict[str, Any]:
    if row is None:
        return {}
    return {"place_range": None if row.place_range is None else list(row.place_range), "tier": row.tier}


def _pairs_part(row: LevelRow | None) -> dict[str, Any]:
    return {} if row is None else {"pairs": [_pair(pair) for pair in row.pairs]}


def _pair(pair: PairRow) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "difference": points(pair.difference),
        "lo": points(pair.range[0]),
        "hi": points(pair.range[1]),
        "worse": points(pair.worse),
    }


def _line(names: Names, words: Words, head: Headline, row: ModelRow | None) -> dict[str, Any]:
    headline = _headline_part(names, words, head, row)
    return {
        "engine": head.model,
        "build": head.build,
        "n": head.texts,
        "n_facets": len(head.cells),
        "n_facets_detected": head.clear_cells,
    } | {key: value for key, value in headline.items() if key in _KEPT}


def level_part(names: Names, words: Words, level: Level) -> dict[str, Any]:
    """Return a level below the characteristic itself."""
    heads = {build: head_part(names, words, head, level) for build, head in level.heads.items()}
    return {
        "kind": level.kind,
        "group": level.group,
        "item": level.question,
        "address": level.address,
        "facets": [facet_id(key) for key in level.keys],
        "ranks": level.board.places,
        "board": board_part(names, words, level),
        "heads": {build: head for build, head in heads.items() if build == head["engine"]},
        "builds": {build: head for build, head in heads.items() if build != head["engine"]},
    }
