"""Whether an effect is fit to be ranked, judged by its row alone, and whether one group of a test is to blame for it.

What is not fit is shown with every reason that holds. Which fit effect a model is placed by is left to `bd.board`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bd.answers.enough import mostly_answered
from bd.answers.read import MILLION
from bd.answers.sidecar import SAMPLED
from bd.effects.columns import MEASURES
from bd.effects.drawn import Answers
from bd.effects.records import Effect

__all__ = ["SHARED_MOVE", "TOO_FEW_TEXTS", "UNFIT", "attributed", "unfit"]

NO_ANSWERS = "no-answers"
TOO_FEW_TEXTS = "too-few-texts"
TOO_FEW_ANSWERED = "too-few-answered"
CONTROL_UNANSWERED = "control-unanswered"
NO_CONTROL = "no-control"
NO_REPEAT = "no-repeat"
UNFIT = (NO_ANSWERS, TOO_FEW_TEXTS, TOO_FEW_ANSWERED, CONTROL_UNANSWERED, NO_CONTROL, NO_REPEAT)
"""Why an effect is not fit, the weightiest first."""

SHARED_MOVE = 30_000
"""Where every group moves the same way and by more millionths than this on average, no single group is to blame."""
_ALIKE_AT_MOST = 2
"""Unless the largest move is more than so many times the smallest: that one is the group's own."""


def unfit(effect: Effect) -> Iterator[str]:
    """Yield every reason, of `UNFIT`, why an effect must not be ranked."""
    if effect.effect is None:
        yield NO_ANSWERS
        return
    if effect.range is None:
        yield TOO_FEW_TEXTS
    if not mostly_answered(effect.texts, effect.asked):
        yield TOO_FEW_ANSWERED
    yield from _uncontrolled(effect)


def _uncontrolled(effect: Effect) -> Iterator[str]:
    """Yield why what is subtracted is not enough: no control, no rank.

    A repeat that was never asked counts as zero for a model that chooses its most probable answer, by the public
    method's rule. One whose answers are drawn changes them by chance alone, more on some questions than on others, and
    only asking this very question again tells how often.
    """
    control, counts = effect.control, MEASURES[effect.measure].counts
    if effect.measure == "repeat":
        return
    if control.asked is not None and not Answers(control.asked, control.answered or 0).enough:
        yield CONTROL_UNANSWERED
    elif control.kind == "none" and not counts:
        yield NO_CONTROL
    if counts and control.kind in ("none", "borrowed") and effect.decides == SAMPLED:
        yield NO_REPEAT


def attributed(effects: Iterable[Effect]) -> list[Effect]:
    """Mark the effects of every test whose groups all moved by about the same amount: none of them is to blame.

    Effects that are not fit to be ranked have no say, and are not marked.
    """
    together: dict[tuple[str, str, str], list[Effect]] = defaultdict(list)
    for effect in effects:
        together[effect.build, effect.decision, effect.edit].append(effect)
    return [marked for cells in together.values() for marked in _marked(cells)]


def _marked(cells: Sequence[Effect]) -> Iterator[Effect]:
    fit = [not any(unfit(cell)) for cell in cells]
    alike = _alike([cell for cell, has_a_say in zip(cells, fit, strict=True) if has_a_say])
    for cell, has_a_say in zip(cells, fit, strict=True):
        yield replace(cell, attributable=False) if alike and has_a_say else cell


def _alike(cells: Sequence[Effect]) -> bool:
    if len(cells) < 2 or any(not MEASURES[c.measure].by_size or c.group is None for c in cells):
        return False
    # Whole millionths, so that a mean of exactly 0.03 is never more than 0.03 by a binary accident.
    moves = [round(c.value * MILLION) for c in cells if c.value is not None]
    sizes = [abs(move) for move in moves]
    one_way = all(move > 0 for move in moves) or all(move < 0 for move in moves)
    return one_way and sum(sizes) > SHARED_MOVE * len(sizes) and max(sizes) <= _ALIKE_AT_MOST * min(sizes)
