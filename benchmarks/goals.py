"""The goals, as `goals.toml` has them, and whether a figure meets one."""

from __future__ import annotations

import operator
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.frame import Measured

__all__ = ["Goal", "goals", "missed"]

_FILE = Path(__file__).with_name("goals.toml")
_MEETS: Mapping[str, Callable[[float, float], bool]] = {
    "at most": operator.le,
    "under": operator.lt,
    "at least": operator.ge,
}


@dataclass(frozen=True)
class Goal:
    """One row of the table of goals."""

    id: str
    part: str
    """The heading it stands under."""
    words: str
    """What is measured, as Markdown."""
    unit: str
    way: str | None = None
    """How the limit is meant; None where a figure is told and not judged."""
    limit: float | None = None
    scale: float | None = None
    """How many times the committed record it is asked at; None for every scale."""

    def judges(self, measured: Measured) -> bool:
        """Tell whether the goal is asked at the scale of a figure."""
        return self.limit is not None and self.scale in (None, measured.scale)

    def met(self, measured: Measured) -> bool:
        """Tell whether the figure, the median of its runs, is within the limit."""
        if self.way is None or self.limit is None:
            raise ValueError(f"the goal {self.id} has no limit")
        return _MEETS[self.way](measured.value, self.limit)


@cache
def goals() -> Mapping[str, Goal]:
    """Return every goal by its id, in the order of the page."""
    tables = tomllib.loads(_FILE.read_text("utf-8"))["goals"]
    return {table["id"]: Goal(**table) for table in tables}


def missed(measured: Measured) -> bool:
    """Tell whether a figure misses its goal, so that its profile is wanted."""
    goal = goals()[measured.goal]
    return goal.judges(measured) and not goal.met(measured)
