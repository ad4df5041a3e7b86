"""The two versions of an example text, as a model read them, with the changed words marked.

The texts are made anew by the same edits that `bd.study.plan` asks with; the answers are `bd.report.evidence`'s part.
"""

from __future__ import annotations

from dataclasses import dataclass
from os.path import commonprefix
from posixpath import basename

from bd.effects.records import Part
from bd.study import edits
from bd.study.plan import find_test
from bd.study.records import AS_WRITTEN, Decision, Study, Test, Version

__all__ = ["Runs", "Shown", "asked_text", "segments", "version_of", "version_of_part"]

Runs = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it differs from the other version."""

_LONGEST = 4_000
"""Characters of a text that are shown; longer ones are cut, and the page says so."""
_BEFORE = 4
"""Of a text that is cut: this part of what is shown stands before the first change."""
_CUT = "…"


@dataclass(frozen=True)
class Shown:
    """One side of an example."""

    id: str
    label: str
    version: Version | None
    """None for the text as its author wrote it."""
    options: tuple[str, ...]
    """Labels, in the order in which this side lists them."""


def version_of(test: Test, decision: Decision, suffix: str) -> Shown:
    """Return the version that rows with this suffix stand for."""
    found = next((v for v in test.versions if suffix and test.suffix(v.id) == suffix), None)
    options = tuple(option.label for option in decision.options)
    if found is None:
        return Shown(AS_WRITTEN, "as written", None, options)
    return Shown(found.id, found.label, found, options[::-1] if found.settings.get("reversed") else options)


def version_of_part(study: Study, decision: Decision, test: Test, part: Part) -> Shown:
    """Return the version that the rows of a part stand for, where a text asked again is one of its own."""
    edit = basename(part[0]).partition(".")[0]
    own = test if edit in (test.edit, AS_WRITTEN) else find_test(study, decision.id, edit)
    if own.kind != "repeat":
        return version_of(test, decision, part[1])
    again = own.versions[0]
    return Shown(again.id, again.label, None, tuple(option.label for option in decision.options))


def asked_text(study: Study, decision: Decision, test: Test, side: Shown, text_id: str) -> str | None:
    """Return a text as a model read it; None where the text has no such version."""
    text = next(t.text for t in study.texts[decision.texts].texts if t.id == text_id)
    if side.version is None:
        return text
    edited = edits.apply(test.kind, text, side.version.settings)
    return None if isinstance(edited, edits.Excluded) else edited.text


def segments(before: str, after: str, longest: int = _LONGEST) -> tuple[tuple[Runs, Runs], bool]:
    """Return both texts in marked pieces, and whether they had to be shortened to `longest` characters."""
    shortened = max(len(before), len(after)) > longest
    if shortened:
        same = commonprefix([before, after])  # noqa: RUF071, characters are what is meant
        start = max(0, len(same) - longest // _BEFORE)
        before, after = _cut(before, start, longest), _cut(after, start, longest)
    return edits.mark_changes(before, after), shortened


def _cut(text: str, start: int, longest: int) -> str:
    start, end = edits.letter_start(text, start), edits.letter_start(text, start + longest)
    return (_CUT if start else "") + text[start:end] + (_CUT if end < len(text) else "")
