"""Simulated models on a board: families of cells that a headline is picked from, and the places of several models."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import MILLION
from bd.board.contest import Contest, place_sets, surely_ahead
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
from bd.validate.world import CONTROL, HERE, Design, Model, World, chosen, confident, ids_of, unasked

__all__ = ["family", "places", "ranks", "true_places", "unequal"]


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


def unequal(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Several cells of one model, half of them known well and with an effect, half known badly and with none.

    What is picked is often one of those that happen to be large; `unselected` should be the true effect of what is
    picked, on average.
    """
    n, count, truth = case.n, int(case.number("cells")), case.number("effect")
    laws = [case.law("law"), case.law("noisy")]
    groups = tuple(f"g{g:02d}" for g in range(count))
    truths = {group: truth * (g < count // 2) for g, group in enumerate(groups)}
    before = np.full(n, MILLION // 2)

    def model(s: int) -> Model:
        answers = {AS_WRITTEN: before, CONTROL: before}
        for g, group in enumerate(groups):
            moves, shares = laws[g >= count // 2]
            whole = np.array([round((move + truths[group]) * MILLION) for move in moves], dtype=np.int64)
            answers[group] = before + whole[chance.pick(shares, n)]
        return Model(f"m{s:02d}", {(HERE, version): confident(p) for version, p in answers.items()})

    design = Design({HERE: ids_of(name, n)}, measure="shift", control="version", groups=groups)
    world = World(design, [model(s) for s in range(studies)])
    for row in _level(world, world.effects).models:
        assert row.unselected is not None
        # A size is told without its sign: what went the wrong way by chance reads as much below nothing.
        true = truths[row.group or ""]
        tally.count("headline", covers(row.family_range, true))
        tally.note("reads", row.effect)
        tally.note("unselected", row.unselected)
        tally.note("true", true)


def places(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Several models on the same texts, each with one effect of known size or several; the most changed is first.

    With `cells` ("1-30") models have so many cells in turn, of which the first has the rate of the law, and the others
    have that rate times `others`. With `frames` the rates differ from frame to frame, from none to twice as much.
    """
    n, count = case.n, int(case.number("models"))
    rates, _ = case.law()
    truths = [rates[m % len(rates)] for m in range(count)]
    many = [int(each) for each in str(case.settings.get("cells", "1")).split("-")]
    groups = tuple(f"g{g:02d}" for g in range(max(many)))
    others, frames = case.number("others", 1.0), int(case.number("frames", 0.0))

    def mine(m: int) -> tuple[str, ...]:
        return groups[: many[m % len(many)]]

    def changed(truth: float) -> NDArray[np.bool_]:
        if not frames:
            return chance.events(truth, n)
        return chance.events((2 * truth * chance.uniform(frames))[np.arange(n) % frames], n)

    def model(s: int, m: int) -> Model:
        answers = {(HERE, AS_WRITTEN): chosen(np.zeros(n, dtype=np.bool_))}
        for group in groups:
            rate = truths[m] * (1.0 if group == groups[0] else others)
            answers[HERE, group] = chosen(changed(rate)) if group in mine(m) else unasked(n)
        return Model(_build(s, m), answers)

    of_texts = [f"{name}-frame-{t % frames}" for t in range(n)] if frames else None
    design = Design({HERE: ids_of(name, n)}, groups=groups, frames=of_texts)
    world = World(design, [model(s, m) for s in range(studies) for m in range(count)])
    true = true_places(truths)
    for s in range(studies):
        effects = [[world.effect(_build(s, m), group) for group in mine(m)] for m in range(count)]
        rows = {row.model: row for row in _level(world, [e for own in effects for e in own]).models}
        found = [rows[_build(s, m)].place_range for m in range(count)]
        tally.count("all", _held(found, true))
        tally.note("width", float(np.mean([p[1] - p[0] + 1 for p in found if p is not None])))
        heads = [world.effect(_build(s, m), rows[_build(s, m)].group or "") for m in range(count)]
        alone = _by_headlines(heads, world)
        tally.count("heads_all", _held(alone, true))
        tally.note("heads_width", float(np.mean([p[1] - p[0] + 1 for p in alone])))
        single = _by_ranks(effects, world, true)
        tally.count("naive_all", all(single))
        for each in single:
            tally.count("naive_each", each)


def _held(found: Sequence[tuple[float, float] | None], true: Sequence[tuple[int, int]]) -> bool:
    """Tell whether every model's range holds all the places that it truly has."""
    return all(p is not None and p[0] <= t[0] and t[1] <= p[1] for p, t in zip(found, true, strict=True))


def _by_ranks(effects: Sequence[Sequence[Effect]], world: World, true: Sequence[tuple[int, int]]) -> list[bool]:
    """Tell for each model whether percentiles of its re-drawn ranks would hold its place."""
    largest = [np.max([world.draws(e).effect for e in own], axis=0) for own in effects]
    redrawn = ranks(np.stack(largest, axis=1))
    naive = [percentile_range(redrawn[:, m]) for m in range(len(effects))]
    return [low <= sum(t) / 2 <= high for (low, high), t in zip(naive, true, strict=True)]


def _by_headlines(heads: Sequence[Effect], world: World) -> list[tuple[int, int]]:
    """Return the ranges of places that the headlines alone would give, as if nothing had been picked."""
    drawn = [world.draws(head) for head in heads]
    points = np.array([head.effect for head in heads], dtype=np.float64)
    floors = np.array([each.event_floor for each in drawn], dtype=np.float64)
    draws = np.stack([each.effect for each in drawn], axis=1)
    (ahead,) = surely_ahead([Contest(points, draws, floors, range(len(heads)))])
    return place_sets(ahead)


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
