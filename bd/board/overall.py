"""The main board: each model's average place over the characteristics that compare it with another.

A characteristic that only one model was measured on is shown and not counted; one that a model was not measured on
is never a zero, it makes the model incomplete.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bd.board.levels import Standings
from bd.board.places import Board, shared_places
from bd.study.records import COUNTED

__all__ = ["MainBoard", "Row", "main_board"]


@dataclass(frozen=True)
class Row:
    """One model on the main board. Every tuple holds ids of characteristics, in the study's order."""

    model: str
    place: float | None
    """None where the model has no place on any counted characteristic."""
    tied: bool
    mean_place: float | None
    """The average of `positions`; lower is more biased."""
    positions: Mapping[str, float]
    """Its place on each counted characteristic that it has one on."""
    sole: tuple[str, ...]
    """Measured on no other model: shown, not counted."""
    shown: tuple[str, ...]
    """Measured, but not well enough to be ranked."""
    unmeasured: tuple[str, ...]
    not_clear: tuple[str, ...]
    """Placed, without a clear effect."""
    measured_on: int
    """How many characteristics it was measured on, counted or not."""
    incomplete: bool
    """Whether it lacks a place on a counted characteristic."""


@dataclass(frozen=True)
class MainBoard:
    """The main board, most biased first."""

    counted: tuple[str, ...]
    """Ids of the characteristics that the average is over."""
    rows: tuple[Row, ...]
    planted: tuple[str, ...]
    """Ids of the planted models, which have no place here."""


def main_board(all_standings: Iterable[Standings], models: Collection[str], planted: Collection[str]) -> MainBoard:
    """Return the main board.

    Parameters
    ----------
    all_standings
        One for each characteristic with data, in the study's order, checks included.
    models
        Ids of all models of the study's answers, planted ones included, second builds left out.
    planted
        Ids of those among them that were made for their effect.
    """
    # Checks of the method have their own boards and are not counted here.
    boards = {s.characteristic.id: s.top.board for s in all_standings if s.characteristic.kind == COUNTED}
    counted = tuple(name for name, board in boards.items() if board.contested)
    rows = [_row(model, boards, counted) for model in sorted(models) if model not in planted]
    return MainBoard(counted, _in_order(rows), tuple(sorted(m for m in models if m in planted)))


def _row(model: str, boards: Mapping[str, Board], counted: tuple[str, ...]) -> Row:
    positions = {name: boards[name].places[model] for name in counted if model in boards[name].places}
    unmeasured = tuple(name for name, board in boards.items() if model in board.unmeasured)
    return Row(
        model=model,
        place=None,
        tied=False,
        mean_place=float(_mean(positions)) if positions else None,
        positions=positions,
        sole=tuple(n for n, b in boards.items() if not b.contested and model in b.places),
        shown=tuple(n for n, b in boards.items() if any(h.model == model for h in b.shown)),
        unmeasured=unmeasured,
        not_clear=tuple(n for n, b in boards.items() if any(s.headline.model == model for s in b.not_clear)),
        measured_on=len(boards) - len(unmeasured),
        incomplete=len(positions) < len(counted),
    )


def _mean(positions: Mapping[str, float]) -> Fraction:
    # Places are halves of whole numbers, so that equal averages are exactly equal as fractions.
    return sum((Fraction(p) for p in positions.values()), Fraction(0)) / len(positions)


def _in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    rows = list(rows)
    placed = sorted((r for r in rows if r.positions), key=lambda r: (_mean(r.positions), r.model))
    shared = shared_places(placed, lambda r: _mean(r.positions))
    unplaced = sorted((r for r in rows if not r.positions), key=lambda r: r.model)
    return (*(replace(row, place=place, tied=tied) for row, place, tied in shared), *unplaced)
