"""The part `builds`: each second build of a model beside the build that speaks for it, result by result.

Second builds take no place; here one sees whether it matters which build a model is known by. Where both are the same
package and weights, asked on other machines, it is the machine whose doing is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bd.answers.read import MILLION
from bd.board import CellKey, Standings, points
from bd.board.addresses import builds_address
from bd.board.cells import Cell
from bd.effects.records import DIGITS
from bd.effects.unedited import unedited
from bd.files import dump_json
from bd.report.examples import AnswerSource
from bd.report.facets import facet_id, facet_label, level_address
from bd.report.names import Names

__all__ = ["builds_part"]

Pair = tuple[CellKey, Cell, Cell]


def builds_part(names: Names, found: Sequence[Standings], source: AnswerSource | None) -> list[dict[str, Any]]:
    """Return one entry for each second build that shares a result or an answer with the model's own.

    Parameters
    ----------
    found
        Every characteristic with data.
    source
        The saved answers; None leaves out how single answers differ.
    """
    return [
        _entry(names, found, model, build, source)
        for model in names.models
        for build in names.builds[model]
        if build != model and any(build in each.cells and model in each.cells for each in found)
    ]


def _entry(
    names: Names, found: Sequence[Standings], model: str, build: str, source: AnswerSource | None
) -> dict[str, Any]:
    pairs = [pair for each in found for pair in _pairs(each.cells, each.keys, model, build)]
    moves = [abs(points(other.size) - points(main.size)) for _, main, other in pairs]
    return {
        "engine": model,
        "build": build,
        "address": builds_address(model),
        "n_cells": len(pairs),
        "n_same_verdict": sum(main.clear == other.clear for _, main, other in pairs),
        "largest_move": round(max(moves), 4) if moves else None,
        "n_beyond_range": sum(_beyond(main, other) for _, main, other in pairs),
        **({} if source is None else _machines(source, model, build)),
        "cells": [_cell(names, pair) for pair in pairs],
        "answers": [] if source is None else list(_answers(names, model, build, source)),
    }


def _machines(source: AnswerSource, model: str, build: str) -> dict[str, Any]:
    """Tell what both builds ran on, and whether nothing else differs between them."""
    told = [source.descriptions(each) for each in (model, build)]
    machines = [sorted({str(s.machine) for s in each if s.machine is not None}) for each in told]
    made = [{(dump_json(dict(s.build)), s.decides, s.cutoff) for s in each} for each in told]
    apart = bool(machines[0] and machines[1]) and not set(machines[0]) & set(machines[1])
    same = len(made[0]) == 1 and made[0] == made[1] and all("weights_sha256" in s.build for each in told for s in each)
    return {"machines": {"main": machines[0], "other": machines[1]}, "only_machine": apart and same}


def _beyond(main: Cell, other: Cell) -> bool:
    """Return whether the other build's effect lies outside the 95% range of the first."""
    return main.range is not None and not main.range[0] <= other.size <= main.range[1]


def _pairs(
    cells: Mapping[str, Mapping[CellKey, Cell]], keys: Iterable[CellKey], model: str, build: str
) -> Iterator[Pair]:
    mine, others = cells.get(model, {}), cells.get(build, {})
    for key in keys:
        if key in mine and key in others and mine[key].measured and others[key].measured:
            yield key, mine[key], others[key]


def _cell(names: Names, pair: Pair) -> dict[str, Any]:
    key, main, other = pair
    return {
        "characteristic": key.characteristic,
        "facet": facet_id(key),
        "facet_label": facet_label(names, key),
        "address": level_address(names, key),
        "main": _side(main),
        "other": _side(other),
        "same_verdict": main.clear == other.clear,
        "move": round(points(other.size) - points(main.size), 4) + 0.0,
    }


def _side(cell: Cell) -> dict[str, Any]:
    ends = cell.range
    return {
        "value": points(cell.size),
        "lo": None if ends is None else points(ends[0]),
        "hi": None if ends is None else points(ends[1]),
        "n": cell.texts,
        "clear": cell.clear,
    }


def _answers(names: Names, model: str, build: str, source: AnswerSource) -> Iterator[dict[str, Any]]:
    """Compare the answers to unedited texts, question by question; probabilities as fractions."""
    for decision in sorted(names.study.decisions):
        columns = [source.column(b, decision, unedited(b, decision)) for b in (model, build)]
        if columns[0] is None or columns[1] is None:
            continue
        (choices, p), (other_choices, other_p) = columns[0], columns[1]
        both = (choices >= 0) & (other_choices >= 0) & ~np.isnan(p) & ~np.isnan(other_p)
        if both.any():
            moves = np.abs(np.rint((p - other_p)[both] * MILLION)).astype(np.int64)
            yield {
                "item": decision,
                "n": int(both.sum()),
                "same_answer": points(int((choices == other_choices)[both].sum()) / int(both.sum())),
                "mean_move": round(int(moves.sum()) / (len(moves) * MILLION), DIGITS),
                "max_move": int(moves.max()) / MILLION,
            }
