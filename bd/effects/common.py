"""The same cell on the texts that every compared model answered, so that no model is ahead by the texts it skipped.

Compared are models with a value in the cell: one build of each, none of the planted ones. Second builds and planted
models are measured on the same texts where they answered them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bd.effects.drawn import CellDraws, Drawn, Subtracted
from bd.effects.records import EffectKey
from bd.effects.stacks import Ready, Stacks
from bd.study.records import Study

__all__ = ["Shared", "shared_texts"]


@dataclass(frozen=True)
class Shared:
    """A cell on the common texts."""

    own: Drawn
    texts: NDArray[np.bool_]
    """Where the common texts stand among the decision's."""
    models: int
    other: Drawn | None = None
    """The control there, where the cell is ranked on the common texts and has one of its own on them."""

    def draws(self, whole: CellDraws) -> CellDraws:
        """Return the re-draws of the effect on the common texts."""
        borrowed = whole.control.drawn is None or whole.control.from_ is not None or self.other is None
        control = whole.control if borrowed else replace(whole.control, drawn=self.other)
        return CellDraws(self.own, control, whole.counts)

    def control(self, control: Subtracted) -> float:
        """Return the control's value there; a borrowed one, or one without any of these texts, keeps its value."""
        if control.drawn is None or control.from_ is not None:
            return control.value
        there = control.drawn.measured.only(self.texts)
        return replace(control, drawn=replace(control.drawn, measured=there)).value if there.texts else control.value


def shared_texts(study: Study, stacks: Stacks, cells: Iterable[Ready]) -> dict[EffectKey, Shared]:
    """Return the cells that are to be told on common texts too, by build, decision, edit and group.

    Left out are cells of fewer than two compared models, and cells whose own texts are the common ones where that is
    so for every compared model.
    """
    together: dict[tuple[str, str, str, str | None], list[Ready]] = defaultdict(list)
    for ready in cells:
        cell = ready.cell
        together[cell.characteristic.id, cell.table.decision, cell.test.edit, cell.group].append(ready)
    found: dict[EffectKey, Shared] = {}
    for several in together.values():
        found |= _shared(study, stacks, several)
    return found


def _shared(study: Study, stacks: Stacks, cells: Sequence[Ready]) -> Mapping[EffectKey, Shared]:
    masks = [r.own.measured.mask for r in cells if r.own.value is not None and _compared(study, r)]
    if len(masks) < 2:
        return {}
    common: NDArray[np.bool_] = np.logical_and.reduce(masks)
    differ = any((mask != common).any() for mask in masks)
    found: dict[EffectKey, Shared] = {}
    for ready in cells:
        mask = ready.own.measured.mask
        if (common & ~mask).any() or not (differ or (mask != common).any()):
            continue
        own = stacks.only(ready, ready.own, common)
        found[ready.cell.key] = Shared(own, common, len(masks), _control_there(stacks, ready, common))
    return found


def _control_there(stacks: Stacks, ready: Ready, common: NDArray[np.bool_]) -> Drawn | None:
    if not ready.cell.test.on_common_texts or ready.control is None or not ready.control.measured.only(common).texts:
        return None
    return stacks.only(ready, ready.control, common)


def _compared(study: Study, ready: Ready) -> bool:
    card = study.models.get(ready.cell.table.build)
    return card is None or (card.build_of is None and not card.planted)
