"""Which rows a log holds: every text of a decision in every version of an edit, as it is put to a model.

The asking step asks these rows; the reading step aligns saved answers to them. Both hash them the same way, so that
answers to other texts are noticed. How a text is changed is left to `bd.study.edits`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from bd.errors import UsageError
from bd.study import edits
from bd.study.edits import Edited, Excluded
from bd.study.records import AS_WRITTEN, Decision, Study, Test, Text, TextSet, Version

__all__ = ["ANSWERS_FORMAT", "Asked", "Form", "LogPlan", "decision_texts", "edits_of", "find_test", "forms_of"]
__all__ += ["plan_log", "row_bytes", "texts_sha256"]

ANSWERS_FORMAT = "bd/answers@1"
"""What the description beside a log says that both are; `bd ask` writes it, whatever reads answers holds them to it."""


@dataclass(frozen=True)
class Asked:
    """One row of a log before it is answered."""

    id: str
    """The row's id: the text's own id and the version's suffix."""
    text_id: str
    text: str
    """The text as the model reads it."""
    order: str
    """How the options are listed: `both` (asked both ways where order can matter), `listed` or `reversed`."""
    attempt: int
    """1, or 2 where the same text is asked again."""


@dataclass(frozen=True)
class Form:
    """One version of the texts, as a log holds it."""

    suffix: str
    """What follows the text's id in the row's."""
    kind: str
    """Which edit makes it; `settings` are the edit's."""
    settings: Mapping[str, Any]
    order: str
    """As in `Asked`, and so is `attempt`."""
    attempt: int

    def of(self, text: str) -> Edited | Excluded:
        """Return this version of a text, or why it has none."""
        return edits.apply(self.kind, text, self.settings)


@dataclass(frozen=True)
class LogPlan:
    """One log, before it is answered."""

    decision: str
    edit: str
    rows: tuple[Asked, ...]
    """In the text set's order, the versions of a text side by side."""
    excluded: dict[str, dict[str, str]]
    """By version suffix: which texts have no such version, and why."""
    texts_sha256: str
    """SHA-256 over the ids and texts as asked."""


def texts_sha256(rows: Iterable[tuple[str, str]]) -> str:
    """Return the SHA-256 over rows of (id, text as asked), one JSON array a line, in order."""
    digest = hashlib.sha256()
    for row_id, text in rows:
        digest.update(row_bytes(row_id, text))
    return digest.hexdigest()


def row_bytes(row_id: str, text: str) -> bytes:
    """Return one line of what `texts_sha256` is the sum of."""
    return orjson.dumps((row_id, text), option=orjson.OPT_APPEND_NEWLINE)


def decision_texts(decision: Decision, texts: TextSet, limit: int | None = None) -> tuple[Text, ...]:
    """Return the texts a decision is asked about, in the set's order.

    With a `limit`, the same texts for everyone: of each right answer in turn the next text by SHA-256 of its id,
    until `limit` are taken. So a smaller list is always part of a larger one, and is balanced over the right answers.
    A decision's own `most` works in the same way.
    """
    chosen = texts.texts
    for label, allowed in decision.where.items():
        chosen = tuple([t for t in chosen if t.labels.get(label) in allowed])
    limit = min((n for n in (limit, decision.most) if n is not None), default=len(chosen))
    if limit >= len(chosen):
        return chosen
    possible = {t.id for t in chosen}
    by_truth: dict[object, list[Text]] = {}
    for text in texts.in_turn:
        if text.id in possible:
            by_truth.setdefault(text.labels.get(decision.truth or ""), []).append(text)
    ranked = sorted(
        (place, str(value), text.id) for value, members in by_truth.items() for place, text in enumerate(members)
    )
    kept = {text_id for _, _, text_id in ranked[:limit]}
    return tuple([t for t in chosen if t.id in kept])


def edits_of(study: Study, decision_id: str) -> tuple[str, ...]:
    """Return the names of the logs that a decision can have: `as-written` and every edit tested on it, sorted."""
    names = {t.edit for c in study.characteristics for t in c.tests if decision_id in t.decisions}
    return (AS_WRITTEN, *sorted(names - {AS_WRITTEN}))


def find_test(study: Study, decision_id: str, edit: str) -> Test:
    """Return the test that an edit of a decision belongs to; `UsageError` if the study has none."""
    for characteristic in study.characteristics:
        for test in characteristic.tests:
            if test.edit == edit and decision_id in test.decisions:
                return test
    known = ", ".join(edits_of(study, decision_id))
    raise UsageError(f"no edit {edit!r} is tested on {decision_id!r}; there are: {known}")


def plan_log(study: Study, decision_id: str, edit: str, limit: int | None = None) -> LogPlan:
    """Return every row of one log.

    Parameters
    ----------
    decision_id, edit
        Name the log, `answers/<model>/<decision_id>/<edit>.jsonl.gz`.
    limit
        How many of the decision's texts are asked about; None for all.

    Raises
    ------
    UsageError
        The study has no such decision, or does not test this edit on it.
    """
    if decision_id not in study.decisions:
        raise UsageError(f"no decision {decision_id!r}; there are: {', '.join(sorted(study.decisions))}")
    decision = study.decisions[decision_id]
    forms = forms_of(study, decision_id, edit)
    rows: list[Asked] = []
    excluded: dict[str, dict[str, str]] = {form.suffix: {} for form in forms if edit != AS_WRITTEN}
    for text in decision_texts(decision, study.texts[decision.texts], limit):
        for form in forms:
            found = form.of(text.text)
            if isinstance(found, Excluded):
                excluded[form.suffix][text.id] = found.reason
            else:
                rows.append(Asked(text.id + form.suffix, text.id, found.text, form.order, form.attempt))
    return LogPlan(decision_id, edit, tuple(rows), excluded, texts_sha256((r.id, r.text) for r in rows))


_UNEDITED = Form("", "repeat", {}, "both", 1)
"""The text as written: what asking a second time puts as well, here for the first time."""


def forms_of(study: Study, decision_id: str, edit: str) -> tuple[Form, ...]:
    """Return the versions that a log holds of each text, in the order of its rows; `UsageError` as in `find_test`."""
    if edit == AS_WRITTEN:
        return (_UNEDITED,)
    test = find_test(study, decision_id, edit)
    return tuple(
        Form(test.suffix(v.id), test.kind, v.settings, _order(test, v), 2 if test.kind == "repeat" else 1)
        for v in test.versions
    )


def _order(test: Test, version: Version) -> str:
    if test.kind != "order":
        return "both"
    return "reversed" if version.settings.get("reversed") else "listed"
