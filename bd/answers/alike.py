"""Rows of logs that were read together: most models answer the same ones in the same order, and they are held once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from threading import Lock

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["Alike", "RowNames"]


@dataclass(frozen=True)
class RowNames:
    """Which rows a log holds, in the order of the file."""

    ids: pa.StringArray
    """Each once."""
    lines: NDArray[np.int32]
    """In which line each row stands, counted from 1."""


class Alike:
    """Rows that were seen, to be used by several threads."""

    def __init__(self) -> None:
        self._seen: dict[int, list[RowNames]] = defaultdict(list)
        self._one_at_a_time = Lock()

    def rows(self, ids: pa.StringArray, lines: NDArray[np.int32]) -> RowNames | None:
        """Return the rows of a log, the same as before for equal ones; None where an id stands twice or is missing."""
        with self._one_at_a_time:
            for seen in self._seen[len(ids)]:
                if seen.ids.equals(ids) and np.array_equal(seen.lines, lines):
                    return seen
            if ids.null_count or len(pc.unique(ids)) != len(ids):
                return None
            self._seen[len(ids)].append(RowNames(ids, lines))
            return self._seen[len(ids)][-1]
