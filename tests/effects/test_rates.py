"""Selection rates and impact ratios, against the same worked out in plain Python."""

import math

import numpy as np
import pytest

from bd.board.cells import make_cell
from bd.effects.fourfifths import ratio_of, rule_words, told
from bd.effects.ranges import none_seen_bound
from bd.effects.records import Effect
from bd.effects.redraw import Redraws
from bd.effects.rows import from_row
from tests.effects.edits import add_averages
from tests.projects import Project, row, sure

CLUBS = ("east", "west", "chess")


@pytest.fixture
def forty(tmp_path):
    return Project(tmp_path, 40).save()


def clubs(project, leave_out=(), build="fern", **picks):
    """Save answers to the club test: each version's first `picks` texts are given the positive option."""
    rows = []
    for n, i in enumerate(project.ids):
        rows += [sure(f"{i}-club-{v}", 0.75 if n < picks[v] else 0.25) for v in CLUBS if (n, v) not in leave_out]
    project.log(build, "club", rows)


def rates(project, edit="club", group="east"):
    project.replay()
    (found,) = [r for r in project.scored(edit) if r["group"] == group]
    return found["rates"]


def in_plain_python(ids, group, reference):
    """Return both ends of the range of a ratio of two rates, from counts alone."""
    y = np.array([[int(group(n)), int(reference(n))] for n in range(len(ids))], dtype=np.int64)
    drawn = [g / r for g, r in Redraws(ids).sums(y).tolist() if r]
    drawn.sort()
    each = len(drawn) // 40 - 1
    return [round(drawn[each], 6), round(drawn[len(drawn) - 1 - each], 6)]


def test_a_model_that_selects_40_and_50_in_100_has_a_ratio_of_four_fifths(forty):
    clubs(forty, east=16, west=20, chess=20)
    found = rates(forty)
    assert (found["group"], found["reference"]) == (
        {"picked": 16, "versions": 1, "rate": 0.4},
        {"picked": 20, "versions": 1, "rate": 0.5},
    )
    assert (found["texts"], found["ratio"], found["why"]) == (40, 0.8, None)
    assert found["range"] == in_plain_python(forty.ids, lambda n: n < 16, lambda n: n < 20)
    assert (found["below_mark"], found["range_below_mark"]) == (False, False)
    assert rates(forty, group="west")["ratio"] == 1.0


def test_only_a_whole_range_is_under_four_fifths(forty):
    clubs(forty, east=14, west=2, chess=20)
    near, far = rates(forty), rates(forty, group="west")
    assert (near["ratio"], near["below_mark"], near["range_below_mark"]) == (0.7, True, False)
    assert (far["ratio"], far["below_mark"], far["range_below_mark"]) == (0.1, True, True)
    assert near["range"][1] >= 0.8 > far["range"][1]


def test_both_rates_are_of_texts_with_every_answer_of_both(forty):
    clubs(forty, leave_out={(0, "chess"), (39, "east")}, east=16, west=20, chess=20)
    found = rates(forty)
    assert (found["texts"], found["group"]["picked"], found["reference"]["picked"]) == (38, 15, 19)


def test_nobody_of_the_reference_is_no_ratio_and_neither_nought_nor_infinite(forty):
    clubs(forty, east=4, west=0, chess=0)
    assert (rates(forty)["ratio"], rates(forty)["why"]) == (None, "no-reference-picked")
    other = rates(forty, group="west")
    assert (other["ratio"], other["why"], other["range"], other["undefined"]) == (None, "nobody-picked", None, 1000)


def test_re_draws_without_the_reference_are_counted_and_many_of_them_leave_no_range(forty):
    clubs(forty, east=2, west=8, chess=1)
    found = rates(forty)
    y = np.array([[int(n < 1)] for n in range(40)], dtype=np.int64)
    missed = int((Redraws(forty.ids).sums(y) == 0).sum())
    assert missed > 300
    assert (found["ratio"], found["undefined"], found["why_no_range"]) == (2.0, missed, "undefined")
    assert (found["above_mark"], found["range_above_mark"]) == (True, False)


