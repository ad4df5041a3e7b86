"""Cells with several versions on a side: means of names, compared with other names in two halves."""

import numpy as np
import pytest

from bd.effects.redraw import Redraws
from tests.effects.edits import add_averages, add_stereotypes, answer, averages, scored
from tests.projects import Project, sure

LOG = "answers/fern/tulip-rose/pet.jsonl.gz"


@pytest.fixture
def forty(tmp_path):
    project = Project(tmp_path, 40)
    add_averages(project)
    return project


def parts(*names):
    return [[LOG, f"-pet-{name}"] for name in names]


def redrawn(project, y):
    """Return the sorted means of a column of fractions in every re-draw."""
    whole = np.array([[round(v * 1e6)] for v in y], dtype=np.int64)
    return np.sort(Redraws(project.ids).sums(whole)[:, 0] / (len(y) * 1e6))


def test_a_mean_less_a_mean_beyond_half_less_half_by_hand(forty):
    averages(forty, (0.6, 0.7, 0.5, 0.6), cats=0.9)
    found = scored(forty, "pet", group="cats")
    # The four versions are 0.6 on average; their halves 0.65 and 0.55.
    assert (found["value"], found["control"]["value"], found["effect"]) == (0.3, 0.1, 0.2)
    assert (found["texts"], found["direction"], found["measure"]) == (40, "tulip", "shift-of-means")
    assert found["compares"] == {"from": parts("hen-1", "hen-2", "hen-3", "hen-4"), "to": parts("cat-1", "cat-2")}
    control = found["control"]
    assert (control["kind"], control["texts"]) == ("halves", 40)
    assert control["compares"] == {"from": parts("hen-1", "hen-2"), "to": parts("hen-3", "hen-4")}
    # Halves go from 0.65 down to 0.55; the value is a size, and its range is reflected with it.
    assert (control["lo"], control["hi"]) == (0.1, 0.1)


def test_a_negative_mean_is_reflected_and_groups_have_their_own_versions(forty):
    averages(forty, (0.6, 0.6, 0.6, 0.6), cats=0.9, dogs=lambda n: 0.2 + n / 1000)
    found = scored(forty, "pet", group="dogs")
    assert (found["value"], found["effect"], found["direction"]) == (-0.3805, 0.3805, "rose")
    assert found["range"] == [-found["hi"], -found["lo"]]
    assert found["compares"]["to"] == parts("dog-1", "dog-2", "dog-3")


def test_the_joint_range_reflects_the_control_once_and_not_in_each_re_draw(forty):
    # The second half is lower by 0.002 on average, and differs by up to 0.4 either way.
    wave = [(-1) ** n * 0.2 + 0.002 for n in range(40)]
    averages(forty, (lambda n: 0.5 + wave[n], lambda n: 0.5 + wave[n], 0.5, 0.5), cats=lambda n: 0.7 + wave[n] / 2)
    found = scored(forty, "pet", group="cats")
    assert (found["value"], found["control"]["value"]) == (0.2, 0.002)
    alone = redrawn(forty, [0.2 - wave[n] for n in range(40)])
    assert found["joint_range"] == [round(alone[24], 6), round(alone[975], 6)]
    control = redrawn(forty, wave)
    assert (found["control"]["lo"], found["control"]["hi"]) == (round(control[24], 6), round(control[975], 6))
    assert found["control"]["lo"] < 0 < found["control"]["hi"]
    folded = np.sort(np.abs(control))
    assert found["joint_range"][1] > 0.2 - folded[24]  # reflected in each, the difference could never get there


def test_a_text_counts_only_with_every_version_answered(forty):
    rows = []
    for n, i in enumerate(forty.ids):
        names = [f"hen-{k}" for k in (1, 2, 3, 4)] + ["cat-1", "cat-2", "dog-1", "dog-2", "dog-3"]
        lacking = {"hen-4"} if n < 3 else {"cat-2"} if n < 5 else set()
        rows += [sure(f"{i}-pet-{name}", 0.6) for name in names if name not in lacking]
    forty.log("fern", "pet", rows)
    cats, dogs = scored(forty, "pet", group="cats"), scored(forty, "pet", group="dogs")
    assert (cats["texts"], cats["asked"], cats["left_out"]) == (35, 40, {"no answer": 5})
    assert (dogs["texts"], dogs["left_out"]) == (37, {"no answer": 3})
    assert (cats["control"]["texts"], cats["control"]["answered"]) == (35, 37)  # one list for both


