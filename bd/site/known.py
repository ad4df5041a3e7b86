"""What is known before anything is made: what the site rests on, and what the build before it left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from bd.replay.state import kept_logs
from bd.report.state import DATA_FILE
from bd.site.inputs import Inputs
from bd.site.keys import key_of
from bd.site.manifest import Facts, Kept

if TYPE_CHECKING:
    from bd.answers.kept import KeptLogs

__all__ = ["Known"]


@dataclass(frozen=True)
class Known:
    """Shared by everything that gives its files keys."""

    inputs: Inputs
    facts: Facts
    left: Mapping[str, Kept]
    """Files of the site as the last build left them, by path."""
    keeps: bool = True
    """Whether anything may be kept for later, and what was kept be believed."""

    @cached_property
    def code(self) -> str:
        """The sum of `bd` and all libraries: no key outlives another version of either."""
        return self.inputs.below("bd:", "libraries")

    @cached_property
    def data(self) -> str:
        """The sum of the data file."""
        return self.inputs.of([DATA_FILE])

    def key(self, *parts: object) -> str:
        """Return the key of what follows from these parts and from the code."""
        return key_of(self.code, *parts)

    def logs(self, root: Path) -> KeptLogs | None:
        """Return the logs as a replay read them, if they may be believed."""
        seen = self.inputs.seen
        return kept_logs(root, seen, seen["libraries"].sha256) if self.keeps else None

    def size(self, path: str, key: str) -> int | None:
        """Return the size of a file that the last build made from the same; None where it did not."""
        kept = self.left.get(path)
        return kept.size if kept and key and kept.key == key else None
