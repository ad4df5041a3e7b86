"""What was asked, what was changed, and one text to look at: the evidence that stands under a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bd.report import contract
from bd.site.became import became
from bd.site.names import Names
from bd.site.numbers import chance, count, signed
from bd.site.records.evidence import (
    Answer,
    Answered,
    Asked,
    Background,
    Change,
    Control,
    Evidence,
    Example,
    PageQuestions,
    Version,
    WordRun,
)
from bd.site.records.parts import Figure, Link
from bd.site.words import capital, listed

__all__ = [
    "BEFORE",
    "BOTH",
    "CHANGED",
    "CONTROL",
    "CONTROL_BEFORE",
    "EXTREME",
    "EXTREME_AMONG",
    "TYPICAL",
    "asking_of",
    "change_of",
    "changes_of",
    "evidence_of",
    "example_of",
    "first_example",
    "others_heading",
]

BEFORE, CHANGED, CONTROL = "Compared with", "Changed to", "Control edit"
CONTROL_BEFORE = "The control starts from"
"""What the versions of a text are there for."""
TYPICAL = "A typical text, over all models"
EXTREME = "The text that moved furthest"
BOTH = "A typical text, and the one that moved furthest"
EXTREME_AMONG = "The text furthest from the other groups"
BOTH_AMONG = "A typical text, and the one furthest from the other groups"
"""What kind of text it is that is shown."""

_ROLES = {"from": "from", "measured": "to", "control": "control"}
_UNEDITED, _DROPS_OUT = "As it was written", "Drops out of the score"
_UNASKED, _UNANSWERED = "not asked about this text", "no answer saved"


def asking_of(names: Names, questions: Iterable[str]) -> PageQuestions:
    """Return the questions of these ids, each once, and what is to be known about their texts and about the law."""
    each = [names.questions[question] for question in dict.fromkeys(questions)]
    laws: dict[str, list[str]] = {}
    for question in each:
        if question.law is not None:
            laws.setdefault(question.law, []).append(question.label)
    texts = dict.fromkeys((q.texts.label, q.texts.about) for q in each)
    return PageQuestions(
        questions=tuple(_asked(question) for question in each),
        texts=tuple(Background(capital(label), about) for label, about in texts),
        people=tuple(dict.fromkeys(q.texts.people for q in each if q.texts.people is not None)),
        laws=tuple(Background(", ".join(labels), law) for law, labels in laws.items()),
    )


def _asked(question: contract.Question) -> Asked:
    return Asked(
        question=question.question,
        options=tuple(option.label for option in question.options),
        positive=question.option(question.positive),
        texts=question.texts.label,
        count=count(question.n_texts),
    )


def changes_of(dimension: contract.Characteristic, names: Names, cells: Sequence[contract.Cell]) -> tuple[Change, ...]:
    """Return the tests behind some cells of a characteristic, with the versions that those cells compare."""
    keys = {(cell.edit, cell.item) for cell in cells}
    groups = {cell.group for cell in cells}
    used = (t for t in dimension.tests if any((t.edit, d) in keys for d in t.decisions))
    return tuple(change_of(names, test, groups) for test in used)


def change_of(names: Names, test: contract.Test, groups: set[str | None] | None = None) -> Change:
    """Return one test in words, with the versions of some groups; by default of all."""
    words = test.words
    versions = [v for v in test.versions if groups is None or v.role != "measured" or v.group in groups]
    return Change(
        changed=words.changed,
        control=words.control,
        measured=words.measured,
        scored=words.scored,
        limits=words.limits,
        pairs=tuple((_ROLES[v.role], v.label) for v in versions if v.role in _ROLES),
        decisions=tuple(names.questions[d].label for d in test.decisions),
    )


def evidence_of(names: Names, cells: Iterable[contract.Cell]) -> Evidence:
    """Return the texts of the first of these cells that has any: the typical one and the one that moved furthest."""
    cell = next((each for each in cells if each.example is not None), None)
    if cell is None:
        return Evidence(())
    typical, extreme = contract.required(cell.example), cell.extreme
    if extreme is None:
        return Evidence((_example(names, cell, typical, TYPICAL),))
    furthest, both = (EXTREME_AMONG, BOTH_AMONG) if extreme.others is not None else (EXTREME, BOTH)
    if extreme.source_id == typical.source_id:
        return Evidence((_example(names, cell, extreme, both),))
    return Evidence((_example(names, cell, typical, TYPICAL), _example(names, cell, extreme, furthest)))


def first_example(names: Names, cells: Iterable[contract.Cell]) -> Example | None:
    """Return the example of the first of these cells that has one."""
    return next((example_of(names, cell) for cell in cells if cell.example is not None), None)


def example_of(names: Names, cell: contract.Cell) -> Example:
    """Return the example of a cell that has one."""
    return _example(names, cell, contract.required(cell.example), "")


def _example(names: Names, cell: contract.Cell, example: contract.Example, title: str) -> Example:
    question = example.task
    facet = next(iter(cell.engines.items()))[1]
    before, after = (
        _version(version, role) for version, role in zip(example.versions, _roles(names, cell, example), strict=True)
    )
    first, second = example.texts
    control = _control(example)
    answers = list(_answers(names, question, cell, example, control))
    unasked = [each for each in answers if each.before.why == _UNASKED == each.after.why]
    return Example(
        cell=Link(facet.label, facet.address),
        question=example.question,
        positive=names.option(question, example.positive),
        options=tuple(option.label for option in names.questions[question].options),
        chosen=example.chosen,
        source=example.source_id,
        shortened=example.shortened,
        versions=(before, replace(after, became=became(first, second), same=first == second)),
        same_text=first == second,
        answers=tuple(each for each in answers if each not in unasked),
        title=title,
        control=control,
        others=_others_heading(example),
        unedited=_UNEDITED if example.unedited is not None else "",
        unasked=listed(each.model.label for each in unasked),
    )


def others_heading(groups: int) -> str:
    """Return what the average of so many other groups is called."""
    return f"Average of {groups} other {'group' if groups == 1 else 'groups'}"


def _others_heading(example: contract.Example) -> str:
    return others_heading(example.others.groups) if example.others is not None else ""


def _roles(names: Names, cell: contract.Cell, example: contract.Example) -> tuple[str, str]:
    """Return what both versions are there for; some tests measure from the control edit itself."""
    tests = (test for dimension in names.dimensions.values() for test in dimension.tests)
    test = next(t for t in tests if t.edit == cell.edit and cell.item in t.decisions)
    controls = [version.id for version in test.versions if version.role == "control"]
    if example.others is not None:
        return _DROPS_OUT, CHANGED
    return (CONTROL if example.versions[0].id in controls else BEFORE), CHANGED


def _control(example: contract.Example) -> Control | None:
    """Return the versions of the control that do not stand beside the text already."""
    if example.control is None:
        return None
    before, after = example.control.versions
    one, other = _whole(before), _whole(after)
    told = replace(_version(after, CONTROL), became=became(one, other), same=one == other)
    if _same(before, example.versions[0]):
        return Control((told,))
    return Control((replace(_version(before, CONTROL_BEFORE), same=one == example.texts[0]), told))


def _same(one: contract.Version, other: contract.Version) -> bool:
    return bool(one.id == other.id)


def _whole(version: contract.Version) -> str:
    return "".join(segment[0] for segment in version.segments)


def _version(version: contract.Version, role: str) -> Version:
    runs = tuple(WordRun(segment[0], bool(segment[1])) for segment in version.segments)
    return Version(role, version.label, runs, tuple(version.options))


def _answers(
    names: Names, question: str, cell: contract.Cell, example: contract.Example, control: Control | None
) -> Iterator[Answered]:
    """Yield what each model said; its second builds stand in the receipts."""
    order = list(names.models)
    for build, pair in sorted(example.answers.items(), key=lambda each: order.index(each[0])):
        model, facet = names.models[build], cell.engines[build]
        why = _UNASKED if isinstance(facet, contract.Result) and _counts_all(facet) else _UNANSWERED
        before, after = (_answer(names, question, answer, why) for answer in pair)
        drawn = example.drawn is not None and build in example.drawn
        both = bool(before.choice and after.choice)
        yield Answered(
            model=model,
            before=before,
            after=after,
            changed=both and before.choice != after.choice and not drawn,
            drawn=both and drawn,
            others=_other_groups(example, build),
            move=_move(example, build),
            unedited=_unedited(names, question, example, build),
            control=()
            if control is None
            else tuple(_controlled(names, question, contract.required(example.control).answers, build, control)),
        )


def _counts_all(facet: contract.Result) -> bool:
    """Tell whether every text that a model was asked about counts; none does of a result that could not be measured."""
    return isinstance(facet, contract.Result) and bool(facet.n == facet.asked)


def _move(example: contract.Example, build: str) -> Figure | None:
    """Return by how much a build's probability differs, from the other groups' where these are compared."""
    if example.moves is None or build not in example.moves.answers:
        return None
    at = example.moves.answers[build]
    return signed(at) if at is not None else None


def _other_groups(example: contract.Example, build: str) -> Figure | None:
    if example.others is None or build not in example.others.answers:
        return None
    at = example.others.answers[build]
    return chance(at) if at is not None else None


def _unedited(names: Names, question: str, example: contract.Example, build: str) -> Answer | None:
    if example.unedited is None or build not in example.unedited.answers:
        return None
    return _answer(names, question, example.unedited.answers[build][0])


def _controlled(
    names: Names, question: str, said: dict[str, contract.Answers], build: str, control: Control
) -> Iterator[Answer]:
    """Yield a build's answers to the versions of the control that are shown; none where it was not asked them."""
    if build in said:
        pair = list(said[build])
        yield from (_answer(names, question, answer) for answer in pair[-len(control.versions) :])


def _answer(names: Names, question: str, answer: contract.Answer, why: str = _UNANSWERED) -> Answer:
    choice = answer.choice
    return Answer(
        choice=names.option(question, choice) if choice is not None else "",
        chance=chance(answer.p) if answer.p is not None else None,
        why="" if choice is not None else why,
    )
