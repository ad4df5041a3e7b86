import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare, kendalltau, rankdata, spearmanr

from bd.agree.concordance import concordance, kendall_w, mean_tau, shuffled_sums, w_range
from bd.agree.orders import centred_places


def tables(most=4):
    row = st.integers(3, 6).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, most), min_size=n, max_size=n), min_size=3, max_size=5)
    )
    return row.filter(lambda table: any(len(set(r)) > 1 for r in table))


def textbook(table):
    """W as it stands in textbooks: ranks, sums, ties counted one by one."""
    ranks = np.array([rankdata([-v for v in row]) for row in table])
    m, n = ranks.shape
    ties = sum(int(c**3 - c) for row in ranks for c in np.unique(row, return_counts=True)[1])
    s = ((ranks.sum(axis=0) - ranks.sum() / n) ** 2).sum()
    return 12 * s / (m**2 * (n**3 - n) - m * ties)


def test_w_by_hand_without_ties():
    # Ranks 1234, 1243, 2134: totals 4, 5, 10, 11 about 7.5; S = 37; W = 12 * 37 / (9 * 60).
    table = [[4, 3, 2, 1], [4, 3, 1, 2], [3, 4, 2, 1]]
    assert kendall_w(table) == pytest.approx(12 * 37 / (9 * 60))


def test_w_by_hand_with_ties():
    # Ranks 1, 2.5, 2.5 and 1, 2, 3 and 1, 2, 3: totals 3, 6.5, 8.5 about 6; S = 15.5; T = 6.
    table = [[3, 1, 1], [3, 2, 1], [3, 2, 1]]
    assert kendall_w(table) == pytest.approx(12 * 15.5 / (9 * 24 - 3 * 6))


@given(tables())
def test_w_is_that_of_textbooks(table):
    assert kendall_w(table) == pytest.approx(textbook(table))


@given(tables())
def test_w_is_friedmans_chi_square_over_m_times_n_less_one(table):
    columns = np.array(table).T
    chi = friedmanchisquare(*columns).statistic
    m, n = len(table), len(columns)
    assert kendall_w(table) == pytest.approx(chi / (m * (n - 1)))


@given(tables(most=9))
def test_without_ties_w_follows_from_the_mean_of_spearmans_correlations(table):
    if any(len(set(row)) < len(row) for row in table):
        return
    mean = np.mean([spearmanr(a, b).statistic for a, b in itertools.combinations(table, 2)])
    m = len(table)
    assert kendall_w(table) == pytest.approx((1 + (m - 1) * mean) / m)


def test_w_at_both_ends():
    assert kendall_w([[3, 2, 1]] * 4) == 1
    assert kendall_w([[3, 2, 1], [1, 2, 3]]) == 0
    assert math.isnan(kendall_w([[1, 1, 1], [2, 2, 2]]))


def test_the_null_of_eight_instruments_and_nine_models():
    found = concordance(np.tile(np.arange(9), (8, 1)))
    assert found.null_95 == pytest.approx(0.23, abs=0.01)
    assert found.null_mean == pytest.approx(1 / 8)
    centred = centred_places(np.tile(np.arange(9), (8, 1)))
    null = shuffled_sums(centred) / (8 * int((centred**2).sum()))
    assert (null >= 0.07).mean() == pytest.approx(0.83, abs=0.01)
    assert null.mean() == pytest.approx(1 / 8, abs=0.002)


def exact_p(table):
    """Every way to deal out every row but the first, which by symmetry may stay."""
    own = kendall_w(table)
    deals = [[table[0]], *(list(itertools.permutations(row)) for row in table[1:])]
    null = [kendall_w(list(each)) for each in itertools.product(*deals)]
    return sum(w >= own - 1e-12 for w in null) / len(null)


@pytest.mark.parametrize(
    "table",
    [
        [[3, 2, 1], [3, 2, 1], [2, 3, 1]],
        [[3, 2, 1, 0], [3, 2, 0, 1], [3, 1, 2, 0]],
        [[2, 2, 1, 0], [2, 1, 1, 0], [0, 0, 1, 2]],
        [[1, 1, 1], [3, 2, 1], [3, 2, 1]],
    ],
)
def test_p_is_near_that_of_all_permutations(table):
    assert concordance(table).p == pytest.approx(exact_p(table), abs=0.012)


@given(tables())
def test_the_mean_of_w_over_all_deals_is_one_over_the_instruments(table):
    table = [row[:3] for row in table[:3]]
    if not any(len(set(row)) > 1 for row in table):
        return
    deals = itertools.product(*(itertools.permutations(row) for row in table))
    assert np.mean([kendall_w(list(each)) for each in deals]) == pytest.approx(1 / 3)


@given(tables())
def test_beyond_chance_and_p_never_part(table):
    found = concordance(table, shuffles=400)
    assert found.beyond_chance == (found.p < 0.05)
    assert 0 < found.p <= 1


@pytest.mark.parametrize("shuffles", [400, 1000])
def test_what_chance_gives_is_where_a_twentieth_of_the_shuffles_begins(shuffles):
    table = np.random.default_rng(5).permuted(np.tile(np.arange(30), (5, 1)), axis=1)
    centred = centred_places(table)
    null = np.sort(shuffled_sums(centred, shuffles))
    near = null[shuffles - shuffles // 20 + np.arange(-3, 4)]
    assert len(set(near.tolist())) == 7  # one place more or fewer would be another number
    line = concordance(table, shuffles).null_95 * len(centred) * int((centred**2).sum())
    for own in near.tolist():
        assert (own > line + 1e-6) == ((1 + (null >= own).sum()) / (1 + shuffles) < 0.05)


def test_shuffles_are_the_same_every_time_and_keep_each_rows_places():
    centred = centred_places([[3, 2, 1, 0], [1, 1, 0, 0], [5, 4, 4, 0]])
    assert np.array_equal(shuffled_sums(centred, 500), shuffled_sums(centred, 500))
    assert shuffled_sums(centred, 500).max() <= ((np.sort(centred).sum(axis=0)) ** 2).sum()
    assert shuffled_sums(centred, 6).tolist() == [90, 98, 50, 66, 10, 94]


def test_two_instruments_or_two_models_have_no_w():
    assert concordance([[1, 2, 3], [1, 2, 3]]) is None
    assert concordance([[1, 2]] * 4) is None
    assert concordance([[1, 1, 1]] * 4) is None
    assert concordance([]) is None


def test_mean_tau_leaves_out_who_tells_nobody_apart():
    table = [[3, 2, 1, 0], [3, 2, 0, 1], [0, 0, 0, 0]]
    assert mean_tau(table) == pytest.approx(kendalltau(table[0], table[1]).statistic)
    assert mean_tau([[1, 1, 1]] * 3) is None


def test_the_range_of_w_holds_w_and_leaves_out_what_cannot_be_told():
    same, other = [[3, 2, 1]] * 3, [[3, 2, 1], [3, 2, 1], [1, 2, 3]]
    assert w_range(1.0, [same] * 100) == (1.0, 1.0)
    low, high = w_range(1.0, [other] * 100)
    assert (low, high) == (kendall_w(other), 1.0)
    unknown = [[math.nan, 2, 1]] * 3
    assert w_range(1.0, [same] * 100 + [unknown] * 900) == (1.0, 1.0)
    assert w_range(1.0, [same] * 39 + [unknown] * 961) is None
