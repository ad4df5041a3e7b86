"""The rules that hold between the files of a study; every breach is told, each with its file.

Nothing is computed and nothing is mended here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bd.errors import Problem
from bd.files import is_slug
from bd.study import edits
from bd.study.plan import decision_texts
from bd.study.records import AS_WRITTEN, CHARACTERISTIC_KINDS, NOISE, Characteristic, Decision, ModelCard, Study, Test
from bd.study.shortlist import shortlist_faults

__all__ = ["CONTROLS", "MEASURES", "RESERVED", "ROLES", "check_study"]

CONTROLS = ("repeat", "version", "halves", "none")
MEASURES = ("flip", "shift", "shift-of-means", "stereotype", "order", "repeat")
COUNTING = ("flip", "order", "repeat")
"""Measures that count changed answers."""
AVERAGED = ("shift-of-means",)
"""Measures with several versions on a side."""
FROM_CONTROL = ("shift", "stereotype")
"""Measures whose column is the difference from the control already."""
ROLES = ("measured", "control", "from")
RESERVED = ("data", "engines", "methods", "reported", "static")
"""First parts of addresses that pages of the site take, so that no characteristic may be called so."""


def check_study(study: Study) -> list[Problem]:
    """Return every breach of a rule that spans keys or files."""
    problems: list[Problem] = []
    for decision in study.decisions.values():
        problems += (Problem(decision.path, None, m) for m in _decision_faults(study, decision))
    for characteristic in study.characteristics:
        problems += (Problem(characteristic.path, None, m) for m in _characteristic_faults(study, characteristic))
    problems += _edit_claims(study)
    for card in study.models.values():
        problems += (Problem(f"studies/models/{card.id}.toml", None, m) for m in _card_faults(study, card))
    return problems


def _decision_faults(study: Study, decision: Decision) -> Iterator[str]:
    ids = [o.id for o in decision.options]
    if len(ids) != 2:
        yield f"has {len(ids)} options; a two-way question has two"
    yield from (f"option {i!r} stands twice" for i in _twice(ids))
    yield from (f"option id {i!r} is not a slug" for i in ids if not is_slug(i))
    yield from (f"two options have the label {i!r}; no reader could tell them apart" for i in _twice(_labels(decision)))
    if ids and decision.positive not in ids:
        yield f"positive {decision.positive!r} is none of its options ({', '.join(ids)})"
    for key, name in (("texts", decision.texts), ("calibration", decision.calibration)):
        if name not in study.texts:
            yield f"{key} {name!r} has no file studies/texts/{name}.toml"
    if "{text}" not in decision.prompt:
        yield "prompt must hold {text}, and {options} where it lists them"
    if decision.most is not None and decision.most < 2:
        yield f"most {decision.most} must be at least 2 texts"
    texts = study.texts.get(decision.texts)
    if texts is None:
        return
    chosen = decision_texts(decision, texts)
    truths = {o.truth for o in decision.options}
    if not chosen:
        yield f"where chooses no text of {decision.texts}"
    elif decision.truth is not None and not any(str(t.labels.get(decision.truth)) in truths for t in chosen):
        yield f"truth {decision.truth!r}: no text of {decision.texts} has an option's truth under that label"


def _characteristic_faults(study: Study, characteristic: Characteristic) -> Iterator[str]:
    if characteristic.id in RESERVED:
        yield f"{characteristic.id!r} is the address of another page of the site; choose another name"
    if characteristic.kind not in CHARACTERISTIC_KINDS:
        yield f"kind {characteristic.kind!r} is none of {', '.join(CHARACTERISTIC_KINDS)}"
    if not characteristic.tests:
        yield "has no [[tests]], so nothing is tested"
    groups = [g.id for g in characteristic.groups]
    yield from (f"group {i!r} stands twice" for i in _twice(groups))
    yield from (f"group id {i!r} is not a slug" for i in groups if not is_slug(i))
    decisions = {d for t in characteristic.tests for d in t.decisions}
    yield from (
        f"{i!r} is the id of a group here and of studies/decisions/{i}.toml: both would be one page"
        for i in groups
        if i in decisions
    )
    used = {v.group for t in characteristic.tests for v in t.versions}
    yield from (f"group {i!r} has no version in any test" for i in groups if i not in used)
    for number, test in enumerate(characteristic.tests, 1):
        yield from (f"tests[{number}]: {m}" for m in _test_faults(study, characteristic, test))
    yield from shortlist_faults(study, characteristic)


def _labels(decision: Decision) -> list[str]:
    return [o.label for o in decision.options]


def _test_faults(study: Study, characteristic: Characteristic, test: Test) -> Iterator[str]:
    if not is_slug(test.edit):
        yield f"edit {test.edit!r} is not a slug"
    if AS_WRITTEN in (test.edit, *(v.id for v in test.versions)):
        yield f"{AS_WRITTEN!r} is the name of the unedited texts; give the edit or version another"
    if not test.decisions:
        yield "decisions is empty, so nothing is tested"
    yield from _unknown("kind", test.kind, edits.KINDS)
    yield from _unknown("measure", test.measure, MEASURES)
    yield from _unknown("control", test.control, CONTROLS)
    if (characteristic.kind == NOISE) != (test.measure == "repeat"):
        yield f'kind "{NOISE}" and measure "repeat" belong together: asking again is noise, and nothing else is'
    yield from (
        f"decision {d!r} has no file studies/decisions/{d}.toml" for d in test.decisions if d not in study.decisions
    )
    yield from (f"decision {d!r} stands twice" for d in _twice(test.decisions))
    yield from _version_faults(characteristic, test)
    controls, froms, measured = (test.by_role(r) for r in ("control", "from", "measured"))
    if not measured:
        yield "no version is measured"
    if len(controls) > 1 or (len(froms) > 1 and test.measure not in AVERAGED):
        yield "more than one version has the role control, or the role from"
    yield from _halves_faults(test)
    if test.measure == "stereotype" and len(measured) < 2:
        yield 'measure "stereotype" compares a group with the others, so it needs at least two'
    if test.control == "version" and not controls:
        yield 'control is "version", but no version has the role control'
    if test.control == "repeat" and test.measure in MEASURES and test.measure not in COUNTING:
        yield f'control "repeat" is a rate of changed answers and cannot be subtracted from a {test.measure}'
    if test.measure in FROM_CONTROL and test.control != "version":
        yield f'measure "{test.measure}" is taken from the control version; set control = "version" and give one'
    if test.kind == "order":
        yield from (
            f"the prompt of {d!r} lists no options, so that their order cannot matter"
            for d in test.decisions
            if d in study.decisions and not study.decisions[d].lists_options
        )
    if test.control != "version" and controls:
        yield f"a version has the role control, but control is {test.control!r}"


def _halves_faults(test: Test) -> Iterator[str]:
    halves = {v.half for v in test.by_role("from")}
    if test.control == "halves" and (test.measure not in AVERAGED or None in halves or len(halves) != 2):
        yield (
            f'control "halves" needs a measure that averages ({", ".join(AVERAGED)}), and a `half` for every version '
            "with the role from, two halves in all"
        )
    if any(v.half is not None for v in test.versions if v.role != "from" or test.control != "halves"):
        yield 'only versions with the role from have a `half`, where control is "halves"'


def _version_faults(characteristic: Characteristic, test: Test) -> Iterator[str]:
    groups = {g.id for g in characteristic.groups}
    yield from (f"version {i!r} stands twice" for i in _twice(v.id for v in test.versions))
    seen = [v.group for v in test.versions if v.role == "measured"]
    if test.measure not in AVERAGED:
        yield from (f"two versions are measured for group {g!r}" for g in _twice(str(g) for g in seen))
    for version in test.versions:
        if not is_slug(version.id):
            yield f"version id {version.id!r} is not a slug"
        yield from _unknown(f"version {version.id!r}: role", version.role, ROLES)
        if version.group is not None and version.group not in groups:
            yield f"version {version.id!r}: group {version.group!r} is not among [[groups]]"
        if version.group is not None and version.role != "measured":
            yield f"version {version.id!r}: a control must not be one of the groups"
        if test.kind in edits.KINDS:
            yield from (f"version {version.id!r}: {m}" for m in edits.check_settings(test.kind, version.settings))


def _edit_claims(study: Study) -> Iterator[Problem]:
    """Name each log that two tests claim: its rows could belong to either."""
    claims: dict[tuple[str, str], str] = {}
    for characteristic in study.characteristics:
        for test in characteristic.tests:
            for decision in dict.fromkeys(test.decisions):
                first = claims.get((decision, test.edit))
                if first is None:
                    claims[decision, test.edit] = characteristic.path
                    continue
                message = f"edit {test.edit!r} on {decision!r} is also tested in {first}; give one another name"
                yield Problem(characteristic.path, None, message)


def _card_faults(study: Study, card: ModelCard) -> Iterator[str]:
    if card.build_of is not None and card.build_of not in study.models:
        yield f"build_of {card.build_of!r} is no model of this study"
    elif card.build_of is not None and study.models[card.build_of].build_of is not None:
        yield f"build_of {card.build_of!r} is itself a build of another model; name that one"
    elif card.build_of is not None and study.models[card.build_of].planted != card.planted:
        yield f"planted must be the same here as for {card.build_of!r}, of which this is a build"
    limit = card.ask.get("limit", 2)
    if not isinstance(limit, int) or limit < 2:
        yield f"[ask] limit {limit!r} must be a whole number of at least 2"
    yield from (
        f"[ask] {key} must be a text"
        for key in ("adapter", "package", "file", "name", "sha256")
        if not isinstance(card.ask.get(key, ""), str)
    )
    decisions = card.ask.get("decisions", [])
    if not isinstance(decisions, list):
        yield "[ask] decisions must be a list of ids"
        return
    yield from (
        f"[ask] decision {d!r} has no file studies/decisions/{d}.toml" for d in decisions if d not in study.decisions
    )


def _unknown(what: str, name: str, known: Iterable[str]) -> Iterator[str]:
    if name not in known:
        yield f"{what} {name!r} is none of {', '.join(sorted(known))}"


def _twice(ids: Iterable[str]) -> list[str]:
    return [i for i, count in Counter(ids).items() if count > 1]
