"""Saved answers as the report asks for them: one version by one build, aligned to a decision's texts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import AnswerTable, SavedLog
from bd.answers.folder import Answers
from bd.answers.read import MILLION
from bd.answers.sidecar import SAMPLED, Sidecar

__all__ = ["SavedAnswers"]


class SavedAnswers:
    """Looks up columns of answers by build, decision and part."""

    def __init__(self, answers: Answers) -> None:
        self._tables = {(t.build, t.decision): t for t in answers.tables}
        self._texts = {t.decision: t.texts for t in answers.tables}

    def texts(self, decision: str) -> tuple[str, ...]:
        """Return the ids of a decision's texts, in order."""
        return self._texts[decision]

    def column(
        self, build: str, decision: str, part: tuple[str, str]
    ) -> tuple[NDArray[np.int8], NDArray[np.float64]] | None:
        """Return one version's answers, or None where there are none.

        Returns
        -------
        The index of the chosen option, -1 where there is no answer; and the probability of the positive option, nan
        where there is none. Both are in the order of `texts(decision)`.
        """
        table = self._tables.get((build, decision))
        saved = None if table is None else _log(table, part[0])
        if table is None or saved is None:
            return None
        column = table.column(saved, part[1])
        probabilities = np.where(column.millionths < 0, np.nan, column.millionths / MILLION)
        return column.choices, probabilities

    def drawn(self, build: str, decision: str, part: tuple[str, str]) -> bool:
        """Return whether a version's answers were drawn at random and need not be the most probable option."""
        table = self._tables.get((build, decision))
        saved = None if table is None else _log(table, part[0])
        return saved is not None and saved.sidecar is not None and saved.sidecar.decides == SAMPLED

    def descriptions(self, build: str) -> tuple[Sidecar, ...]:
        """Return what stands beside the logs of a build, of those that have a description."""
        tables = (table for (name, _), table in self._tables.items() if name == build)
        logs = (saved for table in tables for saved in table.logs.values())
        return tuple(saved.sidecar for saved in logs if saved.sidecar is not None)


def _log(table: AnswerTable, path: str) -> SavedLog | None:
    return next((saved for saved in table.logs.values() if saved.path == path), None)
