"""The receipts of one cell: texts, versions and answers, aligned to each other.

Every array has one place for each text of `CellReceipts.texts`. How a page or a file shows them is left to others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.answers.read import CAUSES
from bd.board.cells import CellKey

__all__ = ["BEFORE", "CAUSES", "CONTROL", "CONTROL_BEFORE", "GROUPS", "MEASURED", "OTHER", "ROLES", "UNEDITED"]
__all__ += ["CellReceipts", "Counted", "Said", "SharedReceipts", "SharedWitness", "Slot", "Witness"]

ROLES = BEFORE, MEASURED, CONTROL_BEFORE, CONTROL, OTHER, UNEDITED = (
    "from",
    "to",
    "control from",
    "control to",
    "other",
    "as written",
)
"""The sides on which a version may stand, as a scored row's `compares` and that of its control call them; and, where
every phrase moves a model alike, the text without any phrase, which shows what the control phrase does by itself."""
GROUPS = MEASURED, OTHER
"""Where a version stands that belongs to the group of a cell, or to another."""


@dataclass(frozen=True)
class Slot:
    """One version of the texts of a cell."""

    roles: tuple[str, ...]
    """Where it stands, of `ROLES` and in their order; the text compared with is also what a control starts from."""
    id: str
    """The version's id in the study; `as-written` for the text as its author wrote it."""
    label: str
    options: tuple[str, ...]
    """Labels, in the order in which this version lists them."""
    group: str | None
    """The group that it stands for."""
    is_control: bool
    """Whether it is the test's control edit."""
    texts: tuple[str | None, ...]
    """As the models read them; None where a text has no such version."""


@dataclass(frozen=True)
class Said:
    """One build's answers to one version."""

    log: str
    """Path, relative to the project."""
    asked: NDArray[np.bool_]
    """Whether this text was to be asked about, or has a row all the same."""
    choices: NDArray[np.int8]
    """Index of the chosen option, -1 where there is no answer."""
    millionths: NDArray[np.int32]
    """Probability of the positive option in millionths, -1 where none is given."""
    causes: NDArray[np.int8]
    """Index into `CAUSES`: why there is no answer."""
    lines: NDArray[np.int32]
    """Line of the unpacked log, counted from 1; 0 where there is no row."""


@dataclass(frozen=True)
class Witness:
    """One build in a cell, with all that it answered there."""

    model: str
    build: str
    said: tuple[Said | None, ...]
    """Its answers to each of the cell's versions; None where it has none."""
    control_kind: str
    """As in its scored row; `borrowed` where the control's answers are to another question."""
    counts: NDArray[np.bool_]
    """Which texts enter the build's value: those with every answer that the measure needs."""
    control_counts: NDArray[np.bool_] | None
    """Which texts enter its control; None where the control is not made of these texts."""
    changed: NDArray[np.bool_]
    """Where the option chosen differs from the one side to the other; nowhere where groups are compared."""
    moved: NDArray[np.bool_]
    """Where a move of the probability is known."""
    moves: NDArray[np.int64]
    """By how much the probability of the positive option rises from the one side to the other or, where groups are
    compared, stands above the other groups' average; in `unit`-ths."""
    unit: int

    def move(self, place: int) -> float | None:
        """Return a move as a fraction; None where it is not known."""
        return int(self.moves[place]) / self.unit if self.moved[place] else None


@dataclass(frozen=True)
class CellReceipts:
    """Everything behind one cell."""

    key: CellKey
    measure: str
    options: Mapping[str, str]
    """Labels of the options by id, in the order of `Said.choices`."""
    positive: str
    """Id of the option whose probability is followed."""
    slots: tuple[Slot, ...]
    """The versions, in the order of their roles."""
    witnesses: tuple[Witness, ...]
    """In the order of the models; a model's own build before its others."""
    texts: tuple[str, ...]
    """Ids of the texts that enter a value or a control here, in the order in which they are shown: those on which
    an answer changed, then by the largest move; texts that are equal in both stay in the study's order."""
    count: int
    """How many there are, all of them or not put together here."""
    changed: int
    """How many of them, the first ones, have a changed answer."""


Counted = tuple[NDArray[np.bool_], NDArray[np.bool_] | None]
"""Which texts enter a value, and which its control; None where that is not made of these texts."""


@dataclass(frozen=True)
class SharedWitness:
    """One build in cells that share their receipts; for each version, in order."""

    build: str
    said: tuple[Said | None, ...]
    counts: tuple[Counted | None, ...]
    """What counts in the cell that has this version on its changed side; None for versions of no such cell."""


@dataclass(frozen=True)
class SharedReceipts:
    """All texts behind some cells that differ by their group alone: each version once, and each answer once."""

    options: Mapping[str, str]
    positive: str
    slots: tuple[Slot, ...]
    """A version of a group that has a cell of its own here is on the changed side and no other group's."""
    witnesses: tuple[SharedWitness, ...]
    texts: tuple[str, ...]
    """Ids of every text that enters a value or a control of any of the cells, in the study's order."""
