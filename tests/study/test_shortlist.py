"""Shortlists in the files of a study: what is read, and every fault by its message."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from bd.errors import ProblemsError
from bd.study.load import load_study
from bd.study.records import Shortlist, ShortlistSide
from bd.study.shortlist import read_shortlist
from bd.study.toml import Reader, Table
from tests.projects import DECISION, Project, characteristic, version

ROOT = Path(__file__).resolve().parents[2]


def shortlist(**changed):
    return {
        "edit": "gender-swap",
        "label": "works",
        "decisions": [DECISION],
        "shares": [0.25, 0.5],
        "group": {"value": "late", "words": "late risers"},
        "reference": {"value": "early", "words": "early risers"},
    } | changed


@pytest.fixture
def project(tmp_path):
    project = Project(tmp_path)
    for number, text in enumerate(project.texts):
        text["works"] = "late" if number % 3 else "early"
    return project


def told(project, *shortlists):
    project.characteristic("gender")["shortlists"] = list(shortlists)
    project.save()
    with pytest.raises(ProblemsError) as problems:
        load_study(project.root)
    return str(problems.value)


def test_a_shortlist_is_read(project):
    project.characteristic("gender")["shortlists"] = [shortlist()]
    study = load_study(project.save().root)
    found = next(c for c in study.characteristics if c.id == "gender").shortlists
    sides = ShortlistSide("late", "late risers"), ShortlistSide("early", "early risers")
    assert found == (Shortlist("gender-swap", "works", *sides, (DECISION,), (0.25, 0.5)),)


def test_without_any_there_is_none(project):
    assert all(c.shortlists == () for c in load_study(project.save().root).characteristics)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"decisions": ["daisy-lily"]}, "decision 'daisy-lily' has no file studies/decisions/daisy-lily.toml"),
        ({"decisions": []}, "decisions is empty, so nothing is compared"),
        ({"decisions": [DECISION, DECISION]}, "decision 'tulip-rose' stands twice"),
        ({"label": "hat"}, "label 'hat' is on no text of 'tulip-rose'"),
        (
            {"group": {"value": "noon", "words": "others"}},
            "group 'noon' is on no text of 'tulip-rose'; its values of 'works' are: early, late",
        ),
        ({"reference": {"value": "late", "words": "others"}}, "group and reference are both 'late'"),
        (
            {"reference": {"value": "early", "words": "late risers"}},
            "group and reference are both called 'late risers'",
        ),
        ({"shares": []}, "shares is empty"),
        ({"shares": [0.5, 1]}, "share 1.0 must lie between 0 and 1"),
        ({"shares": [0]}, "share 0.0 must lie between 0 and 1"),
        ({"shares": [0.5, 0.5]}, "share 0.5 stands twice"),
        ({"shares": [0.1234567]}, "share 0.1234567 has more than six decimals"),
        ({"edit": "age"}, "edit 'age' is not tested on 'tulip-rose' in this file"),
    ],
)
def test_each_fault_is_named(project, changed, message):
    assert f"studies/characteristics/gender.toml: shortlists[1]: {message}" in told(project, shortlist(**changed))


def test_all_faults_are_told_at_once(project):
    problems = told(project, shortlist(label="hat", shares=[2.0]), shortlist(edit="age"))
    for message in ("shortlists[1]: label 'hat'", "shortlists[1]: share 2.0", "shortlists[2]: edit 'age'"):
        assert message in problems


def test_one_pair_of_sides_is_asked_about_once(project):
    assert "shortlists: 'tulip-rose' is asked about twice with the same sides" in told(
        project, shortlist(), shortlist(shares=[0.1])
    )


def test_only_a_swap_can_be_averaged_both_ways(project):
    phrase = version("east", phrase="a member of the east club")
    project.files["studies/characteristics/club.toml"] = characteristic(
        "club", "phrase-at-start", "flip", "repeat", [phrase], shortlists=[shortlist(edit="club")]
    )
    assert "edit 'club' goes one way; averaging both ways needs a kind such as \"swap\"" in told(project)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("half", "shortlists[1].shares must be a list"),
        (["half"], "shortlists[1].shares must be a list of numbers"),
        ([True], "shortlists[1].shares must be a list of numbers"),
    ],
)
def test_shares_are_numbers(project, values, message):
    assert message in told(project, shortlist(shares=values))


def test_a_key_that_is_not_known_is_named(project):
    assert "shortlists[1].places is not a known key" in told(project, shortlist(places=[1]))


@pytest.mark.parametrize("name", ["shortlist", "rose-shortlist"])
def test_an_edit_leaves_the_name_of_the_files_alone(project, name):
    project.characteristic("gender")["tests"][0]["edit"] = name
    assert f"edit '{name}': files that end in 'shortlist' hold shortlists" in told(project)


def test_the_example_of_the_documentation_asks_no_more_than_the_study_does():
    docs = (ROOT / "docs" / "add.md").read_text("utf-8")
    example = tomllib.loads(re.search(r"```toml\n(\[\[shortlists\]\].*?)```", docs, re.DOTALL)[1])
    problems = []
    read = read_shortlist(Table(example["shortlists"][0], "", Reader("docs/add.md", docs, problems)))
    assert problems == []
    listed = [s for c in load_study(ROOT).characteristics for s in c.shortlists]
    assert any(replace(s, decisions=read.decisions) == read and {*read.decisions} <= {*s.decisions} for s in listed)
