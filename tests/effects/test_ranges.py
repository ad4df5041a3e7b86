import itertools
import math

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

Z2 = stats.chi2.ppf(0.95, 1)


def test_the_ends_are_the_25th_smallest_and_the_25th_largest_of_1000():
    draws = np.random.default_rng(1).permutation(1000).astype(float)
    assert percentile_range(draws) == (24.0, 975.0)


def test_of_40_re_draws_they_are_the_smallest_and_the_largest():
    assert percentile_range(np.arange(40.0)[::-1]) == (0.0, 39.0)


@pytest.mark.parametrize(("draws", "low", "high"), [(79, 0, 78), (80, 1, 78), (2000, 49, 1950)])
def test_other_numbers_of_re_draws_leave_out_as_many_at_both_ends(draws, low, high):
    assert percentile_range(np.arange(float(draws))) == (low, high)


def test_fewer_than_40_are_refused():
    with pytest.raises(ValueError, match="at least 40"):
        percentile_range(np.arange(39.0))


def test_re_draws_without_a_value_are_left_out():
    draws = np.concatenate([np.full(60, np.nan), np.arange(40.0)])
    assert percentile_range(draws) == (0.0, 39.0)


def test_constant_draws_have_a_range_of_one_point():
    assert percentile_range(np.full(1000, 0.25)) == (0.25, 0.25)


def test_no_event_in_500_texts_still_allows_0_735_percent():
    assert none_seen_bound(500) == pytest.approx(0.0073506, abs=5e-8)
    assert none_seen_bound(1) == pytest.approx(0.975)


@pytest.mark.parametrize("n", [1, 10, 37, 500, 200_000])
def test_the_bound_without_events_is_the_upper_end_of_clopper_and_pearson(n):
    assert clopper_pearson(0, n) == (0.0, pytest.approx(none_seen_bound(n), rel=1e-9))


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (5, 10), (9, 10), (10, 10), (3, 500), (9, 2000), (1999, 2000)])
def test_clopper_and_pearson_as_scipy_has_it(k, n):
    assert clopper_pearson(k, n) == pytest.approx(tuple(stats.binomtest(k, n).proportion_ci(method="exact")), abs=1e-9)


def most_likely(b, c, n, delta):
    """Return the rate of texts changed only by the control that makes the counts most likely, by trying them all."""
    rates = np.linspace(max(0.0, -delta), (1 - delta) / 2, 200_001)
    only_edit, same = rates + delta, 1 - 2 * rates - delta
    with np.errstate(divide="ignore", invalid="ignore"):
        log = sum(
            np.where(k > 0, k * np.log(np.maximum(p, 0)), 0.0)
            for k, p in ((b, only_edit), (c, rates), (n - b - c, same))
        )
    return rates[np.nanargmax(log)]


def score_test(b, c, n, delta):
    """Return the squared score statistic of a difference `delta` of two rates on the same texts."""
    rate = most_likely(b, c, n, delta)
    variance = n * (2 * rate + delta - delta**2)
    return (b - c - n * delta) ** 2 / variance if variance > 1e-12 else math.inf


@pytest.mark.parametrize(("b", "c", "n"), [(3, 0, 12), (7, 2, 40), (1, 1, 10), (0, 5, 500), (9, 0, 300), (0, 1, 10)])
def test_tango_ends_are_where_the_score_test_just_rejects(b, c, n):
    low, high = paired_difference(b, c, n)
    for end, inside in ((low, 1), (high, -1)):
        assert score_test(b, c, n, end + inside * 0.002) < Z2
        if -1 < end - inside * 0.002 < 1:
            assert score_test(b, c, n, end - inside * 0.002) > Z2
        assert score_test(b, c, n, end) == pytest.approx(Z2, abs=0.01)


def test_tango_published_example():
    # Tango 1998, two ways of disinfecting lenses: 44 pairs, 0 and 1 discordant.
    assert paired_difference(0, 1, 44) == pytest.approx((-0.118, 0.059), abs=1e-3)


def test_tango_holds_the_point_and_turns_with_the_sides():
    for b, c in itertools.product(range(8), range(8)):
        for n in (10, 15, 500):
            if b + c <= n:
                low, high = paired_difference(b, c, n)
                assert -1 <= low <= (b - c) / n <= high <= 1
                assert paired_difference(c, b, n) == pytest.approx((-high, -low), abs=1e-9)


@pytest.mark.parametrize(("b", "c", "n"), [(10, 0, 10), (0, 10, 10), (5, 5, 10), (0, 0, 10), (1, 0, 1), (0, 0, 1)])
def test_tango_at_the_edges(b, c, n):
    low, high = paired_difference(b, c, n)
    assert -1 <= low <= (b - c) / n <= high <= 1
    assert low < high


def test_newcombe_published_example():
    # Newcombe 1998, method 10: 56/70 less 48/80.
    assert independent_difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


@pytest.mark.parametrize(
    ("k", "n", "l", "m"), [(9, 10, 3, 10), (6, 7, 2, 7), (0, 10, 0, 20), (10, 10, 0, 20), (0, 500, 2, 40)]
)
def test_newcombe_holds_the_point(k, n, l, m):  # noqa: E741
    low, high = independent_difference(k, n, l, m)
    assert -1 <= low <= k / n - l / m <= high <= 1


def test_newcombe_second_published_example():
    # Newcombe 1998, table II (b): 9/10 less 3/10.
    assert independent_difference(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=5e-5)


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
