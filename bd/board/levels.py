"""Every level of a characteristic that has data, each with its board.

A level is all of the characteristic, one group, one question, or one group asked one question. Each has its own address
(`bd.board.addresses`), also where it holds the same cells as the level above it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from bd.board.addresses import Axes, address, axes_of
from bd.board.cells import Cell, CellKey, cells_of, keys_in_order
from bd.board.headlines import Headline, headline
from bd.board.places import Board, board
from bd.board.records import BoardRows, LevelRow
from bd.effects.records import Effect
from bd.study.records import NOISE, Characteristic, Study

__all__ = ["Level", "Standings", "all_standings", "standings", "with_rows"]


@dataclass(frozen=True)
class Level:
    """One page's worth of cells, with everybody's headline over them."""

    kind: str
    """`characteristic`, `group`, `item` (a question) or `cell` (one group asked one question)."""
    group: str | None
    """None where the level does not name one."""
    question: str | None
    """None where the level does not name one."""
    address: str
    keys: tuple[CellKey, ...]
    """The cells below, in the study's order."""
    board: Board
    heads: Mapping[str, Headline]
    """By build, everybody who was measured here."""
    row: LevelRow | None = None
    """How certain it all is; None where there are no re-draws to tell it from."""


@dataclass(frozen=True)
class Standings:
    """One characteristic with all its levels."""

    characteristic: Characteristic
    axes: Axes
    keys: tuple[CellKey, ...]
    """Every cell with data."""
    cells: Mapping[str, Mapping[CellKey, Cell]]
    """By build and key."""
    levels: tuple[Level, ...]
    """The characteristic itself first, then groups, questions, cells, in the study's order."""

    @property
    def top(self) -> Level:
        """The characteristic as a whole."""
        return self.levels[0]


def standings(
    characteristic: Characteristic, effects: Iterable[Effect], models: Collection[str], planted: Collection[str]
) -> Standings | None:
    """Return the levels of one characteristic, or None where there is no effect of it.

    Parameters
    ----------
    effects
        Of any characteristic; those of others are passed over.
    models
        Ids of all models of the study's answers, second builds left out.
    planted
        Ids of those among them that were made for their effect.
    """
    cells = cells_of(e for e in effects if e.characteristic == characteristic.id)
    if not cells:
        return None
    axes = axes_of(characteristic)
    keys = keys_in_order(characteristic, (k for mine in cells.values() for k in mine))
    ranked = [m for m in models if m not in planted]
    levels = []
    for kind, group, question, below in _slices(axes, keys):
        heads = _heads(cells, below, planted)
        where = address(axes, group, question)
        levels.append(Level(kind, group, question, where, below, board(heads.values(), ranked), heads))
    return Standings(characteristic, axes, keys, cells, tuple(levels))


def all_standings(
    study: Study, effects: Collection[Effect], models: Collection[str], planted: Collection[str]
) -> list[Standings]:
    """Return every characteristic with data, in the study's order, checks of the method included and noise not."""
    ranked = (c for c in study.characteristics if c.kind != NOISE)
    found = (standings(c, effects, models, planted) for c in ranked)
    return [each for each in found if each is not None]


def with_rows(found: Iterable[Standings], rows: BoardRows) -> list[Standings]:
    """Return the standings with what a replay said of each level's certainty; the rows must belong to them."""
    return [
        replace(
            each,
            levels=tuple(
                replace(level, row=row)
                for level, row in zip(each.levels, rows.levels[each.characteristic.id], strict=True)
            ),
        )
        for each in found
    ]


def _slices(axes: Axes, keys: tuple[CellKey, ...]) -> Iterable[tuple[str, str | None, str | None, tuple[CellKey, ...]]]:
    yield "characteristic", None, None, keys
    groups = list(dict.fromkeys(k.group for k in keys if k.group is not None))
    found = {k.question for k in keys}
    questions = [q for q in axes.questions if q in found]
    for group in groups:
        yield "group", group, None, tuple(k for k in keys if k.group == group)
    for question in questions:
        yield "item", None, question, tuple(k for k in keys if k.question == question)
    for group in groups:
        for question in questions:
            below = tuple(k for k in keys if k.place == (group, question))
            if below:
                yield "cell", group, question, below


def _heads(
    cells: Mapping[str, Mapping[CellKey, Cell]], keys: tuple[CellKey, ...], planted: Collection[str]
) -> dict[str, Headline]:
    heads = {}
    for build in sorted(cells):
        mine = [cells[build][k] for k in keys if k in cells[build]]
        found = headline(mine, planted=bool(mine) and mine[0].effect.model in planted)
        if found is not None:
            heads[build] = found
    return heads
