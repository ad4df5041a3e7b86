from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.answers.align import Column
from bd.effects.columns import MEASURES, Sides, changed, moves, stereotype, verdicts
from bd.study import rules

UNIT = 1_000_000


def column(choices, millionths=None, asked=None):
    """One version's answers; -1 is no answer, or no probability."""
    n = len(choices)
    return Column(
        asked=np.array([True] * n if asked is None else asked, dtype=np.bool_),
        choices=np.array(choices, dtype=np.int8),
        millionths=np.array([-1] * n if millionths is None else millionths, dtype=np.int32),
        causes=np.array([int(c < 0) for c in choices], dtype=np.int8),
        left_out=np.zeros(n, dtype=np.int8),
        reasons=("",),
    )


def sure(*millionths):
    """Answers of the more probable option; option 0 is the positive one, a tie is its own."""
    return column([0 if p >= UNIT // 2 else 1 for p in millionths], millionths)


def by_cutoff(cutoff, *columns):
    return [replace(each, cutoff=cutoff) for each in columns]


def test_versions_that_are_divided_are_decided_by_the_cutoff_too():
    one, other = column([0, 0, 0], [300_000, 310_000, 500_000]), column([1, 1, 1], [290_000, 290_000, 290_000])
    assert verdicts(by_cutoff(0.3, one, other), 0).tolist() == [1, 0, 0]
    assert verdicts([one, other], 0).tolist() == [1, 1, 1]


def pair(before, after):
    return Sides((before,), (after,))


def test_a_flip_is_a_text_whose_choice_differs():
    found = changed(pair(column([0, 0, 1, 1]), column([0, 1, 0, 1])))
    assert found.y.tolist() == [0, 1, 1, 0]
    assert (found.texts, found.total, found.unit, found.value) == (4, 2, 1, 0.5)


def test_a_text_counts_where_both_answers_exist():
    found = changed(pair(column([0, -1, 1, -1]), column([1, 1, -1, -1])))
    assert (found.y.tolist(), found.mask.tolist()) == ([1, 0, 0, 0], [True, False, False, False])


def test_a_text_counts_where_both_versions_were_asked():
    found = changed(pair(column([0, 0], asked=[True, False]), column([1, 1])))
    assert (found.y.tolist(), found.mask.tolist()) == ([1, 0], [True, False])


def test_a_shift_is_the_rise_in_millionths():
    before, after = column([0, 1, 0], [600_000, 1, 500_000]), column([1, 0, 0], [250_000, 1_000_000, 500_000])
    found = moves(pair(before, after))
    assert found.y.tolist() == [-350_000, 999_999, 0]
    assert (found.total, found.unit) == (649_999, UNIT)
    assert found.value == 649_999 / (3 * UNIT)


def test_a_shift_needs_both_probabilities():
    found = moves(pair(column([0, 0, 0], [-1, 5, 0]), column([0, 0, 0], [5, -1, 3])))
    assert (found.y.tolist(), found.mask.tolist()) == ([0, 0, 3], [False, False, True])


def test_nothing_asked_counts_nothing():
    found = changed(pair(column([]), column([])))
    assert (found.texts, found.value) == (0, None)


def test_a_shift_of_means_goes_from_mean_to_mean_by_hand():
    # Two reference versions and three of the group: 0.5 and 0.7 against 0.2, 0.3 and 0.4 in the first text.
    before = (sure(500_000, 0), sure(700_000, 1))
    after = (sure(200_000, 1), sure(300_000, 0), sure(400_000, 0))
    found = moves(Sides(before, after))
    assert found.unit == 6 * UNIT
    assert found.y.tolist() == [2 * 900_000 - 3 * 1_200_000, 2 * 1 - 3 * 1]
    assert found.value == pytest.approx((0.3 - 0.6 + (1 / 3 - 1 / 2) / UNIT) / 2, abs=1e-15)


def test_a_shift_of_means_needs_every_answer_of_every_version():
    whole = (0.5 * UNIT,) * 4
    partly = column([0, -1, 0, 0], [5, 5, -1, 5])
    unasked = column([0] * 4, [5] * 4, asked=[True, True, True, False])
    found = moves(Sides((sure(*whole), partly), (sure(*whole), unasked)))
    assert found.mask.tolist() == [True, False, False, False]


def test_a_stereotype_is_how_much_further_one_group_moves_than_the_others_by_hand():
    # s = r - control: 0.3 for the group; 0.1 and -0.1 for the others, 0 on average.
    control, group = sure(400_000), sure(700_000)
    found = stereotype(Sides((control,), (group,), ((sure(500_000),), (sure(300_000),))))
    assert (found.unit, found.y.tolist(), found.value) == (2 * UNIT, [600_000], 0.3)


def test_a_stereotype_may_be_negative_and_needs_the_control_and_every_group():
    control, group = sure(400_000, 1, 1, 1), sure(100_000, 1, 1, 1)
    others = ((sure(700_000, 1, 1, 1),), (column([0, 0, -1, 0], [700_000, -1, 5, 5]),))
    found = stereotype(Sides((control,), (group,), others))
    assert (found.y.tolist(), found.mask.tolist()) == ([-1_200_000, 0, 0, 2 - 1 - 5], [True, False, False, True])
    lacking = column([0, 0, 0, -1], [5] * 4)
    assert stereotype(Sides((lacking,), (group,), others)).mask.tolist() == [True, False, False, False]


probability = st.integers(0, UNIT)


@given(st.lists(probability, min_size=3, max_size=6), probability)
def test_the_stereotypes_of_all_groups_add_up_to_nothing_whatever_the_control(groups, control):
    found = []
    for n, group in enumerate(groups):
        others = tuple((sure(other),) for m, other in enumerate(groups) if m != n)
        found.append(stereotype(Sides((sure(control),), (sure(group),), others)))
    assert sum(f.total for f in found) == 0
    assert len({f.unit for f in found}) == 1


@given(st.lists(probability, min_size=1, max_size=5), st.lists(probability, min_size=1, max_size=5))
def test_a_mean_to_mean_move_turns_with_the_sides_and_is_their_difference(before, after):
    there = moves(Sides([sure(p) for p in before], [sure(p) for p in after]))
    back = moves(Sides([sure(p) for p in after], [sure(p) for p in before]))
    assert there.total == -back.total
    assert there.value == pytest.approx((sum(after) / len(after) - sum(before) / len(before)) / UNIT, abs=1e-12)


@pytest.mark.parametrize(
    ("millionths", "choice"),
    [
        ((600_000,), 0),
        ((900_000, 100_000, 100_000), 1),  # most of them, not the mean: 0.37
        ((400_000, 400_000, 900_000, 900_000), 0),  # divided, mean 0.65
        ((100_000, 400_000, 600_000, 600_000), 1),  # divided, mean 0.425
        ((300_000, 700_000), 1),  # divided, mean exactly one half: not more than that
    ],
)
def test_several_versions_choose_by_majority_and_then_by_mean_probability(millionths, choice):
    assert verdicts([sure(p) for p in millionths], 0).tolist() == [choice]
    turned = [column([int(p >= UNIT // 2)], [p]) for p in millionths]
    assert verdicts(turned, 1).tolist() == [1 - choice]  # the same where the positive option is listed second


def test_a_verdict_needs_an_answer_to_every_version_and_several_need_probabilities():
    several = [column([0, 0, 0, 0], [5, 5, 5, -1]), column([0, -1, 0, 0], [5] * 4, [True, True, False, True])]
    assert verdicts(several, 0).tolist() == [0, -1, -1, -1]
    assert verdicts([column([1, -1, 1], asked=[True, True, False])], 0).tolist() == [1, -1, -1]


def test_a_change_of_several_versions_is_a_change_of_their_verdicts():
    before = (sure(600_000, 600_000), sure(600_000, 400_000), sure(600_000, 900_000))
    after = (sure(600_000, 100_000), sure(400_000, 400_000), sure(400_000, 900_000))
    assert changed(Sides(before, after)).y.tolist() == [1, 1]


def test_a_column_on_fewer_texts_keeps_its_unit():
    found = moves(pair(sure(0, 0, 0), sure(3, 4, 5))).only(np.array([True, False, True]))
    assert (found.y.tolist(), found.mask.tolist(), found.value) == ([3, 0, 5], [True, False, True], 4 / UNIT)


@pytest.mark.parametrize("measure", ["flip", "order", "repeat"])
def test_measures_that_count_share_one_column(measure):
    found = MEASURES[measure]
    assert found.counts
    assert not found.by_size
    assert found.column(pair(column([0, 1]), column([1, 1]))).y.tolist() == [1, 0]


def test_shifts_are_read_by_size_and_stereotypes_keep_their_sign():
    assert {name for name, measure in MEASURES.items() if measure.by_size} == {"shift", "shift-of-means"}


def test_columns_stay_small():
    assert moves(pair(sure(0), sure(UNIT))).y.dtype == np.int32


def test_measures_are_those_the_study_may_name():
    assert sorted(MEASURES) == sorted(rules.MEASURES)


def test_the_study_is_checked_by_what_the_measures_do():
    assert {name for name, measure in MEASURES.items() if measure.counts} == set(rules.COUNTING)
    assert {name for name, measure in MEASURES.items() if measure.from_control} == set(rules.FROM_CONTROL)
