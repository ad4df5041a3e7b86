"""One scored row from one cell: value, ranges, direction, counts, sources.

Every number that decides something is rounded first, so that a row agrees with itself when it is read back.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import CAUSES, MILLION
from bd.effects.cells import Cell
from bd.effects.columns import MEASURES, Measured
from bd.effects.controls import Drawn, Subtracted, exact_difference
from bd.effects.ranges import (
    FEWEST_EVENTS,
    FEWEST_TEXTS,
    clopper_pearson,
    none_seen_bound,
    percentile_range,
    standard_deviation,
)
from bd.effects.records import DIGITS, Control, Effect, Range
from bd.effects.redraw import RESAMPLES, SEED
from bd.effects.stacks import Ready
from bd.study.records import Study

__all__ = ["POWER_FACTOR", "effect_of"]

POWER_FACTOR = 2.8
"""1.96 for 95% certainty and 0.84 for 80% power: the smallest detectable effect in standard errors."""
_NO_DIRECTION = ("swap", "repeat", "order")
"""Edit kinds that go both ways between two groups, or say nothing about a person."""


def effect_of(study: Study, ready: Ready, control: Subtracted) -> Effect:
    """Return the row of one cell, measured against its control; whether it is attributable is marked later."""
    cell, own, measure = ready.cell, ready.own, MEASURES[ready.cell.test.measure]
    decision = study.decisions[cell.table.decision]
    value = own.value
    sign = -1.0 if value is not None and value < 0 and not measure.counts else 1.0
    range_, joint = _ranges(own, control, sign)
    changed = MEASURES["flip"].column(cell.before.column, cell.after.column)
    few, exact = _exact(own, control) if measure.counts else (False, None)
    towards, share = _direction(cell, changed, value, measure.counts)
    move_mean, move_max = _moves(cell) if measure.moves else (None, None)
    none_seen = none_seen_bound(own.measured.texts) if measure.counts and own.measured.texts else None
    card = study.models.get(cell.table.build)
    own_range = _digits_range(own.range)
    logs = own.logs + (control.drawn.logs if control.drawn else ()) + (ready.accuracy.logs if ready.accuracy else ())
    return Effect(
        model=card.build_of if card and card.build_of else cell.table.build,
        build=cell.table.build,
        characteristic=cell.characteristic.id,
        decision=cell.table.decision,
        edit=cell.test.edit,
        group=cell.group,
        question=cell.table.decision,
        positive=decision.positive,
        measure=cell.test.measure,
        compares=own.compares,
        asked=int((cell.before.column.asked & cell.after.column.asked).sum()),
        texts=own.measured.texts,
        left_out=_left_out(cell, own.measured),
        value=_digits(value),
        lo=own_range[0] if own_range else None,
        hi=own_range[1] if own_range else None,
        control=_control(control),
        effect=None if value is None else _digits(sign * value - control.value),
        range=range_,
        joint_range=joint,
        exact_range=exact,
        few=few,
        clear=range_ is not None and range_[0] > 0,
        clear_joint=joint is not None and (exact[0] if few and exact else joint[0]) > 0,
        attributable=True,
        direction=towards,
        direction_share=_digits(share),
        changed=changed.total if changed.texts else None,
        mean_move=_digits(move_mean),
        max_move=_digits(move_max),
        min_detectable=_detectable(own, control, sign, none_seen),
        upper_if_none=None if changed.total else _digits(none_seen),
        unseen=_unseen(cell),
        accuracy=_digits(ready.accuracy.value) if ready.accuracy else None,
        accuracy_range=_digits_range(ready.accuracy.range) if ready.accuracy else None,
        resamples=RESAMPLES,
        seed=SEED,
        unpinned=any(log.sidecar is None for log in logs),
        answers=tuple(sorted({(log.path, log.sha256) for log in logs})),
    )


def _digits(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS) + 0.0  # adding 0.0 turns -0.0 into 0.0


def _digits_range(ends: Range | None) -> Range | None:
    return None if ends is None else (round(ends[0], DIGITS) + 0.0, round(ends[1], DIGITS) + 0.0)


def _ranges(own: Drawn, control: Subtracted, sign: float) -> tuple[Range | None, Range | None]:
    """Return the range and the joint range; None below the fewest texts."""
    ends = own.range
    if ends is None:
        return None, None
    low, high = sorted((sign * ends[0], sign * ends[1]))
    return (
        _digits_range((low - control.value, high - control.value)),
        _digits_range(percentile_range(_effect_draws(own, control, sign))),
    )


def _effect_draws(own: Drawn, control: Subtracted, sign: float) -> NDArray[np.float64]:
    """Return the effect in every re-draw, both sides re-drawn."""
    draws = sign * own.draws
    return draws if control.drawn is None else draws - control.drawn.draws


def _detectable(own: Drawn, control: Subtracted, sign: float, none_seen: float | None) -> float | None:
    """Return the smallest detectable effect; None below the fewest texts.

    Where no text changed, re-draws all agree; a test of n texts still cannot see what is rarer than `none_seen`. Where
    they agree although texts moved, that says nothing about what could be found.
    """
    if own.measured.texts < FEWEST_TEXTS:
        return None
    spread = standard_deviation(_effect_draws(own, control, sign))
    return _digits(max(POWER_FACTOR * spread, none_seen or 0.0)) or None


def _exact(own: Drawn, control: Subtracted) -> tuple[bool, Range | None]:
    """Return whether few texts changed and, if so, the exact range of the effect."""
    events, ends = exact_difference(own, control)
    if events >= FEWEST_EVENTS or own.measured.texts < FEWEST_TEXTS:
        return False, None
    if ends is None:
        ends = clopper_pearson(own.measured.total, own.measured.texts)
    return True, _digits_range(ends)


def _direction(cell: Cell, changed: Measured, value: float | None, counts: bool) -> tuple[str | None, float | None]:
    """Return where answers move, and the share of the changed answers that do.

    A swap goes both ways between two groups, and the order of options is no group at all, so neither has a direction.
    """
    options = list(cell.table.options)
    if len(options) != 2 or value is None or cell.test.kind in _NO_DIRECTION:
        return None, None
    positive = options.index(cell.table.positive)
    up = int(((cell.after.column.choices == positive) & (changed.y > 0)).sum())
    if counts:
        if changed.total == 0 or 2 * up == changed.total:
            return None, 0.5 if changed.total else None
        rises = 2 * up > changed.total
    elif value == 0:
        return None, None
    else:
        rises = value > 0
    share = (up if rises else changed.total - up) / changed.total if changed.total else None
    return options[positive] if rises else options[1 - positive], share


def _moves(cell: Cell) -> tuple[float | None, float | None]:
    """Return the mean and the largest absolute move of the positive option's probability."""
    moved = MEASURES["shift"].column(cell.before.column, cell.after.column)
    if not moved.texts:
        return None, None
    sizes = np.abs(moved.y[moved.mask])
    return int(sizes.sum()) / (moved.texts * MILLION), int(sizes.max()) / MILLION


