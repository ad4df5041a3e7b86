import numpy as np
import pytest
from scipy.stats import pearsonr

from bd.agree.reliability import ceiling, icc_2k, items_needed, spearman_brown, split_half, variance_ratio

SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
"""Six targets by four judges, Shrout and Fleiss (1979), table 2."""


def known(table):
    return np.ones(table.shape, dtype=np.bool_)


def test_icc_of_the_example_of_its_paper():
    # Published: ICC(2,4) = .62.
    assert icc_2k(SHROUT_FLEISS.T, known(SHROUT_FLEISS.T)) == pytest.approx(0.62, abs=0.005)


def test_icc_follows_from_that_of_a_single_item():
    table = SHROUT_FLEISS.T
    whole = icc_2k(table, known(table))
    assert spearman_brown(0.2898, 4) == pytest.approx(whole, abs=0.001)  # ICC(2,1) = .29


def test_icc_is_over_the_items_that_every_model_has():
    table = np.vstack([SHROUT_FLEISS.T, np.full((1, 6), 3)])
    there = known(table)
    there[-1, 2] = False
    assert icc_2k(table, there) == icc_2k(SHROUT_FLEISS.T, known(SHROUT_FLEISS.T))
    assert icc_2k(np.full((4, 3), 7), known(np.zeros((4, 3)))) is None
    assert icc_2k(table[:1], there[:1]) is None


def test_variance_ratio_by_hand():
    # Means 1 and 3 of two items each about 2: between 4, within 4.
    table = np.array([[0, 2], [2, 4]])
    assert variance_ratio(table, known(table)) == pytest.approx(4 / 8)
    assert variance_ratio(np.array([[1, 5], [1, 5]]), known(table)) == 1
    assert variance_ratio(np.array([[1, 5], [5, 1]]), known(table)) == 0
    assert variance_ratio(np.zeros((3, 4), dtype=np.int64), known(np.zeros((3, 4)))) == 0


def test_variance_ratio_counts_the_scores_that_there_are():
    table, there = np.array([[0, 2], [2, 4], [99, 4]]), np.array([[True, True], [True, True], [False, True]])
    scores = [0, 2, 2, 4, 4]
    between = 2 * (1 - np.mean(scores)) ** 2 + 3 * (10 / 3 - np.mean(scores)) ** 2
    assert variance_ratio(table, there) == pytest.approx(between / (5 * np.var(scores)))


def test_split_half_is_the_mean_of_pearsons_correlations():
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(20, 5)).round(6), rng.normal(size=(20, 5)).round(6)
    expected = np.mean([pearsonr(a, b).statistic for a, b in zip(first, second, strict=True)])
    assert split_half(first, second) == pytest.approx(expected)


def test_splits_that_say_nothing_are_left_out():
    first = np.array([[1.0, 2, 3], [np.nan, 1, 2], [5, 5, 5]])
    second = np.array([[1.0, 2, 3], [1, 2, 3], [1, 2, 3]])
    assert split_half(first, second) == 1
    assert split_half(first[1:], second[1:]) is None
    assert split_half(first[:, :2], second[:, :2]) is None


def test_spearman_brown():
    assert spearman_brown(0.5) == pytest.approx(2 / 3)
    assert spearman_brown(1) == 1
    assert spearman_brown(-0.9) == 0
    assert spearman_brown(0.2, 4) == pytest.approx(0.5)


@pytest.mark.parametrize("reliability", [0.11, 0.39, 0.5, 0.79])
def test_so_many_items_give_the_reliability_asked_for(reliability):
    needed = items_needed(50, reliability, 0.8)
    assert spearman_brown(reliability, needed / 50) >= 0.8 - 1e-6
    assert spearman_brown(reliability, (needed - 1) / 50) < 0.8


def test_items_needed_where_there_is_nothing_or_everything():
    assert items_needed(50, 0.0) is None
    assert items_needed(50, 1.0) == 1
    assert items_needed(50, 0.8, 0.8) == 50


def test_the_ceiling_of_a_correlation():
    assert ceiling(0.81, 0.49) == pytest.approx(0.63)
    assert ceiling(-0.2, 0.9) == 0
