"""Figures that others published, rebuilt from their counts: how many can be, and how many agree.

The counts stand in `tests/data/`; `tests/validate/test_public_figures.py` tries them one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bd.files import read_bytes

__all__ = ["FLIPS", "OTHERS", "Figures", "figures", "read_figures"]

FLIPS = "tests/data/published-flips.json"
OTHERS = "tests/data/published-others.json"
_HALF_DIGIT = 0.00005
_SAME = 1e-12


@dataclass(frozen=True)
class Figures:
    """How many published cells there are, by what can be rebuilt of them."""

    values: int
    """Rates with a whole count."""
    redrawn: int
    """Of these, with a range from 1,000 re-draws."""
    wilson: int
    """Of these, with Wilson's range."""
    controls: int
    """Controls with a count."""
    shortlists: int
    """Ratios of two rates with their counts."""
    agree: int
    """Of values and shortlists, how many come out to the published digit."""
    not_rebuilt: Mapping[str, int]
    """By measure, those whose columns are not published."""

    @property
    def rebuilt(self) -> int:
        """Cells whose value can be rebuilt."""
        return self.values + self.shortlists

    @property
    def all(self) -> int:
        """Cells published."""
        return self.rebuilt + sum(self.not_rebuilt.values())


def read_figures(root: Path) -> Figures | None:
    """Return the figures of a project that holds the published counts; None where it does not."""
    if not all((root / path).is_file() for path in (FLIPS, OTHERS)):
        return None
    flips, others = (orjson.loads(read_bytes(root / path)) for path in (FLIPS, OTHERS))
    return figures(flips["cells"], others)


def figures(flips: list[dict[str, Any]], others: Mapping[str, Any]) -> Figures:
    """Count what can be rebuilt."""
    agree = sum(_same(cell["flips"] / cell["n"], cell["value"]) for cell in flips)
    for cell in others["shortlists"]:
        (own, of), (reference, of_reference) = cell["group"], cell["reference"]
        agree += _same((own / of) / (reference / of_reference), cell["value"])
    kinds = [str(cell.get("interval", "")) for cell in flips]
    return Figures(
        values=len(flips),
        redrawn=sum(kind.startswith("bootstrap-1000") for kind in kinds),
        wilson=sum(kind == "Wilson" for kind in kinds),
        controls=sum(cell["control_flips"] is not None for cell in others["controls"]),
        shortlists=len(others["shortlists"]),
        agree=agree,
        not_rebuilt=others["not_rebuilt"],
    )


def _same(value: float, published: float) -> bool:
    return abs(value - published) <= _HALF_DIGIT + _SAME
