"""Which texts of a cell are shown: the most typical one, and the one on which a model's answer moved furthest.

Typical is the text on which the models' confidence moves by the median amount, so that no example is picked for its
effect; the other is named as what it is. Both rules leave nothing to choose. The answers come from an `AnswerSource`;
how they are read is not known here, and how a text is told is `bd.report.evidence`'s part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board import CellKey
from bd.board.cells import make_cell
from bd.effects.records import Effect, Part
from bd.report.evidence import AnswerSource, CellAnswers, Column, Pair, control_parts, evidence_part
from bd.report.names import Names, names_of
from bd.study.records import NOISE, Study

__all__ = ["AnswerSource", "find_examples", "find_extremes"]

_TYPICAL = "the text on which the models' confidence moves by the median amount"
_EXTREME = (
    "not a typical text: the one on which a single model’s confidence moves furthest, here that of {model}; of equal "
    "moves the first model’s, and of its texts the first"
)


def find_examples(study: Study, effects: Iterable[Effect], source: AnswerSource) -> dict[CellKey, dict[str, Any]]:
    """Return the typical text of every cell that has one, ready for `build_leaderboard`.

    Parameters
    ----------
    study, effects
        As for `build_leaderboard`.
    source
        The saved answers behind the effects.
    """
    return _find(study, effects, source, _example)


def find_extremes(study: Study, effects: Iterable[Effect], source: AnswerSource) -> dict[CellKey, dict[str, Any]]:
    """Return, for every cell, the text on which one model's confidence moved furthest; none where nobody's moved.

    Parameters are as for `find_examples`.
    """
    return _find(study, effects, source, _extreme)


def _find(
    study: Study,
    effects: Iterable[Effect],
    source: AnswerSource,
    pick: Callable[[Names, CellAnswers], dict[str, Any] | None],
) -> dict[CellKey, dict[str, Any]]:
    effects = sorted(effects, key=lambda e: (e.characteristic, e.decision, e.edit, e.key))
    names = names_of(study, effects)
    by_cell: dict[CellKey, list[Effect]] = {}
    for effect in effects:
        by_cell.setdefault(make_cell(effect).key, []).append(effect)
    noise = {c.id for c in study.characteristics if c.kind == NOISE}
    cells = (_cell(names, key, cell, source) for key, cell in by_cell.items() if key.characteristic not in noise)
    found = {cell.key: pick(names, cell) for cell in cells if cell.voters}
    return {key: example for key, example in found.items() if example is not None}


def _cell(names: Names, key: CellKey, effects: Iterable[Effect], source: AnswerSource) -> CellAnswers:
    place = {build: (n, m) for n, model in enumerate(names.models) for m, build in enumerate(names.builds[model])}
    ordered = sorted(effects, key=lambda e: place[e.build])
    answered = tuple((e, pair) for e in ordered if (pair := _pair(e, _sides(e), source)) is not None)
    builds = {e.build for e, _ in answered}
    controls = ((e, _pair(e, control_parts(e), source)) for e in ordered if e.build in builds)
    voters = tuple((e, p) for e, p in answered if e.build == e.model and e.model not in names.planted)
    texts = source.texts(key.question) if answered else ()
    return CellAnswers(key, texts, answered, tuple((e, p) for e, p in controls if p is not None), voters or answered)


def _sides(effect: Effect) -> tuple[Part, Part] | None:
    compares = effect.compares
    return (compares.from_[0], compares.to[0]) if compares.from_ and compares.to else None


def _pair(effect: Effect, parts: tuple[Part, Part] | None, source: AnswerSource) -> Pair | None:
    if parts is None:
        return None
    before, after = (source.column(effect.build, effect.decision, part) for part in parts)
    return None if before is None or after is None else (before, after)


def _example(names: Names, cell: CellAnswers) -> dict[str, Any] | None:
    place = _typical([pair for _, pair in cell.voters])
    return None if place is None else evidence_part(names, cell, place, cell.voters[0][0].model, _TYPICAL)


def _extreme(names: Names, cell: CellAnswers) -> dict[str, Any] | None:
    found = _furthest([pair for _, pair in cell.voters])
    if found is None:
        return None
    model = cell.voters[found[0]][0].model
    return evidence_part(names, cell, found[1], model, _EXTREME.format(model=names.label(model)))


def _typical(pairs: Sequence[Pair]) -> int | None:
    """Return the place of the text with the median move, over the models that can be averaged; None without any.

    The moves are summed as whole millionths, so that equal moves are equal on every machine; of those the first text
    is taken. Where no text was answered by everyone, the first model alone decides.
    """
    for several in (pairs, pairs[:1]):
        if not several:
            return None
        both = np.all([_answered(before) & _answered(after) for before, after in several], axis=0)
        places = np.flatnonzero(both)
        if len(places):
            moves = sum(_millionths(after)[places] - _millionths(before)[places] for before, after in several)
            order = np.argsort(moves, kind="stable")
            middle = np.asarray(moves)[order[(len(order) - 1) // 2]]
            return int(places[np.flatnonzero(moves == middle)[0]])
    return None


def _furthest(pairs: Sequence[Pair]) -> tuple[int, int] | None:
    """Return which model's confidence moves furthest and on which text; None where none moves at all."""
    moves = [
        np.where(_answered(before) & _answered(after), abs(_millionths(after) - _millionths(before)), 0)
        for before, after in pairs
    ]
    most = max(int(each.max(initial=0)) for each in moves)
    if most == 0:
        return None
    model = next(n for n, each in enumerate(moves) if most in each)
    return model, int(np.flatnonzero(moves[model] == most)[0])


def _answered(column: Column) -> NDArray[np.bool_]:
    choices, p = column
    return np.asarray((choices >= 0) & np.isfinite(p))


def _millionths(column: Column) -> NDArray[np.int64]:
    return np.rint(np.nan_to_num(column[1]) * MILLION).astype(np.int64)
