"""The part `engines`: who was tested, how each is drawn and described, and in which builds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bd.board import MainBoard, engine_address
from bd.report.names import Names
from bd.report.palette import looks
from bd.study.records import Tolerance

__all__ = ["engines_part"]


def engines_part(names: Names, overall: MainBoard) -> list[dict[str, Any]]:
    """Return every model with an answer, in the order of their cards."""
    drawn = looks([(names.card(m).order, m) for m in names.models])
    severity = _severity(overall)
    return [
        {
            "id": model,
            "label": names.label(model),
            "kind": names.card(model).kind,
            "about": names.card(model).about,
            "licence": names.card(model).licence,
            "color": drawn[model].color,
            "color_dark": drawn[model].color_dark,
            "marker": drawn[model].marker,
            "sees_question": names.card(model).sees_question,
            "stand_in": model in names.planted,
            "planted": model in names.planted,
            "severity_rank": severity.get(model),
            "address": engine_address(model),
            "builds": [_build(names, model, build) for build in names.builds[model]],
        }
        for model in names.models
    ]


def _severity(overall: MainBoard) -> Mapping[str, int]:
    """Return a whole number for each model of the main board; those that share a place share it."""
    places = sorted({r.place for r in overall.rows if r.place is not None})
    return {r.model: places.index(r.place) + 1 for r in overall.rows if r.place is not None}


def _build(names: Names, model: str, build: str) -> dict[str, Any]:
    card = names.card(build)
    return {
        "id": build,
        "label": card.build_label or names.label(build),
        "main": build == model,
        "note": card.about if build != model else "",
        **({} if card.tolerance is None else {"tolerance": _tolerance(card.tolerance)}),
    }


def _tolerance(tolerance: Tolerance) -> dict[str, Any]:
    """Tell how far answers were seen to move from one machine to another; both numbers are fractions."""
    return {
        "probability": tolerance.probability,
        "choices": tolerance.choices,
        "machines": list(tolerance.machines),
        "why": tolerance.why,
    }
