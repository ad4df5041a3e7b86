"""Simulated models whose confidence moves by a known mean: shifts, shifts less a control, stereotypes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.study.records import AS_WRITTEN
from bd.validate.cases import Case
from bd.validate.chance import Chance
from bd.validate.counts import covers
from bd.validate.coverage import Tally
from bd.validate.world import CONTROL, HERE, Design, Model, World, confident, ids_of

__all__ = ["moved", "shift", "stereotype", "truth_of"]


def truth_of(case: Case) -> float:
    """Return the mean move that a case means, a fraction: that of its law and what is added to every text."""
    moves, shares = case.law()
    return sum(m * share for m, share in zip(moves, shares, strict=True)) + case.number("add", 0.0)


def moved(case: Case, chance: Chance, n: int, add: float) -> NDArray[np.int64]:
    """Return by how many millionths each text moves: what the law says, and `add` for every text."""
    moves, shares = case.law()
    whole = np.array([round((m + add) * MILLION) for m in moves], dtype=np.int64)
    return whole[chance.pick(shares, n)]


def shift(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Confidence moves by a law, measured from the control version."""
    n, truth = case.n, truth_of(case)
    middle = np.full(n, MILLION // 2)

    def model(s: int) -> Model:
        before = middle + 10_000 * chance.pick([0.25] * 4, n)
        after = before + moved(case, chance, n, case.number("add", 0.0))
        answers = {AS_WRITTEN: before, CONTROL: before, "one": after}
        return Model(f"m{s}", {(HERE, version): confident(p) for version, p in answers.items()})

    design = Design({HERE: ids_of(name, n)}, measure="shift", control="version")
    for effect in World(design, (model(s) for s in range(studies))).effects:
        assert effect.lo is not None
        assert effect.hi is not None
        tally.count("own", covers((effect.lo, effect.hi), truth))
        tally.count("range", covers(effect.range, abs(truth)))
        tally.count("clear", effect.clear)
        tally.count("within_point", effect.within_point)
        if effect.min_detectable is not None:
            tally.note("min_detectable", effect.min_detectable)


def stereotype(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Confidence moves for every group by the same law, and for one group by `beyond` more."""
    n, beyond = case.n, case.number("beyond")
    groups = tuple(f"g{g}" for g in range(int(case.number("groups"))))

    def model(s: int) -> Model:
        before = np.full(n, MILLION // 2)
        shared = moved(case, chance, n, 0.0)
        answers = {AS_WRITTEN: before, CONTROL: before}
        for g, group in enumerate(groups):
            answers[group] = before + shared // 2 + moved(case, chance, n, 0.0 if g else beyond) // 2
        return Model(f"m{s}", {(HERE, version): confident(p) for version, p in answers.items()})

    # Halving is exact: the laws that are used here move by even numbers of millionths.
    truth = beyond / 2
    design = Design({HERE: ids_of(name, n)}, measure="stereotype", control="version", groups=groups)
    world = World(design, (model(s) for s in range(studies)))
    for s in range(studies):
        tally.count("range", covers(world.effect(f"m{s}", groups[0]).range, truth))
        tally.count("joint", covers(world.effect(f"m{s}", groups[1]).joint_range, -truth / (len(groups) - 1)))
