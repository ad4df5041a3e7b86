"""One facet: one model's effect in one cell, as the data file tells it, in percentage points.

A facet without a number says why; nothing is ever NaN. Which cells there are and who is placed by them is the
board's part.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bd.board import Cell, CellKey, address, axes_of, points
from bd.effects.columns import MEASURES
from bd.effects.ranges import clopper_pearson
from bd.effects.records import Effect, Range
from bd.effects.saved import scored_path
from bd.report.names import Names
from bd.report.rates import rates_part
from bd.report.words import Words

__all__ = [
    "answers_part",
    "control_of",
    "facet_id",
    "facet_label",
    "facet_name",
    "level_address",
    "measured_facet",
    "missing_facet",
    "points_or_none",
    "range_or_none",
    "raw_part",
    "reasons_part",
]

_FLOOR_SOURCES = {"repeat": "ask-twice", "borrowed": "ask-twice-borrowed", "halves": "contrast", "none": "none"}
"""What the public contract calls the kinds of control."""
_HALF = 0.5
"""The share of changed answers that go either way where nothing pulls them."""


def points_or_none(fraction: float | None) -> float | None:
    """Return percentage points, or None where there is no number."""
    return None if fraction is None else points(fraction)


def range_or_none(pair: Range | None) -> list[float] | None:
    """Return both ends in percentage points, or None where there is no range."""
    return None if pair is None else [points(pair[0]), points(pair[1])]


def facet_id(key: CellKey) -> str:
    """Return the id of a facet within its characteristic."""
    return "/".join(part for part in (key.group, key.question, key.edit) if part)


def facet_label(names: Names, key: CellKey) -> str:
    """Return what a cell is called: the group, where there is one, and the decision."""
    group = names.group_label(names.characteristic(key.characteristic), key.group)
    question = names.decision(key.question).label
    return f"{group}, {question}" if group else question


def facet_name(names: Names, key: CellKey) -> dict[str, Any]:
    """Return what a cell is called, and which group, question and edit it stands for."""
    return {
        "id": facet_id(key),
        "label": facet_label(names, key),
        "group": key.group,
        "item": key.question,
        "edit": key.edit,
    }


def level_address(names: Names, key: CellKey) -> str:
    """Return the address of the page on which a cell stands."""
    return address(axes_of(names.characteristic(key.characteristic)), key.group, key.question)


def _where(names: Names, key: CellKey) -> dict[str, Any]:
    return facet_name(names, key) | {"address": level_address(names, key)}


def missing_facet(
    names: Names, words: Words, key: CellKey, model: str, cell: Cell | None, *, other_build_asked: bool
) -> dict[str, Any]:
    """Return the facet of a model that has no number in a cell, with the reason."""
    return _where(names, key) | {
        "engine": model,
        "status": "missing",
        "why": _why_missing(names, words, key, model, cell, other_build_asked=other_build_asked),
    }


def _why_missing(
    names: Names, words: Words, key: CellKey, model: str, cell: Cell | None, *, other_build_asked: bool
) -> str:
    if cell is not None:
        causes = "; ".join(f"{reason}: {count}" for reason, count in sorted(cell.effect.left_out.items()))
        text = words.missing["unanswered"].format(asked=cell.effect.asked)
        return f"{text} ({causes})" if causes else text
    if names.test(key).kind == "order" and not names.card(model).sees_order:
        return words.missing["order"]
    return words.missing["build" if other_build_asked else "unasked"]


def measured_facet(names: Names, words: Words, cell: Cell) -> dict[str, Any]:
    """Return the facet of an effect that has a number."""
    effect, told = cell.effect, cell.told
    return _where(names, cell.key) | {
        "engine": effect.model,
        "build": effect.build,
        "status": "measured",
        "planted": effect.model in names.planted,
        "measure": effect.measure,
        "n": cell.texts,
        "asked": effect.asked,
        "left_out": dict(sorted(effect.left_out.items())),
        "detected": cell.clear,
        "attributable": effect.attributable,
        "ranked": cell.ranked,
        "why_not_ranked": reasons_part(words, cell.why),
        "interval_method": words.interval_method(told, effect.resamples),
        "raw": raw_part(words, cell),
        "floor": _floor_part(names, words, cell),
        "control_kind": effect.control.kind,
        "points": _points_part(effect),
        "mostly_control": effect.mostly_control,
        "excess": {"value": points(cell.size)} | _ends(cell.range),
        "joint_range": range_or_none(told.joint_range),
        "clear_joint": told.clear_joint,
        "exact_range": range_or_none(told.exact_range),
        "few": told.few,
        "min_detectable": points_or_none(told.min_detectable),
        "upper_if_none": points_or_none(cell.upper_if_none),
        "changed": told.changed,
        "direction": effect.direction,
        "direction_label": _option_label(names, effect, effect.direction),
        "direction_share": points_or_none(effect.direction_share),
        "directions": [
            {"from": d.from_, "n": d.texts, "changed": d.changed, "toward": d.towards} for d in effect.directions
        ],
        "direction_counts": _direction_counts(effect),
        "range_90": range_or_none(told.range_90),
        "within_point": told.within_point,
        "frames": told.frames,
        "frame_range": range_or_none(told.frame_range),
        "frame_clear": cell.frame_clear,
        "common": _common_part(effect),
        "rates": rates_part(names, words, cell),
        "ranked_on": "own" if cell.common is None else "common",
        "on_own_texts": _on_own_texts(cell),
        "positive": effect.positive,
        "positive_label": _option_label(names, effect, effect.positive),
        "accuracy": points_or_none(effect.accuracy),
        "accuracy_range": range_or_none(effect.accuracy_range),
        "chance": effect.chance,
        "resamples": effect.resamples,
        "seed": effect.seed,
        "unpinned": effect.unpinned,
        "cannot_see_change": effect.cannot_see_change,
        "decides": effect.decides,
        "records": sorted({path for path, _ in effect.answers}),
        "answers": answers_part(effect),
        "study": scored_path(effect.decision, effect.edit),
        "source": words.saved_answers,
        "extra": {},
        "note": None,
    }


def _on_own_texts(cell: Cell) -> dict[str, Any] | None:
    """Return the effect on the model's own texts, where it is ranked on those that every model answered."""
    effect = cell.effect
    if cell.common is None:
        return None
    told = {"raw": points_or_none(effect.value), "floor": points(effect.control.value), "detected": effect.clear}
    return told | {"value": points_or_none(effect.effect), "n": effect.texts} | _ends(effect.range)


