"""A column with its re-draws, what is subtracted from it, and the effect in every re-draw.

How a control is chosen is `bd.effects.controls`' part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bd.answers.enough import mostly_answered
from bd.effects.cells import Source
from bd.effects.columns import Measured
from bd.effects.ranges import FEWEST_TEXTS, none_seen_bound, percentile_range
from bd.effects.records import Effect, EffectKey
from bd.effects.stack import Held, Stacked

__all__ = ["NOTHING", "Answers", "CellDraws", "Drawn", "Redrawn", "Scored", "Subtracted"]

_STANDARD_ERRORS = 1.96
"""How many standard errors the end of a 95% range is away from its middle."""


@dataclass(frozen=True)
class Drawn:
    """A column with its value and its mean in every re-draw."""

    measured: Measured
    statistics: Stacked | Held
    source: Source
    by_size: bool = False
    """Whether a negative mean is reflected."""
    framed: Stacked | Held | None = None
    """The same with frames re-drawn in place of texts; None where texts share no frames."""

    @property
    def value(self) -> float | None:
        """The mean over the texts that count, as a fraction; None where there is none."""
        return self.measured.value

    @property
    def sign(self) -> float:
        """-1.0 where the column is reflected, else 1.0: decided once, by its mean over all texts."""
        return -1.0 if self.by_size and self.measured.total < 0 else 1.0

    @property
    def draws(self) -> NDArray[np.float64]:
        """The mean in every re-draw, with its own sign."""
        return self.statistics.means

    @property
    def frame_draws(self) -> NDArray[np.float64]:
        """The same with frames re-drawn; with texts, where they share none."""
        return self.draws if self.framed is None else self.framed.means

    @property
    def frames(self) -> int | None:
        """How many frames have a text that counts; None where texts share no frames."""
        return None if self.framed is None else self.framed.count

    def held(self) -> Drawn:
        """Return the same without the stacks, so that the answers of a whole decision need not be kept for it."""
        framed = None if self.framed is None else self.framed.held()
        return replace(self, statistics=self.statistics.held(), framed=framed)

    @property
    def range(self) -> tuple[float, float] | None:
        """The 95% range; None below the fewest texts."""
        return percentile_range(self.draws) if self.measured.texts >= FEWEST_TEXTS else None


class Answers(NamedTuple):
    """How well a control was answered."""

    asked: int
    """Texts that were to be asked in every version the control needs."""
    answered: int
    """Those with every answer."""

    @property
    def enough(self) -> bool:
        """Whether a control may be subtracted from an effect that is ranked: the rule for effects themselves."""
        return self.answered >= FEWEST_TEXTS and mostly_answered(self.answered, self.asked)


@dataclass(frozen=True)
class Subtracted:
    """One control as it is used."""

    kind: str
    drawn: Drawn | None
    """None where nothing is subtracted."""
    from_: str | None = None
    """For a borrowed control, the scored file it stands in."""
    answers: Answers | None = None
    """None where none was asked."""

    def held(self) -> Subtracted:
        """Return the same without the answers behind it."""
        return self if self.drawn is None else replace(self, drawn=self.drawn.held())

    @property
    def value(self) -> float:
        """What is subtracted; by size where its column is read so."""
        return 0.0 if self.drawn is None else self.drawn.sign * (self.drawn.value or 0.0)


NOTHING = Subtracted("none", None)


@dataclass(frozen=True)
class CellDraws:
    """One cell's effect beyond the control edit, in every re-draw and every halving of the texts.

    Both the column and its control are reflected by the sign of their own mean over all texts, once, and not again in
    each re-draw. Reflected in each, a control that is nothing but noise about zero would turn into one that is
    always positive: its mean size in the re-draws would exceed the size of its mean, and the whole range of the
    difference would lie too low.
    """

    own: Drawn
    control: Subtracted
    counts: bool
    """Whether the column counts changed answers."""

    @cached_property
    def effect(self) -> NDArray[np.float64]:
        """The effect in every re-draw, a fraction: what `joint_range` is the range of; shape (1000,)."""
        return self._beyond(lambda drawn: drawn.draws)

    @cached_property
    def by_frame(self) -> NDArray[np.float64]:
        """The same with frames re-drawn in place of texts."""
        return self._beyond(lambda drawn: drawn.frame_draws)

    @property
    def as_drawn(self) -> NDArray[np.float64]:
        """The effect in every re-draw of what was drawn: of frames, where texts share enough of them, else of texts."""
        return self.by_frame if self.enough_frames else self.effect

    @property
    def enough_frames(self) -> bool:
        """Whether texts share frames, and enough of them to be re-drawn."""
        return self.own.frames is not None and self.own.frames >= FEWEST_TEXTS

    @property
    def halves(self) -> NDArray[np.float64]:
        """The effect on both halves of the texts, or of the frames, in every halving; shape (100, 2, 2).

        The last axis has the effect as that half alone tells it, and as the other half tells which way it goes. They
        differ for sizes: an effect that only chance gave a sign is as likely negative where it is read as not. nan
        where no text of a half counts. A control on other texts is halved on its own, and reflected as it is on all.
        """
        own, control = self._halved(self.own), self.control.drawn
        beyond = 0.0 if control is None else control.sign * self._halved(control)
        if self.own.by_size:
            seen, read = np.abs(own), np.where(own[:, ::-1] < 0, -own, own)
        else:
            seen = read = own
        return np.stack([seen - beyond, read - beyond], axis=2)

    def _halved(self, drawn: Drawn) -> NDArray[np.float64]:
        return drawn.framed.halves if self.enough_frames and drawn.framed is not None else drawn.statistics.halves

    def _beyond(self, means: Callable[[Drawn], NDArray[np.float64]]) -> NDArray[np.float64]:
        own, other = self.own.sign * means(self.own), self.control.drawn
        return own if other is None else own - other.sign * means(other)

    @property
    def event_floor(self) -> float:
        """The least standard error that so many texts can have, for counts: none seen is not none there. 0 for shifts.

        The bound on a rate that none seen leaves is taken for the end of a 95% range.
        """
        return none_seen_bound(self.own.measured.texts) / _STANDARD_ERRORS if self.counts else 0.0

    def redrawn(self) -> Redrawn:
        """Return what the board needs of it."""
        return Redrawn(self.as_drawn, self.halves, self.event_floor)


@dataclass(frozen=True)
class Redrawn:
    """One cell's effect in every re-draw and every halving: what the statistics of the board are worked out from.

    Frames are re-drawn where texts share enough of them, since frames are what was drawn. Re-draw k draws the same in
    all cells whose models were asked the same list.
    """

    effect: NDArray[np.float64]
    """Shape (1000,)."""
    halves: NDArray[np.float64]
    """Shape (100, 2, 2): halvings, halves, and the effect as that half and as the other half tells its sign."""
    event_floor: float
    """The least standard error that the effect may have."""

    def unseen(self) -> Redrawn:
        """Return the same of no effect: of a model that cannot see the change, so that what changed was drawn."""
        return replace(self, effect=np.zeros_like(self.effect), halves=np.zeros_like(self.halves))


@dataclass(frozen=True)
class Scored:
    """Every effect, and what the statistics of the board are worked out from."""

    effects: tuple[Effect, ...]
    """Sorted by decision, edit and the row's own key."""
    draws: Mapping[EffectKey, Redrawn]
    """Of every effect that has a range, by `Effect.cell`."""
