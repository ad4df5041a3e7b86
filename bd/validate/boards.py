"""Simulated models on a board: families of cells that a headline is picked from, and the places of several models."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bd.board.levels import standings
from bd.board.records import LevelRow
from bd.board.simultaneous import family_ranges
from bd.board.uncertainty import level_row
from bd.effects.ranges import percentile_range
from bd.effects.records import Effect
from bd.study.records import AS_WRITTEN
from bd.validate.cases import Case
from bd.validate.chance import Chance
from bd.validate.counts import covers
from bd.validate.coverage import Tally
from bd.validate.world import CONTROL, HERE, Design, Model, World, chosen, ids_of

__all__ = ["family", "places", "ranks", "true_places"]


def _level(world: World, effects: list[Effect]) -> LevelRow:
    """Return what a board says of these effects: the level of the whole characteristic."""
    found = standings(world.characteristic, effects, sorted({e.model for e in effects}), ())
    assert found is not None
    return level_row(found.top, world.draws)


def family(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Several cells of one model on the same texts, with rates of their own; a headline is picked from them.

    With `control`, they share a control version with that rate.
    """
    n, count = case.n, int(case.number("cells"))
    rates, _ = case.law()
    truths = [rates[cell % len(rates)] for cell in range(count)]
    groups = tuple(f"g{g:02d}" for g in range(count))
    control = case.number("control", 0.0)

    def model(s: int) -> Model:
        changed = {AS_WRITTEN: np.zeros(n, dtype=np.bool_)}
        for group, truth in zip(groups, truths, strict=True):
            changed[group] = chance.events(truth, n)
        if control:
            changed[CONTROL] = chance.events(control, n)
        return Model(f"m{s:02d}", {(HERE, version): chosen(c) for version, c in changed.items()})

    design = Design({HERE: ids_of(name, n)}, control="version" if control else "none", groups=groups)
    world = World(design, [model(s) for s in range(studies)])
    truth = {group: rate - control for group, rate in zip(groups, truths, strict=True)}
    heads = {row.build: row for row in _level(world, world.effects).models}
    for s in range(studies):
        build = f"m{s:02d}"
        effects = [world.effect(build, group) for group in groups]
        drawn = [world.draws(e) for e in effects]
        ranges = family_ranges(
            np.array([e.effect for e in effects], dtype=np.float64),
            np.stack([d.effect for d in drawn], axis=1),
            np.array([d.event_floor for d in drawn], dtype=np.float64),
        )
        tally.count("all", all(covers((low, high), truth[g]) for (low, high), g in zip(ranges, groups, strict=True)))
        tally.count("each_alone", all(covers(e.joint_range, truth[e.group or ""]) for e in effects))
        row = heads[build]
        head = next(e for e in effects if e.group == row.group)
        tally.count("headline", covers(row.family_range, truth[row.group or ""]))
        tally.count("headline_alone", covers(head.joint_range, truth[row.group or ""]))
        assert row.unselected is not None
        tally.note("reads", row.effect)
        tally.note("unselected", row.unselected)


def places(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Several models on the same texts, each with one effect of known size; the most changed is first."""
    n, count = case.n, int(case.number("models"))
    rates, _ = case.law()
    truths = [rates[m % len(rates)] for m in range(count)]

    def model(s: int, m: int) -> Model:
        answers = {AS_WRITTEN: np.zeros(n, dtype=np.bool_), "one": chance.events(truths[m], n)}
        return Model(_build(s, m), {(HERE, version): chosen(c) for version, c in answers.items()})

    world = World(Design({HERE: ids_of(name, n)}), [model(s, m) for s in range(studies) for m in range(count)])
    true = true_places(truths)
    for s in range(studies):
        effects = [world.effect(_build(s, m)) for m in range(count)]
        rows = {row.model: row for row in _level(world, effects).models}
        found = [rows[_build(s, m)].place_range for m in range(count)]
        tally.count(
            "all", all(p is not None and p[0] <= t[0] and t[1] <= p[1] for p, t in zip(found, true, strict=True))
        )
        tally.note("width", float(np.mean([p[1] - p[0] + 1 for p in found if p is not None])))
        redrawn = ranks(np.stack([world.draws(e).effect for e in effects], axis=1))
        naive = [percentile_range(redrawn[:, m]) for m in range(count)]
        held = [low <= sum(t) / 2 <= high for (low, high), t in zip(naive, true, strict=True)]
        tally.count("naive_all", all(held))
        for each in held:
            tally.count("naive_each", each)


def _build(s: int, m: int) -> str:
    return f"s{s:02d}m{m:02d}"


def true_places(truths: list[float]) -> list[tuple[int, int]]:
    """Return each model's true place, and for equal ones all the places that they share."""
    return [(1 + sum(t > own for t in truths), sum(t >= own for t in truths)) for own in truths]


def ranks(draws: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each model's rank in every re-draw, 1 for the largest; equal ones have the average."""
    ahead = (draws[:, None, :] > draws[:, :, None]).sum(axis=2)
    equal = (draws[:, None, :] == draws[:, :, None]).sum(axis=2)
    found: NDArray[np.float64] = ahead + (equal + 1) / 2
    return found
