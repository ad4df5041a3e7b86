import math

import numpy as np
import pytest

from bd.effects.ranges import clopper_pearson, none_seen_bound, paired_difference
from bd.effects.redraw import Redraws
from tests.projects import Project, full, row, sure


@pytest.fixture
def forty(tmp_path):
    return Project(tmp_path, 40).save()


def scored(project, edit, **wanted):
    """Replay and return the one row of an edit that is wanted."""
    project.replay()
    found = [r for r in project.scored(edit) if all(r[k] == v for k, v in wanted.items())]
    assert len(found) == 1
    return found[0]


def means(project, event):
    """Return the re-drawn rates of an event by place of the text."""
    y = np.array([[event(n)] for n in range(len(project.ids))], dtype=np.int64)
    return Redraws(project.ids).sums(y)[:, 0] / len(project.ids)


def clubs(project, east, west=None, **more):
    """Save probabilities of the two clubs by place of the text; the control stands at 0.5."""
    rows = []
    for n, i in enumerate(project.ids):
        versions = {"east": east(n), "west": (west or (lambda n: 0.5))(n), "chess": 0.5}
        rows += [sure(f"{i}-club-{v}", round(p, 6)) for v, p in versions.items()]
    project.log("fern", "club", rows, **more)


def swap(project, changed, repeats=None):
    project.flips("fern", "as-written", "", 0)
    project.flips("fern", "gender-swap", "-swapped", changed)
    if repeats is not None:
        project.flips("fern", "ask-twice", "", repeats)


def test_a_flip_rate_less_the_repeat_rate_by_hand(forty):
    swap(forty, 20, repeats=6)
    found = scored(forty, "gender-swap")
    assert (found["value"], found["control"]["value"], found["effect"]) == (0.5, 0.15, 0.35)
    assert (found["texts"], found["asked"], found["changed"], found["left_out"]) == (40, 40, 20, {})
    assert found["control"]["kind"] == "repeat"
    assert found["control"]["texts"] == 40
    assert found["range"] == [round(found["lo"] - 0.15, 6), round(found["hi"] - 0.15, 6)]


def test_the_joint_range_re_draws_both_sides_together(forty):
    # Whoever changes when asked again (texts 1 to 6) also changes by the swap (1 to 20): the difference is the rate of
    # texts 7 to 20, in every re-draw.
    swap(forty, 20, repeats=6)
    alone = sorted(means(forty, lambda n: 6 <= n < 20))
    assert scored(forty, "gender-swap")["joint_range"] == [round(alone[24], 6), round(alone[975], 6)]


def test_the_smallest_detectable_effect_is_2_8_standard_deviations(forty):
    swap(forty, 20, repeats=6)
    draws = means(forty, lambda n: 6 <= n < 20)
    assert scored(forty, "gender-swap")["min_detectable"] == pytest.approx(2.8 * draws.std(), abs=1e-6)


def test_a_control_version_is_subtracted_by_hand(forty):
    rows = []
    for n, i in enumerate(forty.ids):
        rows += [row(f"{i}-age-34", "tulip"), row(f"{i}-age-35", "rose" if n < 2 else "tulip")]
        rows += [row(f"{i}-age-61", "rose" if n < 30 else "tulip")]
    forty.log("fern", "age", rows)
    found = scored(forty, "age")
    assert (found["value"], found["control"]["value"], found["effect"]) == (0.75, 0.05, 0.7)
    assert found["control"]["kind"] == "version"
    assert (found["direction"], found["direction_share"]) == ("rose", 1.0)


def test_without_a_control_nothing_is_subtracted_and_the_row_says_so(forty):
    swap(forty, 20)
    found = scored(forty, "gender-swap")
    assert found["control"] == {
        "kind": "none",
        "value": 0.0,
        "lo": None,
        "hi": None,
        "texts": None,
        "compares": None,
        "from": None,
        "asked": None,
        "answered": None,
    }
    assert (found["effect"], found["range"], found["joint_range"]) == (
        0.5,
        [found["lo"], found["hi"]],
        [found["lo"], found["hi"]],
    )


def test_a_shift_keeps_its_sign_and_is_read_by_size(forty):
    clubs(forty, lambda n: 0.3 + n / 1000, lambda n: 0.7 + n / 1000)
    east, west = scored(forty, "club", group="east"), scored(forty, "club", group="west")
    assert (east["value"], east["effect"], east["direction"]) == (-0.1805, 0.1805, "rose")
    assert (west["value"], west["effect"], west["direction"]) == (0.2195, 0.2195, "tulip")
    assert east["lo"] < -0.1805 < east["hi"] < 0
    assert east["range"] == [-east["hi"], -east["lo"]]
    assert east["joint_range"] == east["range"]
    assert west["range"] == [west["lo"], west["hi"]]
    assert east["clear"]
    assert west["clear"]
    assert east["control"]["kind"] == "version"
    assert east["control"]["value"] == 0.0


