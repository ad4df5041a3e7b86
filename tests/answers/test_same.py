"""Answers of two builds are never two sides of one number."""

import hashlib

import pytest

from bd.replay.state import look_at
from bd.replay.work import replay
from tests.projects import DECISION, full, row

HERE = f"answers/fern/{DECISION}"
ONE = {"package": "made-up", "version": "1", "weights_sha256": "a" * 64}


def swapped(project, **more):
    return [row(f"{i}-swapped", "tulip", 0.7) | more for i in project.ids]


def written(project, **more):
    return [row(i, "tulip", 0.7) | more for i in project.ids]


def refused(project):
    return {p.path.rpartition("/")[2].partition(".")[0]: p.message for p in project.answers().problems}


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"build": ONE | {"version": "2"}}, "version is '2', and '1' in"),
        ({"build": ONE | {"weights_sha256": "b" * 64}}, "weights_sha256 is 'bbb"),
        ({"build": ONE | {"package": "other"}}, "package is 'other', and 'made-up' in"),
        ({"decides": "sampled"}, "decides is 'sampled', and 'argmax' in"),
        ({"temperature": 0.7}, "temperature is 0.7, and 0 in"),
        ({"settings": {"top_p": 1}}, "settings is {'top_p': 1}, and {'top_p': 0.9} in"),
        ({"calibration": {"scale": 2}}, "calibration is {'scale': 2}, and {'scale': 1} in"),
    ],
)
def test_logs_of_unlike_descriptions_are_all_named_and_refused(project, other, words):
    same = {"build": ONE, "temperature": 0, "settings": {"top_p": 0.9}, "calibration": {"scale": 1}}
    project.log("fern", "as-written", written(project), stated=same)
    project.log("fern", "gender-swap", swapped(project), stated=same | other)
    project.log("moss", "gender-swap", swapped(project))
    found = refused(project)
    assert found.keys() == {"as-written", "gender-swap"}
    assert found["gender-swap"].startswith(words)
    assert f"{HERE}/gender-swap.jsonl.gz" in found["as-written"]
    assert {e.build for e in project.replay().effects} <= {"moss"}


def test_what_is_not_said_or_written_otherwise_differs_from_nothing(project):
    project.log("fern", "as-written", written(project), stated={"build": ONE, "temperature": 0})
    capitals = ONE | {"weights_sha256": "A" * 64}
    project.log(
        "fern", "gender-swap", swapped(project), stated={"build": capitals, "temperature": 0.0, "asked": "2026-11-30"}
    )
    project.log(
        "fern", "ask-twice", written(project), stated={"machine": {"architecture": "arm64", "maker": "another"}}
    )
    assert refused(project) == {}


@pytest.mark.parametrize(
    ("one", "other"), [({"temperature": 0}, {"temperature": 0.7}), ({"model": "x/fern"}, {"model": "fern-2026"})]
)
def test_logs_whose_rows_name_unlike_models_or_settings_are_refused(project, one, other):
    project.log("fern", "as-written", written(project, **one))
    project.log("fern", "gender-swap", swapped(project, **other))
    assert refused(project).keys() == {"as-written", "gender-swap"}


@pytest.mark.parametrize(
    ("named", "right"),
    [
        ("fern", True),
        ("Fern", True),
        ("garden/fern", True),
        ("fern-2026-01-31", True),
        ("made-up", True),
        ("moss", False),
        ("another", False),
        ("fernet", False),
    ],
)
def test_rows_of_another_model_are_refused(project, named, right):
    project.log("moss", "as-written", written(project))
    project.log("fern", "gender-swap", swapped(project, model=named))
    found = refused(project)
    assert ("gender-swap" not in found) is right
    if not right:
        assert found["gender-swap"].startswith(f"rows say that they are by the model '{named}', and not by 'fern'")


def test_what_is_kept_of_a_decision_follows_what_other_logs_of_the_model_say(project):
    full(project)
    replay(project.root, kept=look_at(project.root))
    kept = project.outputs()
    project.log("fern", "gender-swap", swapped(project), stated={"build": ONE | {"version": "2"}})
    assert replay(project.root, kept=look_at(project.root)).effects == ()
    full(project)
    replay(project.root, kept=look_at(project.root))
    assert project.outputs() == kept


def asked(project, i, suffix=""):
    text = {t["id"]: t["text"] for t in project.texts}[i]
    return hashlib.sha256((text if not suffix else text.replace("she", "he").replace("She", "He")).encode()).hexdigest()


def test_a_row_that_was_asked_another_text_is_named_with_its_line(project):
    rows = [row(i, "tulip", 0.7) | {"asked_sha256": asked(project, i).upper()} for i in project.ids]
    project.log("fern", "as-written", rows, pinned=False)
    assert refused(project) == {}
    rows[3]["asked_sha256"] = "0" * 64
    rows[5]["asked_sha256"] = None
    project.log("fern", "as-written", rows, pinned=False)
    (problem,) = project.answers().problems
    assert (problem.path, problem.line) == (f"{HERE}/as-written.jsonl.gz", 4)
    assert problem.message.startswith(f"'{project.ids[3]}' was asked about another text than today's study has")
