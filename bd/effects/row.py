"""One scored row from one cell: value, ranges, direction, counts, sources.

Every number that decides something is rounded first, so that a row agrees with itself when it is read back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import CAUSES
from bd.effects.cells import Cell, Side
from bd.effects.columns import MEASURES, Measured, Sides, changed, moves
from bd.effects.common import Shared
from bd.effects.directions import directions_of
from bd.effects.drawn import CellDraws, Subtracted
from bd.effects.points import mostly_control, points_of
from bd.effects.rates import rates_of
from bd.effects.records import Common, Control, Effect, LogSum, OnCommon, rounded, rounded_range
from bd.effects.redraw import RESAMPLES, SEED
from bd.effects.spans import beyond, less, spans_of
from bd.effects.stacks import Ready, Stacks
from bd.study.records import Study

__all__ = ["effect_of"]


def effect_of(study: Study, stacks: Stacks, ready: Ready, draws: CellDraws, shared: Shared | None) -> Effect:
    """Return the row of one cell, measured against its control; whether it is attributable is marked later."""
    cell, own, control, measure = ready.cell, ready.own, draws.control, MEASURES[ready.cell.test.measure]
    build, decision = cell.table.build, study.decisions[cell.table.decision]
    value, card = own.value, study.models.get(build)
    spans = spans_of(draws)
    directions = directions_of(cell, own.measured, stacks.labels)
    sides = cell.contrast.columns(cell.positive)
    flips = changed(sides).only(own.measured.mask)
    blind = measure.unseen_matters and _unseen(sides)
    points = points_of(cell, own.measured.mask)
    move_mean, move_max = _moves(sides) if measure.moves else (None, None)
    common = None if shared is None else _common(shared, control)
    accuracy = ready.accuracy
    accuracy_range = None if accuracy is None else rounded_range(accuracy.range)
    logs = [log for drawn in (own, control.drawn, accuracy) if drawn is not None for log in drawn.source.logs]
    return Effect(
        model=card.build_of if card and card.build_of else build,
        build=build,
        characteristic=cell.characteristic.id,
        decision=decision.id,
        edit=cell.test.edit,
        group=cell.group,
        question=decision.id,
        positive=decision.positive,
        measure=cell.test.measure,
        compares=cell.contrast.compares,
        asked=int(np.logical_and.reduce([side.column.asked for side in cell.sides]).sum()),
        texts=own.measured.texts,
        left_out=_left_out(cell, own.measured),
        value=rounded(value),
        lo=spans.own[0] if spans.own else None,
        hi=spans.own[1] if spans.own else None,
        control=_control(control),
        effect=beyond(own, control.value),
        range=spans.range,
        joint_range=spans.joint,
        exact_range=spans.exact,
        few=spans.few,
        clear=spans.clear and not blind,
        clear_joint=spans.clear_joint and not blind,
        attributable=True,
        direction=directions.towards,
        direction_share=rounded(directions.share),
        changed=flips.total if flips.texts else None,
        mean_move=rounded(move_mean),
        max_move=rounded(move_max),
        min_detectable=spans.min_detectable,
        upper_if_none=None if flips.total else spans.upper_if_none,
        cannot_see_change=blind,
        decides=cell.decides,
        accuracy=None if accuracy is None else rounded(accuracy.value),
        accuracy_range=accuracy_range,
        resamples=RESAMPLES,
        seed=SEED,
        unpinned=not all(log.pinned for log in logs),
        answers=tuple(sorted({LogSum(log.path, log.sha256) for log in logs})),
        directions=directions.counts,
        range_90=spans.range_90,
        within_point=spans.within_point,
        frame_range=spans.by_frame,
        frames=spans.frames,
        common=common,
        on_common=_on_common(common, shared.draws(draws), flips.only(shared.texts), blind)
        if shared and common and cell.test.on_common_texts
        else None,
        points=points,
        mostly_control=measure.by_size and measure.from_control and mostly_control(points, own.sign),
        rates=None if ready.rates is None else rates_of(ready.rates),
        chance=accuracy_range is not None and accuracy_range[0] * len(decision.options) <= 1,
    )


def _moves(sides: Sides) -> tuple[float | None, float | None]:
    """Return the mean and the largest absolute move of the positive option's probability."""
    moved = moves(sides)
    if not moved.texts:
        return None, None
    sizes = np.abs(moved.y[moved.mask])
    return int(sizes.sum(dtype=np.int64)) / (moved.texts * moved.unit), int(sizes.max()) / moved.unit


