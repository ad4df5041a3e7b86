"""What is known about each decision's texts, as arrays in the order of the answers: never shown to a model.

Which label says what is a matter of the study's files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from bd.study.plan import decision_texts
from bd.study.records import Orientation, Study, Text

__all__ = ["Labels"]


class Labels:
    """The labels of the texts of every decision."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._texts: Callable[[str], tuple[Text, ...]] = cache(self._texts_of)
        self.truth: Callable[[str], NDArray[np.int8] | None] = cache(self._truth)
        """By decision: index of the right option, -2 where none is; None where the decision has no right answer."""
        self.frames: Callable[[str], tuple[str, ...] | None] = cache(self._frames)
        """By decision: the frame that each text was put together from; None where the texts have none."""
        self.having: Callable[[str, str, str], NDArray[np.bool_]] = cache(self._having)
        """By decision, label and value: which texts have this value under this label."""

    def forwards(self, decision_id: str, orientation: Orientation) -> NDArray[np.int8]:
        """Return 1 for texts that are read from as written to edited, -1 for the other way, 0 for neither."""
        before = self.having(decision_id, orientation.label, orientation.before)
        after = self.having(decision_id, orientation.label, orientation.after)
        return before.astype(np.int8) - after.astype(np.int8)

    def _having(self, decision_id: str, label: str, value: str) -> NDArray[np.bool_]:
        return np.array([str(t.labels.get(label)) == value for t in self._texts(decision_id)], dtype=np.bool_)

    def _texts_of(self, decision_id: str) -> tuple[Text, ...]:
        decision = self._study.decisions[decision_id]
        return decision_texts(decision, self._study.texts[decision.texts])

    def _truth(self, decision_id: str) -> NDArray[np.int8] | None:
        decision = self._study.decisions[decision_id]
        if decision.truth is None:
            return None
        option = {o.truth: n for n, o in enumerate(decision.options)}
        found = [option.get(str(t.labels.get(decision.truth)), -2) for t in self._texts(decision_id)]
        return np.array(found, dtype=np.int8)

    def _frames(self, decision_id: str) -> tuple[str, ...] | None:
        label = self._study.texts[self._study.decisions[decision_id].texts].frame
        if label is None:
            return None
        # A text without that label shares its frame with no other.
        return tuple(str(t.labels[label]) if label in t.labels else t.id for t in self._texts(decision_id))
