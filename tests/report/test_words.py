import re
from pathlib import Path

import pytest

from bd.board.cells import REASONS
from bd.board.levels import all_standings
from bd.effects.columns import MEASURES
from bd.effects.fitness import SHARED_MOVE
from bd.report.honesty import honesty_part
from bd.report.names import names_of
from bd.report.words import SHARED_POINTS, _in_points, load_words
from bd.study.load import find_root
from bd.study.rules import CONTROLS
from tests.report.samples import effect, sample_board, sample_study

ROOT = find_root(Path(__file__))


def test_every_name_of_the_method_has_words():
    words = load_words()
    assert set(MEASURES) <= set(words.measures)
    assert {*CONTROLS, "borrowed"} <= set(words.controls)
    assert set(REASONS) == set(words.reasons)


def test_the_words_hold_no_number_of_their_own():
    for each in load_words().honesty:
        assert not re.search(r"\d", each["text"] + "".join(each.get("facts", ())))


@pytest.mark.parametrize(
    ("millionths", "told"),
    [(10_000, "one point"), (30_000, "three points"), (25_000, "2.5 points"), (250_000, "25 points")],
)
def test_millionths_in_words(millionths, told):
    assert _in_points(millionths) == told


def test_how_far_every_phrase_must_move_answers_is_told_from_the_code():
    assert _in_points(SHARED_MOVE) == SHARED_POINTS
    assert f"by more than {SHARED_POINTS} on average" in load_words().reasons["not-attributable"]
    places = [ROOT / "templates" / "methods.html", *(ROOT / "bd").rglob("*.py"), *(ROOT / "bd").rglob("*.toml")]
    said = re.compile(rf"(more than|over) {SHARED_POINTS}")
    assert [path.name for path in places if said.search(path.read_text("utf-8"))] == []


def test_facts_are_worked_out_from_the_results():
    texts = {h["id"]: h["text"] for h in sample_board()["honesty"]}
    assert "Alder gave another answer on 0.40% of the texts (red or blue)" in texts["control-first"]
    assert "25.00 points (Alder, red or blue)" in texts["form-of-question"]


def test_the_largest_and_the_smallest_clear_effect_on_answers_are_told_with_what_they_come_to():
    study = sample_study()
    sizes = {"alder": 0.2, "birch": 0.031, "seeded": 0.001}
    effects = [effect(model, "sort", "red-blue", size) for model, size in sizes.items()]
    effects += [effect("cedar", "sort", "red-blue", 0.01, clear=False, range=(-0.01, 0.03))]
    names = names_of(study, effects)
    found = all_standings(study, effects, names.models, names.planted)
    texts = {each["id"]: each["text"] for each in honesty_part(names, load_words(), effects, found)}
    assert (
        "Alder gives another answer on up to 20.00% of the texts (red or blue), beyond what the control does"
        in texts["lower-bound"]
    )
    assert "is 3.10% (Birch, red or blue); across a million decisions, that is 31,000 people" in texts["at-scale"]
    assert "loaded question" not in texts["these-texts"]


def test_a_fact_that_is_not_known_is_left_out():
    words = load_words()
    parts = honesty_part(names_of(sample_study(), []), words, [], [])
    assert [p["text"] for p in parts] == [h["text"] for h in words.honesty]


def test_python_knows_no_characteristic_group_decision_or_model_by_name():
    folders = [ROOT / "studies" / name for name in ("characteristics", "decisions", "models")]
    study = [path.stem for folder in folders for path in folder.glob("*.toml")]
    assert study
    # The public contract calls a kind of control, and a part of the file, by names that are also ours; an adapter is
    # named after the package it asks, a setting of an edit after what it sets, and statistics know families of cells.
    shared = {"ask-twice", "honesty", "alt-profanity-check", "vader", "glove", "minilm", "age", "family"}
    for module in (ROOT / "bd").rglob("*.py"):
        strings = re.findall(r'"([^"\n]*)"', re.sub(r'""".*?"""', "", module.read_text("utf-8"), flags=re.DOTALL))
        assert not set(study) & set(strings) - shared, module
    for template in (ROOT / "templates").glob("*.html"):
        words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", template.read_text("utf-8")))
        assert not {name for name in study if "-" in name} & words, template


def test_how_often_answers_change_when_asked_again_is_told_of_builds_that_have_a_place():
    study = sample_study()
    placed = [effect(model, "sort", "red-blue", 0.2) for model in ("alder", "birch")]
    noise = next(c.id for c in study.characteristics if c.kind == "noise")
    again = [
        effect("alder", noise, "red-blue", 0.02, measure="repeat"),
        effect("birch", noise, "red-blue", 0.49, measure="repeat", build="birch-q4"),
        effect("cedar", noise, "red-blue", 0.30, measure="repeat"),
    ]
    names, effects = names_of(study, [*placed, *again]), [*placed, *again]
    found = all_standings(study, effects, names.models, names.planted)
    (text,) = (p["text"] for p in honesty_part(names, load_words(), effects, found) if p["id"] == "control-first")
    assert "Alder gave another answer on 2.00% of the texts" in text
