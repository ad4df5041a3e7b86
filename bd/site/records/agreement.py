"""Whether the characteristics agree on the order of the models, as a template shows it."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Figure, Link, Sentence, Span, Tick

__all__ = ["Agreement", "AgreementLine", "AgreementNumber", "AgreementPair"]


@dataclass(frozen=True)
class AgreementLine:
    """The agreement drawn: places between 0 and 100 from the left edge to the right one."""

    title: str
    description: str
    value: float
    lo: float | None
    hi: float | None
    start: float
    """Where there is no agreement at all."""
    end: float
    """Where all orders are the same."""
    mean: float
    """What chance gives on average."""
    band: float
    """How wide the band is, from the start, that chance stays within in 95 of 100."""
    label: str
    ticks: tuple[Tick, ...]


@dataclass(frozen=True)
class AgreementNumber:
    """One line of the table with the same numbers."""

    label: str
    number: Figure | Span


@dataclass(frozen=True)
class AgreementPair:
    """Two characteristics."""

    a: Link
    b: Link
    models: Figure
    tau: Figure | None
    ceiling: Figure | None
    noisy: bool


@dataclass(frozen=True)
class Agreement:
    """The section of the home page."""

    finding: Sentence
    meaning: str
    drawn: AgreementLine | None
    """None where there is nothing to draw."""
    numbers: tuple[AgreementNumber, ...]
    notes: tuple[Sentence, ...]
    rule: str
    pairs: tuple[AgreementPair, ...]
    """The closest first."""