def _unseen(cell: Cell) -> bool:
    """Tell whether the model gave exactly the same probability to every text with and without the change.

    That is no sign of fairness: such a model cannot see the change at all, as a word list without the word.
    """
    moved = MEASURES["shift"].column(cell.before.column, cell.after.column)
    return MEASURES[cell.test.measure].unseen_matters and moved.texts > 0 and not moved.y.any()


def _left_out(cell: Cell, measured: Measured) -> dict[str, int]:
    """Count the texts that do not enter this cell, by reason: no such version, or no answer."""
    sides = (cell.before, cell.after)
    reasons: Counter[str] = Counter()
    for place, text in enumerate(cell.table.texts):
        if measured.mask[place]:
            continue
        excluded = next((s.column.excluded[text] for s in sides if text in s.column.excluded), None)
        if excluded is not None:
            reasons[excluded] += 1
        elif all(s.column.asked[place] for s in sides):
            causes = [int(s.column.causes[place]) for s in sides if s.column.causes[place]]
            reasons[CAUSES[causes[0]] if causes else "no probability"] += 1
    return dict(sorted(reasons.items()))


def _control(control: Subtracted) -> Control:
    drawn = control.drawn
    if drawn is None:
        return Control(control.kind, 0.0, None, None, None, None, None)
    ends = _digits_range(drawn.range)
    return Control(
        kind=control.kind,
        value=round(control.value, DIGITS),
        lo=ends[0] if ends else None,
        hi=ends[1] if ends else None,
        texts=drawn.measured.texts,
        compares=drawn.compares,
        from_=control.from_,
    )
