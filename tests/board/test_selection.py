import numpy as np
import pytest

from bd.board.elsewhere import picked
from bd.board.selection import unselected

ALL_CLEAR = np.full(2, -1e6)


def alike(halves):
    """Return halves on which an effect is read as it is picked."""
    return np.stack([halves, halves], axis=3)


def test_the_winner_of_one_half_is_read_on_the_other_both_ways():
    halves = np.array([[[0.10, 0.02]], [[0.04, 0.06]]])
    # The first cell wins on the first half and reads 0.02; the second on the second half and reads 0.04.
    assert unselected(alike(halves), ALL_CLEAR[: len(halves)]) == pytest.approx(0.03)


def test_all_halvings_are_averaged():
    halves = np.array([[[0.1, 0.3], [0.5, 0.7]]])
    assert unselected(alike(halves), ALL_CLEAR[: len(halves)]) == pytest.approx(0.4)


def test_of_equal_cells_the_first_is_taken():
    halves = np.array([[[0.1, 0.5]], [[0.1 + 1e-9, 0.3]]])
    assert unselected(alike(halves), ALL_CLEAR[: len(halves)]) == pytest.approx((0.5 + 0.1) / 2)


def test_a_cell_unknown_on_either_half_does_not_stand():
    halves = np.array([[[0.9, np.nan], [0.2, 0.2]], [[0.1, 0.1], [0.0, 0.0]]])
    assert unselected(alike(halves), ALL_CLEAR[: len(halves)]) == pytest.approx((0.1 + 0.1 + 0.2 + 0.2) / 4)


def test_nothing_known_is_no_number():
    assert unselected(np.full((2, 100, 2, 2), np.nan), np.zeros(2)) is None
    assert unselected(np.empty((0, 100, 2, 2)), np.zeros(0)) is None


def test_the_largest_of_thirty_equal_effects_of_one_point_reads_three_and_unselected_one():
    """Thirty effects of one point, each known to within one: this is what `unselected` is for."""
    rng = np.random.default_rng(3)
    largest, honest = [], []
    for _ in range(40):
        texts = rng.normal(0.01, 0.01 * np.sqrt(100), (100, 30))
        largest.append(texts.mean(axis=0).max())
        halves = []
        for _ in range(100):
            order = rng.permutation(100)
            halves.append([texts[order[:50]].mean(axis=0), texts[order[50:]].mean(axis=0)])
        margins = 1.96e6 * texts.std(axis=0) / 10
        honest.append(unselected(alike(np.array(halves).transpose(2, 0, 1)), margins))
    assert np.mean(largest) == pytest.approx(0.03, abs=0.0025)
    assert np.mean(honest) == pytest.approx(0.01, abs=0.003)


def test_a_clear_effect_is_picked_before_a_larger_one_that_is_not():
    small, large = [0.02, 0.02], [0.09, 0.08]
    halves = np.array([[small], [large]])
    assert unselected(alike(halves), np.array([0.01e6, 0.2e6])) == pytest.approx(0.02)
    # Of 0.0142 and more, which is 0.01 on half of the texts, neither is clear at 0.014: the largest is taken.
    assert unselected(alike(np.array([[[0.014, 0.014]], [large]])), np.array([0.01e6, 0.2e6])) == pytest.approx(0.085)


def test_without_a_clear_one_the_largest_is_picked_and_of_equal_ones_the_first():
    whole = np.array([[1.0, 5.0, -np.inf], [3.0, 5.0, 2.0]])
    assert picked(whole, np.array([9.0, 9.0])).tolist() == [1, 0, 1]
    assert picked(whole, np.array([0.5, 9.0])).tolist() == [0, 0, 1]
    assert picked(whole, np.array([np.inf, np.inf])).tolist() == [1, 0, 1]


def test_a_size_is_read_with_the_sign_of_the_half_that_picked_it():
    # One half moves one way and the other the other way: nothing, and no size of its own.
    picked_as, read_as = [0.03, 0.02], [-0.03, -0.02]
    halves = np.array([[[[0.03, -0.03], [0.02, -0.02]]]])
    assert halves[0, 0, :, 0].tolist() == picked_as
    assert halves[0, 0, :, 1].tolist() == read_as
    assert unselected(halves, np.zeros(1)) == pytest.approx(-0.025)


def test_noisy_cells_of_nothing_do_not_hide_precise_ones_of_one_point():
    """Four cells known well at one point beside four known badly at none: picked by size alone, noise would win."""
    rng = np.random.default_rng(5)
    errors = np.repeat([0.0025, 0.02], 4)
    truth = np.repeat([0.01, 0.0], 4)
    margins = 1.96e6 * errors
    reads, true, honest, by_size = [], [], [], []
    for _ in range(300):
        # The mean of both halves is the effect on all texts; their difference is independent of it.
        found = truth + rng.standard_normal(8) * errors
        apart = rng.standard_normal((8, 100)) * errors[:, None]
        halves = np.stack([found[:, None] + apart, found[:, None] - apart], axis=2)
        (head,) = picked(found[:, None] * 1e6, margins)
        reads.append(found[head])
        true.append(truth[head])
        honest.append(unselected(alike(halves), margins))
        by_size.append(unselected(alike(halves), np.full(8, np.inf)))
    assert np.mean(reads) == pytest.approx(0.0159, abs=0.002)
    assert np.mean(true) == pytest.approx(0.0092, abs=0.0006)
    assert np.mean(honest) == pytest.approx(np.mean(true), abs=0.001)
    assert np.mean(by_size) < 0.005
