"""What was asked, what was changed, and one text to look at: the evidence that stands under a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import chance, count
from bd.site.records import Answer, Answered, Asked, Asking, Background, Change, Example, Link, Version, WordRun
from bd.site.words import capital

__all__ = ["asking_of", "change_of", "changes_of", "example_of", "first_example"]

_ROLES = {"from": "from", "measured": "to", "control": "control"}


def asking_of(names: Names, questions: Iterable[str]) -> Asking:
    """Return the questions of these ids, each once, and what is to be known about their texts and about the law."""
    each = [names.questions[question] for question in dict.fromkeys(questions)]
    laws: dict[str, list[str]] = {}
    for question in each:
        if question["law"].known:
            laws.setdefault(question["law"].text, []).append(question["label"].text)
    texts = dict.fromkeys((q["texts"]["label"].text, q["texts"]["about"].text) for q in each)
    return Asking(
        questions=tuple(_asked(question) for question in each),
        texts=tuple(Background(capital(label), about) for label, about in texts),
        laws=tuple(Background(", ".join(labels), law) for law, labels in laws.items()),
    )


def _asked(question: Cursor) -> Asked:
    return Asked(
        question=question["question"].text,
        options=tuple(option["label"].text for option in question["options"]),
        positive=question["options"].find(id=question["positive"].value)["label"].text,
        texts=question["texts"]["label"].text,
        count=count(question["n_texts"]),
    )


def changes_of(dimension: Cursor, names: Names, cells: Sequence[Cursor]) -> tuple[Change, ...]:
    """Return the tests behind some cells of a characteristic, with the versions that those cells compare."""
    keys = {(cell["edit"].value, cell["item"].value) for cell in cells}
    groups = {cell["group"].value for cell in cells}
    used = (t for t in dimension["tests"] if any((t["edit"].value, d) in keys for d in t["decisions"].value))
    return tuple(change_of(names, test, groups) for test in used)


def change_of(names: Names, test: Cursor, groups: set[str | None] | None = None) -> Change:
    """Return one test in words, with the versions of some groups; by default of all."""
    words = test["words"]
    versions = [
        v for v in test["versions"] if groups is None or v["role"].value != "measured" or v["group"].value in groups
    ]
    return Change(
        changed=words["changed"].text,
        control=words["control"].text,
        measured=words["measured"].text,
        scored=words["scored"].text,
        pairs=tuple((_ROLES[v["role"].text], v["label"].text) for v in versions if v["role"].text in _ROLES),
        decisions=tuple(names.questions[d.text]["label"].text for d in test["decisions"]),
    )


def first_example(names: Names, cells: Iterable[Cursor]) -> Example | None:
    """Return the example of the first of these cells that has one."""
    return next((example_of(names, cell) for cell in cells if cell["example"].known), None)


def example_of(names: Names, cell: Cursor) -> Example:
    """Return the example of a cell that has one."""
    example = cell["example"]
    question = example["task"].text
    address = next(iter(cell["engines"].items()))[1]["address"].text
    label = next(iter(cell["engines"].items()))[1]["label"].text
    first, second = example["versions"]
    return Example(
        cell=Link(label, address),
        question=example["question"].text,
        positive=names.option(question, example["positive"].text),
        chosen=example["chosen"].text,
        source=example["source_id"].text,
        shortened=example["shortened"].value,
        versions=(_version(first), _version(second)),
        same_text=example["texts"][0].value == example["texts"][1].value,
        answers=tuple(_answers(names, question, example)),
        records=tuple(example["records"].value),
    )


def _version(version: Cursor) -> Version:
    runs = tuple(WordRun(segment[0].text, bool(segment[1].value)) for segment in version["segments"])
    return Version(version["label"].text, runs, tuple(version["options"].value))


def _answers(names: Names, question: str, example: Cursor) -> Iterator[Answered]:
    builds = {build: model for model in names.models for build in names.builds(model)}
    said = [(build, pair) for part in ("answers", "builds") for build, pair in example[part].items()]
    order = list(builds)
    for build, pair in sorted(said, key=lambda each: order.index(each[0])):
        model = names.models[builds[build]]
        before, after = (_answer(names, question, answer) for answer in pair)
        both = bool(before.choice and after.choice)
        yield Answered(model, names.build_label(model.id, build), before, after, both and before.choice != after.choice)


def _answer(names: Names, question: str, answer: Cursor) -> Answer:
    choice = answer["choice"]
    return Answer(
        choice=names.option(question, choice.text) if choice.known else "",
        chance=chance(answer["p"]) if answer["p"].known else None,
    )
