"""One example text for each cell: the most typical one, in both versions, with every model's answers to them.

Typical is the text on which the models' confidence moves by the median amount, so that no example is picked for its
effect. The answers come from an `AnswerSource`; how they are read is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board import CellKey
from bd.board.cells import make_cell
from bd.effects.records import Effect, Part
from bd.report.names import Names, names_of
from bd.report.versions import Shown, asked_text, segments, version_of
from bd.study.records import NOISE, Decision, Study

__all__ = ["AnswerSource", "find_examples"]

Column = tuple[NDArray[np.int8], NDArray[np.float64]]
"""Chosen option's index, -1 where there is no answer; probability of the positive option, NaN where there is none."""

_CHOSEN = "the text on which the models' confidence moves by the median amount"


class AnswerSource(Protocol):
    """Where saved answers come from."""

    def texts(self, decision: str) -> tuple[str, ...]:
        """Return the ids of a decision's texts, in order."""

    def column(self, build: str, decision: str, part: Part) -> Column | None:
        """Return one version's answers by one build, aligned to `texts(decision)`; None where there are none."""


def find_examples(study: Study, effects: Iterable[Effect], source: AnswerSource) -> dict[CellKey, dict[str, Any]]:
    """Return an example for every cell that has one, ready for `build_leaderboard`.

    Parameters
    ----------
    study, effects
        As for `build_leaderboard`.
    source
        The saved answers behind the effects.
    """
    effects = sorted(effects, key=lambda e: (e.characteristic, e.decision, e.edit, e.key))
    names = names_of(study, effects)
    by_cell: dict[CellKey, list[Effect]] = {}
    for effect in effects:
        by_cell.setdefault(make_cell(effect).key, []).append(effect)
    noise = {c.id for c in study.characteristics if c.kind == NOISE}
    found = {
        key: _example(names, key, _in_order(names, cell), source)
        for key, cell in by_cell.items()
        if key.characteristic not in noise
    }
    return {key: example for key, example in found.items() if example is not None}


def _in_order(names: Names, effects: Iterable[Effect]) -> list[Effect]:
    place = {build: (n, m) for n, model in enumerate(names.models) for m, build in enumerate(names.builds[model])}
    return sorted(effects, key=lambda e: place[e.build])


def _example(names: Names, key: CellKey, effects: Sequence[Effect], source: AnswerSource) -> dict[str, Any] | None:
    answered = [(e, pair) for e in effects if (pair := _pair(e, source)) is not None]
    voters = [(e, p) for e, p in answered if e.build == e.model and e.model not in names.planted] or answered
    place = _typical([pair for _, pair in voters])
    if place is None:
        return None
    decision, test = names.decision(key.question), names.test(key)
    text_id = source.texts(key.question)[place]
    first = voters[0][0]
    sides = [version_of(test, decision, part[1]) for part in (first.compares.from_[0], first.compares.to[0])]
    texts = [asked_text(names.study, decision, test, side, text_id) for side in sides]
    if texts[0] is None or texts[1] is None:
        return None
    runs, shortened = segments(texts[0], texts[1])
    main = {e.model: _answers(decision, pair, place) for e, pair in answered if e.build == e.model}
    others = {e.build: _answers(decision, pair, place) for e, pair in answered if e.build != e.model}
    return {
        "task": key.question,
        "source_id": text_id,
        "engine": first.model,
        "positive": decision.positive,
        "question": decision.question,
        "chosen": _CHOSEN,
        "shortened": shortened,
        "versions": [_version(side, each) for side, each in zip(sides, runs, strict=True)],
        "answers": main,
        "builds": others,
        "records": sorted({part[0] for e, _ in answered for part in (e.compares.from_[0], e.compares.to[0])}),
        "texts": ["".join(piece for piece, _ in each) for each in runs],
    }


def _pair(effect: Effect, source: AnswerSource) -> tuple[Column, Column] | None:
    if not effect.compares.from_ or not effect.compares.to:
        return None
    sides = [
        source.column(effect.build, effect.decision, part) for part in (effect.compares.from_[0], effect.compares.to[0])
    ]
    return None if sides[0] is None or sides[1] is None else (sides[0], sides[1])


def _typical(pairs: Sequence[tuple[Column, Column]]) -> int | None:
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


def _answered(column: Column) -> NDArray[np.bool_]:
    choices, p = column
    return np.asarray((choices >= 0) & np.isfinite(p))


def _millionths(column: Column) -> NDArray[np.int64]:
    return np.rint(np.nan_to_num(column[1]) * MILLION).astype(np.int64)


def _version(side: Shown, runs: Iterable[tuple[str, bool]]) -> dict[str, Any]:
    return {
        "id": side.id,
        "label": side.label,
        "segments": [[piece, int(changed)] for piece, changed in runs],
        "options": list(side.options),
    }


def _answers(decision: Decision, pair: tuple[Column, Column], place: int) -> list[dict[str, Any]]:
    return [_answer(decision, int(choices[place]), float(p[place])) for choices, p in pair]


def _answer(decision: Decision, choice: int, p: float) -> dict[str, Any]:
    return {
        "p": round(p, 6) if np.isfinite(p) else None,
        "choice": decision.options[choice].id if choice >= 0 else None,
    }
