"""Re-drawn ranges against other ways to them: SciPy's bootstrap, and the exact distribution of small columns.

That rows hold the ranges of the re-draws tried here is `test_independent`'s part.
"""

import numpy as np
import pytest
from scipy import stats

from bd.effects.columns import Measured
from bd.effects.ranges import paired_difference, percentile_range
from bd.effects.redraw import Redraws
from bd.effects.stack import Stack
from tests.effects.edits import scored
from tests.projects import Project, row

TEXTS = 200
RNG = np.random.default_rng(8)
FLIPS = RNG.random(TEXTS) < 0.2
REPEATS = np.where(RNG.random(TEXTS) < 0.6, FLIPS, RNG.random(TEXTS) < 0.1)


def bootstrap(statistic, *samples, level=0.95):
    """Return SciPy's percentile range of many more re-draws, and how far 1,000 may be from it at either end.

    An order statistic of 1,000 normal draws at 2.5% has a standard error of `sqrt(.025 * .975 / 1000) / .0584`, 0.0845
    standard deviations; at 5% it is 0.0668. Rates come in steps of one text besides.
    """
    found = stats.bootstrap(
        samples,
        statistic,
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method="percentile",
        confidence_level=level,
        rng=np.random.default_rng(4),
    )
    return found.confidence_interval, 3.5 * 0.0845 * found.standard_error + 1 / TEXTS / 2


def difference(y, z, axis):
    return y.mean(axis=axis) - z.mean(axis=axis)


@pytest.fixture(scope="module")
def flip(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("project"), TEXTS).save()
    project.flips("fern", "as-written", "", 0)
    for edit, suffix, changed in (("gender-swap", "-swapped", FLIPS), ("ask-twice", "", REPEATS)):
        choices = ["rose" if c else "tulip" for c in changed]
        project.log("fern", edit, [row(i + suffix, c) for i, c in zip(project.ids, choices, strict=True)])
    return scored(project, "gender-swap")


def test_the_90_percent_range_of_a_rate_beyond_its_control(flip):
    ends, tolerance = bootstrap(difference, FLIPS.astype(float), REPEATS.astype(float), level=0.9)
    low, high = flip["range_90"]
    exact = paired_difference(int((FLIPS > REPEATS).sum()), int((REPEATS > FLIPS).sum()), len(FLIPS), level=0.9)
    assert low == pytest.approx(min(ends.low, exact[0]), abs=tolerance)
    assert high == pytest.approx(max(ends.high, exact[1]), abs=tolerance)


COLUMNS = {
    "three flips of 30": [1] * 3 + [0] * 27,
    "half of 40": [1] * 20 + [0] * 20,
    "moves both ways": [-3] * 4 + [0] * 20 + [2] * 9 + [7] * 2,
    "one large move": [1] * 24 + [60],
}


def exact(column):
    """Return every sum that a re-draw of a column can have, with its probability.

    The counts of distinct values in a re-draw are multinomial; the sum is worked out one drawn text after the other.
    """
    step = {int(v): c / len(column) for v, c in zip(*np.unique(column, return_counts=True), strict=True)}
    sums = {0: 1.0}
    for _ in column:
        later: dict[int, float] = {}
        for total, p in sums.items():
            for value, q in step.items():
                later[total + value] = later.get(total + value, 0.0) + p * q
        sums = later
    values = np.array(sorted(sums))
    return values, np.array([sums[v] for v in values])


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize(("level", "position"), [(0.95, 24), (0.9, 49)])
def test_the_ends_of_a_range_stand_where_the_exact_distribution_allows(name, level, position):
    column = np.array(COLUMNS[name])
    values, p = exact(column)
    assert p.sum() == pytest.approx(1)
    ids = [f"{name} {n}" for n in range(len(column))]
    stack = Stack(ids, np.arange(len(column)))
    means = stack.add(Measured(column, np.ones(len(column), dtype=np.bool_))).means
    ends = np.rint(np.array(percentile_range(means, level=level)) * len(column))
    for end, at in zip(ends, (position, 999 - position), strict=True):
        # The order statistic lies at a beta-distributed level; of the steps there, one in 5,000 may be missed.
        low, high = stats.beta.ppf([1e-4, 1 - 1e-4], at + 1, 1000 - at)
        assert p[values <= end].sum() >= low
        assert p[values < end].sum() <= high


@pytest.mark.parametrize("name", COLUMNS)
def test_re_draws_follow_the_exact_distribution(name):
    column = np.array(COLUMNS[name])
    values, p = exact(column)
    ids = [f"{name} {n}" for n in range(len(column))]
    sums = Redraws(ids).sums(column[:, None])[:, 0]
    assert set(sums) <= set(values)
    edges = np.searchsorted(np.cumsum(p), np.linspace(0, 1, 9)[1:-1])  # about eight classes of equal probability
    classes = np.searchsorted(values[np.unique(edges)], values)
    expected = np.bincount(classes, weights=p) * 1000
    found = np.bincount(classes[np.searchsorted(values, sums)], minlength=len(expected))
    assert stats.chisquare(found, expected * found.sum() / expected.sum()).pvalue > 1e-4
