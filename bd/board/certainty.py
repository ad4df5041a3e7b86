"""How certain the main board is: from the places on all its characteristics at once to average places and tiers.

Places on single levels are `bd.board.uncertainty`'s part, whether characteristics agree `bd.board.agreement`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from bd.board.agreement import agreement_row
from bd.board.compare import tiers
from bd.board.levels import Standings
from bd.board.overall import MainBoard, Row
from bd.board.records import MainRow, MainRows, PlaceRange
from bd.board.simultaneous import joint_critical_value, place_sets
from bd.board.uncertainty import RedrawnOf, differences_of, with_place
from bd.effects.records import DIGITS

__all__ = ["main_rows", "mean_places"]

Means = tuple[Fraction, Fraction]
"""Mean of the first and mean of the last possible places."""


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
    placed = [row for row in main.rows if row.positions]
    means = mean_places(_sets(counted, redrawn), [row.model for row in placed])
    ranges = _place_ranges(means)
    steps = tiers([(-float(high), -float(low)) for low, high in means])
    found = {
        row.model: (possible, mean, tier)
        for row, possible, mean, tier in zip(placed, ranges, means, steps, strict=True)
    }
    rows = tuple(_row(row, found.get(row.model)) for row in main.rows)
    return MainRows(main.counted, rows, agreement_row(main, counted, redrawn))


def _sets(counted: Sequence[Standings], redrawn: RedrawnOf) -> list[Mapping[str, PlaceRange]]:
    """Return, for each characteristic, every placed model's range of places, all of them at once."""
    if not counted:
        return []
    boards = [s.top.board for s in counted]
    apart = [differences_of([s.headline for s in board.standings], redrawn) for board in boards]
    critical = joint_critical_value(found.largest for found in apart)
    return [
        dict(zip(board.places, with_place(place_sets(found, critical), board.places.values()), strict=True))
        for board, found in zip(boards, apart, strict=True)
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


def _place_ranges(means: Sequence[Means]) -> list[PlaceRange]:
    return [
        (1 + sum(other[1] < low for other in means), len(means) - sum(other[0] > high for other in means))
        for low, high in means
    ]


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
