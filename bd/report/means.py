"""The averages behind an effect on confidence: how probable the followed option was in each version of the texts.

They make a difference readable: so much with one phrase, so much with the other. The texts are those that the effect
itself counts, so that the difference of the averages is the effect before any control is subtracted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.effects.columns import MEASURES
from bd.effects.records import Effect, EffectKey, Part
from bd.effects.unedited import both_edited, unedited
from bd.report.evidence import AnswerSource, Column, has_answer
from bd.report.facets import points_or_none

__all__ = ["means_of"]


def means_of(effects: Iterable[Effect], source: AnswerSource | None) -> Mapping[EffectKey, dict[str, Any]]:
    """Return the averages of every effect on confidence whose versions were all answered with probabilities.

    Parameters
    ----------
    effects
        Of any measure; those that count answers are passed over.
    source
        The saved answers; None gives nothing.

    Returns
    -------
    mapping
        By effect: `from` and `to`, in percent, for the two sides; `others`, where groups are compared, for the average
        of the other groups; `unedited` for the texts as they were written, on those of the same texts that were asked
        so, and `n_unedited`, how many these are. None where there is no such version.
    """
    if source is None:
        return {}
    found = ((effect.cell, _means(effect, source)) for effect in effects if not MEASURES[effect.measure].counts)
    return {key: means for key, means in found if means is not None}


def _means(effect: Effect, source: AnswerSource) -> dict[str, Any] | None:
    compares = effect.compares
    sides = [_columns(effect, parts, source) for parts in (compares.from_, compares.to, *compares.others)]
    if not sides[0] or not sides[1] or any(not side for side in sides):
        return None
    counted = np.logical_and.reduce([has_answer(column) for side in sides for column in side])
    if not counted.any():
        return None
    before, after, *others = (_mean(side, counted) for side in sides)
    part = unedited(effect.build, effect.decision)
    plain = source.column(effect.build, effect.decision, part) if both_edited(effect) else None
    asked = np.zeros_like(counted) if plain is None else counted & has_answer(plain)
    written = None if plain is None or not asked.any() else _mean([plain], asked)
    return {
        "from": points_or_none(before),
        "to": points_or_none(after),
        "others": points_or_none(sum(others) / len(others)) if others else None,
        "unedited": points_or_none(written),
        "n_unedited": None if written is None else int(asked.sum()),
    }


def _columns(effect: Effect, parts: Sequence[Part], source: AnswerSource) -> list[Column]:
    columns = [source.column(effect.build, effect.decision, part) for part in parts]
    known = [column for column in columns if column is not None]
    return known if len(known) == len(columns) else []


def _mean(side: Sequence[Column], counted: NDArray[np.bool_]) -> float:
    """Return the mean over versions and texts; whole millionths add up exactly, in any order."""
    total = sum(int(np.rint(p[counted] * MILLION).astype(np.int64).sum()) for _, p in side)
    return total / (len(side) * int(counted.sum()) * MILLION)
