"""Simulated models whose answers change at a known rate: one rate, a rate beyond a control, and texts in frames."""

from __future__ import annotations

import numpy as np

from bd.answers.align import Column
from bd.effects.records import Range
from bd.study.records import AS_WRITTEN
from bd.validate.cases import Case
from bd.validate.chance import Chance
from bd.validate.coverage import Tally
from bd.validate.world import AGAIN, HERE, THERE, Design, Model, World, chosen, ids_of

__all__ = ["covers", "difference", "frames", "pair", "rate", "ratio", "unchanged"]

_DIGIT = 5e-7
"""Half of the last digit of a row: a range is said to cover what it would cover unrounded."""


def covers(ends: Range | None, truth: float) -> bool:
    """Return whether a range holds the truth, ends included."""
    assert ends is not None, "a fault in a case: too few texts for a range"
    return ends[0] - _DIGIT <= truth <= ends[1] + _DIGIT


def unchanged(n: int) -> Column:
    """Return answers that are all the first option."""
    return chosen(np.zeros(n, dtype=np.bool_))


def rate(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Answers change at a rate, and nothing is subtracted."""
    n, truth = case.n, case.number("rate")
    world = World(
        Design({HERE: ids_of(name, n)}),
        (
            Model(f"m{s}", {(HERE, AS_WRITTEN): unchanged(n), (HERE, "one"): chosen(chance.events(truth, n))})
            for s in range(studies)
        ),
    )
    for effect in world.effects:
        tally.count("range", covers(effect.range, truth))
        tally.count("row", covers(effect.exact_range if effect.few else effect.range, truth))
        tally.count("few", effect.few)
        tally.count("within_point", effect.within_point)


def difference(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Answers change at a rate, and at another one when nothing or only the control is changed.

    With `shared`, that part of the rarer events falls on texts that have the other event too. With `fixed`, the control
    has just as many events as its rate says, in every study. With `elsewhere`, it is borrowed from so many other texts.
    """
    n, own, control = case.n, case.number("rate"), case.number("control")
    there = int(case.number("elsewhere", 0))
    texts = {HERE: ids_of(name, n)} | ({THERE: ids_of(f"{name}-there", there)} if there else {})

    def model(s: int) -> Model:
        where = THERE if there else HERE
        changed, again = pair(case, chance, n, there or n)
        answers = {(HERE, AS_WRITTEN): unchanged(n), (HERE, "one"): chosen(changed), (where, AGAIN): chosen(again)}
        return Model(f"m{s}", answers | {(where, AS_WRITTEN): unchanged(there or n)})

    world = World(Design(texts, control="repeat"), (model(s) for s in range(studies)))
    for effect in world.effects:
        assert effect.control.kind == ("borrowed" if there else "repeat")
        tally.count("range", covers(effect.range, own - effect.control.value))
        tally.count("range_difference", covers(effect.range, own - control))
        tally.count("joint", covers(effect.joint_range, own - control))
        tally.count("row", covers(effect.exact_range if effect.few else effect.joint_range, own - control))
        tally.count("few", effect.few)
        tally.count("clear", effect.clear)
        tally.count("clear_joint", effect.clear_joint)
        tally.count("within_point", effect.within_point)
        if effect.min_detectable is not None:
            tally.note("min_detectable", effect.min_detectable)


def pair(case: Case, chance: Chance, n: int, others: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which texts change by the edit, and which by the control."""
    own, control = case.number("rate"), case.number("control")
    if "fixed" in case.settings:
        return chance.events(own, n), chance.choose(round(control * others), others)
    if others != n or "elsewhere" in case.settings:
        return chance.events(own, n), chance.events(control, others)
    shared = case.number("shared", 0.0)
    both = shared * min(own, control) + (1 - shared) * own * control
    event = chance.pick([both, own - both, control - both, 1 - own - control + both], n)
    return event <= 1, (event == 0) | (event == 2)


def ratio(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Answers of a group and of its reference are positive at two rates; `shared` is as for a difference."""
    n, under, truth = case.n, case.number("rate"), case.number("ratio")
    over, shared = under * truth, case.number("shared")
    both = shared * min(over, under) + (1 - shared) * over * under

    def model(s: int) -> Model:
        event = chance.pick([both, over - both, under - both, 1 - over - under + both], n)
        group, reference = event <= 1, (event == 0) | (event == 2)
        return Model(f"m{s}", {(HERE, AS_WRITTEN): chosen(~reference), (HERE, "one"): chosen(~group)})

    for effect in World(Design({HERE: ids_of(name, n)}), (model(s) for s in range(studies))).effects:
        assert effect.rates is not None
        tally.count("range", covers(effect.rates.range, truth))
        tally.count("under", effect.rates.range_below_mark)
        tally.count("may_be", effect.rates.below_mark)


def frames(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Texts are put together from frames, and the rate at which answers change differs from frame to frame."""
    n, count = case.n, int(case.number("frames"))
    rates, shares = case.law()
    truth = sum(r * share for r, share in zip(rates, shares, strict=True))
    frame = np.arange(n) % count

    def model(s: int) -> Model:
        of_frame = np.array(rates)[chance.pick(shares, count)]
        changed = chance.events(of_frame[frame], n)
        return Model(f"m{s}", {(HERE, AS_WRITTEN): unchanged(n), (HERE, "one"): chosen(changed)})

    design = Design({HERE: ids_of(name, n)}, frames=[f"{name}-frame-{f}" for f in frame])
    for effect in World(design, (model(s) for s in range(studies))).effects:
        tally.count("range", covers(effect.range, truth))
        tally.count("frame_range", covers(effect.frame_range, truth))
