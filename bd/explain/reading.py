"""How plainly the logs behind a row can be read, and which version lists every text that was asked.

The short lines of Python that are shown read logs by themselves; they need no more care than these logs ask for.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import orjson

from bd.answers.align import AnswerTable, SavedLog
from bd.effects.records import Part
from bd.explain.arithmetic import saved_log
from bd.jsons import BOM
from bd.study.records import AS_WRITTEN, Decision, Study

__all__ = ["Reading"]


@dataclass(frozen=True)
class Reading:
    """The logs that some lines of Python read."""

    root: Path
    study: Study
    table: AnswerTable
    """The answers to the decision that the row is about."""
    used: tuple[tuple[AnswerTable, str], ...]
    """Every log that is read, each with the table that it is part of."""
    counts: bool
    """Whether choices are read; if not, probabilities."""

    @property
    def decision(self) -> Decision:
        """What was asked."""
        return self.study.decisions[self.table.decision]

    @property
    def texts_path(self) -> str:
        """The file of the texts, relative to the project."""
        return f"studies/texts/{self.decision.texts}.jsonl"

    @property
    def all_ids(self) -> tuple[str, ...]:
        """Ids of every text of that file, in order."""
        return tuple(text.id for text in self.study.texts[self.decision.texts].texts)

    @property
    def asked_ids(self) -> tuple[str, ...]:
        """Ids of the texts that are re-drawn: all that the model was asked about on this decision, in any version."""
        return tuple(self.table.texts[place] for place in np.flatnonzero(self.table.asked))

    def versions(self) -> Iterator[Part]:
        """Yield every version on this decision that is read like the row's own, the texts as written first."""
        for _, saved in sorted(self.table.logs.items(), key=lambda each: (each[0] != AS_WRITTEN, each[0])):
            if saved.outline.attempt == 1 and self._alike(saved):
                yield from ((saved.path, suffix) for suffix in saved.outline.suffixes)

    def answered(self, part: Part) -> tuple[str, ...]:
        """Return the texts that have an answer in a version, in the order of the log."""
        log, suffix = saved_log(self.table, part[0]).log, part[1]
        known = zip(log.ids, log.choices >= 0, log.millionths >= 0, strict=True)
        return tuple(
            i.removesuffix(suffix) for i, chosen, p in known if chosen and (p or self.counts) and i.endswith(suffix)
        )

    @cached_property
    def plain(self) -> bool:
        """Whether every row of these logs holds an answer under the decision's id, so that nothing must be skipped."""
        whole = all(self._whole(saved) for _, saved in self._saved())
        return whole and self.own_names and not self.blank_lines

    @cached_property
    def blank_lines(self) -> bool:
        """Whether a log has lines that say nothing."""
        return any(_has_blank_lines((self.root / saved.path).read_bytes()) for _, saved in self._saved())

    @cached_property
    def own_names(self) -> bool:
        """Whether the logs call the question by the decision's id."""
        return all(table.decision in _first_answers(self.root, saved) for table, saved in self._saved())

    def _alike(self, saved: SavedLog) -> bool:
        """Tell whether what reads the row's own logs can read this one."""
        named = not self.own_names or self.table.decision in _first_answers(self.root, saved)
        blank = _has_blank_lines((self.root / saved.path).read_bytes())
        return named and (self._whole(saved) or not self.plain) and (self.blank_lines or not blank)

    def _whole(self, saved: SavedLog) -> bool:
        log = saved.log
        return bool((log.choices >= 0).all() and (self.counts or (log.millionths >= 0).all()))

    def _saved(self) -> Iterator[tuple[AnswerTable, SavedLog]]:
        return ((table, saved_log(table, path)) for table, path in self.used)


def _has_blank_lines(log: bytes) -> bool:
    lines = gzip.decompress(log).removesuffix(b"\n").split(b"\n")
    return not all(map(bytes.strip, lines))


def _first_answers(root: Path, saved: SavedLog) -> list[str]:
    """Return the names of the questions that the first row with an answer answers."""
    with gzip.open(root / saved.path) as lines:
        rows = (orjson.loads(line.removeprefix(BOM)) for line in lines if line.strip())
        return next((list(row["answers"]) for row in rows if row.get("answers")), [])