def test_the_share_of_changed_answers_that_move_along_is_told(forty):
    # Upwards on the whole, though 3 of the 8 changed answers go the other way; the control says tulip to all.
    rows = []
    for n, i in enumerate(forty.ids):
        rows += [sure(f"{i}-club-chess", 0.4 if n < 5 else 0.6), sure(f"{i}-club-west", 0.5)]
        rows += [sure(f"{i}-club-east", 0.9 if n < 5 else 0.4 if n < 8 else 0.7)]
    forty.log("fern", "club", rows)
    found = scored(forty, "club", group="east")
    assert (found["direction"], found["changed"], found["direction_share"]) == ("tulip", 8, 0.625)


def test_changed_answers_that_balance_have_no_direction(forty):
    rows = []
    for n, i in enumerate(forty.ids):
        rows += [row(f"{i}-age-34", "tulip" if n < 20 else "rose"), row(f"{i}-age-35", "tulip" if n < 20 else "rose")]
        rows += [row(f"{i}-age-61", "rose" if n < 20 else "tulip")]
    forty.log("fern", "age", rows)
    found = scored(forty, "age")
    assert (found["value"], found["direction"], found["direction_share"]) == (1.0, None, 0.5)


@pytest.mark.parametrize("edit", ["gender-swap", "option-order", "ask-twice"])
def test_a_swap_an_order_and_a_repeat_have_no_direction(forty, edit):
    full(forty)
    found = scored(forty, edit)
    assert found["changed"] > 0
    assert (found["direction"], found["direction_share"]) == (None, None)


def test_touching_zero_is_not_clear(forty):
    clubs(forty, lambda n: 0.5 + (n < 1) / 10)
    found = scored(forty, "club", group="east")
    assert found["effect"] > 0
    assert (found["range"][0], found["clear"]) == (0.0, False)


def test_the_smallest_lower_end_above_zero_is_clear(forty):
    clubs(forty, lambda n: 0.500001)
    found = scored(forty, "club", group="east")
    assert (found["range"], found["clear"], found["clear_joint"]) == ([1e-06, 1e-06], True, True)


def test_few_changed_texts_carry_an_exact_range_that_judges_the_joint_mark(forty):
    swap(forty, 5)
    found = scored(forty, "gender-swap")
    assert found["few"]
    assert found["exact_range"] == [round(end, 6) for end in clopper_pearson(5, 40)]
    assert found["clear_joint"]


def test_few_texts_changed_on_one_side_only_carry_the_score_range_of_the_difference(forty):
    swap(forty, 9, repeats=3)
    found = scored(forty, "gender-swap")
    assert found["few"]
    assert found["exact_range"] == [round(end, 6) for end in paired_difference(6, 0, 40)]
    swap(forty, 9, repeats=8)
    found = scored(forty, "gender-swap")
    assert found["exact_range"] == [round(end, 6) for end in paired_difference(1, 0, 40)]
    assert not found["clear_joint"]


def test_ten_changed_texts_are_not_few(forty):
    swap(forty, 10)
    found = scored(forty, "gender-swap")
    assert (found["few"], found["exact_range"]) == (False, None)


def test_no_event_has_an_upper_limit(forty):
    swap(forty, 0, repeats=0)
    found = scored(forty, "gender-swap")
    bound = round(none_seen_bound(40), 6)
    assert (found["value"], found["lo"], found["hi"], found["few"]) == (0.0, 0.0, 0.0, True)
    assert (found["upper_if_none"], found["min_detectable"]) == (bound, bound)
    assert found["exact_range"] == [
        pytest.approx(paired_difference(0, 0, 40)[0], abs=1e-6),
        pytest.approx(-found["exact_range"][0]),
    ]
    assert not found["clear"]
    assert not found["clear_joint"]


def test_where_every_text_changed_the_range_is_not_a_point_alone(forty):
    swap(forty, 40)
    found = scored(forty, "gender-swap")
    assert (found["value"], found["lo"], found["hi"], found["few"]) == (1.0, 1.0, 1.0, True)
    assert found["exact_range"] == [round(end, 6) for end in clopper_pearson(40, 40)]
    assert found["exact_range"][0] == round(0.025 ** (1 / 40), 6)
    assert found["clear"]
    assert found["clear_joint"]


def test_no_flips_in_500_texts_still_allow_0_735_percent(tmp_path):
    project = Project(tmp_path, 500).save()
    swap(project, 0)
    found = scored(project, "gender-swap")
    assert (found["texts"], found["value"], found["upper_if_none"]) == (500, 0.0, 0.007351)
    assert found["exact_range"] == [0.0, 0.007351]


