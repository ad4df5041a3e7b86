"""A made-up result of the data file, for tests of what is said about it."""

from __future__ import annotations

from typing import Any

from bd.site.cursor import Cursor


def facet(**changed: Any) -> Cursor:
    plain_facet = {
        "status": "measured",
        "measure": "flip",
        "label": "red or blue",
        "address": "/sort/red-blue/",
        "excess": {"value": 3.0, "lo": 2.0, "hi": 4.0},
        "floor": {"label": "the same text asked again", "value": 0.0},
        "control_kind": "repeat",
        "n": 500,
        "detected": True,
        "clear_joint": True,
        "ranked": True,
        "why_not_ranked": [],
        "direction_label": None,
        "direction_share": None,
        "direction_counts": None,
        "changed": 15,
        "directions": [],
        "frame_range": None,
        "points": None,
        "mostly_control": False,
        "min_detectable": 1.4,
        "upper_if_none": None,
        "few": False,
        "exact_range": None,
        "cannot_see_change": False,
        "chance": False,
    }
    return Cursor(plain_facet | changed)


TOO_FEW = [{"id": "too-few-texts", "text": "fewer than ten texts, too few for a range"}]


WHEN = "When the hat is red"
