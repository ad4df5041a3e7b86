"""The part `dimensions`: each characteristic with its words, its boards and every cell of every model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bd.board import CellKey, Standings
from bd.report.boards import board_part, head_part, level_part
from bd.report.facets import facet_id, facet_name, measured_facet, missing_facet
from bd.report.names import Names
from bd.report.words import Words
from bd.study.records import COUNTED, Characteristic, Group, Test

__all__ = ["Beside", "dimension_part", "test_part"]


@dataclass(frozen=True)
class Beside:
    """What stands beside the numbers of a cell."""

    examples: Mapping[CellKey, Mapping[str, Any]]
    """A typical text, where there is one."""
    extremes: Mapping[CellKey, Mapping[str, Any]]
    """The text on which an answer moved furthest."""


def dimension_part(
    names: Names,
    words: Words,
    found: Standings,
    beside: Beside,
    *,
    counted: bool,
) -> dict[str, Any]:
    """Return one characteristic.

    Parameters
    ----------
    found
        Its levels, boards and cells.
    beside
        Texts that stand beside the numbers.
    counted
        Whether it enters the main board's average.
    """
    characteristic = found.characteristic
    facets = {
        model: [_facet(names, words, found, beside, key, model, model) for key in found.keys] for model in names.models
    }
    return _words_part(words, characteristic) | {
        "id": characteristic.id,
        "label": characteristic.label,
        "long": characteristic.long,
        "kind": characteristic.kind,
        "counted": counted,
        "supplemental": characteristic.kind != COUNTED,
        "address": found.top.address,
        "facet_kind": _facet_kind(found),
        "facets": [facet_name(names, key) for key in found.keys],
        "notes": list(characteristic.notes),
        "search": list(characteristic.search),
        "tests": [test_part(test) for test in characteristic.tests],
        "ranks": found.top.board.places,
        "board": board_part(names, words, found.top),
        "cells": {model: _cell(names, words, found, model, facets[model]) for model in names.models},
        "builds": {
            build: _cell(names, words, found, build, _build_facets(names, words, found, beside, build))
            for build in _second_builds(names, found)
        },
        "breakdown": _breakdown(names, words, found, facets, beside),
    }


def _facet_kind(found: Standings) -> str:
    if found.axes.groups_vary and found.axes.questions_vary:
        return "cell"
    return "group" if found.axes.groups_vary else "item"


def _words_part(words: Words, characteristic: Characteristic) -> dict[str, Any]:
    """Return the words of all tests together, each sentence once."""
    measures = list(dict.fromkeys(t.measure for t in characteristic.tests))

    def together(part: str) -> str:
        return "\n\n".join(dict.fromkeys(t.words[part] for t in characteristic.tests))

    return {
        "measure": "+".join(measures),
        "measure_plain": ", and ".join(dict.fromkeys(words.measures[m]["plain"] for m in measures)),
        "unit": "percentage points",
        "raw_unit": ", ".join(dict.fromkeys(words.measures[m]["unit"] for m in measures)),
        "cue": together("changed"),
        "floor": together("control"),
        "excess": together("scored"),
        "source": words.saved_answers,
        "prereg_section": "",
    }


_WORDS = ("changed", "control", "measured", "scored", "when", "limits")


def test_part(test: Test) -> dict[str, Any]:
    """Return one test in words."""
    return {
        "edit": test.edit,
        "kind": test.kind,
        "measure": test.measure,
        "control": test.control,
        "decisions": list(test.decisions),
        "versions": [{"id": v.id, "label": v.label, "role": v.role, "group": v.group} for v in test.versions],
        "words": {part: test.words.get(part, "") for part in _WORDS},
    }


def _facet(
    names: Names, words: Words, found: Standings, beside: Beside, key: CellKey, model: str, build: str
) -> dict[str, Any]:
    cell = found.cells.get(build, {}).get(key)
    if cell is None or not cell.measured:
        elsewhere = any(key in found.cells.get(b, {}) for b in names.builds[model] if b != build)
        return missing_facet(names, words, key, model, cell, other_build_asked=elsewhere)
    return measured_facet(names, words, cell)


def _second_builds(names: Names, found: Standings) -> Iterable[str]:
    for model in names.models:
        yield from (b for b in names.builds[model] if b != model and b in found.cells)


def _build_facets(names: Names, words: Words, found: Standings, beside: Beside, build: str) -> list[dict[str, Any]]:
    model = next(iter(found.cells[build].values())).effect.model
    return [_facet(names, words, found, beside, k, model, build) for k in found.keys if k in found.cells[build]]


def _cell(names: Names, words: Words, found: Standings, build: str, facets: list[dict[str, Any]]) -> dict[str, Any]:
    head = found.top.heads.get(build)
    if head is None:
        whys = list(dict.fromkeys(f["why"] for f in facets))
        engine = facets[0]["engine"]
        return {"engine": engine, "status": "missing", "why": "; ".join(whys), "facets": facets}
    return head_part(names, words, head, found.top) | {"facets": facets, "prereg": []}


def _breakdown(
    names: Names,
    words: Words,
    found: Standings,
    facets: Mapping[str, list[dict[str, Any]]],
    beside: Beside,
) -> dict[str, Any]:
    axes, characteristic = found.axes, found.characteristic
    groups = dict.fromkeys(k.group for k in found.keys if k.group is not None)
    items = {k.question for k in found.keys}
    return {
        "group_kind": "group" if groups else None,
        "item_kind": "decision" if items else None,
        "groups": [_group(characteristic, g) for g in characteristic.groups if g.id in groups],
        "items": [_item(names, question) for question in axes.questions if question in items],
        "cells": [
            {
                "group": key.group,
                "item": key.question,
                "edit": key.edit,
                "facet": facet_id(key),
                "prereg": False,
                "engines": {model: facets[model][number] for model in names.models},
                "builds": {
                    build: _facet(names, words, found, beside, key, found.cells[build][key].effect.model, build)
                    for build in _second_builds(names, found)
                    if key in found.cells[build] and found.cells[build][key].measured
                },
                "example": beside.examples.get(key),
                "extreme": beside.extremes.get(key),
            }
            for number, key in enumerate(found.keys)
        ],
        "levels": [level_part(names, words, level) for level in found.levels[1:]],
        "pending": [],
        "example_note": None,
    }


def _group(characteristic: Characteristic, group: Group) -> dict[str, Any]:
    clauses = dict.fromkeys(v.label for t in characteristic.tests for v in t.versions if v.group == group.id)
    return {"id": group.id, "label": group.label, "clause": " / ".join(clauses), "search": list(group.search)}


def _item(names: Names, question: str) -> dict[str, Any]:
    decision = names.decision(question)
    return {
        "id": question,
        "label": decision.label,
        "question": decision.question,
        "options": [option.label for option in decision.options],
        "positive": decision.positive,
    }
