import math

import numpy as np
import pytest

from bd.board.simultaneous import NORMAL, Moves, critical_value, family_ranges


def redrawn(seed, points, errors, resamples=1000):
    """Points, and normal re-draws around them, in the six decimals of a row."""
    noise = np.random.default_rng(seed).standard_normal((resamples, len(points)))
    return np.array(points), np.round(np.array(points) + noise * np.array(errors), 6)


def errors(points, draws, floors):
    every = np.arange(len(points))
    return Moves(points, draws, floors).errors(every, every)


def test_a_floor_counts_only_where_it_is_above_the_standard_error():
    points, draws = redrawn(3, [0.3, 0.2], [0.02, 0.02])
    low, none, high = (errors(points, draws, np.full(2, floor)) for floor in (0.001, 0.0, 0.05))
    assert np.array_equal(low, none)
    own = draws.std(axis=0) * 1e6
    expected = math.sqrt((draws[:, 0] - draws[:, 1]).std() ** 2 * 1e12 + 2 * 50_000**2 - (own**2).sum())
    assert high[0, 1] == pytest.approx(expected)


def test_the_standard_error_of_a_difference_is_that_of_its_own_re_draws():
    points, draws = redrawn(2, [0.3, 0.2, 0.2], [0.02, 0.01, 0.0])
    found = errors(points, draws, np.zeros(3))
    for one, other in ((0, 1), (0, 2), (1, 2)):
        expected = (draws[:, one] - draws[:, other]).std() * 1e6
        assert found[one, other] == found[other, one] == pytest.approx(expected)
    assert np.diag(found).tolist() == [0, 0, 0]


def test_the_critical_value_is_the_fiftieth_largest_of_a_thousand():
    assert critical_value(np.arange(1000.0)) == 950
    assert critical_value(np.append(np.arange(1000.0), np.nan)) == 950
    assert critical_value(np.arange(1000.0), 5) == 995
    assert critical_value(np.arange(100.0), 5) == 99
    assert critical_value(np.zeros(1000)) == NORMAL
    with pytest.raises(ValueError, match="at least 40 re-draws"):
        critical_value(np.arange(39.0))


def test_the_range_of_one_cell_is_its_own_t_range():
    points, draws = redrawn(1, [0.3], [0.02])
    moves = np.sort(np.abs(draws[:, 0] - 0.3))
    assert moves[950] / draws.std() > NORMAL
    assert family_ranges(points, draws, np.zeros(1))[0] == pytest.approx([0.3 - moves[950], 0.3 + moves[950]])


def test_more_cells_to_pick_from_make_a_wider_range():
    points, draws = redrawn(1, [0.3] * 30, [0.02] * 30)
    widths = [np.ptp(family_ranges(points[:n], draws[:, :n], np.zeros(n))[0]) for n in (1, 5, 30)]
    assert widths == sorted(widths)
    # Three standard errors either way for thirty independent cells: 0.95 ** (1 / 30) is two-sided 3.14.
    assert widths[-1] / 2 == pytest.approx(3.14 * draws[:, 0].std(), rel=0.06)


def test_cells_that_move_together_need_no_wider_range():
    points, draws = redrawn(1, [0.3], [0.02])
    together = family_ranges(np.repeat(points, 30), np.repeat(draws, 30, axis=1), np.zeros(30))
    assert together == pytest.approx(np.repeat(family_ranges(points, draws, np.zeros(1)), 30, axis=0))


def test_a_cell_without_a_standard_error_adds_nothing():
    points, draws = redrawn(1, [0.3, 0.1], [0.02, 0.01])
    still = np.tile(0.2, (1000, 1))
    wide = family_ranges(np.append(points, 0.2), np.append(draws, still, axis=1), np.zeros(3))
    assert np.array_equal(wide[:2], family_ranges(points, draws, np.zeros(2)))
    assert wide[2].tolist() == [0.2, 0.2]


def test_without_a_single_event_the_range_reaches_the_zero_event_bound():
    bound = 0.00735
    found = family_ranges(np.zeros(2), np.zeros((1000, 2)), np.array([bound / NORMAL, 0.0]))
    assert found[0] == pytest.approx([-bound, bound])
    assert found[1].tolist() == [0, 0]


def test_zeros_pooled_upwards_do_not_make_a_narrow_range():
    # One question with 20 changes in 100 texts, five with none: the zero ranges narrow nothing.
    rng = np.random.default_rng(7)
    draws = np.zeros((1000, 6))
    draws[:, 0] = rng.binomial(100, 0.2, 1000) / 100
    points = np.array([0.2, 0, 0, 0, 0, 0])
    bound = 1 - 0.025 ** (1 / 100)
    found = family_ranges(points, draws, np.full(6, bound / NORMAL))
    assert np.ptp(found[0]) == pytest.approx(2 * NORMAL * draws[:, 0].std())
    assert found[1:, 1] == pytest.approx(np.full(5, bound))


def test_a_redraw_in_which_a_cell_is_unknown_is_left_out():
    points, draws = redrawn(1, [0.3, 0.2], [0.02, 0.01])
    holed = draws.copy()
    holed[5, 0] = np.nan
    without = np.delete(draws, 5, axis=0)
    assert np.array_equal(family_ranges(points, holed, np.zeros(2)), family_ranges(points, without, np.zeros(2)))
    with pytest.raises(ValueError, match="at least 40 re-draws"):
        family_ranges(points, np.full((1000, 2), np.nan), np.zeros(2))
