"""Counting: how often something held in simulated studies, with exact bounds, and whether that is often enough.

Bounds are those of Clopper and Pearson, 95%, from `bd.effects.ranges`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bd.effects.ranges import clopper_pearson

__all__ = ["Count", "Limits", "Mean", "Tally", "verdict"]

_SAME_DIGIT = 1e-9


@dataclass(frozen=True)
class Limits:
    """Between what shares something should hold, both included."""

    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Count:
    """How often something held."""

    held: int
    of: int
    blocks: tuple[tuple[int, int], ...]
    """The same for each block of studies that share re-draws."""

    @property
    def share(self) -> float:
        """Held, of all."""
        return self.held / self.of

    @property
    def bounds(self) -> tuple[float, float]:
        """What share may be true: exact 95% binomial bounds."""
        return clopper_pearson(self.held, self.of)

    @property
    def dispersion(self) -> tuple[float, int] | None:
        """Pearson's chi-square of the blocks and its degrees of freedom; None where there is nothing to compare."""
        share = self.share
        if len(self.blocks) < 2 or share in (0, 1):
            return None
        found = sum((held - of * share) ** 2 / (of * share * (1 - share)) for held, of in self.blocks)
        return found, len(self.blocks) - 1


@dataclass(frozen=True)
class Mean:
    """A mean over studies."""

    value: float
    error: float
    """Its standard error."""
    of: int


class Tally:
    """What is counted in one case, by name."""

    def __init__(self) -> None:
        self._blocks: dict[str, list[list[int]]] = defaultdict(list)
        self._values: dict[str, list[float]] = defaultdict(list)
        self._block = -1

    def next_block(self) -> None:
        """Begin with studies that share nothing with those before."""
        self._block += 1

    def count(self, name: str, held: bool) -> None:
        """Count one study."""
        blocks = self._blocks[name]
        while len(blocks) <= self._block:
            blocks.append([0, 0])
        blocks[self._block][0] += bool(held)
        blocks[self._block][1] += 1

    def note(self, name: str, value: float) -> None:
        """Note a number of one study, to be averaged."""
        self._values[name].append(value)

    @property
    def counts(self) -> dict[str, Count]:
        """Everything that was counted."""
        found = {}
        for name, blocks in self._blocks.items():
            held, of = (sum(block[n] for block in blocks) for n in (0, 1))
            found[name] = Count(held, of, tuple((h, n) for h, n in blocks if n))
        return found

    @property
    def means(self) -> dict[str, Mean]:
        """Everything that was noted."""
        return {name: _mean(values) for name, values in self._values.items()}


def _mean(values: Sequence[float]) -> Mean:
    mean = sum(values) / len(values)
    spread = sum((v - mean) ** 2 for v in values) / max(len(values) - 1, 1)
    return Mean(mean, (spread / len(values)) ** 0.5, len(values))


def verdict(count: Count, limits: Limits) -> str:
    """Return `within`, `chance` (outside, but not by more than chance), `short` or `wide`."""
    low, high = count.bounds
    if limits.low - _SAME_DIGIT <= count.share <= limits.high + _SAME_DIGIT:
        return "within"
    if count.share < limits.low:
        return "chance" if high >= limits.low else "short"
    return "chance" if low <= limits.high else "wide"