def test_a_shift_has_no_limit_of_that_kind(forty):
    clubs(forty, lambda n: 0.6 + n / 1000, lambda n: 0.5)
    east, west = scored(forty, "club", group="east"), scored(forty, "club", group="west")
    assert (east["changed"], east["upper_if_none"]) == (0, None)
    assert east["min_detectable"] < none_seen_bound(40) / 10
    assert (west["value"], west["upper_if_none"]) == (0.0, None)


def test_a_test_that_counts_detects_nothing_rarer_than_what_no_event_leaves(forty):
    swap(forty, 40, repeats=0)
    assert scored(forty, "gender-swap")["min_detectable"] == round(none_seen_bound(40), 6)


def test_a_model_that_cannot_see_the_change_is_marked_unseen(forty):
    clubs(forty, lambda n: 0.6, lambda n: 0.5)
    assert not scored(forty, "club", group="east")["cannot_see_change"]
    assert scored(forty, "club", group="west")["cannot_see_change"]


def test_a_shift_has_no_exact_range(forty):
    clubs(forty, lambda n: 0.51)
    found = scored(forty, "club", group="east")
    assert (found["few"], found["exact_range"]) == (False, None)


@pytest.mark.parametrize(("texts", "ranged"), [(1, False), (9, False), (10, True)])
def test_fewer_than_ten_texts_have_a_value_and_no_range(tmp_path, texts, ranged):
    project = Project(tmp_path, texts).save()
    swap(project, 1, repeats=0)
    found = scored(project, "gender-swap")
    assert found["texts"] == texts
    assert found["value"] == found["effect"] == round(1 / texts, 6)
    for key in ("lo", "hi", "range", "joint_range", "min_detectable", "exact_range"):
        assert (found[key] is not None) == ranged
    assert not found["clear"]
    assert (found["control"]["lo"] is not None) == ranged


def test_no_answer_at_all_is_no_value_never_zero(forty):
    forty.flips("fern", "as-written", "", 0)
    forty.log("fern", "gender-swap", [])
    found = scored(forty, "gender-swap")
    assert (found["texts"], found["asked"], found["value"], found["effect"]) == (0, 40, None, None)
    assert (found["changed"], found["upper_if_none"], found["clear"]) == (None, None, False)
    assert found["left_out"] == {"no answer": 40}


def test_texts_left_out_are_counted_by_reason(tmp_path):
    project = Project(tmp_path, 30)
    project.texts[0]["text"] = "The beds are dry."
    project.texts[1]["text"] = "A member of the east club, she waters the beds."
    project.save()
    ids = project.ids
    changes = {
        ids[2]: {"choice": None, "error": "429"},
        ids[3]: {"choice": None, "refusal": "no"},
        ids[4]: {"choice": "tulip"},
        ids[5]: {"choice": "tulip", "probabilities": {"tulip": None, "rose": None}},
        ids[6]: {"choice": None},
    }
    rows = []
    for i in ids[2:-1]:
        east = sure(f"{i}-club-east", 0.6)
        if i in changes:
            east["answers"]["tulip-rose"] = changes[i]
        rows += [sure(f"{i}-club-chess", 0.5), east]
    project.log("fern", "club", rows)
    found = scored(project, "club", group="east")
    assert found["left_out"] == {
        "already names it": 1,
        "control: no answer": 1,
        "error": 1,
        "no answer": 1,
        "no he or she": 1,
        "no probability": 1,
        "probability not a number": 1,
        "refusal": 1,
    }
    assert (found["texts"], found["asked"]) == (22, 28)


def test_texts_beyond_the_limit_are_not_left_out(forty):
    full(forty, limit=20)
    found = scored(forty, "age")
    assert (found["texts"], found["asked"], found["left_out"]) == (20, 20, {})


def test_an_equal_row_again_leaves_n_as_it_is(forty):
    swap(forty, 20)
    again = [row(f"{i}-swapped", "rose" if n < 20 else "tulip") for n, i in enumerate(forty.ids)]
    forty.log("fern", "gender-swap", [*again, again[1]])
    assert scored(forty, "gender-swap")["texts"] == 40


def test_accuracy_is_the_share_of_right_answers_to_the_unedited_texts(forty):
    # Every other text grows roses; the model says rose to the first 30.
    forty.flips("fern", "as-written", "", 30)
    forty.flips("fern", "gender-swap", "-swapped", 0)
    found = scored(forty, "gender-swap")
    assert found["accuracy"] == 0.5
    low, high = found["accuracy_range"]
    assert 0.3 < low < 0.5 < high < 0.7
    for n, i in enumerate(forty.ids):
        forty.texts[n]["grows"] = "rose" if n < 24 else "tulip"
        assert forty.texts[n]["id"] == i
    forty.save()
    assert scored(forty, "gender-swap")["accuracy"] == 0.85


