"""Made-up effects for tests of the board; sizes are fractions."""

from __future__ import annotations

from bd.board import Cell, Headline, headline, make_cell
from bd.effects.records import Effect
from tests.report.samples import effect

DECISIONS = ("red-blue", "yes-no", "keep-drop")


def cells(model: str, *sizes: float, **changed: object) -> list[Cell]:
    """Return one cell a size, on one decision after the other; each range is one point either way."""
    return [make_cell(effect(model, "sort", d, s, **changed)) for d, s in zip(DECISIONS, sizes, strict=False)]


def head(model: str, *sizes: float, planted: bool = False, **changed: object) -> Headline:
    found = headline(cells(model, *sizes, **changed), planted=planted)
    assert found is not None
    return found


def on(model: str, size: float, **changed: object) -> Effect:
    return effect(model, "sort", "red-blue", size, **changed)
