"""The rules that hold between the files of a study; every breach is told, each with its file and line.

The rules for a single test are `bd.study.rules`' part. Nothing is computed and nothing is mended here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from bd.errors import Problem
from bd.files import is_slug, slug_fault
from bd.naming import lookalikes, looks
from bd.said import many
from bd.study.deciding import ARGMAX, deciding_faults
from bd.study.plan import decision_texts
from bd.study.records import CHARACTERISTIC_KINDS, Characteristic, Decision, ModelCard, Study
from bd.study.rules import test_faults, twice
from bd.study.shortlist import shortlist_faults

__all__ = ["MAIN_BOARD", "RESERVED", "check_study"]

RESERVED = (
    "agreement",
    "asked-twice",
    "builds",
    "changes",
    "chart",
    "data",
    "engines",
    "methods",
    "paired",
    "report",
    "reported",
    "shortlist",
    "static",
    "styleguide",
)
"""First parts of addresses that pages of the site take, or parts below a model's, where a characteristic stands too."""
MAIN_BOARD = "overall"
"""What the main board's file is called among those of the characteristics."""

BELOW = ("chart", "receipts")
"""What stands below the page of a group or question, so that neither may be called so."""


def check_study(study: Study) -> list[Problem]:
    """Return every breach of a rule that spans keys or files."""
    problems: list[Problem] = []
    for decision in study.decisions.values():
        problems += (Problem(decision.path, None, m) for m in _decision_faults(study, decision))
    for characteristic in study.characteristics:
        problems += (Problem(characteristic.path, None, m) for m in _characteristic_faults(study, characteristic))
        for number, test in enumerate(characteristic.tests, 1):
            faults = test_faults(study, characteristic, test)
            problems += (Problem(characteristic.path, line, f"tests[{number}]: {m}") for line, m in faults)
    problems += _edit_claims(study)
    problems += _id_claims(study)
    problems += _name_claims(study)
    for card in study.models.values():
        problems += (Problem(card.path, None, m) for m in _card_faults(study, card))
    return problems


def _decision_faults(study: Study, decision: Decision) -> Iterator[str]:
    ids = [o.id for o in decision.options]
    if len(ids) != 2:
        yield f"has {many(len(ids), 'option')}; a two-way question has two"
    yield from (f"option {i!r} stands twice" for i in twice(ids))
    yield from (f"option id {i!r} is not a slug" for i in ids if not is_slug(i))
    yield from _alike("options", (o.label for o in decision.options))
    yield from (
        f"options {one.id!r} and {other.id!r} have one word and one statement; no model could tell them apart"
        for one, other in combinations(decision.options, 2)
        if looks(one.word) & looks(other.word) and looks(one.statement) & looks(other.statement)
    )
    if ids and decision.positive not in ids:
        yield f"positive {decision.positive!r} is none of its options ({', '.join(ids)})"
    for key, name in (("texts", decision.texts), ("calibration", decision.calibration)):
        if name not in study.texts:
            yield f"{key} {name!r} has no file studies/texts/{name}.toml"
    if decision.id in BELOW:
        yield f"{decision.id!r} is the address of another page of the site; choose another name"
    if "{text}" not in decision.prompt:
        yield "prompt must hold {text}, and {options} where it lists them"
    if decision.most is not None and decision.most < 2:
        yield f"most {decision.most} must be at least 2 texts"
    texts = study.texts.get(decision.texts)
    if texts is None or not texts.texts:  # told as a fault of its own
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
    if characteristic.id == MAIN_BOARD:
        yield f"{characteristic.id!r} is what the rows of the main board are called; choose another name"
    if characteristic.kind not in CHARACTERISTIC_KINDS:
        yield f"kind {characteristic.kind!r} is none of {', '.join(CHARACTERISTIC_KINDS)}"
    if not characteristic.tests:
        yield "has no [[tests]], so nothing is tested"
    groups = [g.id for g in characteristic.groups]
    yield from (f"group {i!r} stands twice" for i in twice(groups))
    yield from (f"group id {i!r} {fault}" for i in groups if (fault := slug_fault(i)))
    yield from (f"group id {i!r} is the address of another page of the site" for i in groups if i in BELOW)
    yield from _alike("groups", (g.label for g in characteristic.groups))
    decisions = {d for t in characteristic.tests for d in t.decisions}
    yield from (
        f"{i!r} is the id of a group here and of studies/decisions/{i}.toml: both would be one page"
        for i in groups
        if i in decisions
    )
    used = {v.group for t in characteristic.tests for v in t.versions}
    yield from (f"group {i!r} has no version in any test" for i in groups if i not in used)
    yield from shortlist_faults(study, characteristic)


