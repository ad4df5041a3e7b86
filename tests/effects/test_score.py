from dataclasses import replace

import pytest

from bd.effects.score import score
from bd.study.load import load_study
from tests.effects.edits import add_averages, add_stereotypes, answer, averages
from tests.projects import Project, full, row, sure


def effects(project: Project):
    return list(score(load_study(project.root), project.answers().tables).effects)


def shifted(project, east, west, model="fern"):
    """Move both groups, by the same step in every text."""
    versions = {"east": 0.5 + east, "west": 0.5 + west, "chess": 0.5}
    project.log(model, "club", [sure(f"{i}-club-{v}", round(p, 6)) for i in project.ids for v, p in versions.items()])


@pytest.mark.parametrize(
    ("east", "west", "attributable"),
    [
        (0.05, 0.04, False),
        (-0.05, -0.04, False),
        (0.05, -0.04, True),
        (0.3, -0.000001, True),
        (0.05, 0.0, True),
        (0.04, 0.02, True),  # a mean of exactly 0.03 does not exceed it
        (0.04, 0.020002, False),
    ],
)
def test_groups_that_all_move_one_way_by_more_than_3_points_are_not_to_blame(project, east, west, attributable):
    shifted(project, east, west)
    assert [e.attributable for e in effects(project)] == [attributable] * 2


def test_each_model_is_judged_by_its_own_groups(project):
    shifted(project, 0.05, 0.05, "fern")
    shifted(project, 0.05, -0.05, "moss")
    assert {e.build: e.attributable for e in effects(project)} == {"fern": False, "moss": True}


def test_one_group_alone_can_be_to_blame(project):
    project.log(
        "fern", "club", [sure(f"{i}-club-{v}", p) for i in project.ids for v, p in {"east": 0.9, "chess": 0.5}.items()]
    )
    assert [(e.group, e.value, e.attributable) for e in effects(project)] == [("east", 0.4, True), ("west", None, True)]


def test_rates_of_changed_answers_are_always_attributable(project):
    full(project)
    assert all(e.attributable for e in effects(project) if e.measure != "shift")


def test_groups_whose_means_all_move_one_way_are_not_to_blame_either(tmp_path):
    project = Project(tmp_path)
    add_averages(project)
    averages(project, (0.5,) * 4, cats=0.6, dogs=0.6)
    assert [e.attributable for e in effects(project) if e.measure == "shift-of-means"] == [False] * 2


def test_stereotypes_are_always_attributable(tmp_path):
    # The others are subtracted already: two groups of three can be ahead by much without anybody to blame it on.
    project = Project(tmp_path)
    add_stereotypes(project)
    answer(project, "stall", {"ant": 0.1, "bee": 0.9, "cow": 0.9, "pig": 0.9})
    assert [e.attributable for e in effects(project)] == [True] * 3


def test_effects_are_sorted_by_decision_edit_model_and_group(project):
    for model in ("moss", "fern"):
        full(project, model)
    found = [(e.edit, e.model, e.group) for e in effects(project)]
    assert found == sorted(found, key=lambda k: (k[0], k[1], k[2] or ""))
    assert len(found) == 12


def test_another_model_moves_no_number_but_those_on_common_texts(project):
    full(project, "fern")
    alone = effects(project)
    full(project, "moss", limit=10)
    assert [replace(e, common=None) for e in effects(project) if e.model == "fern"] == alone


def test_no_answers_give_no_effects(project):
    assert effects(project) == []


def test_re_draws_of_what_a_model_that_cannot_see_the_change_draws_are_of_no_effect(project):
    for edit, end, changed in (("as-written", "", 0), ("ask-twice", "", 1), ("gender-swap", "-swapped", 14)):
        rows = [row(i + end, "rose" if n < changed else "tulip", 0.6) for n, i in enumerate(project.ids)]
        project.log("fern", edit, rows, stated={"decides": "sampled"})
    found = score(load_study(project.root), project.answers().tables)
    (effect,) = (e for e in found.effects if e.edit == "gender-swap")
    assert (effect.cannot_see_change, effect.effect > 0) == (True, True)
    assert not found.draws[effect.cell].effect.any()
    assert not found.draws[effect.cell].halves.any()
