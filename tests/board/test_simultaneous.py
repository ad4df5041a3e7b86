import math

import numpy as np
import pytest

from bd.board.simultaneous import (
    NORMAL,
    critical_value,
    differences,
    family_ranges,
    joint_critical_value,
    place_ranges,
    place_sets,
)


def redrawn(seed, points, errors, resamples=1000):
    """Points, and normal re-draws around them, in the six decimals of a row."""
    noise = np.random.default_rng(seed).standard_normal((resamples, len(points)))
    return np.array(points), np.round(np.array(points) + noise * np.array(errors), 6)


def by_hand(points, draws, floors):
    """Every step of the method written out with Python's own numbers, one pair at a time."""
    whole = [[round(d * 1e6) for d in row] for row in draws.tolist()]
    at = [round(p * 1e6) for p in points.tolist()]
    models = range(len(at))

    def deviation(values):
        mean = math.fsum(values) / len(values)
        return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values))

    own = [deviation([row[j] - at[j] for row in whole]) for j in models]
    lacking = [max((floors[j] * 1e6) ** 2 - own[j] ** 2, 0) for j in models]
    error = {
        (j, k): max(
            math.sqrt(deviation([row[j] - row[k] for row in whole]) ** 2 + lacking[j] + lacking[k]),
            floors[j] * 1e6,
            floors[k] * 1e6,
        )
        for j in models
        for k in models
        if j != k
    }
    largest = sorted(
        max((abs(row[j] - row[k] - (at[j] - at[k])) / se for (j, k), se in error.items() if se), default=0)
        for row in whole
    )
    c = max(largest[950], NORMAL)
    ahead = {(j, k) for (j, k), se in error.items() if at[j] - at[k] > c * se}
    return [(1 + sum((j, k) in ahead for j in models), len(at) - sum((k, j) in ahead for j in models)) for k in models]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("floors", [np.zeros(6), np.array([0, 0.02, 0.01, 0, 0.05, 0])])
def test_places_are_those_of_the_method_written_out(seed, floors):
    points, draws = redrawn(seed, [0.30, 0.24, 0.20, 0.08, 0.07, 0.0], [0.02, 0.01, 0.015, 0.01, 0.01, 0.0])
    assert place_ranges(points, draws, floors) == by_hand(points, draws, floors)


def test_models_far_apart_have_one_place_each_and_equal_ones_have_all():
    far = redrawn(1, [0.5, 0.3, 0.1], [0.01] * 3)
    assert place_ranges(*far, np.zeros(3)) == [(1, 1), (2, 2), (3, 3)]
    equal = redrawn(1, [0.3, 0.3, 0.3], [0.01] * 3)
    assert place_ranges(*equal, np.zeros(3)) == [(1, 3)] * 3


def test_one_model_alone_has_the_first_place():
    assert place_ranges(*redrawn(1, [0.3], [0.01]), np.zeros(1)) == [(1, 1)]


def test_models_that_never_move_are_apart_if_they_differ_at_all():
    draws = np.tile([0.2, 0.1, 0.1], (1000, 1))
    assert place_ranges(draws[0], draws, np.zeros(3)) == [(1, 1), (2, 3), (2, 3)]


def test_shared_texts_tell_models_apart_that_separate_texts_do_not():
    points = np.array([0.31, 0.30])
    common = np.random.default_rng(5).standard_normal((1000, 1)) * 0.02
    own = np.random.default_rng(6).standard_normal((1000, 2)) * 0.001
    assert place_ranges(points, points + common + own, np.zeros(2)) == [(1, 1), (2, 2)]
    assert place_ranges(*redrawn(5, points, [0.02, 0.02]), np.zeros(2)) == [(1, 2), (1, 2)]


def test_a_floor_keeps_models_with_hardly_an_event_from_being_told_apart():
    # No event and three events in 500 texts; the zero-event bound is 0.735% of them.
    rng = np.random.default_rng(2)
    draws = np.stack([np.zeros(1000), rng.binomial(500, 0.006, 1000) / 500], axis=1)
    points = np.array([0.0, 0.006])
    floors = np.full(2, 0.00735 / NORMAL)
    assert place_ranges(points, draws, floors) == [(1, 2), (1, 2)]
    further = np.array([0, 0.05])
    assert place_ranges(points + further, draws + further, floors) == [(2, 2), (1, 1)]


