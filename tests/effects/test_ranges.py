import itertools

import numpy as np
import pytest
from scipy import stats

from bd.effects.ranges import (
    clopper_pearson,
    independent_difference,
    none_seen_bound,
    paired_difference,
    percentile_range,
)
from bd.effects.redraw import Redraws


def test_the_ends_are_the_25th_smallest_and_the_25th_largest_of_1000():
    draws = np.random.default_rng(1).permutation(1000).astype(float)
    assert percentile_range(draws) == (24.0, 975.0)


def test_of_40_re_draws_they_are_the_smallest_and_the_largest():
    assert percentile_range(np.arange(40.0)[::-1]) == (0.0, 39.0)


@pytest.mark.parametrize(("draws", "low", "high"), [(79, 0, 78), (80, 1, 78), (2000, 49, 1950)])
def test_other_numbers_of_re_draws_leave_out_as_many_at_both_ends(draws, low, high):
    assert percentile_range(np.arange(float(draws))) == (low, high)


def test_fewer_than_40_are_refused():
    with pytest.raises(ValueError, match="a 95% range needs at least 40"):
        percentile_range(np.arange(39.0))


def test_the_ends_of_a_90_percent_range_are_the_50th_smallest_and_the_50th_largest_of_1000():
    draws = np.random.default_rng(1).permutation(1000).astype(float)
    assert percentile_range(draws, level=0.9) == (49.0, 950.0)


def test_fewer_than_20_are_refused_for_a_90_percent_range():
    assert percentile_range(np.arange(20.0), level=0.9) == (0.0, 19.0)
    with pytest.raises(ValueError, match="a 90% range needs at least 20"):
        percentile_range(np.arange(19.0), level=0.9)


def test_re_draws_without_a_value_are_left_out():
    draws = np.concatenate([np.full(60, np.nan), np.arange(40.0)])
    assert percentile_range(draws) == (0.0, 39.0)


def test_constant_draws_have_a_range_of_one_point():
    assert percentile_range(np.full(1000, 0.25)) == (0.25, 0.25)


def test_no_event_in_500_texts_still_allows_0_735_percent():
    assert none_seen_bound(500) == pytest.approx(0.0073506, abs=5e-8)
    assert none_seen_bound(1) == pytest.approx(0.975)
    assert none_seen_bound(500, level=0.9) == pytest.approx(1 - 0.05 ** (1 / 500), abs=1e-12)


@pytest.mark.parametrize("n", [1, 10, 37, 500, 200_000])
def test_the_bound_without_events_is_the_upper_end_of_clopper_and_pearson(n):
    assert clopper_pearson(0, n) == (0.0, pytest.approx(none_seen_bound(n), rel=1e-9))


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (5, 10), (9, 10), (10, 10), (3, 500), (9, 2000), (1999, 2000)])
def test_clopper_and_pearson_as_scipy_has_it(k, n):
    assert clopper_pearson(k, n) == pytest.approx(tuple(stats.binomtest(k, n).proportion_ci(method="exact")), abs=1e-9)


FEW = [(b, c) for b, c in itertools.product(range(10), repeat=2) if b + c < 10]


def trinomial(n, rate, control):
    """Return the probability of every pair of counts (texts changed only by the edit, only by the control)."""
    counts = np.arange(n + 1)
    only_edit = stats.binom.pmf(counts, n, rate)
    only_control = stats.binom.pmf(counts[None, :], (n - counts)[:, None], min(control / (1 - rate), 1.0))
    return only_edit[:, None] * only_control


@pytest.mark.parametrize("n", [10, 14, 30])
def test_a_paired_difference_is_covered_at_every_pair_of_rates(n):
    ends = np.full((n + 1, n + 1, 2), np.nan)
    for b, c in itertools.product(range(n + 1), repeat=2):
        if b + c <= n:
            ends[b, c] = paired_difference(b, c, n)
    grid = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8)
    for rate, control in itertools.product(grid, grid):
        if rate + control <= 1:
            held = (ends[..., 0] <= rate - control) & (rate - control <= ends[..., 1])
            assert (trinomial(n, rate, control) * held).sum() >= 0.95


