"""A small made-up study with effects at every level, for tests of the report and of the site.

Models: `alder` (language model), `birch` (with a second build `birch-q4`), `cedar` (never asked about comments),
`stranger` (no card) and the planted pair `seeded` and `seeded-even`. Nothing here was measured.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

from bd.board import CellKey
from bd.effects.records import Compares, Control, Effect, Points
from bd.report.build import build_leaderboard
from bd.study.records import Characteristic, Decision, Group, ModelCard, Option, Study, Test, Text, TextSet, Version

DATE = "2026-11-30"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORDS = {
    "changed": "*One phrase* is put in.",
    "control": "*Another phrase* in the same place.",
    "measured": "How far the answer moves.",
    "scored": "How far it moves beyond the control.",
}


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def decision(name: str, texts: str, first: str, second: str) -> Decision:
    return Decision(
        id=name,
        label=f"{first} or {second}",
        question=f"Is it {first} or {second}?",
        options=tuple(Option(o, o, f"It is {o}.", o, o) for o in (first, second)),
        positive=first,
        texts=texts,
        where={},
        truth="truth",
        calibration=texts,
        prompt="{text} {options}",
        law="Some act (somewhere)." if texts == "notes" else None,
        path=f"studies/decisions/{name}.toml",
        area="Work" if texts == "notes" else None,
        search=("hiring",),
    )


def text_set(name: str, noun: str) -> TextSet:
    texts = tuple(
        Text(f"{name}-{n:03}", f"She wrote line {n} & more <b>here</b>.", {"truth": "yes"}) for n in range(1, 13)
    )
    return TextSet(name, f"{noun}s", noun, f"Made-up {noun}s.", "CC BY 4.0", sha(name), texts)


def versions(groups: tuple[str, ...], control: str | None) -> tuple[Version, ...]:
    measured = tuple(Version(g, f"a {g} person", "measured", g, {"phrase": f"a {g} person"}) for g in groups)
    if control is None:
        return measured
    return (*measured, Version(control, f"a {control} person", "control", None, {"phrase": f"a {control} person"}))


def make_test(edit: str, kind: str, measure: str, control: str, decisions: tuple[str, ...], *vs: Version) -> Test:
    return Test(edit, kind, measure, control, decisions, vs, WORDS)


def characteristic(name: str, order: int, groups: tuple[str, ...], *tests: Test, kind: str = "characteristic") -> Any:
    named = tuple(Group(g, g.capitalize(), (f"{g}folk",)) for g in groups)
    long = f"{name.capitalize()}, by a phrase"
    path = f"studies/characteristics/{name}.toml"
    return Characteristic(name, name.capitalize(), long, kind, order, named, tests, ("A *note*.",), path)


def card(name: str, order: int, **changed: Any) -> ModelCard:
    plain = ModelCard(
        id=name,
        label=name.capitalize(),
        kind="sentence model",
        about=f"About {name}.",
        licence="MIT",
        planted=False,
        build_of=None,
        build_label="32-bit weights",
        order=order,
        sees_order=False,
        sees_question=True,
    )
    return replace(plain, **changed)


def sample_study() -> Study:
    both = ("red-blue", "yes-no")
    swap = make_test("swap", "swap", "flip", "repeat", both, Version("swapped", "swapped", "measured", None, {}))
    faith = make_test("faith", "phrase-at-start", "shift", "version", both, *versions(("north", "south"), "tall"))
    remarks = make_test(
        "faith", "phrase-at-start", "shift", "version", ("keep-drop",), *versions(("north", "south", "west"), "tall")
    )
    hue = make_test("hue", "phrase-at-start", "shift", "version", ("keep-drop",), *versions(("dark", "light"), "tall"))
    years = make_test(
        "years",
        "stated-age",
        "flip",
        "version",
        ("yes-no",),
        Version("34", "aged 34", "from", None, {"age": 34}),
        Version("35", "aged 35", "control", None, {"age": 35}),
        Version("61", "aged 61", "measured", None, {"age": 61}),
    )
    order = make_test(
        "order",
        "order",
        "order",
        "repeat",
        both,
        Version("listed", "as listed", "from", None, {"reversed": False}),
        Version("reversed", "the other way round", "measured", None, {"reversed": True}),
    )
    again = make_test("again", "repeat", "repeat", "none", both, Version("again", "again", "measured", None, {}))
    return Study(
        texts={"notes": text_set("notes", "note"), "remarks": text_set("remarks", "remark")},
        decisions={
            "red-blue": decision("red-blue", "notes", "red", "blue"),
            "yes-no": decision("yes-no", "notes", "yes", "no"),
            "keep-drop": decision("keep-drop", "remarks", "drop", "keep"),
        },
        characteristics=(
            characteristic("sort", 1, (), swap),
            characteristic("years", 2, (), years),
            characteristic("faith", 3, ("north", "south", "west"), faith, remarks),
            characteristic("hue", 4, ("dark", "light"), hue),
            characteristic("order", 90, (), order, kind="check"),
            characteristic("again", 99, (), again, kind="noise"),
        ),
        models={
            "alder": card("alder", 1, kind="language model", sees_order=True),
            "birch": card("birch", 2),
            "birch-q4": card("birch-q4", 3, build_of="birch", build_label="4-bit weights"),
            "cedar": card("cedar", 4),
            "seeded": card("seeded", 8, planted=True),
            "seeded-even": card("seeded-even", 9, planted=True),
        },
    )


def effect(model: str, name: str, decision_id: str, size: float | None, **changed: Any) -> Effect:
    """Return a made-up effect; `size` is beyond a control of 0, with a range of one point either way."""
    build = changed.pop("build", model)
    half = changed.pop("half", 0.01)
    group = changed.pop("group", None)
    edit = changed.pop("edit", "swap" if name == "sort" else name)
    log = f"answers/{build}/{decision_id}/{edit}.jsonl.gz"
    ends = None if size is None else (round(size - half, 6), round(size + half, 6))
    none = size is None
    plain = Effect(
        model=model,
        build=build,
        characteristic=name,
        decision=decision_id,
        edit=edit,
        group=group,
        question=decision_id,
        positive={"red-blue": "red", "yes-no": "yes", "keep-drop": "drop"}[decision_id],
        measure="flip" if name in ("sort", "years") else "shift",
        compares=Compares(((log, ""),), ((log, f"-{edit}-{group or 'changed'}"),)),
        asked=500,
        texts=0 if none else 500,
        left_out={"no answer": 500} if none else {},
        value=size,
        lo=ends and ends[0],
        hi=ends and ends[1],
        control=Control("version", 0.0, None, None, None, None, None),
        effect=size,
        range=ends,
        joint_range=ends,
        exact_range=None,
        few=False,
        clear=ends is not None and ends[0] > 0,
        clear_joint=ends is not None and ends[0] > 0,
        attributable=True,
        direction=None,
        direction_share=None,
        changed=None if size is None else round(abs(size) * 500),
        mean_move=None,
        max_move=None,
        min_detectable=None if none else 0.014,
        upper_if_none=None,
        cannot_see_change=False,
        decides="argmax",
        accuracy=0.81,
        accuracy_range=(0.78, 0.84),
        resamples=1000,
        seed=0,
        unpinned=False,
        answers=((log, sha(log)),),
    )
    return replace(plain, **changed)


def _again(build: str, model: str, decision_id: str, rate: float) -> Effect:
    return effect(
        model, "again", decision_id, rate, build=build, half=0.0 if rate == 0 else 0.002, measure="repeat",
        control=Control("none", 0.0, None, None, None, None, None), mean_move=rate / 2, max_move=min(1.0, rate * 5),
        upper_if_none=0.00735 if rate == 0 else None, clear=False, clear_joint=False,
    )  # fmt: skip


THREE_POINTS = Points(texts=500, written=0.4, control=0.41, change=0.52, others=0.39)


def sample_effects() -> list[Effect]:
    repeat = Control("repeat", 0.004, 0.0, 0.01, 500, Compares((("a", ""),), (("b", ""),)), None)
    borrowed = Control(
        "borrowed", 0.006, 0.0, 0.012, 500, Compares((("a", ""),), (("b", ""),)), "studies/x-again.jsonl"
    )
    rows = [
        effect("alder", "sort", "red-blue", 0.03, control=repeat, value=0.034, direction="red", direction_share=0.8),
        effect("alder", "sort", "yes-no", 0.005, control=borrowed, value=0.011, clear_joint=False),
        effect(
            "birch", "sort", "red-blue", 0.12, exact_range=(0.1, 0.14), few=True, points=THREE_POINTS
        ),
        effect("birch", "sort", "yes-no", 0.0, half=0.0, upper_if_none=0.00735, changed=0),
        effect("birch", "sort", "red-blue", 0.13, build="birch-q4"),
        effect("cedar", "sort", "red-blue", 0.0, half=0.0, upper_if_none=0.00735, changed=0),
        effect("stranger", "sort", "red-blue", 0.03, unpinned=True),
        effect("seeded", "sort", "red-blue", 0.4),
        effect("seeded-even", "sort", "red-blue", 0.002),
        effect("alder", "years", "yes-no", 0.02),
        effect("birch", "years", "yes-no", 0.02, texts=450, asked=500, left_out={"no answer": 50}),
        effect("cedar", "years", "yes-no", 0.05, texts=8, asked=8, range=None, joint_range=None, clear=False),
        effect("alder", "hue", "keep-drop", 0.02, group="dark"),
        effect("alder", "hue", "keep-drop", 0.001, group="light"),
        effect("birch", "hue", "keep-drop", 0.002, group="dark"),
        effect("birch", "hue", "keep-drop", 0.003, group="light", value=-0.003, lo=-0.013, hi=0.007),
        effect("seeded", "hue", "keep-drop", 0.2, group="dark"),
        effect("alder", "order", "red-blue", 0.25, measure="order"),
        effect("stranger", "order", "red-blue", None, measure="order"),
        *(_again(b, b.removesuffix("-q4"), d, r) for b, d, r in (
            ("alder", "red-blue", 0.004), ("birch", "red-blue", 0.0), ("birch-q4", "yes-no", 0.002),
            ("seeded", "yes-no", 0.0),
        )),
    ]  # fmt: skip
    for n, group in enumerate(("north", "south", "west")):
        for decision_id in ("keep-drop",) if group == "west" else ("keep-drop", "red-blue", "yes-no"):
            size = 0.02 * n + (0.01 if decision_id == "red-blue" else 0.0)
            rows.append(effect("alder", "faith", decision_id, size, group=group))
            rows.append(effect("birch", "faith", decision_id, 0.07, group=group, attributable=decision_id != "yes-no"))
            rows.append(effect("birch", "faith", decision_id, 0.06, group=group, build="birch-q4"))
    rows.append(effect("cedar", "faith", "red-blue", 0.01, group="north"))
    return rows


def sample_examples() -> dict[CellKey, dict[str, Any]]:
    before, after = ("She is 34 & <kind>.", "She is 61 & <kind>.")
    pair = [{"p": 0.75, "choice": "yes"}, {"p": 0.25, "choice": "no"}]
    return {
        CellKey("years", None, "yes-no", "years"): {
            "task": "yes-no",
            "source_id": "notes-003",
            "engine": "alder",
            "positive": "yes",
            "question": "Is it yes or no?",
            "chosen": "the text whose answer moves by the median amount",
            "shortened": False,
            "versions": [
                {
                    "id": name,
                    "label": f"aged {name}",
                    "segments": [[text[:7], 0], [text[7:9], 1], [text[9:], 0]],
                    "options": ["yes", "no"],
                }
                for name, text in (("34", before), ("61", after))
            ],
            "answers": {"alder": pair, "birch": [{"p": 0.9, "choice": "yes"}, {"p": None, "choice": None}]},
            "builds": {},
            "drawn": [],
            "records": ["answers/alder/yes-no/years.jsonl.gz"],
            "texts": [before, after],
        }
    }


def sample_board() -> dict[str, Any]:
    """Return a whole data file as `bd report` would write it."""
    return build_leaderboard(sample_study(), sample_effects(), date=DATE, commit=COMMIT, examples=sample_examples())
