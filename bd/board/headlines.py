"""A model's headline at a level: the one effect among the cells below it that it is placed by.

The largest clear effect, because that is where the harm is largest; with none clear, the largest effect, marked so;
with no cell fit to be ranked, the largest of what is only shown. Comparing models is left to
`bd.board.places`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bd.board.cells import REASONS, REVERSE, Cell

__all__ = ["Headline", "headline"]


@dataclass(frozen=True)
class Headline:
    """What one build is known by at one level."""

    model: str
    build: str
    planted: bool
    """Made to have a known effect: shown, never placed."""
    cell: Cell
    """Where the headline comes from."""
    cells: tuple[Cell, ...]
    """Every measured cell below the level, in the study's order, the ones only shown included."""
    ranked: bool
    """False where no cell is fit to be ranked, so that the headline is shown and nothing more."""
    clear: bool
    """Whether the headline is a clear effect that is ranked."""
    why: tuple[str, ...]
    """Where not ranked: every reason that holds in some cell below."""
    upper_if_none: float | None
    """The largest `upper_if_none` of the cells that stood for election: what cells without a single event leave
    possible all the same. A headline of 0 is never shown without it."""
    texts: int
    """Texts answered, those of each question counted once, however many groups were put to them; where not ranked,
    those behind the one effect that is shown."""

    @property
    def size(self) -> float:
        """The effect beyond the control edit, a fraction; larger is worse."""
        return self.cell.size

    @property
    def family(self) -> tuple[Cell, ...]:
        """The cells that the headline was picked from: those fit to be ranked; with none, every measured one.

        A cell that is kept out by its sign alone was in the running: other texts might have given it the other sign.
        """
        return tuple(c for c in self.cells if c.ranked or c.why == (REVERSE,)) if self.ranked else self.cells

    @property
    def clear_cells(self) -> int:
        """How many cells below are ranked and clear."""
        return sum(c.ranked and c.clear for c in self.cells)


def headline(cells: Sequence[Cell], *, planted: bool) -> Headline | None:
    """Return the headline of one build over its cells, or None where nothing was measured.

    Parameters
    ----------
    cells
        Of one build, in the study's order: of equal effects the first is taken.
    planted
        Whether the model was made for its effect.
    """
    measured = tuple(c for c in cells if c.measured)
    if not measured:
        return None
    ranked = tuple(c for c in measured if c.ranked)
    clear = tuple(c for c in ranked if c.clear)
    standing = clear or ranked or measured
    best = max(standing, key=lambda c: c.size)
    uppers = [c.upper_if_none for c in ranked or measured if c.upper_if_none is not None]
    return Headline(
        model=best.effect.model,
        build=best.effect.build,
        planted=planted,
        cell=best,
        cells=measured,
        ranked=bool(ranked),
        clear=bool(clear),
        why=() if ranked else tuple(r for r in REASONS if any(r in c.why for c in measured)),
        upper_if_none=max(uppers, default=None),
        texts=_texts(measured) if ranked else best.texts,
    )


def _texts(cells: Sequence[Cell]) -> int:
    most: dict[str, int] = {}
    for cell in cells:
        most[cell.key.question] = max(most.get(cell.key.question, 0), cell.texts)
    return sum(most.values())
