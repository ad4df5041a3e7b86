"""From cells to scored rows: all columns stacked, one product of re-draws for each list of texts, ranges and marks.

Which cells exist is `bd.effects.cells`' part, what is subtracted `bd.effects.controls`'.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from bd.answers.folder import Answers
from bd.answers.read import MILLION
from bd.effects.cells import cells_of
from bd.effects.columns import MEASURES
from bd.effects.common import shared_texts
from bd.effects.controls import repeat_rates, subtracted
from bd.effects.drawn import CellDraws, Scored
from bd.effects.records import Effect, EffectKey
from bd.effects.row import effect_of
from bd.effects.stacks import Stacks
from bd.study.records import Study

__all__ = ["SHARED_MOVE", "score"]

SHARED_MOVE = 30_000
"""Where every group moves the same way and by more millionths than this on average, no single group is to blame."""


def score(study: Study, answers: Answers, progress: Callable[[str], None] = lambda table: None) -> Scored:
    """Return every effect that the saved answers allow, with its re-draws.

    Parameters
    ----------
    study
        What was asked.
    answers
        What was answered; logs that are not fit are not in it.
    progress
        Called with the decision's id before its cells are worked out.
    """
    stacks = Stacks(study)
    ready = [stacks.ready(cell) for cell in cells_of(study, answers)]
    borrowed = repeat_rates(ready)
    cells = [(r, subtracted(r, borrowed)) for r in sorted(ready, key=lambda r: r.cell.table.decision)]
    # Every column must be on its stack before the first is re-drawn.
    shared = shared_texts(study, stacks, cells)
    effects: list[Effect] = []
    draws: dict[EffectKey, CellDraws] = {}
    for r, control in cells:
        if not effects or effects[-1].decision != r.cell.table.decision:
            progress(r.cell.table.decision)
        drawn = CellDraws(r.own, control, MEASURES[r.cell.test.measure].counts)
        effects.append(effect_of(study, stacks, r, drawn, shared.get(r.cell.key)))
        if effects[-1].range is not None:
            draws[r.cell.key] = drawn
    return Scored(tuple(sorted(_attributed(effects), key=lambda e: (e.decision, e.edit, *e.key))), draws)


def _attributed(effects: Iterable[Effect]) -> list[Effect]:
    """Mark the cells in which every group moved the same way by much: no single group is to blame for that."""
    together: dict[tuple[str, str, str], list[Effect]] = defaultdict(list)
    for effect in effects:
        together[effect.build, effect.decision, effect.edit].append(effect)
    marked: list[Effect] = []
    for cells in together.values():
        shared = _all_moved(cells)
        marked += (replace(e, attributable=False) for e in cells) if shared else cells
    return marked


def _all_moved(cells: list[Effect]) -> bool:
    if any(not MEASURES[c.measure].by_size or c.group is None for c in cells):
        return False
    # Whole millionths, so that a mean of exactly 0.03 is never more than 0.03 by a binary accident.
    moves = [round(c.value * MILLION) for c in cells if c.value is not None]
    one_way = all(m > 0 for m in moves) or all(m < 0 for m in moves)
    return len(moves) > 1 and one_way and abs(sum(moves)) > SHARED_MOVE * len(moves)
