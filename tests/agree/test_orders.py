import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, rankdata

from bd.agree.orders import centred_places, has_order, millionths, tau_b

VALUES = st.lists(st.integers(-3, 3), min_size=3, max_size=8)


def test_places_by_hand():
    # Places 1, 2.5, 2.5, 4 of four models: twice the distance from 2.5.
    assert centred_places([0.9, 0.2, 0.2, 0.1]).tolist() == [-3, 0, 0, 3]
    assert centred_places([[1, 2, 3], [5, 5, 5]]).tolist() == [[2, 0, -2], [0, 0, 0]]


@given(VALUES)
def test_places_are_those_of_scipy(values):
    expected = 2 * rankdata([-v for v in values]) - (len(values) + 1)
    assert centred_places(values).tolist() == expected.tolist()


@given(VALUES, st.randoms())
def test_tau_b_is_that_of_scipy(values, random):
    other = [random.choice([-2, -1, 0, 1, 2]) for _ in values]
    expected = kendalltau(values, other).statistic
    if np.isnan(expected):
        assert tau_b(values, other) is None
    else:
        assert tau_b(values, other) == pytest.approx(expected)


def test_tau_b_by_hand_with_a_tie():
    # Pairs: (1,2) tied in the first order, (1,3) and (2,3) the same way round: 2 / sqrt(2 * 3).
    assert tau_b([2, 2, 1], [3, 2, 1]) == pytest.approx(2 / 6**0.5)
    assert tau_b([3, 2, 1], [3, 2, 1]) == 1
    assert tau_b([3, 2, 1], [1, 2, 3]) == -1


def test_no_tau_where_there_is_no_order_or_hardly_a_model():
    assert tau_b([1, 1, 1], [3, 2, 1]) is None
    assert tau_b([1, 2], [1, 2]) is None
    assert tau_b([], []) is None


def test_an_order_needs_two_values():
    assert has_order([1, 1, 2])
    assert not has_order([1.0, 1.0])
    assert not has_order([])


def test_millionths_are_whole():
    assert millionths([0.1234565, -1, 1e-9]).tolist() == [123456, -1000000, 0]