def _alike(what: str, labels: Iterable[str]) -> Iterator[str]:
    """Name every two labels of one kind of thing, said in the plural, that a reader cannot tell apart."""
    labels = list(labels)
    for one, other in ((labels[a], labels[b]) for a, b in lookalikes(labels)):
        have = f"the label {one!r}" if one == other else f"labels that look alike, {one!a} and {other!a}"
        yield f"two {what} have {have}; no reader could tell them apart"


def _name_claims(study: Study) -> Iterator[Problem]:
    """Name every two files of one kind whose labels look alike."""
    kinds = (
        [(each.path, each.label) for each in study.decisions.values()],
        [(each.path, each.label) for each in study.characteristics],
        [(each.path, each.label) for each in study.models.values()],
    )
    for named in kinds:
        for one, other in lookalikes(label for _, label in named):
            (first, its), (path, label) = named[one], named[other]
            message = f"label {label!a} looks like {its!a} in {first}; no reader could tell them apart"
            yield Problem(path, None, message)


def _edit_claims(study: Study) -> Iterator[Problem]:
    """Name each log, and each scored file, that two tests claim: its rows could belong to either."""
    claims: dict[str, str] = {}
    for characteristic in study.characteristics:
        for test in characteristic.tests:
            for decision in dict.fromkeys(test.decisions):
                scored = f"{decision}-{test.edit}"  # what the scored file is called, so two parts may meet in one name
                first = claims.get(scored)
                if first is None:
                    claims[scored] = characteristic.path
                    continue
                message = f"edit {test.edit!r} on {decision!r} is also tested in {first}; give one another name"
                yield Problem(characteristic.path, test.line, message)


def _id_claims(study: Study) -> Iterator[Problem]:
    """Name each text that is called like an edited version of another: its row could belong to either."""
    for name, texts in study.texts.items():
        ids = {text.id for text in texts.texts}
        cuts = ((i, i[:n]) for i in ids for n, letter in enumerate(i) if letter == "-")
        longer = sorted((first, i) for i, first in cuts if first in ids)
        if not longer:
            continue
        ends = {
            test.suffix(version.id)
            for characteristic in study.characteristics
            for test in characteristic.tests
            for version in test.versions
            if any(d in study.decisions and study.decisions[d].texts == name for d in test.decisions)
        }
        for first, i in longer:
            if i.removeprefix(first) in ends:
                message = f"id {i!r} is what an edited version of the text {first!r} is called; give one another id"
                yield Problem(f"studies/texts/{name}.jsonl", None, message)


def _card_faults(study: Study, card: ModelCard) -> Iterator[str]:
    if card.build_of is not None and card.build_of not in study.models:
        yield f"build_of {card.build_of!r} is no model of this study"
    elif card.build_of is not None and study.models[card.build_of].build_of is not None:
        yield f"build_of {card.build_of!r} is itself a build of another model; name that one"
    elif card.build_of is not None and study.models[card.build_of].planted != card.planted:
        yield f"planted must be the same here as for {card.build_of!r}, of which this is a build"
    builds = [card, *(other for other in study.models.values() if other.build_of == card.id)]
    yield from _alike("builds of it", (build.build_label for build in builds if build.build_label))
    limit = card.ask.get("limit", 2)
    if not isinstance(limit, int) or limit < 2:
        yield f"[ask] limit {limit!r} must be a whole number of at least 2"
    yield from (
        f"[ask] {key} must be a text"
        for key in ("adapter", "package", "file", "name", "sha256")
        if not isinstance(card.ask.get(key, ""), str)
    )
    for fault in deciding_faults(card.ask.get("decides", ARGMAX), card.ask.get("cutoff")):
        yield f"[ask] {fault}"
    decisions = card.ask.get("decisions", [])
    if not isinstance(decisions, list) or not all(isinstance(d, str) for d in decisions):
        yield "[ask] decisions must be a list of ids"
        return
    yield from (
        f"[ask] decision {d!r} has no file studies/decisions/{d}.toml" for d in decisions if d not in study.decisions
    )
