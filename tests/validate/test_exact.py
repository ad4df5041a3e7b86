import numpy as np
import pytest
from scipy import stats

from bd.effects.ranges import clopper_pearson, paired_difference, percentile_range
from bd.effects.redraw import Redraws
from bd.validate.exact import (
    alarms,
    range_coverage,
    row_coverage,
    worst_independent,
    worst_paired,
    worst_rate,
)
from bd.validate.rivals import newcombe, tango, wilson


def test_the_sum_for_a_re_drawn_range_is_what_re_drawing_gives():
    # 20 texts at a rate of 30%: for each count many lists of texts, so that re-draws differ.
    n, rate, lists = 20, 0.3, 40
    held, above = np.zeros(n + 1), np.zeros(n + 1)
    columns = (np.arange(n)[:, None] < np.arange(n + 1)).astype(np.int64)  # column k holds k ones
    for number in range(lists):
        sums = Redraws([f"{number}-{i}" for i in range(n)]).sums(columns) / n
        for k in range(n + 1):
            low, high = percentile_range(sums[:, k])
            held[k] += low <= rate + 1e-9 and rate - 1e-9 <= high
            above[k] += low > rate + 1e-9
    chances = stats.binom.pmf(np.arange(n + 1), n, rate)
    assert (chances * held / lists).sum() == pytest.approx(range_coverage(n, rate), abs=0.01)
    assert (chances * above / lists).sum() == pytest.approx(alarms(n, rate), abs=0.005)


def test_known_shortfalls_of_re_drawing_alone():
    # 63% at a rate of 0.2% in 500 texts and 91% at 0.5%.
    assert range_coverage(500, 0.002) == pytest.approx(0.63, abs=0.005)
    assert range_coverage(500, 0.005) == pytest.approx(0.91, abs=0.005)


@pytest.mark.parametrize("n", [50, 200, 500, 2000])
@pytest.mark.parametrize("rate", [0.0005, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3])
def test_what_a_row_says_covers_a_rate_94_times_in_100(n, rate):
    assert row_coverage(n, rate) >= 0.94
    if n * rate >= 10:
        assert 0.935 <= range_coverage(n, rate) <= 0.965


@pytest.mark.parametrize("n", [50, 200, 500])
def test_exact_ranges_cover_95_times_in_100_everywhere(n):
    assert worst_rate(n).coverage >= 0.95
    assert worst_paired(n).coverage >= 0.95
    for others in (50, 2000):
        assert worst_independent(n, others).coverage >= 0.95


def test_a_range_of_80_percent_is_found_out():
    assert worst_paired(200, lambda b, c: paired_difference(b, c, 200, level=0.8)).coverage < 0.9


def test_the_usual_ranges_fall_short():
    assert worst_paired(200, lambda b, c: tango(b, c, 200), [0.0, 0.01, 0.02]).coverage < 0.94
    assert worst_independent(50, 2000, lambda k, j: newcombe(k, 50, j, 2000)).coverage < 0.9


def test_tango_and_newcombe_as_they_were_published():
    # Tango 1998: 44 pairs, 0 and 1 discordant. Newcombe 1998, method 10: 56/70 less 48/80, and 9/10 less 3/10.
    assert tango(0, 1, 44) == pytest.approx((-0.118, 0.059), abs=1e-3)
    assert newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert newcombe(9, 10, 3, 10) == pytest.approx((0.1705, 0.8090), abs=5e-5)


def test_wilsons_range_lies_within_the_exact_one():
    for k in range(1, 20):
        low, high = clopper_pearson(k, 40)
        assert low < wilson(k, 40)[0] < k / 40 < wilson(k, 40)[1] < high
