"""Which texts of a cell are shown: the most typical one, and the one on which a model's answer moved furthest.

Typical is the text on which the models' confidence moves by the median amount, so that no example is picked for its
effect; the other is named as what it is. Where groups are compared, what counts is the distance from the average of
the other groups. Both rules leave nothing to choose. The answers come from an `AnswerSource`; how they are read is not
known here, and how a text is told is `bd.report.evidence`'s part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board import CellKey
from bd.board.cells import make_cell
from bd.effects.columns import MEASURES
from bd.effects.records import Effect, Part
from bd.effects.unedited import unedited
from bd.report.evidence import AnswerSource, CellAnswers, Column, Pair, control_parts, evidence_part, has_answer
from bd.report.names import Names, names_of
from bd.study.records import NOISE, Study

__all__ = ["AnswerSource", "find_examples", "find_extremes"]

_TYPICAL = "the text on which the models' confidence moves by the median amount"
_EXTREME = (
    "not a typical text: the one on which a single model’s confidence moves furthest, here that of {model}, of the "
    "texts that every model answered if any moves there"
)
_TYPICAL_AMONG = "the text on which the models' confidence is the median distance from the other groups' average"
_EXTREME_AMONG = (
    "not a typical text: the one on which a single model’s confidence is furthest from the other groups' average, here "
    "that of {model}, of the texts that every model answered if any is apart there"
)


@dataclass(frozen=True)
class _Move:
    """How far one model's confidence moves on each text."""

    size: NDArray[np.int64]
    """In whole parts of a millionth, the same parts for all models; 0 where it is not known."""
    known: NDArray[np.bool_]


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
    alike = any(not e.attributable for e, _ in answered)
    return CellAnswers(
        key=key,
        texts=source.texts(key.question) if answered else (),
        answered=answered,
        controls=tuple((e, p) for e, p in controls if p is not None),
        voters=voters or answered,
        others={e.build: _others(e, source) for e, _ in answered if MEASURES[e.measure].against_others},
        unedited=tuple(_unedited([e for e, _ in answered], source)) if alike else (),
        drawn=tuple(e.build for e, _ in answered if source.drawn(e.build, e.decision, e.compares.to[0])),
    )


def _sides(effect: Effect) -> tuple[Part, Part] | None:
    compares = effect.compares
    return (compares.from_[0], compares.to[0]) if compares.from_ and compares.to else None


def _pair(effect: Effect, parts: tuple[Part, Part] | None, source: AnswerSource) -> Pair | None:
    if parts is None:
        return None
    before, after = (source.column(effect.build, effect.decision, part) for part in parts)
    return None if before is None or after is None else (before, after)


def _others(effect: Effect, source: AnswerSource) -> tuple[Column, ...]:
    """Return the first version of each other group."""
    columns = (source.column(effect.build, effect.decision, parts[0]) for parts in effect.compares.others if parts)
    return tuple(column for column in columns if column is not None)


def _unedited(effects: Iterable[Effect], source: AnswerSource) -> Iterator[tuple[Effect, Column]]:
    """Yield the answers to the texts as they were written, of builds that were asked them."""
    for effect in effects:
        column = source.column(effect.build, effect.decision, unedited(effect.build, effect.decision))
        if column is not None:
            yield effect, column


def _example(names: Names, cell: CellAnswers) -> dict[str, Any] | None:
    place = _typical(_moves(cell))
    chosen = _TYPICAL_AMONG if cell.others else _TYPICAL
    return None if place is None else evidence_part(names, cell, place, cell.voters[0][0].model, chosen)


def _extreme(names: Names, cell: CellAnswers) -> dict[str, Any] | None:
    found = _furthest(_moves(cell))
    if found is None:
        return None
    model, chosen = cell.voters[found[0]][0].model, _EXTREME_AMONG if cell.others else _EXTREME
    return evidence_part(names, cell, found[1], model, chosen.format(model=names.label(model)))


def _moves(cell: CellAnswers) -> list[_Move]:
    """Return how far each model that has a say moves, in whole numbers, so that equal moves are equal on every machine.

    A mean over several groups is multiplied out by their number, for all models alike.
    """
    times = math.lcm(*(len(columns) or 1 for columns in cell.others.values()))
    return [_move(pair, cell.others.get(effect.build, ()), times) for effect, pair in cell.voters]


def _move(pair: Pair, others: Sequence[Column], times: int) -> _Move:
    before, after = pair
    known = np.logical_and.reduce([has_answer(column) for column in (*pair, *others)])
    start = sum(_millionths(o) for o in others) * (times // len(others)) if others else _millionths(before) * times
    return _Move(np.where(known, _millionths(after) * times - start, 0), known)


def _typical(moves: Sequence[_Move]) -> int | None:
    """Return the place of the text with the median move, over the models that can be averaged; None without any.

    Of equal moves the first text is taken. Where no text was answered by everyone, the first model alone decides.
    """
    for several in (moves, moves[:1]):
        if not several:
            return None
        places = np.flatnonzero(np.all([move.known for move in several], axis=0))
        if len(places):
            total = np.sum([move.size[places] for move in several], axis=0)
            order = np.argsort(total, kind="stable")
            middle = total[order[(len(order) - 1) // 2]]
            return int(places[np.flatnonzero(total == middle)[0]])
    return None


def _furthest(moves: Sequence[_Move]) -> tuple[int, int] | None:
    """Return which model's confidence moves furthest and on which text; None where none moves at all.

    Where anybody moves on a text that everyone answered, only such texts are looked at, so that no model is missing
    from what is shown. Of equal moves the first model's is taken, and of its texts the first.
    """
    everyone = np.logical_and.reduce([move.known for move in moves])
    for allowed in (everyone, np.ones_like(everyone)):
        sizes = [np.where(allowed, abs(move.size), 0) for move in moves]
        most = max(int(each.max(initial=0)) for each in sizes)
        if most:
            model = next(n for n, each in enumerate(sizes) if most in each)
            return model, int(np.flatnonzero(sizes[model] == most)[0])
    return None


def _millionths(column: Column) -> NDArray[np.int64]:
    return np.rint(np.nan_to_num(column[1]) * MILLION).astype(np.int64)
