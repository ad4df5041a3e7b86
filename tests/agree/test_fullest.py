import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bd.agree.fullest import whole_table


def chosen(*lines):
    return whole_table(np.array([[sign == "x" for sign in line] for line in lines], dtype=np.bool_))


def test_a_whole_table_stays_as_it_is():
    assert chosen("xx", "xx") == ([0, 1], [0, 1])


def test_the_model_that_lacks_most_goes_first():
    assert chosen("xxxx", "xxxx", "x...", "xxxx") == ([0, 1, 3], [0, 1, 2, 3])


def test_an_instrument_goes_where_it_lacks_the_larger_share():
    assert chosen("xx.", "xx.", "xxx", "xxx") == ([0, 1, 2, 3], [0, 1])


def test_of_equal_shares_a_model_goes_and_the_last():
    assert chosen(".x", "x.") == ([0], [1])
    assert chosen("xxx", "xx.", "x.x", "xxx") == ([0, 3], [0, 1, 2])


def test_nothing_is_left_of_nothing():
    assert whole_table(np.zeros((0, 3), dtype=np.bool_)) == ([], [0, 1, 2])
    rows, columns = whole_table(np.zeros((2, 2), dtype=np.bool_))
    assert not (rows and columns)


@given(st.integers(1, 6), st.integers(1, 6), st.randoms())
def test_what_is_chosen_has_no_gap(models, instruments, random):
    there = np.array([[random.random() < 0.7 for _ in range(instruments)] for _ in range(models)])
    rows, columns = whole_table(there)
    assert there[np.ix_(rows, columns)].all()
