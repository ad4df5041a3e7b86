"""Which rows a log holds: every text of a decision in every version of an edit, as it is put to a model.

The asking step asks these rows; the reading step aligns saved answers to them. Both hash them the same way, so that
answers to other texts are noticed. How a text is changed is left to `bd.study.edits`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import orjson

from bd.errors import UsageError
from bd.study import edits
from bd.study.records import AS_WRITTEN, Decision, Study, Test, Text, TextSet

__all__ = ["Asked", "LogPlan", "decision_texts", "edits_of", "find_test", "plan_log", "texts_sha256"]


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
        digest.update(orjson.dumps([row_id, text]) + b"\n")
    return digest.hexdigest()


def decision_texts(decision: Decision, texts: TextSet, limit: int | None = None) -> tuple[Text, ...]:
    """Return the texts a decision is asked about, in the set's order.

    With a `limit`, the same texts for everyone: of each right answer in turn the next text by SHA-256 of its id,
    until `limit` are taken. So a smaller list is always part of a larger one, and is balanced over the right answers.
    A decision's own `most` works in the same way.
    """
    chosen = texts.texts
    for label, allowed in decision.where.items():
        chosen = tuple(t for t in chosen if t.labels.get(label) in allowed)
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
    return tuple(t for t in chosen if t.id in kept)


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
    texts = decision_texts(decision, study.texts[decision.texts], limit)
    if edit == AS_WRITTEN:
        rows: Sequence[Asked] = [Asked(t.id, t.id, t.text, "both", 1) for t in texts]
        excluded: dict[str, dict[str, str]] = {}
    else:
        rows, excluded = _edited_rows(find_test(study, decision_id, edit), texts)
    return LogPlan(decision_id, edit, tuple(rows), excluded, texts_sha256((r.id, r.text) for r in rows))


def _edited_rows(test: Test, texts: Sequence[Text]) -> tuple[list[Asked], dict[str, dict[str, str]]]:
    rows: list[Asked] = []
    excluded: dict[str, dict[str, str]] = {test.suffix(v.id): {} for v in test.versions}
    for text in texts:
        for version in test.versions:
            suffix = test.suffix(version.id)
            edited = edits.apply(test.kind, text.text, version.settings)
            if isinstance(edited, edits.Excluded):
                excluded[suffix][text.id] = edited.reason
                continue
            order = "both"
            if test.kind == "order":
                order = "reversed" if version.settings.get("reversed") else "listed"
            attempt = 2 if test.kind == "repeat" else 1
            rows.append(Asked(text.id + suffix, text.id, edited.text, order, attempt))
    return rows, excluded
