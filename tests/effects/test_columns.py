import numpy as np
import pytest

from bd.answers.align import Column
from bd.effects.columns import MEASURES, answered_by_both, changed, moves


def column(choices, millionths=None, asked=None):
    """One version's answers; -1 is no answer, or no probability."""
    n = len(choices)
    return Column(
        asked=np.array([True] * n if asked is None else asked, dtype=np.bool_),
        choices=np.array(choices, dtype=np.int8),
        millionths=np.array([-1] * n if millionths is None else millionths, dtype=np.int32),
        causes=np.array([int(c < 0) for c in choices], dtype=np.int8),
        excluded={},
    )


def test_a_flip_is_a_text_whose_choice_differs():
    found = changed(column([0, 0, 1, 1]), column([0, 1, 0, 1]))
    assert found.y.tolist() == [0, 1, 1, 0]
    assert (found.texts, found.total) == (4, 2)


def test_a_text_counts_where_both_answers_exist():
    before, after = column([0, -1, 1, -1]), column([1, 1, -1, -1])
    assert answered_by_both(before, after).tolist() == [True, False, False, False]
    found = changed(before, after)
    assert (found.y.tolist(), found.mask.tolist()) == ([1, 0, 0, 0], [True, False, False, False])


def test_a_text_counts_where_both_versions_were_asked():
    found = changed(column([0, 0], asked=[True, False]), column([1, 1]))
    assert (found.y.tolist(), found.mask.tolist()) == ([1, 0], [True, False])


def test_a_shift_is_the_rise_in_millionths():
    found = moves(column([0, 1, 0], [600_000, 1, 500_000]), column([1, 0, 0], [250_000, 1_000_000, 500_000]))
    assert found.y.tolist() == [-350_000, 999_999, 0]
    assert found.total == 649_999


def test_a_shift_needs_both_probabilities():
    found = moves(column([0, 0, 0], [-1, 5, 0]), column([0, 0, 0], [5, -1, 3]))
    assert (found.y.tolist(), found.mask.tolist()) == ([0, 0, 3], [False, False, True])


def test_nothing_asked_counts_nothing():
    assert changed(column([]), column([])).texts == 0


@pytest.mark.parametrize("measure", ["flip", "order", "repeat"])
def test_measures_that_count_share_one_column(measure):
    found = MEASURES[measure]
    assert found.counts
    assert found.unit == 1
    assert found.column(column([0, 1]), column([1, 1])).y.tolist() == [1, 0]


def test_a_shift_is_divided_into_fractions():
    assert MEASURES["shift"].unit == 1_000_000
    assert not MEASURES["shift"].counts


def test_measures_are_those_the_study_may_name():
    from bd.study.check import MEASURES as KNOWN

    assert sorted(MEASURES) == sorted(KNOWN)