def _direction_counts(effect: Effect) -> dict[str, Any] | None:
    """Return how many changed answers went the way that is told, and whether that many can be told from a coin's fall.

    It is settled where the exact 95% range of their share leaves out one half.
    """
    changed, toward = (sum(getattr(d, part) for d in effect.directions) for part in ("changed", "towards"))
    if effect.direction is None or not changed or not MEASURES[effect.measure].counts:
        return None
    low, high = clopper_pearson(toward, changed)
    return {"toward": toward, "changed": changed, "settled": not low <= _HALF <= high}


def reasons_part(words: Words, why: Iterable[str]) -> list[dict[str, str]]:
    """Return the reasons why something is shown and not ranked, each with its words."""
    return [{"id": reason, "text": words.reasons[reason]} for reason in why]


def answers_part(effect: Effect) -> list[dict[str, str]]:
    """Return every log behind an effect."""
    return [{"path": path, "sha256": sha256} for path, sha256 in sorted(effect.answers)]


def _ends(pair: Range | None) -> dict[str, float | None]:
    return {"lo": None, "hi": None} if pair is None else {"lo": points(pair[0]), "hi": points(pair[1])}


def raw_part(words: Words, cell: Cell) -> dict[str, Any]:
    """Return what was measured before the control is subtracted, with its sign, on the texts that are told."""
    told, measure = cell.told, words.measures[cell.effect.measure]
    found = {"value": points_or_none(told.value), "lo": points_or_none(told.lo), "hi": points_or_none(told.hi)}
    return found | {"label": measure["label"], "unit": measure["unit"]}


def control_of(cell: Cell) -> float:
    """Return what is subtracted, as a fraction, on the texts that the cell stands on."""
    return cell.effect.control.value if cell.common is None else cell.common.control or 0.0


def _common_part(effect: Effect) -> dict[str, Any] | None:
    """Return the same result on the texts that every compared model answered."""
    common = effect.common
    if common is None:
        return None
    return {
        "n": common.texts,
        "models": common.models,
        "raw": points_or_none(common.value),
        "floor": points_or_none(common.control),
        "value": points_or_none(common.effect),
    } | _ends(common.range)


def _points_part(effect: Effect) -> dict[str, Any] | None:
    """Return how far the model was for the followed option in the texts as written, with the control and changed."""
    found = effect.points
    if found is None:
        return None
    return {
        "of": "answers" if MEASURES[effect.measure].counts else "probability",
        "n": found.texts,
        "written": points_or_none(found.written),
        "control": points_or_none(found.control),
        "change": points(found.change),
        "others": points_or_none(found.others),
    }


def _floor_part(names: Names, words: Words, cell: Cell) -> dict[str, Any]:
    """Return what is subtracted, and where it comes from."""
    control, own = cell.effect.control, cell.common is None
    floor: dict[str, Any] = {
        "value": points(control_of(cell)),
        "lo": points_or_none(control.lo) if own else None,
        "hi": points_or_none(control.hi) if own else None,
        "label": _floor_label(names, words, cell),
        "source": _floor_source(cell),
        "n": control.texts if own else cell.texts,
        "asked": control.asked,
        "answered": control.answered,
    }
    if control.from_ is not None:
        floor["study"] = control.from_
    return floor


def _floor_source(cell: Cell) -> str:
    control = cell.effect.control
    if control.kind in _FLOOR_SOURCES:
        return _FLOOR_SOURCES[control.kind]
    # A control version is either within the column itself (each text against its own control) or a column of its own.
    return "paired" if control.compares is None else "contrast"


def _floor_label(names: Names, words: Words, cell: Cell) -> str:
    versions = names.test(cell.key).by_role("control")
    return versions[0].label if versions else words.controls[cell.effect.control.kind]


def _option_label(names: Names, effect: Effect, option: str | None) -> str | None:
    return None if option is None else names.decision(effect.decision).option(option).label
