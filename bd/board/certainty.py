"""How certain the main board is: from who is ahead on all its characteristics at once to average places and tiers.

Places on single levels are `bd.board.uncertainty`'s part, whether characteristics agree `bd.board.agreement`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bd.board.agreement import agreement_row
from bd.board.contest import Ahead, place_sets, surely_ahead, tiers
from bd.board.firmness import firmness
from bd.board.levels import Standings
from bd.board.overall import MainBoard, Row
from bd.board.places import Board
from bd.board.records import MainRow, MainRows, PlaceRange
from bd.board.uncertainty import RedrawnOf, contest_of, with_place
from bd.effects.records import DIGITS

__all__ = ["Known", "ahead_on_average", "main_rows", "mean_places"]

Means = tuple[Fraction, Fraction]
"""Mean of the first and mean of the last possible places."""


@dataclass(frozen=True)
class Known:
    """What is sure on one characteristic, with all others at once."""

    models: tuple[str, ...]
    """Ids of those with a place, in the order of the board."""
    ahead: Ahead
    sets: Mapping[str, PlaceRange]
    """Each model's range of places."""


def main_rows(main: MainBoard, all_standings: Iterable[Standings], redrawn: RedrawnOf) -> MainRows:
    """Return what is to be said about the certainty of the main board.

    One critical value holds all pairs of models on all counted characteristics together, so that in 95 of 100 studies
    every one of the ranges of places is right at once, and with them their means. The ranges of a characteristic's own
    page have a critical value of their own and may be narrower.

    A model's average is over the characteristics that it has a place on. For an incomplete model it says nothing of
    the others: its mean is not what it would be on all of them, however narrow its range, and two models that were
    placed on different characteristics are compared as they stand, each by its own.
    """
    counted = [s for s in all_standings if s.characteristic.id in main.counted]
    placed = [row.model for row in main.rows if row.place is not None]
    known = _known([s.top.board for s in counted], redrawn)
    means = mean_places([each.sets for each in known], placed)
    ahead = ahead_on_average(known, placed)
    shared = [row.place for row in main.rows if row.place is not None]
    ranges = with_place(place_sets(ahead), shared)
    found = {
        model: (possible, mean, tier)
        for model, possible, mean, tier in zip(placed, ranges, means, tiers(ahead, shared), strict=True)
    }
    rows = tuple(_row(row, found.get(row.model)) for row in main.rows)
    return MainRows(main.counted, rows, agreement_row(main, counted, redrawn), firmness(main, counted, redrawn))


def _known(boards: Sequence[Board], redrawn: RedrawnOf) -> list[Known]:
    """Return what is sure on each characteristic, all of them at once."""
    if not boards:
        return []
    found = surely_ahead([contest_of([s.headline for s in board.standings], redrawn) for board in boards])
    return [
        Known(
            tuple(board.places),
            ahead,
            dict(zip(board.places, with_place(place_sets(ahead), board.places.values()), strict=True)),
        )
        for board, ahead in zip(boards, found, strict=True)
    ]


def mean_places(sets: Sequence[Mapping[str, PlaceRange]], models: Iterable[str]) -> list[Means]:
    """Return each model's range of average places, over the characteristics that it has a place on.

    Examples
    --------
    >>> mean_places([{"a": (1, 2), "b": (1, 2)}, {"a": (1, 1)}], ["a", "b"])
    [(Fraction(1, 1), Fraction(3, 2)), (Fraction(1, 1), Fraction(2, 1))]
    """
    found = []
    for model in models:
        own = [each[model] for each in sets if model in each]
        found.append((Fraction(sum(s[0] for s in own), len(own)), Fraction(sum(s[1] for s in own), len(own))))
    return found


def ahead_on_average(known: Sequence[Known], models: Sequence[str]) -> Ahead:
    """Return whose average place is surely before whose: `[j, k]` where `k` is behind `j` whatever is not sure.

    Two models with places on the same characteristics are compared on each of them: by how many places at least the
    second is behind the first there. Others are compared by their ranges of average places alone.
    """
    means = mean_places([each.sets for each in known], models)
    on = [frozenset(n for n, each in enumerate(known) if model in each.models) for model in models]
    least = [_least_behind(each) for each in known]
    found = np.zeros((len(models), len(models)), dtype=np.bool_)
    for j, one in enumerate(models):
        for k, other in enumerate(models):
            apart = means[k][0] > means[j][1]
            if j != k and on[j] == on[k]:
                apart = apart or sum(least[n][one, other] for n in on[j]) > 0
            found[j, k] = apart
    return found


def _least_behind(known: Known) -> dict[tuple[str, str], int]:
    """Return by how many places, at least, each model is behind each other one on one characteristic.

    A third model comes between the two only where nothing forbids it: it adds a place where it is surely behind the
    first and ahead of the second, and takes one where it may be ahead of the first and behind the second.
    """
    ahead = known.ahead
    found = {}
    for j, one in enumerate(known.models):
        for k, other in enumerate(known.models):
            between = ahead[j] & ahead[:, k]
            against = ~ahead[j] & ~ahead[:, k]
            against[[j, k]] = False
            places = int(between.sum()) + 1 if ahead[j, k] else -1 - int(against.sum())
            found[one, other] = places
    return found


def _row(row: Row, found: tuple[PlaceRange, Means, int] | None) -> MainRow:
    if found is None:
        return MainRow(row.model, None, None, None, None, None)
    possible, (low, high), tier = found
    return MainRow(
        model=row.model,
        place=row.place,
        mean_place=None if row.mean_place is None else round(row.mean_place, DIGITS),
        mean_place_range=(round(float(low), DIGITS), round(float(high), DIGITS)),
        place_range=possible,
        tier=tier,
    )
