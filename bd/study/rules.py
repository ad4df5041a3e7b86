"""The rules for one test of a characteristic: what it measures, against what, and whether its edit changes anything.

Rules that span files are `bd.study.check`'s part; nothing is mended here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar
from unicodedata import normalize

from bd.files import is_slug, slug_fault
from bd.said import many
from bd.study import edits
from bd.study.plan import decision_texts
from bd.study.records import AS_WRITTEN, NOISE, Characteristic, Study, Test, Text, Version

__all__ = ["AVERAGED", "CONTROLS", "COUNTING", "FROM_CONTROL", "MEASURES", "ROLES", "test_faults", "twice"]

T = TypeVar("T", bound=Hashable)

CONTROLS = ("repeat", "version", "halves", "none")
MEASURES = ("flip", "shift", "shift-of-means", "stereotype", "order", "repeat")
COUNTING = ("flip", "order", "repeat")
"""Measures that count changed answers."""
AVERAGED = ("shift-of-means",)
"""Measures with several versions on a side."""
FROM_CONTROL = ("shift", "stereotype")
"""Measures whose column is the difference from the control already."""
RANKED_ON = ("own", "common")
ROLES = ("measured", "control", "from")
WHEN = ("measured", "control", "group")
"""Labels that the words of a sentence may name."""
_PLACES = re.compile(r"\{([^{}]*)\}")
Fault = tuple[int | None, str]
"""The line that is meant, and what is wrong."""


def test_faults(study: Study, characteristic: Characteristic, test: Test) -> Iterator[Fault]:
    """Yield every breach of a rule within one test."""
    texts = {d: _texts(study, d) for d in test.decisions if d in study.decisions}
    for message in (
        *_name_faults(study, characteristic, test),
        *_role_faults(test),
        *_control_faults(test),
        *_order_faults(study, test),
        *_orientation_faults(study, test),
        *_same_change_faults(texts, test),
        *_words_faults(test),
    ):
        yield test.line, message
    for version in test.versions:
        for message in (*_version_faults(characteristic, test, version), *_no_change_faults(texts, test, version)):
            yield version.line, f"version {version.id!r}: {message}"


def _texts(study: Study, decision_id: str) -> tuple[Text, ...]:
    decision = study.decisions[decision_id]
    return decision_texts(decision, study.texts[decision.texts]) if decision.texts in study.texts else ()


def _words_faults(test: Test) -> Iterator[str]:
    strange = {name for name in _PLACES.findall(test.words.get("when", "")) if name not in WHEN}
    if strange:
        yield f"words.when holds {{{min(strange)}}}; known are {', '.join(f'{{{name}}}' for name in WHEN)}"


def _name_faults(study: Study, characteristic: Characteristic, test: Test) -> Iterator[str]:
    if fault := slug_fault(test.edit):
        yield f"edit {test.edit!r} {fault}"
    if AS_WRITTEN in (test.edit, *(v.id for v in test.versions)):
        yield f"{AS_WRITTEN!r} is the name of the unedited texts; give the edit or version another"
    if not test.decisions:
        yield "decisions is empty, so nothing is tested"
    yield from _unknown("kind", test.kind, edits.KINDS)
    yield from _unknown("measure", test.measure, MEASURES)
    yield from _unknown("control", test.control, CONTROLS)
    yield from _unknown("ranked_on", test.ranked_on, RANKED_ON)
    if (characteristic.kind == NOISE) != (test.measure == "repeat"):
        yield f'kind "{NOISE}" and measure "repeat" belong together: asking again is noise, and nothing else is'
    yield from (
        f"decision {d!r} has no file studies/decisions/{d}.toml" for d in test.decisions if d not in study.decisions
    )
    yield from (f"decision {d!r} stands twice" for d in twice(test.decisions))
    yield from (f"version {i!r} stands twice" for i in twice(v.id for v in test.versions))


def _role_faults(test: Test) -> Iterator[str]:
    controls, froms, measured = (test.by_role(r) for r in ("control", "from", "measured"))
    if not measured:
        yield "no version is measured"
    if len(controls) > 1 or (len(froms) > 1 and test.measure not in AVERAGED):
        yield "more than one version has the role control, or the role from"
    if test.measure not in AVERAGED:
        yield from (f"two versions are measured for group {g!r}" for g in twice(str(v.group) for v in measured))
    if test.measure in AVERAGED and not froms:
        yield f'measure "{test.measure}" needs versions with the role from, which the others are compared with'
    if test.measure == "stereotype" and len(measured) < 2:
        yield 'measure "stereotype" compares a group with the others, so it needs at least two'


def _control_faults(test: Test) -> Iterator[str]:
    controls = test.by_role("control")
    if test.control == "version" and not controls:
        yield 'control is "version", but no version has the role control'
    if test.control != "version" and controls:
        yield f"a version has the role control, but control is {test.control!r}"
    if test.control == "repeat" and test.measure in MEASURES and test.measure not in COUNTING:
        yield f'control "repeat" is a rate of changed answers and cannot be subtracted from a {test.measure}'
    if test.measure in FROM_CONTROL and test.control != "version":
        yield f'measure "{test.measure}" is taken from the control version; set control = "version" and give one'
    halves = {v.half for v in test.by_role("from")}
    if test.control == "halves" and (test.measure not in AVERAGED or None in halves or len(halves) != 2):
        yield (
            f'control "halves" needs a measure that averages ({", ".join(AVERAGED)}), and a `half` for every version '
            "with the role from, two halves in all"
        )
    if any(v.half is not None for v in test.versions if v.role != "from" or test.control != "halves"):
        yield 'only versions with the role from have a `half`, where control is "halves"'
    if test.measure in AVERAGED and test.control in ("version", "repeat"):
        yield f'measure "{test.measure}" has the control "halves" or "none"'


def _order_faults(study: Study, test: Test) -> Iterator[str]:
    if test.kind != "order":
        return
    for decision in test.decisions:
        if decision in study.decisions and not study.decisions[decision].lists_options:
            yield f"the prompt of {decision!r} lists no options, so that their order cannot matter"


def _orientation_faults(study: Study, test: Test) -> Iterator[str]:
    way = test.orientation
    if way is None:
        return
    if test.measure in MEASURES and test.measure not in COUNTING:
        yield f'orientation reads changed answers one way; measure "{test.measure}" counts none'
    if way.before == way.after:
        yield f"orientation: before and after are both {way.before!r}"
    for decision in (study.decisions[d] for d in test.decisions if d in study.decisions):
        if decision.texts in study.texts:
            found = {str(t.labels.get(way.label)) for t in decision_texts(decision, study.texts[decision.texts])}
            missing = [value for value in (way.before, way.after) if value not in found]
            if missing:
                yield f"orientation: no text of {decision.id!r} has {way.label} {' or '.join(map(repr, missing))}"


def _same_change_faults(texts: Mapping[str, Sequence[Text]], test: Test) -> Iterator[str]:
    """Name every two versions that make the same of each text, to the eye."""
    changing = [version for version in test.versions if _can_change(test, version)]
    for decision, own in texts.items():
        for one, other in _same_throughout(test, changing, own):
            same = f"versions {one.id!r} and {other.id!r} make the same change"
            yield f"{same}, so nothing can differ in the texts of {decision!r}"


def _same_throughout(test: Test, versions: Sequence[Version], texts: Sequence[Text]) -> list[tuple[Version, Version]]:
    """Return the pairs that differ in no text that has both; the first text tells nearly all of them apart."""
    pairs = list(combinations(range(len(versions)), 2))
    met: set[tuple[int, int]] = set()
    for text in texts:
        if not pairs:
            return []
        made = {n: _made(test, versions[n], text.text) for pair in pairs for n in pair}
        pairs = [(a, b) for a, b in pairs if None in (made[a], made[b]) or made[a] == made[b]]
        met.update(pair for pair in pairs if None not in (made[pair[0]], made[pair[1]]))
    return [(versions[a], versions[b]) for a, b in pairs if (a, b) in met]


def _made(test: Test, version: Version, text: str) -> str | None:
    edited = edits.apply(test.kind, text, version.settings)
    return normalize("NFC", edited.text) if isinstance(edited, edits.Edited) else None


def _can_change(test: Test, version: Version) -> bool:
    kind = edits.KINDS.get(test.kind)
    return kind is not None and kind.changes_text and not edits.check_settings(test.kind, version.settings)


def _version_faults(characteristic: Characteristic, test: Test, version: Version) -> Iterator[str]:
    if not is_slug(version.id):
        yield f"version id {version.id!r} is not a slug"
    yield from _unknown("role", version.role, ROLES)
    if version.group is not None and version.group not in {g.id for g in characteristic.groups}:
        yield f"group {version.group!r} is not among [[groups]]"
    if version.group is not None and version.role != "measured":
        yield "a control must not be one of the groups"
    if version.group is None and version.role == "measured" and characteristic.groups and test.measure == "stereotype":
        yield "it is measured, so it must say which group it stands for"
    if test.kind in edits.KINDS:
        yield from edits.check_settings(test.kind, version.settings)


def _no_change_faults(texts: Mapping[str, Sequence[Text]], test: Test, version: Version) -> Iterator[str]:
    """Name a version that leaves every text of a decision as it is, or fits none of them."""
    if not _can_change(test, version):
        return
    for decision, own in texts.items():
        if own and not any(_made(test, version, t.text) not in (None, normalize("NFC", t.text)) for t in own):
            yield f"changes none of the {many(len(own), 'text')} of {decision!r}"


def _unknown(what: str, name: str, known: Iterable[str]) -> Iterator[str]:
    if name not in known:
        yield f"{what} {name!r} is none of {', '.join(sorted(known))}"


def twice(values: Iterable[T]) -> list[T]:
    """Return what stands more than once, each once, in order."""
    return [value for value, count in Counter(values).items() if count > 1]
