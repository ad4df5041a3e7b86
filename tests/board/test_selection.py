import numpy as np
import pytest

from bd.board.selection import unselected


def test_the_winner_of_one_half_is_read_on_the_other_both_ways():
    halves = np.array([[[0.10, 0.02]], [[0.04, 0.06]]])
    # The first cell wins on the first half and reads 0.02; the second on the second half and reads 0.04.
    assert unselected(halves) == pytest.approx(0.03)


def test_all_halvings_are_averaged():
    halves = np.array([[[0.1, 0.3], [0.5, 0.7]]])
    assert unselected(halves) == pytest.approx(0.4)


def test_of_equal_cells_the_first_is_taken():
    halves = np.array([[[0.1, 0.5]], [[0.1 + 1e-9, 0.3]]])
    assert unselected(halves) == pytest.approx((0.5 + 0.1) / 2)


def test_a_cell_unknown_on_either_half_does_not_stand():
    halves = np.array([[[0.9, np.nan], [0.2, 0.2]], [[0.1, 0.1], [0.0, 0.0]]])
    assert unselected(halves) == pytest.approx((0.1 + 0.1 + 0.2 + 0.2) / 4)


def test_nothing_known_is_no_number():
    assert unselected(np.full((2, 100, 2), np.nan)) is None
    assert unselected(np.empty((0, 100, 2))) is None


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
        honest.append(unselected(np.array(halves).transpose(2, 0, 1)))
    assert np.mean(largest) == pytest.approx(0.03, abs=0.0025)
    assert np.mean(honest) == pytest.approx(0.01, abs=0.003)
