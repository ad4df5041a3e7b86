"""What was published when: today's data and every earlier edition, each with what it changed.

Today's data is compared with the latest edition that is older, and each edition with the one before it. Editions of
today's day or later play no part: they are what is to be published, or belong to data that is not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from bd.aside import entries
from bd.report.editions import EDITIONS, Comparison, Edition, compare, edition_of, read_editions

__all__ = ["Step", "left_out", "read_history"]


@dataclass(frozen=True)
class Step:
    """The data of one day."""

    edition: Edition
    comparison: Comparison | None
    """With the one before; None for the first."""
    file: str
    """Name of the edition's file; empty where this data has not been frozen."""


def read_history(root: Path, data: Mapping[str, Any], source: str) -> tuple[Step, ...]:
    """Return the data of every day, today's first.

    Raises
    ------
    BdError
        An edition of the project cannot be read, or today's data lacks something that an edition is made of.
    """
    return _history_of(edition_of(data, source=source), read_editions(root))


def left_out(root: Path, history: Iterable[Step]) -> list[str]:
    """Return the files of editions that play no part beside today's data, relative to the project."""
    used = {step.file for step in history}
    return [f"{EDITIONS}/{path.name}" for path in entries(root / EDITIONS) if path.name not in used]


def _history_of(today: Edition, editions: Iterable[Edition]) -> tuple[Step, ...]:
    """Return the data of every day, today's first, from editions in memory."""
    known = {each.date: each for each in editions}
    earlier = [known[day] for day in sorted(known) if day < today.date]
    frozen = today.date in known and known[today.date] == today
    first, *_ = days = [*earlier, today]
    steps = [Step(first, None, first.file)]
    steps += [Step(now, compare(before, now), now.file) for before, now in pairwise(days)]
    if frozen:
        steps[-1] = Step(today, steps[-1].comparison, known[today.date].file)
    return tuple(reversed(steps))
