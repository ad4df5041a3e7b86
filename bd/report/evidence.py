"""One text of a cell as the data file tells it: every version with its changes marked, and every model's answers.

Which text that is, is `bd.report.examples`' part. Where a test has a control on the same text, a version of its own or
the same text asked again, that stands beside it with the answers to it; where it is measured from the control itself,
the text as it was written does. Where groups are compared, so does what the other groups gave on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from bd.answers.sidecar import Sidecar
from bd.board import CellKey
from bd.effects.records import Effect, Part
from bd.report.facets import points_or_none
from bd.report.names import Names
from bd.report.versions import Runs, Shown, asked_text, segments, version_of, version_of_part
from bd.study.records import Decision

__all__ = ["AnswerSource", "CellAnswers", "Column", "Pair", "control_parts", "evidence_part", "has_answer"]

Column = tuple[NDArray[np.int8], NDArray[np.float64]]
"""Chosen option's index, -1 where there is no answer; probability of the positive option, NaN where there is none."""
Pair = tuple[Column, Column]
"""The answers to the text before and after a change."""
_Told = TypeVar("_Told")


class AnswerSource(Protocol):
    """Where saved answers come from."""

    def texts(self, decision: str) -> tuple[str, ...]:
        """Return the ids of a decision's texts, in order."""

    def column(self, build: str, decision: str, part: Part) -> Column | None:
        """Return one version's answers by one build, aligned to `texts(decision)`; None where there are none."""

    def drawn(self, build: str, decision: str, part: Part) -> bool:
        """Return whether those answers were drawn at random, by the model's probabilities."""

    def descriptions(self, build: str) -> tuple[Sidecar, ...]:
        """Return what stands beside the logs of a build, of those that have a description."""


@dataclass(frozen=True)
class CellAnswers:
    """One cell with every answer to it."""

    key: CellKey
    texts: tuple[str, ...]
    answered: tuple[tuple[Effect, Pair], ...]
    """The first version of either side, as each build answered it, in the order of the models."""
    controls: tuple[tuple[Effect, Pair], ...]
    """The same of the control, for those builds that have one on the same texts."""
    voters: tuple[tuple[Effect, Pair], ...]
    """Who has a say in which text is taken: not planted models or second builds, unless there is nobody else."""
    others: Mapping[str, tuple[Column, ...]]
    """By build, the first version of each other group, where groups are compared."""
    unedited: tuple[tuple[Effect, Column], ...]
    """The text as it was written, where every phrase moves the answers alike: the control phrase may be the cause."""
    drawn: tuple[str, ...]
    """Builds whose answers were drawn at random."""


def has_answer(column: Column) -> NDArray[np.bool_]:
    """Return which texts have an answer with its probability."""
    choices, p = column
    return np.asarray((choices >= 0) & np.isfinite(p))


def control_parts(effect: Effect) -> tuple[Part, Part] | None:
    """Return the first version on either side of a control on the same texts; None where there is none."""
    control = effect.control
    if control.compares is None or control.kind == "borrowed" or not control.compares.from_ or not control.compares.to:
        return None
    return control.compares.from_[0], control.compares.to[0]


def evidence_part(names: Names, cell: CellAnswers, place: int, engine: str, chosen: str) -> dict[str, Any] | None:
    """Return one text of a cell, ready for the data file; None where the text has no such version.

    Parameters
    ----------
    place
        Where the text stands among those of the decision.
    engine
        The model on whose account it was taken.
    chosen
        Words for readers: by which rule.
    """
    key, first = cell.key, cell.voters[0][0]
    decision, test, text_id = names.decision(key.question), names.test(key), cell.texts[place]
    sides = [version_of(test, decision, part[1]) for part in (first.compares.from_[0], first.compares.to[0])]
    texts = [asked_text(names.study, decision, test, side, text_id) for side in sides]
    if texts[0] is None or texts[1] is None:
        return None
    runs, shortened = segments(texts[0], texts[1])
    others = _others(cell, place)
    logs = {part[0] for e, _ in cell.answered for part in (e.compares.from_[0], e.compares.to[0])}
    control = _control(names, cell, place)
    unedited = _unedited(decision, cell, place)
    return {
        "task": key.question,
        "source_id": text_id,
        "engine": engine,
        "positive": decision.positive,
        "question": decision.question,
        "chosen": chosen,
        "shortened": shortened,
        "versions": [_version(side, each) for side, each in zip(sides, runs, strict=True)],
        **_said(decision, cell.answered, place),
        "records": sorted(logs),
        "texts": ["".join(piece for piece, _ in each) for each in runs],
        "moves": _moves(cell, place),
        "drawn": list(cell.drawn),
        **({} if control is None else {"control": control}),
        **({} if unedited is None else {"unedited": unedited}),
        **({} if others is None else {"others": others}),
    }