def _unseen(sides: Sides) -> bool:
    """Tell whether the model gave exactly the same probability to every text with and without the change.

    That is no sign of fairness: such a model cannot see the change at all, as a word list without the word.
    """
    first, *rest = (*sides.before, *sides.after)
    found = [moves(Sides((first,), (other,))) for other in rest]
    return all(moved.texts > 0 and not moved.y.any() for moved in found)


def _left_out(cell: Cell, measured: Measured) -> dict[str, int]:
    """Count the texts that do not enter this cell, by reason: no such version, or no answer; the control's by name."""
    sides = cell.sides
    reasons: Counter[str] = Counter()
    left = ~measured.mask
    for side in sides:
        left = _told(reasons, left, side.column.left_out, side.column.reasons)
    left = np.logical_and.reduce([left, *(side.column.asked for side in sides)])
    for side in sides:
        left = _told(reasons, left, side.column.causes, [_arm(cell, side) + cause for cause in CAUSES])
    reasons["no probability"] += int(left.sum())
    return {reason: count for reason, count in sorted(reasons.items()) if count}


def _arm(cell: Cell, side: Side) -> str:
    """Return what goes before the reason why a version has no answer; one that both arms need is told without."""
    shared = side in cell.contrast.sides and not MEASURES[cell.test.measure].from_control
    return "control: " if side in cell.control_sides and side.suffix and not shared else ""


def _told(
    reasons: Counter[str], left: NDArray[np.bool_], codes: NDArray[np.int8], words: Sequence[str]
) -> NDArray[np.bool_]:
    """Count what a column says of the texts that are left, and return those that it says nothing of."""
    for code, count in enumerate(np.bincount(codes[left])):
        if code:
            reasons[words[code]] += int(count)
    return np.asarray(left & (codes == 0))


def _control(control: Subtracted) -> Control:
    drawn, (asked, answered) = control.drawn, control.answers or (None, None)
    if drawn is None:
        return Control(control.kind, 0.0, None, None, None, None, None, asked, answered)
    ends = less(drawn, 0.0)
    return Control(
        kind=control.kind,
        value=rounded(control.value) or 0.0,
        lo=ends[0] if ends else None,
        hi=ends[1] if ends else None,
        texts=drawn.measured.texts,
        asked=asked,
        answered=answered,
        compares=drawn.source.compares,
        from_=control.from_,
    )


def _common(shared: Shared, control: Subtracted) -> Common:
    own, there = shared.own, shared.control(control)
    value = own.value
    return Common(
        texts=own.measured.texts,
        models=shared.models,
        value=rounded(value),
        control=None if value is None else rounded(there),
        effect=beyond(own, there),
        range=less(own, there),
    )


def _on_common(common: Common, draws: CellDraws, flips: Measured, blind: bool) -> OnCommon:
    spans = spans_of(draws)
    return OnCommon(
        texts=common.texts,
        value=common.value,
        lo=spans.own[0] if spans.own else None,
        hi=spans.own[1] if spans.own else None,
        control=common.control,
        effect=common.effect,
        range=common.range,
        joint_range=spans.joint,
        exact_range=spans.exact,
        few=spans.few,
        clear=common.range is not None and common.range[0] > 0 and not blind,
        clear_joint=spans.clear_joint and not blind,
        changed=flips.total if flips.texts else None,
        min_detectable=spans.min_detectable,
        upper_if_none=None if flips.total else spans.upper_if_none,
        range_90=spans.range_90,
        within_point=spans.within_point,
        frame_range=spans.by_frame,
        frames=spans.frames,
    )
