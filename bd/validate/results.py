"""What one case came to, and whether it keeps its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bd.validate.cases import Case
from bd.validate.coverage import Count, Mean, verdict
from bd.validate.demands import demands

__all__ = ["Result"]


@dataclass(frozen=True)
class Result:
    """What was counted in one case."""

    case: Case
    counts: Mapping[str, Count]
    means: Mapping[str, Mean]

    @property
    def verdicts(self) -> dict[str, str]:
        """By statistic that something is demanded of: `within`, `chance`, `short` or `wide`."""
        return {d.statistic: verdict(self.counts[d.statistic], d.limits) for d in demands(self.case)}