def test_changed_answers_are_those_of_the_majority(forty):
    # Before: three of four for roses. After: one each way, and the mean decides, for tulips in the first ten texts.
    answer(
        forty,
        "pet",
        {
            "hen-1": 0.4,
            "hen-2": 0.4,
            "hen-3": 0.4,
            "hen-4": 0.9,
            "cat-1": lambda n: 0.9 if n < 10 else 0.55,
            "cat-2": 0.3,
        }
        | {f"dog-{n}": 0.5 for n in (1, 2, 3)},
    )
    found = scored(forty, "pet", group="cats")
    assert (found["changed"], found["direction"], found["direction_share"]) == (10, "rose", 0.0)
    (counts,) = found["directions"]
    assert counts == {"from": "hen-1, hen-2, hen-3, hen-4", "texts": 40, "changed": 10, "towards": 0}


def test_without_a_control_nothing_is_subtracted_from_means(tmp_path):
    project = Project(tmp_path, 12)
    add_averages(project, control="none")
    averages(project, (0.6, 0.6, 0.6, 0.6), cats=0.9)
    found = scored(project, "pet", group="cats")
    assert (found["effect"], found["control"]["kind"], found["control"]["compares"]) == (0.3, "none", None)


def test_a_model_that_answers_every_name_alike_cannot_see_names(forty):
    averages(forty, (lambda n: 0.3 + n / 100,) * 4, cats=lambda n: 0.3 + n / 100, dogs=0.5)
    assert scored(forty, "pet", group="cats")["cannot_see_change"]
    assert not scored(forty, "pet", group="dogs")["cannot_see_change"]
    # Means that happen to agree are no blindness.
    averages(forty, (0.4, 0.6, 0.4, 0.6), cats=0.5)
    found = scored(forty, "pet", group="cats")
    assert (found["value"], found["cannot_see_change"]) == (0.0, False)


@pytest.fixture
def stall(tmp_path):
    project = Project(tmp_path, 40)
    add_stereotypes(project)
    return project


def test_a_stereotype_score_by_hand(stall):
    answer(stall, "stall", {"ant": 0.4, "bee": 0.7, "cow": 0.5, "pig": 0.3})
    found = scored(stall, "stall", group="bee")
    # Moves from the control: 0.3 for bees; 0.1 and -0.1 for the others, 0 on average.
    assert (found["value"], found["effect"], found["direction"], found["clear"]) == (0.3, 0.3, "tulip", True)
    log = "answers/fern/tulip-rose/stall.jsonl.gz"
    assert found["compares"] == {
        "from": [[log, "-stall-ant"]],
        "to": [[log, "-stall-bee"]],
        "others": [[[log, "-stall-cow"]], [[log, "-stall-pig"]]],
    }
    control = found["control"]
    assert (control["kind"], control["value"], control["compares"]) == ("version", 0.0, None)


def test_a_stereotype_below_zero_keeps_its_sign_and_is_never_clear(stall):
    answer(stall, "stall", {"ant": 0.4, "bee": 0.7, "cow": 0.5, "pig": lambda n: 0.1 + n / 1000})
    found = scored(stall, "stall", group="pig")
    assert found["value"] == found["effect"] == -0.4805
    assert found["range"] == found["joint_range"] == [found["lo"], found["hi"]]
    assert found["hi"] < 0
    assert (found["clear"], found["clear_joint"], found["direction"]) == (False, False, "rose")


def test_a_stereotype_needs_every_group_answered(stall):
    rows = []
    for n, i in enumerate(stall.ids):
        rows += [sure(f"{i}-stall-{v}", 0.6) for v in ("ant", "bee", "cow", "pig") if v != "pig" or n >= 4]
    stall.log("fern", "stall", rows)
    assert {r["texts"] for r in (scored(stall, "stall", group=g) for g in ("bee", "cow", "pig"))} == {36}


def test_only_a_stereotype_names_others(stall):
    answer(stall, "stall", {"ant": 0.4, "bee": 0.7, "cow": 0.5, "pig": 0.3})
    answer(stall, "club", {"east": 0.7, "west": 0.5, "chess": 0.3})
    assert set(scored(stall, "club", group="east")["compares"]) == {"from", "to"}
