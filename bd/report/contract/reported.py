"""Figures that others published."""

from __future__ import annotations

from typing import Literal

from bd.report.contract.base import Address, Named, Range, Record, Slug, Whole

__all__ = [
    "ReportedCell",
    "ReportedCharacteristic",
    "ReportedControl",
    "ReportedLeftOut",
    "ReportedModel",
    "ReportedSource",
    "ReportedValue",
]


class ReportedValue(Record):
    """A published figure with its range."""

    value: float
    lo: float | None
    hi: float | None


class ReportedControl(Record):
    """What a published figure was held against."""

    label: str
    subtracted: bool
    value: float | None
    lo: float | None
    hi: float | None


class ReportedCell(Record):
    """One published figure, with the sign of its source.

    The effect is the value less the control where both are published, or the value where it is that difference
    already.
    """

    id: str
    engine: Named
    engine_label: str
    pages: tuple[Address, ...]
    item: Slug | None
    item_label: str
    group: Slug | None
    compared: tuple[str, ...]
    measure: str
    n: Whole | None
    raw: ReportedValue | None
    """In percentage points; null where the figure is a ratio."""
    control: ReportedControl | None
    effect: ReportedValue | None
    joint_range: Range | None
    changed: Whole | None
    interval_method: str | None
    published_unit: str
    path: str
    commit: str
    ratio: ReportedValue | None = None
    """In place of raw, where tells is ratio: a plain ratio of two rates."""
    tells: Literal["ratio", "repeat"] | None = None
    """What the figure tells where it is no effect of a change: a ratio of two rates, or how often an answer changes
    when nothing has. Neither has a control."""
    cut: Whole | None = None
    """How many were picked, where the figure is of a list."""


class ReportedModel(Record):
    """A model in what others published."""

    id: Named
    label: str
    about: str


class ReportedLeftOut(Record):
    """Figures that were not taken over, and why."""

    reason: str
    cells: Whole


class ReportedCharacteristic(Record):
    """What others published on one characteristic."""

    id: Slug
    label: str
    address: Address | None
    cells: tuple[ReportedCell, ...]


class ReportedSource(Record):
    """What somebody else published.

    The answers are not held here, so none of it can be replayed, and none of it takes part in a place or an
    average.
    """

    id: Slug
    label: str
    about: str
    as_of: str
    citation: str
    licence: str
    address: Address
    models: tuple[ReportedModel, ...]
    published: Whole | None
    taken: Whole
    left_out: tuple[ReportedLeftOut, ...]
    characteristics: tuple[ReportedCharacteristic, ...]