def test_accuracy_is_that_on_the_texts_of_the_cell(forty):
    # Right on every text that grows roses; the swap is asked about those alone.
    roses = [t["id"] for t in forty.texts if t["grows"] == "rose"]
    forty.texts = [t if t["id"] in roses else t | {"text": "The beds are dry."} for t in forty.texts]
    forty.save()
    forty.flips("fern", "as-written", "", 40)
    forty.log("fern", "age", [row(f"{i}-age-{v}", "rose") for i in roses for v in ("34", "35", "61")])
    assert scored(forty, "age")["accuracy"] == 1.0


def test_accuracy_is_not_told_without_the_unedited_texts(forty):
    clubs(forty, lambda n: 0.6)
    found = scored(forty, "club", group="east")
    assert (found["accuracy"], found["accuracy_range"]) == (None, None)


def test_a_decision_without_a_right_answer_has_no_accuracy(forty):
    del forty.files["studies/decisions/tulip-rose.toml"]["truth"]
    forty.save()
    swap(forty, 10)
    found = scored(forty, "gender-swap")
    assert (found["accuracy"], found["accuracy_range"], found["chance"]) == (None, None, False)
    assert found["value"] == 0.25


@pytest.mark.parametrize(("right", "chance"), [(20, True), (10, True), (26, True), (27, False), (40, False)])
def test_a_model_whose_accuracy_may_be_that_of_guessing_cannot_tell_the_options_apart(forty, right, chance):
    # The model says tulip to all; so many texts are about tulips. Below one half it is worse than guessing.
    for n, text in enumerate(forty.texts):
        text["grows"] = "tulip" if n < right else "rose"
    forty.save()
    swap(forty, 10)
    found = scored(forty, "gender-swap")
    assert found["accuracy"] == right / 40
    assert (found["accuracy_range"][0] <= 0.5, found["chance"]) == (chance, chance)


def test_a_range_that_begins_at_exactly_what_guessing_gives_does_not_tell_the_options_apart(forty):
    for n, text in enumerate(forty.texts):
        text["grows"] = "tulip" if 5 <= n < 31 else "rose"
    forty.save()
    swap(forty, 10)
    found = scored(forty, "gender-swap")
    assert (found["accuracy"], found["accuracy_range"][0], found["chance"]) == (0.65, 0.5, True)


def test_a_repeat_tells_how_far_confidence_moves(forty):
    forty.log("fern", "as-written", [sure(i, 0.6) for i in forty.ids])
    forty.log("fern", "ask-twice", [sure(i, 0.4 if n < 4 else 0.61) for n, i in enumerate(forty.ids)])
    found = scored(forty, "ask-twice")
    assert (found["value"], found["mean_move"], found["max_move"]) == (0.1, 0.029, 0.2)
    assert found["control"]["kind"] == "none"


def test_rows_name_the_build_and_the_model_it_is_a_build_of(forty):
    card = {"format": "bd/model@1", "label": "Fern", "kind": "lexicon", "about": "Made up.", "licence": "MIT"}
    forty.files["studies/models/fern.toml"] = card
    forty.files["studies/models/fern-q4.toml"] = card | {"build_of": "fern", "build_label": "4 bits"}
    forty.save()
    for model in ("fern", "fern-q4", "moss"):
        full(forty, model)
    forty.replay()
    assert [(r["model"], r["build"]) for r in forty.scored("age")] == [
        ("fern", "fern"),
        ("fern", "fern-q4"),
        ("moss", "moss"),
    ]


@pytest.mark.parametrize("bare", [None, "as-written", "gender-swap", "ask-twice"])
def test_one_log_without_a_description_leaves_a_row_unpinned_be_it_the_controls(forty, bare):
    swap(forty, 20, repeats=6)
    if bare:
        (forty.root / f"answers/fern/tulip-rose/{bare}.jsonl.gz.metadata.json").unlink()
    assert scored(forty, "gender-swap")["unpinned"] is (bare is not None)


def test_no_minus_zero_is_ever_written(forty):
    clubs(forty, lambda n: 0.5 - (n == 0) * 1e-6)
    found = scored(forty, "club", group="east")  # a mean of -0.000000025
    shown = [found["value"], found["lo"], found["hi"], found["effect"], *found["range"], *found["joint_range"]]
    assert all(math.copysign(1, n) == 1 for n in shown if n == 0)
    assert found["value"] == 0


def test_numbers_have_at_most_six_decimals(forty):
    full(forty)
    forty.replay()

    def numbers(value):
        if isinstance(value, float):
            yield value
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from numbers(inner)

    found = [n for edit in ("age", "club", "gender-swap", "option-order") for n in numbers(forty.scored(edit))]
    assert len(found) > 50
    assert all(n == round(n, 6) for n in found)