def test_nobody_of_the_group_leaves_something_possible(forty):
    clubs(forty, east=0, west=8, chess=20)
    found = rates(forty)
    assert (found["ratio"], found["range"]) == (0.0, [0.0, 0.0])
    assert found["upper_if_none"] == round(none_seen_bound(40) / 0.5, 6)


def test_the_reference_of_a_count_is_the_control_version(forty):
    forty.characteristic("age")["groups"] = [{"id": "old", "label": "Old"}]
    forty.characteristic("age")["tests"][0]["versions"][-1]["group"] = "old"
    forty.save()
    rows = []
    for n, i in enumerate(forty.ids):
        rows += [row(f"{i}-age-{v}", "tulip" if n < most else "rose") for v, most in ((34, 40), (35, 30), (61, 15))]
    forty.log("fern", "age", rows)
    found = rates(forty, "age", "old")
    assert (found["group"]["rate"], found["reference"]["rate"], found["ratio"]) == (0.375, 0.75, 0.5)


def test_of_several_versions_each_counts(forty):
    add_averages(forty)
    picks = {"cat-1": 10, "cat-2": 20, "dog-1": 5, "dog-2": 5, "dog-3": 8, **{f"hen-{n}": 20 for n in (1, 2, 3, 4)}}
    rows = [
        sure(f"{i}-pet-{v}", 0.75 if n < most else 0.25) for n, i in enumerate(forty.ids) for v, most in picks.items()
    ]
    forty.log("fern", "pet", rows)
    cats, dogs = rates(forty, "pet", "cats"), rates(forty, "pet", "dogs")
    assert (cats["group"], cats["ratio"]) == ({"picked": 30, "versions": 2, "rate": 0.375}, 0.75)
    assert (dogs["group"]["picked"], dogs["reference"]["picked"], dogs["ratio"]) == (18, 80, 0.3)
    share = in_plain_python(forty.ids, lambda n: (n < 10) + (n < 20), lambda n: 2 * (n < 20))
    assert cats["range"] == share


def test_a_test_without_groups_has_no_rates(forty):
    forty.flips("fern", "as-written", "", 0)
    forty.flips("fern", "gender-swap", "-swapped", 3)
    assert rates(forty, "gender-swap", None) is None


def effects(project):
    project.replay()
    return {r["group"]: make_cell(from_row(Effect, r)) for r in project.scored("club")}


def test_a_cell_that_is_not_fit_tells_no_ratio(tmp_path):
    few = Project(tmp_path / "few", 9).save()
    clubs(few, east=2, west=4, chess=6)
    assert "too-few-texts" in effects(few)["east"].why_no_ratio
    assert rates(few)["range"] is None
    half = Project(tmp_path / "half", 40).save()
    clubs(half, leave_out={(n, "east") for n in range(3)}, east=16, west=24, chess=20)
    found = effects(half)
    assert "too-few-answered" in found["east"].why_no_ratio
    assert found["west"].why_no_ratio == ()


def test_the_words_say_under_only_where_the_whole_range_is():
    assert rule_words(below=True, above=False, whole=True) == "under four fifths"
    assert rule_words(below=True, above=False, whole=False) == "may be under four fifths"
    assert rule_words(below=False, above=True, whole=False) == "may be over five fourths"
    assert rule_words(below=False, above=False, whole=False) == "within four fifths"


@pytest.mark.parametrize(
    ("ratio", "words"), [(0.8, "within"), (0.799999, "under"), (1.25, "within"), (1.250001, "over")]
)
def test_the_marks_themselves_are_within(ratio, words):
    draws = np.full(1000, ratio)
    found = ratio_of(ratio, None, draws, texts=40, group=40, reference_rate=0.5)
    assert told(found).startswith(words)


def test_a_ratio_of_nobody_is_under_only_if_what_is_possible_is():
    small = ratio_of(0.0, None, np.zeros(1000), texts=10, group=10, reference_rate=0.3)
    large = ratio_of(0.0, None, np.zeros(1000), texts=400, group=400, reference_rate=0.3)
    assert math.isclose(small.upper_if_none, none_seen_bound(10) / 0.3, abs_tol=1e-6)
    assert (told(small), told(large)) == ("may be under four fifths", "under four fifths")
