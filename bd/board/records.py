"""What is said of the certainty of a level and of the main board: the rows of `studies/levels/`, before they are text.

Fractions with at most 6 decimals, places as plain numbers. How the numbers come about is left to
`bd.board.uncertainty`, reading and writing to `bd.board.rows`.
"""

from __future__ import annotations

from dataclasses import dataclass

from bd.effects.records import Range

__all__ = [
    "AgreementRow",
    "BoardRows",
    "FirmRow",
    "Firmness",
    "LevelRow",
    "MainRow",
    "MainRows",
    "ModelRow",
    "PairRow",
    "PlaceRange",
]

PlaceRange = tuple[int, int]
"""First and last possible place, both included."""


@dataclass(frozen=True)
class ModelRow:
    """One build's headline at one level."""

    model: str
    build: str
    """Differs from `model` for a second build, which has no place."""
    group: str | None
    """With `question` and `edit`, the cell that the headline comes from."""
    question: str
    edit: str
    effect: float
    clear: bool
    cells: int
    """How many cells it was picked from."""
    family_range: Range | None
    """Simultaneous 95% range over those cells; None where the cell has no range."""
    unselected: float | None
    """The effect of the winner of one half of the texts, measured on the other half."""
    place: float | None
    """None where it is only shown, and for planted models and second builds."""
    place_range: PlaceRange | None
    """95% range of the place, all places of the level at once."""
    tier: int | None


@dataclass(frozen=True)
class PairRow:
    """Two models compared on the same re-draws."""

    a: str
    """The one that stands higher on the board."""
    b: str
    difference: float
    """Effect of `a` less effect of `b`."""
    range: Range
    worse: float
    """Share of the re-draws in which `a` is worse; equal ones count half."""


@dataclass(frozen=True)
class LevelRow:
    """One level of one characteristic."""

    kind: str
    group: str | None
    question: str | None
    models: tuple[ModelRow, ...]
    """Those with a place first, in order; then those only shown, planted models and second builds."""
    pairs: tuple[PairRow, ...]
    """Every pair of models with a place, in the board's order."""

    def of(self, build: str) -> ModelRow:
        """Return the row of one build; KeyError if there is none."""
        return {row.build: row for row in self.models}[build]


@dataclass(frozen=True)
class MainRow:
    """One model on the main board."""

    model: str
    place: float | None
    """None where it has no place on any counted characteristic; then nothing else is known either."""
    mean_place: float | None
    mean_place_range: Range | None
    """Mean of the first and mean of the last possible places on its characteristics, all at once."""
    place_range: PlaceRange | None
    tier: int | None


@dataclass(frozen=True)
class AgreementRow:
    """What re-draws say of whether the characteristics agree on the order of the models."""

    characteristics: tuple[str, ...]
    """Ids of those that are compared."""
    models: tuple[str, ...]
    """Ids of the models that have a place on all of them."""
    range: Range | None
    """95% range of Kendall's W; None where too little is compared."""
    reliabilities: tuple[float | None, ...]
    """Of every characteristic that counts, compared or not; None where it cannot be told."""


@dataclass(frozen=True)
class FirmRow:
    """The main board under one other rule."""

    rule: str
    """`scaled`, `without`, `common`, `average`, `joint` or `frames`, as `bd.board.firmness` has them."""
    without: str | None
    """The characteristic that is left out; None where none is."""
    first: tuple[str, ...]
    """Ids of the models in the first place, in the main board's order."""
    stays: bool
    """Whether the first model of the main board is in it; where several share it, whether all are."""
    pairs: int
    """Pairs of models that have a place under both rules."""
    changed: int
    """Those of them that stand the other way round."""


@dataclass(frozen=True)
class Firmness:
    """How firm the order of the main board is under other rules."""

    rules: tuple[FirmRow, ...]
    pairs: int
    """Pairs of models with a place on the main board."""
    changed: int
    """Those that stand the other way round under at least one rule."""


@dataclass(frozen=True)
class MainRows:
    """The main board."""

    counted: tuple[str, ...]
    """Ids of the characteristics that count."""
    models: tuple[MainRow, ...]
    """In the board's order."""
    agreement: AgreementRow | None = None
    """None in rows of an earlier version."""
    firmness: Firmness | None = None
    """None there too, and where no two models have a place."""

    def of(self, model: str) -> MainRow:
        """Return the row of one model; KeyError if there is none."""
        return {row.model: row for row in self.models}[model]


@dataclass(frozen=True)
class BoardRows:
    """Everything that a replay says about levels."""

    levels: dict[str, tuple[LevelRow, ...]]
    """By characteristic, in the order of its levels."""
    main: MainRows