def _moves(cell: CellAnswers, place: int) -> dict[str, dict[str, float | None]]:
    """Return by how much each build's probability rises, from the other groups' average where there are any."""

    def move(effect: Effect, before: Column, after: Column) -> float | None:
        start = _average(cell.others[effect.build], place) if effect.build in cell.others else float(before[1][place])
        return points_or_none(_known(float(after[1][place]) - start))

    return _by_build((effect, move(effect, *columns)) for effect, columns in cell.answered)


def _by_build(told: Iterable[tuple[Effect, _Told]]) -> dict[str, dict[str, _Told]]:
    """Return what is told of builds by their ids, models as they are apart from their second builds."""
    parts: dict[str, dict[str, _Told]] = {"answers": {}, "builds": {}}
    for effect, each in told:
        parts["answers" if effect.build == effect.model else "builds"][effect.build] = each
    return parts


def _average(columns: Sequence[Column], place: int) -> float:
    return sum(float(p[place]) for _, p in columns) / len(columns) if columns else float("nan")


def _known(value: float) -> float | None:
    return round(value, 6) if np.isfinite(value) else None


def _unedited(decision: Decision, cell: CellAnswers, place: int) -> Mapping[str, Any] | None:
    """Return what was answered to the text as it was written; None where nobody was asked that."""
    said = [(effect, (column,)) for effect, column in cell.unedited]
    return _said(decision, said, place) if said else None


def _others(cell: CellAnswers, place: int) -> dict[str, Any] | None:
    """Return what the other groups gave on average; None where no groups are compared."""
    groups = max(map(len, cell.others.values()), default=0)
    if not groups:
        return None
    compared = (effect for effect, _ in cell.answered if effect.build in cell.others)
    return {"groups": groups, **_by_build((e, _known(_average(cell.others[e.build], place))) for e in compared)}


def _control(names: Names, cell: CellAnswers, place: int) -> dict[str, Any] | None:
    """Return the control's two versions of the same text and the answers to them."""
    decision, test, text_id = names.decision(cell.key.question), names.test(cell.key), cell.texts[place]
    for effect, _ in cell.controls:
        parts = control_parts(effect) or ()
        sides = [version_of_part(names.study, decision, test, part) for part in parts]
        texts = [asked_text(names.study, decision, test, side, text_id) for side in sides]
        if texts[0] is None or texts[1] is None:
            continue
        runs, _ = segments(texts[0], texts[1])
        versions = [_version(side, each) for side, each in zip(sides, runs, strict=True)]
        return {"kind": effect.control.kind, "versions": versions, **_said(decision, cell.controls, place)}
    return None


def _version(side: Shown, runs: Runs) -> dict[str, Any]:
    return {
        "id": side.id,
        "label": side.label,
        "segments": [[piece, int(changed)] for piece, changed in runs],
        "options": list(side.options),
    }


def _said(decision: Decision, answered: Iterable[tuple[Effect, Sequence[Column]]], place: int) -> Mapping[str, Any]:
    return _by_build((effect, _answers(decision, columns, place)) for effect, columns in answered)


def _answers(decision: Decision, columns: Sequence[Column], place: int) -> list[dict[str, Any]]:
    return [_answer(decision, int(choices[place]), float(p[place])) for choices, p in columns]


def _answer(decision: Decision, choice: int, p: float) -> dict[str, Any]:
    return {
        "p": _known(p),
        "choice": decision.options[choice].id if choice >= 0 else None,
    }