def test_a_floor_counts_only_where_it_is_above_the_standard_error():
    points, draws = redrawn(3, [0.3, 0.2], [0.02, 0.02])
    low = differences(points, draws, np.full(2, 0.001))
    assert np.array_equal(low.errors, differences(points, draws, np.zeros(2)).errors)
    high = differences(points, draws, np.full(2, 0.05)).errors[0, 1]
    own = draws.std(axis=0) * 1e6
    expected = math.sqrt((draws[:, 0] - draws[:, 1]).std() ** 2 * 1e12 + 2 * 50_000**2 - (own**2).sum())
    assert high == pytest.approx(expected)


def test_models_that_differ_on_hardly_a_text_are_not_told_apart():
    # A hundred events of 500 each, all but one on the same texts; the difference is known no better than 0.735%.
    same = np.random.default_rng(3).normal(0.2, 0.018, (1000, 1))
    draws = np.round(np.concatenate([same, same + 0.002], axis=1), 6)
    points = np.array([0.2, 0.202])
    assert place_ranges(points, draws, np.zeros(2)) == [(2, 2), (1, 1)]
    assert place_ranges(points, draws, np.full(2, 0.00735 / NORMAL)) == [(1, 2), (1, 2)]


def test_the_order_of_the_models_does_not_matter():
    points, draws = redrawn(4, [0.3, 0.25, 0.1, 0.11, 0.1], [0.02, 0.03, 0.01, 0.01, 0.02])
    floors = np.array([0, 0.01, 0.02, 0, 0])
    found = place_ranges(points, draws, floors)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(5)
        assert place_ranges(points[order], draws[:, order], floors[order]) == [found[n] for n in order]


def test_the_critical_value_is_the_fiftieth_largest_of_a_thousand():
    assert critical_value(np.arange(1000.0)) == 950
    assert critical_value(np.append(np.arange(1000.0), np.nan)) == 950
    assert critical_value(np.zeros(1000)) == NORMAL
    with pytest.raises(ValueError, match="at least 40 re-draws"):
        critical_value(np.arange(39.0))


def test_a_joint_critical_value_looks_at_all_families_at_once():
    first, second = np.arange(1000.0), np.arange(1000.0)[::-1]
    assert joint_critical_value([first]) == 950
    assert joint_critical_value([first, second]) == 975  # the larger of both, re-draw by re-draw
    # Only the last forty re-draws are known in both; the second largest of them.
    assert joint_critical_value([np.where(first < 960, np.nan, first), second]) == 998


def test_a_joint_critical_value_makes_places_wider_or_leaves_them():
    found = [differences(*redrawn(n, [0.3, 0.26, 0.2], [0.01, 0.01, 0.01]), np.zeros(3)) for n in range(12)]
    joint = joint_critical_value(f.largest for f in found)
    assert joint > max(critical_value(f.largest) for f in found)
    for each in found:
        own = place_sets(each, critical_value(each.largest))
        wide = place_sets(each, joint)
        assert all(w[0] <= o[0] and o[1] <= w[1] for w, o in zip(wide, own, strict=True))


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
    assert place_ranges(points, holed, np.zeros(2)) == place_ranges(points, without, np.zeros(2))
    assert np.isnan(differences(points, holed, np.zeros(2)).largest[5])
    with pytest.raises(ValueError, match="at least 40 re-draws"):
        family_ranges(points, np.full((1000, 2), np.nan), np.zeros(2))


def test_places_of_equal_and_close_models_are_covered_at_once():
    """The simultaneous sets hold every true place in at least 95 of 100 studies; 94 allows for 300 repeats."""
    rng = np.random.default_rng(11)
    rates = np.array([0.30, 0.30, 0.30, 0.25, 0.10])
    true_places = [(1, 3), (1, 3), (1, 3), (4, 4), (5, 5)]
    texts, repeats, held = 200, 300, 0
    for _ in range(repeats):
        answers = rng.random((texts, len(rates))) < rates
        counts = rng.multinomial(texts, np.full(texts, 1 / texts), size=400)
        found = place_ranges(answers.mean(axis=0), counts @ answers / texts, np.full(5, 0.0094))
        held += all(any(low <= p <= high for p in true) for (low, high), true in zip(found, true_places, strict=True))
    assert held / repeats >= 0.94
