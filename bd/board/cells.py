"""A cell is one group asked one question by one edit; here each model's effect in it is found fit to be ranked or not.

An effect that is not fit is shown with the reason and never ranked. Picking among cells is left to
`bd.board.headlines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bd.board.addresses import axes_of
from bd.effects.columns import MEASURES
from bd.effects.fitness import TOO_FEW_TEXTS, UNFIT, unfit
from bd.effects.ranges import none_seen_bound
from bd.effects.records import DIGITS, Effect, OnCommon, Range
from bd.effects.saved import scored_path
from bd.errors import BdError
from bd.study.records import Characteristic

__all__ = ["REASONS", "REVERSE", "Cell", "CellKey", "cells_of", "key_of", "keys_in_order", "make_cell"]

NOT_ATTRIBUTABLE = "not-attributable"
REVERSE = "reverse"
REASONS = (*UNFIT, NOT_ATTRIBUTABLE, REVERSE)
"""Why a cell is shown and not ranked, the weightiest first. The words for readers stand in the report."""


@dataclass(frozen=True, order=True)
class CellKey:
    """Names a cell, whichever model answered."""

    characteristic: str
    group: str | None
    question: str
    """The decision's id."""
    edit: str
    """Two tests of one characteristic may put the same group to the same question."""

    @property
    def place(self) -> tuple[str | None, str]:
        """The group and the question: cells that share them share a page."""
        return (self.group, self.question)


@dataclass(frozen=True)
class Cell:
    """One build's effect in one cell, with what it may be used for."""

    key: CellKey
    effect: Effect
    why: tuple[str, ...]
    """Reasons why it is not ranked, of `REASONS`; empty where it is."""
    upper_if_none: float | None
    """With no event at all: the largest share of texts that 95% certainty leaves possible. Never None beside a
    range of [0, 0]."""
    told: Effect | OnCommon
    """What its numbers are read from: the effect itself, or what it is ranked by on common texts."""

    @property
    def common(self) -> OnCommon | None:
        """The effect on the texts that every compared model answered, where it is that by which models are ranked."""
        return self.told if isinstance(self.told, OnCommon) else None

    @property
    def ranked(self) -> bool:
        """Whether the effect may be a headline in competition with others."""
        return not self.why

    @property
    def why_no_ratio(self) -> tuple[str, ...]:
        """Why no ratio of selection rates is told: whatever keeps it from being ranked, its sign left out."""
        return tuple(reason for reason in self.why if reason != REVERSE)

    @property
    def measured(self) -> bool:
        """Whether there is a number at all."""
        return self.effect.effect is not None

    @property
    def clearly_reverse(self) -> bool:
        """Whether the whole range lies below zero, where that says something of its own: clear, the other way."""
        ends = self.range
        return REVERSE in self.why and ends is not None and ends[1] < 0

    @property
    def size(self) -> float:
        """The effect beyond the control edit, a fraction; larger is worse."""
        found = self.told.effect
        if found is None:
            raise ValueError(f"{self.key}: not measured")
        return found

    @property
    def range(self) -> Range | None:
        """The range that clear follows from."""
        return self.told.range

    @property
    def clear(self) -> bool:
        """Whether the effect is clear."""
        return self.told.clear

    @property
    def texts(self) -> int:
        """How many texts it stands on."""
        return self.told.texts

    @property
    def frame_clear(self) -> bool | None:
        """Whether the range with whole frames re-drawn lies above zero; None where there is no such range."""
        return None if self.told.frame_range is None else self.told.frame_range[0] > 0


def key_of(effect: Effect) -> CellKey:
    """Return the cell that an effect stands in."""
    return CellKey(effect.characteristic, effect.group, effect.decision, effect.edit)


def make_cell(effect: Effect) -> Cell:
    """Judge one effect, by the texts that every compared model answered where models are ranked on those.

    Where they have no texts in common there is no number to rank by: the effect on its own texts is shown.
    """
    common = effect.on_common if effect.effect is not None else None
    known = None if common is None or common.effect is None else common
    too_few = common is not None and (known is None or known.range is None)
    told = known or effect
    if effect.cannot_see_change and told.value:
        told = _unseen(told)
    return Cell(key_of(effect), effect, tuple(_reasons(effect, told, too_few)), _upper_if_none(told), told)


def _unseen(told: Effect | OnCommon) -> Effect | OnCommon:
    """Return no effect: what changed although the model cannot see the change was drawn by chance, and nothing else."""
    none = None if told.range is None else (0.0, 0.0)
    return replace(
        told, effect=0.0, range=none, joint_range=none, exact_range=None, range_90=none, frame_range=none, few=False
    )


def _reasons(effect: Effect, told: Effect | OnCommon, too_few: bool) -> Iterable[str]:
    found = set(unfit(effect)) | ({TOO_FEW_TEXTS} if too_few else set())
    yield from (reason for reason in UNFIT if reason in found)
    if not effect.attributable:
        yield NOT_ATTRIBUTABLE
    if told.effect is not None and told.effect < 0 and _has_a_reverse(effect):
        yield REVERSE


def _has_a_reverse(effect: Effect) -> bool:
    # A count below zero is fewer changes than the control makes, and a size is never below it but for a control; only
    # a difference of confidence that is read with its sign says something of its own when it is negative.
    measure = MEASURES[effect.measure]
    return not measure.counts and not measure.by_size


def _upper_if_none(told: Effect | OnCommon) -> float | None:
    # Only where nothing at all happened: a mean move that is not 0 has a range of its own, although perhaps not one
    # answer changed. No text can move by more than 1, so the bound on the share of texts that move bounds the mean.
    if told.value != 0 or not told.texts or any(end not in (0, None) for end in (told.lo, told.hi)):
        return None
    if told.upper_if_none is not None:
        return told.upper_if_none
    return round(none_seen_bound(told.texts), DIGITS)


def cells_of(effects: Iterable[Effect]) -> dict[str, dict[CellKey, Cell]]:
    """Return the cells of each build, by build and key, in no particular order.

    Parameters
    ----------
    effects
        Of one characteristic.

    Raises
    ------
    BdError
        If two effects claim one cell of one build: one of the scored rows is stale.
    """
    cells: dict[str, dict[CellKey, Cell]] = {}
    for effect in effects:
        cell = make_cell(effect)
        mine = cells.setdefault(effect.build, {})
        if cell.key in mine:
            where = scored_path(effect.decision, effect.edit)
            raise BdError(
                f"{where}: two rows for {effect.build}, group {effect.group}; delete the file and run bd replay"
            )
        mine[cell.key] = cell
    return cells


def keys_in_order(characteristic: Characteristic, keys: Iterable[CellKey]) -> tuple[CellKey, ...]:
    """Return distinct keys in the study's order: by group, then question, then test.

    Raises
    ------
    BdError
        If a key names something that the study does not have.
    """
    axes = axes_of(characteristic)
    groups: Mapping[str | None, int] = {g: n for n, g in enumerate(axes.groups)}
    questions = {q: n for n, q in enumerate(axes.questions)}
    edits = {t.edit: n for n, t in reversed(list(enumerate(characteristic.tests)))}

    def rank(key: CellKey) -> tuple[int, int, int]:
        try:
            return (groups[key.group], questions[key.question], edits[key.edit])
        except KeyError as error:
            where = scored_path(key.question, key.edit)
            message = f"{where}: {error.args[0]!r} is not in {characteristic.path}; delete the file and run bd replay"
            raise BdError(message) from None

    return tuple(sorted(set(keys), key=rank))
