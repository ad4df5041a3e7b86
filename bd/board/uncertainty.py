"""How certain a level is: from headlines and the re-draws behind them to ranges, ranges of places, tiers and pairs.

The statistics are those of `bd.board.simultaneous`, `.contest`, `.selection` and `.compare`. This module says which
cells a headline was picked from, and whose re-draws are compared. The main board is `bd.board.certainty`'s part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bd.board.cells import Cell
from bd.board.compare import pairs
from bd.board.contest import Contest, place_sets, surely_ahead, tiers
from bd.board.elsewhere import margin
from bd.board.headlines import Headline
from bd.board.levels import Level
from bd.board.records import LevelRow, ModelRow, PairRow, PlaceRange
from bd.board.selection import unselected
from bd.board.simultaneous import family_ranges
from bd.effects.drawn import Redrawn
from bd.effects.records import DIGITS, Effect

__all__ = ["RedrawnOf", "bare_rows", "contest_of", "level_row", "with_place"]

Array = NDArray[np.float64]


RedrawnOf = Callable[[Effect], Redrawn]
"""Finds the re-draws of an effect that has a range."""


@dataclass(frozen=True)
class _Stacked:
    """Several effects with their re-draws side by side, as `bd.board.simultaneous` takes them."""

    points: Array
    draws: Array
    floors: Array


def level_row(level: Level, redrawn: RedrawnOf) -> LevelRow:
    """Return what is to be said about the certainty of one level."""
    heads = _heads(level)
    rows = [_with_ranges(bare, head, redrawn) for bare, head in zip(bare_rows(level), heads, strict=True)]
    placed = [s.headline for s in level.board.standings]
    pair_rows: tuple[PairRow, ...] = ()
    if placed:
        stacked = _stack([head.cell for head in placed], redrawn)
        (ahead,) = surely_ahead([contest_of(placed, redrawn)])
        shared = list(level.board.places.values())
        sets = with_place(place_sets(ahead), shared)
        rows[: len(placed)] = [
            replace(row, place_range=possible, tier=tier)
            for row, possible, tier in zip(rows[: len(placed)], sets, tiers(ahead, shared), strict=True)
        ]
        pair_rows = tuple(
            PairRow(placed[p.first].model, placed[p.second].model, p.difference, p.range, p.worse)
            for p in pairs(stacked.points, stacked.draws, stacked.floors)
        )
    return LevelRow(level.kind, level.group, level.question, tuple(rows), pair_rows)


def bare_rows(level: Level) -> tuple[ModelRow, ...]:
    """Return the rows of a level as far as they follow from the effects alone, in the board's order."""
    places = level.board.places
    return tuple(
        ModelRow(
            model=head.model,
            build=head.build,
            group=head.cell.key.group,
            question=head.cell.key.question,
            edit=head.cell.key.edit,
            effect=head.size,
            clear=head.clear,
            cells=len(head.family),
            family_range=None,
            unselected=None,
            place=places.get(head.build),
            place_range=None,
            tier=None,
        )
        for head in _heads(level)
    )


def _heads(level: Level) -> list[Headline]:
    """Return everyone, those with a place first."""
    board = level.board
    return [*(s.headline for s in board.standings), *board.shown, *board.planted, *board.builds]


def contest_of(heads: Sequence[Headline], redrawn: RedrawnOf) -> Contest:
    """Return the contest of headlines that have a place, over all cells that they were picked from."""
    families = [_with_range(head) for head in heads]
    stacked = _stack([cell for family in families for cell in family], redrawn)
    owners = [model for model, family in enumerate(families) for _ in family]
    return Contest(stacked.points, stacked.draws, stacked.floors, owners)


def with_place(sets: Iterable[PlaceRange], places: Iterable[float]) -> list[PlaceRange]:
    """Return ranges of places widened, where needed, to hold the place itself.

    A range follows effects alone. A place also follows what is clear and what reads the same: models that share one
    have the average of their places, although one of them may be surely ahead of another.
    """
    return [
        (min(low, math.floor(place)), max(high, math.ceil(place)))
        for (low, high), place in zip(sets, places, strict=True)
    ]


def _with_ranges(row: ModelRow, head: Headline, redrawn: RedrawnOf) -> ModelRow:
    """Add the simultaneous range and the unselected effect, where the headline's own cell has a range."""
    family = _with_range(head)
    at = next((n for n, cell in enumerate(family) if cell is head.cell), None)
    if at is None:
        return row
    stacked = _stack(family, redrawn)
    low, high = family_ranges(stacked.points, stacked.draws, stacked.floors)[at].tolist()
    margins = np.array([margin(cell.size, cell.range) for cell in family])
    alone = unselected(np.stack([redrawn(cell.effect).halves for cell in family]), margins)
    return replace(
        row,
        family_range=(_digits(max(low, -1.0)), _digits(min(high, 1.0))),  # no effect is larger than every text
        unselected=None if alone is None else _digits(alone),
    )


def _with_range(head: Headline) -> list[Cell]:
    """Return the cells that a headline was picked from, as far as they have a range."""
    return [cell for cell in head.family if cell.range is not None]


def _stack(cells: Sequence[Cell], redrawn: RedrawnOf) -> _Stacked:
    drawn = [redrawn(cell.effect) for cell in cells]
    return _Stacked(
        points=np.array([cell.size for cell in cells], dtype=np.float64),
        draws=np.stack([each.effect for each in drawn], axis=1),
        floors=np.array([each.event_floor for each in drawn], dtype=np.float64),
    )


def _digits(value: float) -> float:
    return round(value, DIGITS) + 0.0