def test_a_paired_difference_leaves_out_0_where_the_exact_sign_test_does():
    for n in (15, 30, 500, 2000):
        for b, c in FEW:
            rejected = b > c and stats.binomtest(b, b + c).pvalue < 0.05
            assert (paired_difference(b, c, n)[0] > 0) == (rejected or (b, c) == (5, 0))


def test_an_independent_difference_leaves_out_0_where_fishers_exact_test_does():
    for k, other in FEW:
        rejected = k > other and stats.fisher_exact([[k, 500 - k], [other, 500 - other]]).pvalue < 0.05
        assert (independent_difference(k, 500, other, 500)[0] > 0) == (rejected or (k, other) == (5, 0))


@pytest.mark.parametrize("n", [10, 37, 500])
def test_without_a_change_by_either_the_ends_are_the_bound_for_no_event(n):
    bound = none_seen_bound(n)
    assert paired_difference(0, 0, n) == pytest.approx((-bound, bound), rel=1e-9)
    assert independent_difference(0, n, 0, n) == pytest.approx((-bound, bound), rel=1e-9)


def test_a_paired_difference_holds_the_point_and_turns_with_the_sides():
    for b, c in itertools.product(range(8), range(8)):
        for n in (10, 15, 500):
            if b + c <= n:
                low, high = paired_difference(b, c, n)
                assert -1 <= low <= (b - c) / n <= high <= 1
                assert paired_difference(c, b, n) == pytest.approx((-high, -low), abs=1e-9)


@pytest.mark.parametrize(("b", "c", "n"), [(10, 0, 10), (0, 10, 10), (5, 5, 10), (0, 0, 10), (1, 0, 1), (0, 0, 1)])
def test_a_paired_difference_at_the_edges(b, c, n):
    low, high = paired_difference(b, c, n)
    assert -1 <= low <= (b - c) / n <= high <= 1
    assert low < high


@pytest.mark.parametrize(
    ("counts", "published"),
    [((56, 70, 48, 80), (0.0524, 0.3339)), ((9, 10, 3, 10), (0.1705, 0.8090))],
)
def test_an_independent_difference_is_wider_than_newcombes_with_score_limits(counts, published):
    # Newcombe 1998, table II (a) and (b), method 10.
    low, high = independent_difference(*counts)
    assert published[0] - 0.08 < low < published[0]
    assert published[1] < high < published[1] + 0.08


@pytest.mark.parametrize(
    ("k", "n", "l", "m"), [(9, 10, 3, 10), (6, 7, 2, 7), (0, 10, 0, 20), (10, 10, 0, 20), (0, 500, 2, 40)]
)
def test_an_independent_difference_holds_the_point(k, n, l, m):  # noqa: E741
    low, high = independent_difference(k, n, l, m)
    assert -1 <= low <= k / n - l / m <= high <= 1


def test_the_re_drawn_range_is_that_of_scipy_within_what_re_drawing_costs():
    y = np.random.default_rng(3).normal(size=200)
    ids = [f"t{n}" for n in range(200)]
    whole = np.rint(y * 1e6).astype(np.int64)
    low, high = percentile_range(Redraws(ids).sums(whole[:, None])[:, 0] / 200e6)
    other = stats.bootstrap((y,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(4))
    # A 2.5% point of 1,000 normal draws has a standard error of sqrt(.025 * .975 / 1000) / .0584 = 0.0845 sd.
    tolerance = 3 * 0.0845 * other.standard_error
    assert low == pytest.approx(other.confidence_interval.low, abs=tolerance)
    assert high == pytest.approx(other.confidence_interval.high, abs=tolerance)


def test_the_range_covers_the_truth_as_often_as_it_says():
    # 400 samples of 300 texts at a rate of 10%: about 95% of ranges hold it; 91.5% is three standard errors below.
    rng = np.random.default_rng(6)
    y = (rng.random((300, 400)) < 0.1).astype(np.int64)
    sums = Redraws([f"t{n}" for n in range(300)]).sums(y) / 300
    ends = [percentile_range(sums[:, n]) for n in range(400)]
    assert sum(low <= 0.1 <= high for low, high in ends) / 400 > 0.915
