"""One model's answers to one decision, as arrays in the order of the decision's texts.

Ids are looked up here and nowhere else: a column is asked for by its part, a log and the suffix of its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bd.answers.outline import Outline, Places, TextIds
from bd.answers.read import CAUSES, Log
from bd.answers.sidecar import Sidecar
from bd.study.records import AS_WRITTEN, Decision

__all__ = ["AnswerTable", "Column", "Lately", "SavedLog"]


_MOST_HELD = 48
"""Columns that are held for when they are asked for again; all of them would be the answers once more, and wider."""


@dataclass(frozen=True)
class SavedLog:
    """One log that may enter numbers."""

    path: str
    """Relative to the project, with forward slashes."""
    log: Log
    sidecar: Sidecar | None
    outline: Outline
    """What was asked, worked out from today's study."""
    places: Places
    """Where each text's row stands in the log's arrays."""

    @property
    def sha256(self) -> str:
        """Over the log's lines in sorted order: the same however the log is packed."""
        return self.log.sha256


@dataclass(frozen=True)
class Column:
    """One version's answers; every array has one place for each text of the decision, in order."""

    asked: NDArray[np.bool_]
    """Whether the text has this version and was to be asked about, or has a row all the same."""
    choices: NDArray[np.int8]
    """Index of the chosen option, -1 where there is no answer."""
    millionths: NDArray[np.int32]
    """Probability of the positive option in millionths, -1 where none is given."""
    causes: NDArray[np.int8]
    """Index into `CAUSES`; 0 where there is an answer."""
    left_out: NDArray[np.int8]
    """Why a text has no such version, an index into `reasons`; 0 where it has one."""
    reasons: tuple[str, ...]
    cutoff: float | None = None
    """From which probability on the positive option is chosen; None where no cutoff decides."""


Lately = dict[tuple[str, str], Column]
"""Columns by the path of their log and the suffix of their rows."""


class AnswerTable:
    """Every log of one build and one decision, aligned to the decision's texts as it is asked for.

    Parameters
    ----------
    build, decision, texts, logs
        Whose logs they are, by edit, and what they answer.
    lately
        Where the last columns that were asked for are held; tables may share it.
    """

    def __init__(
        self,
        build: str,
        decision: Decision,
        texts: TextIds,
        logs: Mapping[str, SavedLog],
        lately: Lately | None = None,
    ) -> None:
        self.build = build
        self.decision = decision.id
        self.options = tuple(o.id for o in decision.options)
        self.positive = decision.positive
        self.texts = texts.ids
        """Ids of the decision's texts, in order."""
        self.logs = dict(logs)
        """By edit."""
        self._lately = {} if lately is None else lately

    def as_written(self, beside: str) -> SavedLog | None:
        """Return the log that holds the unedited texts, or None.

        They stand in a log of their own. Where a model has none, they are taken from `beside`, the edit they are
        compared with, or else from the first log that holds a plain id; never from texts asked a second time.
        """
        if AS_WRITTEN in self.logs:
            return self.logs[AS_WRITTEN]
        first = [beside] if beside in self.logs else []
        for name in (*first, *sorted(self.logs)):
            saved = self.logs[name]
            if saved.outline.attempt == 1 and (saved.places[""] >= 0).any():
                return saved
        return None

    @cached_property
    def asked(self) -> NDArray[np.bool_]:
        """Which texts the model was asked about in any version."""
        versions = [self._asked(saved, suffix) for saved in self.logs.values() for suffix in saved.outline.suffixes]
        asked: NDArray[np.bool_] = np.logical_or.reduce(versions)
        return asked

    def _asked(self, saved: SavedLog, suffix: str) -> NDArray[np.bool_]:
        return saved.outline.asked_in(suffix) | (saved.places[suffix] >= 0)

    def column(self, saved: SavedLog, suffix: str) -> Column:
        """Return the answers of one version, aligned."""
        key = (saved.path, suffix)
        if key not in self._lately:
            if len(self._lately) >= _MOST_HELD:
                del self._lately[next(iter(self._lately))]
            self._lately[key] = self._align(saved, suffix)
        return self._lately[key]

    def _align(self, saved: SavedLog, suffix: str) -> Column:
        log = saved.log
        # Place -1 is the entry added behind the last row: a text without a row.
        places = saved.places[suffix]
        return Column(
            asked=self._asked(saved, suffix),
            choices=np.append(log.choices, np.int8(-1))[places],
            millionths=np.append(log.millionths, np.int32(-1))[places],
            causes=np.append(log.causes, np.int8(CAUSES.index("no answer")))[places],
            left_out=saved.outline.left_out.get(suffix, np.zeros(len(self.texts), dtype=np.int8)),
            reasons=saved.outline.reasons,
            cutoff=saved.sidecar.cutoff if saved.sidecar else None,
        )
