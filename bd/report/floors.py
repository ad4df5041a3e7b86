"""The part `floors`: how each model answers when nothing has changed. It is a control, so it is never ranked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bd.board.cells import make_cell
from bd.effects.records import Effect
from bd.effects.saved import scored_path
from bd.report.dimensions import test_part
from bd.report.facets import answers_part, points_or_none, range_or_none
from bd.report.names import Names
from bd.study.records import NOISE

__all__ = ["floors_part"]


def floors_part(names: Names, effects: Iterable[Effect]) -> dict[str, Any]:
    """Return one row for each build and decision asked twice, and the words of those tests."""
    noise = [c for c in names.study.characteristics if c.kind == NOISE]
    ids = {c.id for c in noise}
    order = {model: n for n, model in enumerate(names.models)}
    rows = [e for e in effects if e.characteristic in ids and e.value is not None]
    rows.sort(key=lambda e: (e.decision, order[e.model], e.build != e.model, e.build, e.edit))
    return {
        "ask_twice": [_row(names, effect) for effect in rows],
        "tests": [test_part(test) for characteristic in noise for test in characteristic.tests],
    }


def _row(names: Names, effect: Effect) -> dict[str, Any]:
    return {
        "engine": effect.model,
        "build": effect.build,
        "planted": effect.model in names.planted,
        "task": effect.decision,
        "task_label": names.decision(effect.decision).label,
        "flip_pct": points_or_none(effect.value),
        "lo": points_or_none(effect.lo),
        "hi": points_or_none(effect.hi),
        "few": effect.few,
        "exact_range": range_or_none(effect.exact_range),
        "upper_if_none": points_or_none(make_cell(effect).upper_if_none),
        "changed": effect.changed,
        # The public contract has these two as fractions.
        "mean_abs_dp": effect.mean_move,
        "max_abs_dp": effect.max_move,
        "n": effect.texts,
        "asked": effect.asked,
        "record": effect.compares.to[0][0] if effect.compares.to else None,
        "study": scored_path(effect.decision, effect.edit),
        "answers": answers_part(effect),
    }
