"""What logs were asked, worked out for all decisions of a replay together.

Several decisions put the same texts in the same versions. Each version is made once, a few texts at a time, and goes
into the sum of every log that holds it; none of them is kept. What a version is, `bd.study.plan` says.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bd.answers.kept import KeptLogs
from bd.answers.outline import Outline
from bd.study.edits import Excluded
from bd.study.plan import Form, decision_texts, forms_of, row_bytes
from bd.study.records import AS_WRITTEN, Study, Text

__all__ = ["AskedRows", "Outlines", "outlines_of"]

_AT_ONCE = 256
"""Texts at a time. What edits remember of a text (`bd.study.edits.sentences`) is still there for the next edit."""


class AskedRows(NamedTuple):
    """Which rows a log holds: all logs that say the same here were asked the same."""

    decision: str
    edit: str
    limit: int | None


class Outlines:
    """Outlines of a study's logs; what is expected to be asked for is worked out along with what is.

    Parameters
    ----------
    study
        What is asked.
    kept
        Where outlines are kept from one replay to the next, if they are.
    """

    def __init__(self, study: Study, kept: KeptLogs | None = None) -> None:
        self._study = study
        self._kept = kept
        self._expected: dict[AskedRows, None] = {}
        self._made: dict[AskedRows, Outline] = {}

    def expect(self, several: Iterable[AskedRows]) -> None:
        """Say what will be asked for."""
        self._expected |= dict.fromkeys(several)

    def take(self, asking: AskedRows) -> Outline:
        """Return an outline and forget it."""
        if asking not in self._made:
            self._make([asking, *(each for each in self._expected if self._alike(each, asking))])
        self._expected.pop(asking, None)
        return self._made.pop(asking)

    def _alike(self, one: AskedRows, other: AskedRows) -> bool:
        decisions = self._study.decisions
        return one not in self._made and decisions[one.decision].texts == decisions[other.decision].texts

    def _make(self, several: Iterable[AskedRows]) -> None:
        missing = []
        for each in dict.fromkeys(several):
            found = None if self._kept is None else self._kept.outline(*each)
            if found is None:
                missing.append(each)
            else:
                self._made[each] = found
        made = outlines_of(self._study, missing)
        if self._kept is not None:
            for each, outline in made.items():
                self._kept.keep_outline(*each, outline)
        self._made |= made


def outlines_of(study: Study, several: Iterable[AskedRows]) -> dict[AskedRows, Outline]:
    """Return the outline of each log; `UsageError` if the study has no such decision or edit."""

    @cache
    def among(decision: str, limit: int | None) -> NDArray[np.bool_]:
        of = study.decisions[decision]
        found = {text.id for text in decision_texts(of, study.texts[of.texts], limit)}
        return np.array([text.id in found for text in study.texts[of.texts].texts], dtype=np.bool_)

    by_texts: dict[str, list[_Edited]] = defaultdict(list)
    for asking in several:
        texts, forms = study.decisions[asking.decision].texts, forms_of(study, asking.decision, asking.edit)
        same = next((each for each in by_texts[texts] if each.forms == forms), None)
        if same is None:
            same = _Edited(forms, len(study.texts[texts].texts))
            by_texts[texts].append(same)
        same.logs.append(_Log(asking, among(asking.decision, None), among(asking.decision, asking.limit)))
    found: dict[AskedRows, Outline] = {}
    held = _Once()
    for texts, edited in by_texts.items():
        every = study.texts[texts].texts
        for first in range(0, len(every), _AT_ONCE):
            for each in edited:
                each.go_on(first, every[first : first + _AT_ONCE])
        found |= {log.asking: each.outline(log, held) for each in edited for log in each.logs}
    return found


class _Once:
    """Arrays that are equal in many outlines, as in those of two decisions about the same texts; each is held once."""

    def __init__(self) -> None:
        self._held: dict[bytes, NDArray[np.int8]] = {}

    def once(self, codes: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return an equal array, the same each time."""
        return self._held.setdefault(hashlib.sha256(codes.tobytes()).digest(), codes)


class _Log:
    """One log while its texts are made.

    Parameters
    ----------
    asking
        Which rows it holds.
    of_decision
        Which texts of the set the decision is about.
    asked
        Which of these the log was to answer.
    """

    def __init__(self, asking: AskedRows, of_decision: NDArray[np.bool_], asked: NDArray[np.bool_]) -> None:
        self.asking = asking
        self.of_decision = of_decision
        self.asked = asked
        self.digest = hashlib.sha256()


class _Edited:
    """One edit over a list of texts, and the logs that hold it."""

    def __init__(self, forms: tuple[Form, ...], texts: int) -> None:
        self.forms = forms
        self.logs: list[_Log] = []
        self._reasons = [""]
        self._codes = np.zeros((len(forms), texts), dtype=np.int8)
        """Why a text has no such version, an index into the reasons."""

    def go_on(self, first: int, texts: Sequence[Text]) -> None:
        """Make the next texts, and add them to the sums of the logs."""
        asked = np.stack([log.asked[first : first + len(texts)] for log in self.logs])
        wanted = np.flatnonzero(asked.any(axis=0)).tolist()
        lines = [self._lines(first + n, texts[n]) for n in wanted]
        for log, held in zip(self.logs, asked[:, wanted].tolist(), strict=True):
            log.digest.update(b"".join(compress(lines, held)))

    def _lines(self, place: int, text: Text) -> bytes:
        """Return a text's rows, as they enter the sum."""
        lines = []
        for n, form in enumerate(self.forms):
            found = form.of(text.text)
            if isinstance(found, Excluded):
                self._codes[n, place] = self._code(found.reason)
            else:
                lines.append(row_bytes(text.id + form.suffix, found.text))
        return b"".join(lines)

    def _code(self, reason: str) -> int:
        if reason not in self._reasons:
            self._reasons.append(reason)
        return self._reasons.index(reason)

    def outline(self, log: _Log, held: _Once) -> Outline:
        """Return the outline of a log, once all texts are made."""
        asked = log.asked[log.of_decision]
        codes = np.where(asked, self._codes[:, log.of_decision], 0)
        reasons = ("", *sorted(self._reasons[code] for code in np.unique(codes) if code))
        renamed = np.array([reasons.index(each) if each in reasons else 0 for each in self._reasons], dtype=np.int8)
        left_out = {form.suffix: held.once(renamed[each]) for form, each in zip(self.forms, codes, strict=True)}
        made = asked & (codes == 0).any(axis=0)
        return Outline(
            decision=log.asking.decision,
            edit=log.asking.edit,
            attempt=self.forms[0].attempt if made.any() else 0,
            texts_sha256=log.digest.hexdigest(),
            asked=made,
            left_out={} if log.asking.edit == AS_WRITTEN else left_out,
            reasons=reasons,
        )
