"""From cells to scored rows: all columns stacked, one product of re-draws for each list of texts, ranges and marks.

Which cells exist is `bd.effects.cells`' part, what is subtracted `bd.effects.controls`'.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from bd.answers.folder import Answers
from bd.answers.read import MILLION
from bd.effects.cells import Cell, cells_of
from bd.effects.columns import MEASURES
from bd.effects.controls import NOTHING, Drawn, Subtracted, repeat_rates
from bd.effects.records import Effect
from bd.effects.row import effect_of
from bd.effects.stacks import Ready, Stacks
from bd.study.records import Study

__all__ = ["SHARED_MOVE", "score"]

SHARED_MOVE = 30_000
"""Where every group moves the same way and by more millionths than this on average, no single group is to blame."""


def score(study: Study, answers: Answers, progress: Callable[[str], None] = lambda table: None) -> list[Effect]:
    """Return every effect that the saved answers allow, sorted by decision, edit and the row's own key.

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
    repeats: dict[str, list[tuple[Cell, Drawn]]] = defaultdict(list)
    for r in ready:
        if r.cell.test.measure == "repeat":
            repeats[r.cell.table.build].append((r.cell, r.own))
    borrowed = repeat_rates(repeats)
    effects: list[Effect] = []
    for r in sorted(ready, key=lambda r: r.cell.table.decision):
        if not effects or effects[-1].decision != r.cell.table.decision:
            progress(r.cell.table.decision)
        effects.append(effect_of(study, r, _subtracted(r, borrowed)))
    return sorted(_attributed(effects), key=lambda e: (e.decision, e.edit, *e.key))


def _subtracted(ready: Ready, borrowed: dict[str, Subtracted]) -> Subtracted:
    cell = ready.cell
    if ready.control is not None and ready.control.value is not None:
        return Subtracted(cell.control_kind, ready.control)
    if cell.control_kind == "repeat":
        return borrowed.get(cell.table.build, NOTHING)
    if cell.control_kind == "version" and MEASURES[cell.test.measure].from_control:
        return Subtracted("version", None)
    return NOTHING


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
    if any(MEASURES[c.measure].counts or c.group is None for c in cells):
        return False
    # Whole millionths, so that a mean of exactly 0.03 is never more than 0.03 by a binary accident.
    moves = [round(c.value * MILLION) for c in cells if c.value is not None]
    one_way = all(m > 0 for m in moves) or all(m < 0 for m in moves)
    return len(moves) > 1 and one_way and abs(sum(moves)) > SHARED_MOVE * len(moves)
