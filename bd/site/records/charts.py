"""The one form of chart on the site: a dot with its range against the control's zero line, one row a result."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Model, Span, Tick

__all__ = ["EffectChart", "EffectRow", "Mark"]


@dataclass(frozen=True)
class Mark:
    """Where a result is drawn: places between 0 and 100, from the left edge to the right one."""

    value: float
    lo: float | None
    hi: float | None
    band: tuple[float, float] | None
    """Effects that a test of this size mostly misses: where the pale band begins and how wide it is; None where
    that is not known."""


@dataclass(frozen=True)
class EffectRow:
    """One result in a chart."""

    name: str
    """What stands above the mark, short enough for a narrow screen."""
    whole_name: str
    model: Model
    build: str
    """Id of the build, by which an address with `#<build>` finds the row."""
    to: str
    """The page that the mark sums up."""
    arrow: str
    """Which side of zero it is on, where effects are drawn by direction."""
    value: Figure
    range: Span | None
    sign: str
    """What the mark says: clear, apart or open."""
    verdict: str
    mark: Mark
    y: int
    """Where the row begins, in pixels."""


@dataclass(frozen=True)
class EffectChart:
    """Results under each other, on one line of numbers."""

    id: str
    """Unlike that of any other chart of the page."""
    title: str
    description: str
    at: str
    """The address of the page whose own chart it is; empty for a small one among others."""
    ends: tuple[str, str] | None
    """What lies on the left and on the right of zero, in words."""
    zero_is: str
    """What the zero line stands for."""
    shows: tuple[str, ...]
    """Which of `clear`, `apart`, `open`, `band` and `exact` occur, so that a key tells of no other."""
    rows: tuple[EffectRow, ...]
    ticks: tuple[Tick, ...]
    zero: float
    embedded: str
    """The address of the page to embed; empty for a small chart."""
    top: int
    """Where the first row begins, in pixels, and so on below; the width is that of the place where it stands."""
    floor: int
    """Where the last row ends."""
    height: int
    row_height: int
