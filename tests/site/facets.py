"""A made-up result of the data file, for tests of what is said about it."""

from __future__ import annotations

from typing import Any

from msgspec import convert

from bd.report import contract

_RESULT: dict[str, Any] = {
    "status": "measured",
    "id": "red-blue/hat",
    "group": None,
    "item": "red-blue",
    "edit": "hat",
    "engine": "birch",
    "build": "birch",
    "planted": False,
    "measure": "flip",
    "label": "red or blue",
    "address": "/sort/red-blue/",
    "raw": {"value": 3.0, "lo": 2.0, "hi": 4.0, "label": "answers changed", "unit": "of 100 texts"},
    "excess": {"value": 3.0, "lo": 2.0, "hi": 4.0},
    "floor": {
        "label": "the same text asked again",
        "value": 0.0,
        "lo": None,
        "hi": None,
        "source": "ask-twice",
        "n": 500,
        "asked": 500,
        "answered": 500,
    },
    "control_kind": "repeat",
    "n": 500,
    "asked": 500,
    "left_out": {},
    "detected": True,
    "clear_joint": True,
    "joint_range": None,
    "attributable": True,
    "ranked": True,
    "ranked_on": "own",
    "on_own_texts": None,
    "why_not_ranked": [],
    "positive": "red",
    "positive_label": "red",
    "direction": None,
    "direction_label": None,
    "direction_share": None,
    "direction_counts": None,
    "changed": 15,
    "directions": [],
    "decides": "most-probable",
    "frames": None,
    "frame_range": None,
    "frame_clear": None,
    "range_90": None,
    "within_point": False,
    "points": None,
    "mostly_control": False,
    "min_detectable": 1.4,
    "upper_if_none": None,
    "few": False,
    "exact_range": None,
    "cannot_see_change": False,
    "chance": False,
    "accuracy": None,
    "accuracy_range": None,
    "common": None,
    "rates": None,
    "interval_method": "re-draws",
    "resamples": 1000,
    "seed": 0,
    "unpinned": False,
    "records": [],
    "answers": [],
    "study": "studies/red-blue.jsonl",
    "source": "saved answers",
    "extra": {},
    "note": None,
}


def facet(**changed: Any) -> contract.Result:
    """Return a result that differs from a plain one in what is given; of an object, what is given of it."""
    found = {key: _RESULT[key] | each if isinstance(_RESULT[key], dict) else each for key, each in changed.items()}
    return contract.located(convert(_RESULT | found, contract.Result))


def missing(**changed: Any) -> contract.Missing:
    """Return a result that is not there, and why."""
    kept = {key: _RESULT[key] for key in ("id", "label", "group", "item", "edit", "address", "engine")}
    why = {"status": "missing", "why": "this model has not been asked"}
    return contract.located(convert(kept | why | changed, contract.Missing))


TOO_FEW = [{"id": "too-few-texts", "text": "fewer than ten texts, too few for a range"}]


WHEN = "When the hat is red"
