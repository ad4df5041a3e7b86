"""The main board: each model's average place over the characteristics that compare it with another.

A characteristic that only one model was measured on is shown and not counted; one that a model was never tested on is
never a zero, it makes the model incomplete. A model that was tested and set aside lacks a place there and nothing else.
With places on fewer than half of what counts there is no average: such a model stands below the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bd.board.levels import Standings
from bd.board.places import Board, shared_places
from bd.study.records import COUNTED

__all__ = ["MainBoard", "Row", "enough", "main_board"]


@dataclass(frozen=True)
class Row:
    """One model on the main board. Every tuple holds ids of characteristics, in the study's order."""

    model: str
    place: float | None
    """None where the model has a place on fewer than half of the counted characteristics."""
    tied: bool
    mean_place: float | None
    """The average of `positions`; lower is more biased. None where the place is."""
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
    untested: tuple[str, ...]
    """Counted, and it was never tested there: nothing was asked."""
    set_aside: tuple[str, ...]
    """Counted, and it was tested there without a place: not fit to be ranked, or not answered."""
    too_few: bool
    """Whether it has a place on some counted characteristics, but on fewer than half of them."""

    @property
    def incomplete(self) -> bool:
        """Whether it was never tested on a counted characteristic."""
        return bool(self.untested)


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
    found = {s.characteristic.id: s for s in all_standings if s.characteristic.kind == COUNTED}
    boards = {name: s.top.board for name, s in found.items()}
    tested = {name: frozenset(s.cells) for name, s in found.items()}
    counted = tuple(name for name, board in boards.items() if board.contested)
    rows = [_row(model, boards, tested, counted) for model in sorted(models) if model not in planted]
    return MainBoard(counted, _in_order(rows), tuple(sorted(m for m in models if m in planted)))


def enough(positions: int, counted: int) -> bool:
    """Whether a model has places enough for an average: on half of what counts, or more."""
    return positions > 0 and 2 * positions >= counted


def _row(
    model: str, boards: Mapping[str, Board], tested: Mapping[str, Collection[str]], counted: tuple[str, ...]
) -> Row:
    positions = {name: boards[name].places[model] for name in counted if model in boards[name].places}
    ranked = enough(len(positions), len(counted))
    unmeasured = tuple(name for name, board in boards.items() if model in board.unmeasured)
    return Row(
        model=model,
        place=None,
        tied=False,
        mean_place=float(_mean_of(positions)) if ranked else None,
        positions=positions,
        sole=tuple(n for n, b in boards.items() if not b.contested and model in b.places),
        shown=tuple(n for n, b in boards.items() if any(h.model == model for h in b.shown)),
        unmeasured=unmeasured,
        not_clear=tuple(n for n, b in boards.items() if any(s.headline.model == model for s in b.not_clear)),
        measured_on=len(boards) - len(unmeasured),
        untested=tuple(name for name in counted if model not in tested[name]),
        set_aside=tuple(name for name in counted if model in tested[name] and name not in positions),
        too_few=bool(positions) and not ranked,
    )


def _mean_of(positions: Mapping[str, float]) -> Fraction:
    """Return the average place; places are halves of whole numbers, so that equal averages are exactly equal."""
    return sum((Fraction(p) for p in positions.values()), Fraction(0)) / len(positions)


def _in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    rows = list(rows)
    placed = sorted((r for r in rows if r.mean_place is not None), key=lambda r: (_mean_of(r.positions), r.model))
    shared = shared_places(placed, lambda r: _mean_of(r.positions))
    unplaced = sorted((r for r in rows if r.mean_place is None), key=lambda r: (not r.too_few, r.model))
    return (*(replace(row, place=place, tied=tied) for row, place, tied in shared), *unplaced)
