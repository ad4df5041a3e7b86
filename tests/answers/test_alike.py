import numpy as np

from bd.answers.alike import Alike
from bd.answers.arrow import strings


def lines(*numbers):
    return np.array(numbers, dtype=np.int32)


def test_equal_rows_are_the_same_rows():
    alike = Alike()
    first = alike.rows(strings(["a", "b"]), lines(1, 2))
    assert alike.rows(strings(["a", "b"]), lines(1, 2)) is first
    assert (first.ids.to_pylist(), first.lines.tolist()) == (["a", "b"], [1, 2])


def test_other_ids_another_order_and_other_lines_are_other_rows():
    alike = Alike()
    first = alike.rows(strings(["a", "b"]), lines(1, 2))
    for ids, at in ((["a", "c"], (1, 2)), (["b", "a"], (1, 2)), (["a", "b"], (1, 3)), (["a"], (1,))):
        other = alike.rows(strings(ids), lines(*at))
        assert other is not first
        assert (other.ids.to_pylist(), other.lines.tolist()) == (ids, list(at))
    assert alike.rows(strings(["a", "b"]), lines(1, 2)) is first


def test_an_id_that_stands_twice_makes_them_no_rows():
    assert Alike().rows(strings(["a", "b", "a"]), lines(1, 2, 3)) is None
