import numpy as np
import pytest

from bd.board.compare import pairs


def test_a_pair_is_compared_on_the_same_redraws():
    first = np.arange(1000) / 1000
    draws = np.stack([first, first - 0.001, np.full(1000, 0.5)], axis=1)
    found = pairs(np.array([0.5, 0.499, 0.5]), draws, np.zeros(3))
    assert [(p.first, p.second) for p in found] == [(0, 1), (0, 2), (1, 2)]
    same, apart, _ = found
    assert (same.difference, same.range, same.worse) == (0.001, (0.001, 0.001), 1.0)
    assert apart.difference == 0
    assert apart.range == (0.024 - 0.5, 0.975 - 0.5)  # the 25th smallest and the 25th largest
    assert apart.worse == (499 + 0.5) / 1000  # 499 above, one equal


def test_equal_models_are_as_likely_worse_as_not():
    draws = np.repeat(np.arange(1000)[:, None] / 1000, 2, axis=1)
    (found,) = pairs(np.array([0.5, 0.5]), draws, np.zeros(2))
    assert (found.difference, found.range, found.worse) == (0.0, (0.0, 0.0), 0.5)


def test_two_models_without_any_event_do_not_differ_by_exactly_nothing():
    (found,) = pairs(np.zeros(2), np.zeros((1000, 2)), np.full(2, 0.00375))
    assert found.worse == 0.5
    assert found.range == pytest.approx((-1.96 * 0.00375 * 2**0.5, 1.96 * 0.00375 * 2**0.5), abs=1e-6)


def test_an_unknown_redraw_is_left_out_of_the_pairs_it_touches():
    draws = np.tile([0.3, 0.2, 0.1], (1000, 1))
    draws[:100, 2] = np.nan
    assert [p.worse for p in pairs(np.array([0.3, 0.2, 0.1]), draws, np.zeros(3))] == [1, 1, 1]


def test_one_model_alone_has_nobody_to_be_compared_with():
    assert pairs(np.array([0.1]), np.full((1000, 1), 0.1), np.zeros(1)) == ()
