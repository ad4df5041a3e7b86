"""How firm the order of the main board is: the same board worked out again under other rules that would be as fair.

Each rule changes one thing: what an effect is, when it is clear, how places become an average, or what counts. How
often the first model stays first, and how many pairs of models change order, is told of all of them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from bd.board.cells import Cell
from bd.board.digits import shown_hundredths
from bd.board.headlines import Headline
from bd.board.levels import Standings
from bd.board.overall import MainBoard, enough
from bd.board.places import Board, shared_places
from bd.board.records import Firmness, FirmRow
from bd.board.uncertainty import RedrawnOf
from bd.effects.ranges import percentile_range

__all__ = ["firmness"]

Sized = tuple[float, bool]
"""What a model is placed by: the effect, a fraction, and whether it is clear."""
Means = Mapping[str, Fraction]
"""Each model's average place."""

WITHOUT, SCALED, COMMON, AVERAGE, JOINT, FRAMES = "without", "scaled", "common", "average", "joint", "frames"


@dataclass(frozen=True)
class _Rule:
    """One way to read a board."""

    name: str
    of: Callable[[Headline], Sized]
    scaled: bool = False
    without: str | None = None


def firmness(main: MainBoard, counted: Sequence[Standings], redrawn: RedrawnOf) -> Firmness | None:
    """Return how firm the order is; None where no two models have a place on the main board."""
    usual = {row.model: Fraction(row.place) for row in main.rows if row.place is not None}
    if len(usual) < 2:
        return None
    boards = {s.characteristic.id: s.top.board for s in counted}
    rows, changed = [], set()
    for rule in _rules(list(boards), redrawn):
        there = _means(boards, rule)
        other = {model: there[model] for model in usual if model in there}
        pairs = [pair for pair in combinations(usual, 2) if all(model in other for model in pair)]
        turned = {(a, b) for a, b in pairs if (usual[a] - usual[b]) * (other[a] - other[b]) < 0}
        first = tuple(model for model in other if other[model] == min(other.values()))
        leaders = [model for model in usual if usual[model] == min(usual.values())]
        stays = all(model in first for model in leaders)
        rows.append(FirmRow(rule.name, rule.without, first, stays, len(pairs), len(turned)))
        changed |= turned
    return Firmness(tuple(rows), len(list(combinations(usual, 2))), len(changed))


def _rules(counted: Sequence[str], redrawn: RedrawnOf) -> Iterator[_Rule]:
    yield _Rule(SCALED, _largest, scaled=True)
    if len(counted) > 1:
        yield from (_Rule(WITHOUT, _largest, without=name) for name in counted)
    yield _Rule(COMMON, lambda head: _picked(head, _on_common_texts))
    yield _Rule(AVERAGE, lambda head: _averaged(head, redrawn))
    yield _Rule(JOINT, lambda head: _picked(head, lambda cell: (cell.size, cell.told.clear_joint)))
    yield _Rule(FRAMES, lambda head: _picked(head, _by_frame))


def _largest(head: Headline) -> Sized:
    return head.size, head.clear


def _picked(head: Headline, read: Callable[[Cell], Sized]) -> Sized:
    """Return the largest clear effect of the cells that may be ranked; with none clear, the largest."""
    return max((read(cell) for cell in head.cells if cell.ranked), key=lambda sized: (sized[1], sized[0]))


def _on_common_texts(cell: Cell) -> Sized:
    common = cell.effect.common
    if common is None or common.effect is None or common.range is None:
        return cell.size, cell.clear
    return common.effect, common.range[0] > 0


def _by_frame(cell: Cell) -> Sized:
    return cell.size, cell.clear if cell.frame_clear is None else cell.frame_clear


def _averaged(head: Headline, redrawn: RedrawnOf) -> Sized:
    """Return the average of the effects that may be ranked, clear where its range by the same re-draws says so."""
    cells = [cell for cell in head.cells if cell.ranked]
    draws = np.mean([redrawn(cell.effect).effect for cell in cells], axis=0)
    return sum(cell.size for cell in cells) / len(cells), percentile_range(draws)[0] > 0


def _means(boards: Mapping[str, Board], rule: _Rule) -> Means:
    """Return the average place, under a rule, of every model with places enough."""
    there = {name: _places(board, rule) for name, board in boards.items() if name != rule.without}
    own = {m: [p[m] for p in there.values() if m in p] for m in sorted({m for p in there.values() for m in p})}
    return {
        model: sum(places, Fraction(0)) / len(places)
        for model, places in own.items()
        if enough(len(places), len(there))
    }


def _places(board: Board, rule: _Rule) -> dict[str, Fraction]:
    """Return places by the rules of a board; scaled from 0, the first, to 1, the last, where the rule says so."""
    sized = [(standing.headline.model, *rule.of(standing.headline)) for standing in board.standings]
    order = sorted(
        ((model, shown_hundredths(size)) for model, size, clear in sized if clear), key=lambda each: (-each[1], each[0])
    )
    rest = [(model, 0) for model, _, clear in sized if not clear]
    placed = [*shared_places(order, lambda each: each[1]), *shared_places(rest, lambda _: None, after=len(order))]
    last = len(placed) - 1
    return {model: (Fraction(place) - 1) / last if rule.scaled else Fraction(place) for (model, _), place, _ in placed}
