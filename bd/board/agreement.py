"""Whether the characteristics of the main board agree on the order of the models.

Each counted characteristic is an instrument, and the order is that of its places, ties included. Kendall's W and the
rest are `bd.agree`'s. This module says which characteristics and models are compared, and works out what needs the
re-draws behind the places; what the data file says of it is `bd.report.agreement`'s part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.agree.concordance import LEAST, kendall_w, w_range
from bd.agree.fullest import whole_table
from bd.agree.orders import centred_places, has_order, millionths
from bd.agree.reliability import spearman_brown, split_half
from bd.board.elsewhere import HALF, clear_there, margin
from bd.board.headlines import Headline
from bd.board.levels import Standings
from bd.board.overall import MainBoard
from bd.board.records import AgreementRow
from bd.board.uncertainty import RedrawnOf
from bd.effects.records import DIGITS

__all__ = ["Compared", "agreement_row", "compared"]

_HUNDREDTH = 100
"""Millionths in the last digit of an effect that readers see; equal to that digit is the same place."""


@dataclass(frozen=True)
class Compared:
    """What is compared: every one of these models has a place on every one of these characteristics."""

    characteristics: tuple[str, ...]
    models: tuple[str, ...]
    gaps: tuple[str, ...]
    """Counted characteristics left out because models lack a place there."""
    no_order: tuple[str, ...]
    """Those left out because all the models compared share one place there."""
    places: NDArray[np.float64]
    """Shape (characteristics, models)."""

    @property
    def enough(self) -> bool:
        """Whether there is an agreement to speak of."""
        return len(self.characteristics) >= LEAST and len(self.models) >= LEAST


def compared(main: MainBoard) -> Compared:
    """Return which characteristics and models are compared.

    By the rule of `bd.agree.fullest`, over the models that have a place anywhere, in the board's order: as long as a
    place is missing, the model or the characteristic that lacks the largest share is left out. Then a characteristic
    on which all of these models share one place goes too: it has no order that could agree with another.
    """
    rows = [row for row in main.rows if row.positions]
    there = np.array([[name in row.positions for name in main.counted] for row in rows], dtype=np.bool_)
    kept, columns = whole_table(there.reshape(len(rows), len(main.counted)))
    whole = [main.counted[column] for column in columns]
    models = [rows[number] for number in kept]
    places = {name: [row.positions[name] for row in models] for name in whole}
    names = tuple(name for name in whole if has_order(places[name]))
    return Compared(
        characteristics=names,
        models=tuple(row.model for row in models),
        gaps=tuple(name for name in main.counted if name not in whole),
        no_order=tuple(name for name in whole if name not in names),
        places=np.array([places[name] for name in names], dtype=np.float64).reshape(len(names), len(models)),
    )


def agreement_row(main: MainBoard, counted: Iterable[Standings], redrawn: RedrawnOf) -> AgreementRow:
    """Return what re-draws say of the agreement: the range of W, and how reliable each characteristic is.

    In every re-draw of the texts each model is placed anew by the effect of its headline's cell, with the rules of the
    board: clear ones (`bd.board.elsewhere` says which are clear there) come in order, equal to the shown digit being
    equal, and all others share what is left. Which cell is the headline is not chosen anew. Characteristics on the same
    texts share their re-draws.

    Reliability is that of the places, by the same rules, on both halves of the texts, over every model that has one.
    Places and not effects, since one very large effect would make an order look reliable that is not.
    """
    boards = {s.characteristic.id: {h.headline.model: h.headline for h in s.top.board.standings} for s in counted}
    chosen = compared(main)
    return AgreementRow(
        characteristics=chosen.characteristics,
        models=chosen.models,
        range=_range(chosen, boards, redrawn),
        reliabilities=tuple(_reliability(boards[name].values(), redrawn) for name in main.counted),
    )


def _range(
    chosen: Compared, boards: Mapping[str, Mapping[str, Headline]], redrawn: RedrawnOf
) -> tuple[float, float] | None:
    if not chosen.enough:
        return None
    orders = [_orders([boards[name][model] for model in chosen.models], redrawn) for name in chosen.characteristics]
    ends = w_range(kendall_w(-chosen.places), np.stack(orders, axis=1))
    return None if ends is None else (round(ends[0], DIGITS), round(ends[1], DIGITS))


def _orders(heads: Sequence[Headline], redrawn: RedrawnOf) -> NDArray[np.float64]:
    """Return what models are ordered by in every re-draw, the largest first; shape (resamples, models)."""
    return np.stack([_order(head, redrawn(head.cell.effect).effect) for head in heads], axis=1)


def _order(head: Headline, draws: NDArray[np.float64], wider: float = 1.0) -> NDArray[np.float64]:
    """Return the shown effect where it is clear, -1 where not; the effect's range is taken to be so much wider."""
    known = ~np.isnan(draws)
    found = np.full(draws.shape, np.nan)
    whole = millionths(draws[known])
    shown = (whole + _HUNDREDTH // 2) // _HUNDREDTH
    found[known] = np.where(clear_there(whole, margin(head.size, head.cell.range), wider), shown, -1)
    return found


def _reliability(heads: Collection[Headline], redrawn: RedrawnOf) -> float | None:
    if len(heads) < LEAST:
        return None
    halves = np.stack([_order(head, redrawn(head.cell.effect).halves[:, :, 0], HALF) for head in heads])
    half = split_half(_places(halves[:, :, 0].T), _places(halves[:, :, 1].T))
    return None if half is None else round(spearman_brown(half), DIGITS)


def _places(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places, counted from the middle, of each row; nan throughout where one value is not known."""
    return np.where(np.isnan(values).any(axis=1, keepdims=True), np.nan, centred_places(values))
