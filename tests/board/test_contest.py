import math

import numpy as np
import pytest

from bd.board.contest import Contest, place_sets, surely_ahead, tiers
from bd.board.simultaneous import NORMAL
from tests.board.test_simultaneous import redrawn


def place_ranges(points, draws, floors, owners=None):
    (ahead,) = surely_ahead([Contest(points, draws, floors, range(len(points)) if owners is None else owners)])
    return place_sets(ahead)


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


def steps_by_hand(points, draws, owners):
    """Both steps of the method written out for models with several cells, without floors; who is ahead of whom."""
    moves = [[d - p for d, p in zip(row, points, strict=True)] for row in draws.tolist()]
    cells, models = range(len(points)), sorted(set(owners))
    error = {(a, b): float(np.std([row[a] - row[b] for row in moves])) for a in cells for b in cells if a != b}
    within = sorted(
        max(abs(row[a] - row[b]) / error[a, b] for a in cells for b in cells if a != b and owners[a] == owners[b])
        for row in moves
    )
    first = within[995]
    lag = [
        min([0.0, *(points[a] - points[b] + first * error[a, b] for b in cells if b != a and owners[a] == owners[b])])
        for a in cells
    ]
    heads = [max((c for c in cells if owners[c] == m), key=lambda c: points[c]) for m in models]
    across = sorted(
        max((row[a] - row[h] + lag[a]) / error[a, h] for h in heads for a in cells if owners[a] != owners[h])
        for row in moves
    )
    c = across[955]
    running = {m: [n for n in cells if owners[n] == m and lag[n] == 0] for m in models}
    return [
        [
            j != k and any(all(points[a] - points[b] > c * error[a, b] for b in running[k]) for a in running[j])
            for k in models
        ]
        for j in models
    ]


@pytest.mark.parametrize("seed", range(4))
def test_both_steps_are_those_of_the_method_written_out(seed):
    owners = [0, 0, 0, 1, 2, 2, 2, 2]
    at = [0.30, 0.29, 0.05, 0.24, 0.20, 0.21, 0.19, 0.0]
    points, draws = redrawn(seed, at, [0.010, 0.012, 0.01, 0.01, 0.01, 0.008, 0.012, 0.01])
    (ahead,) = surely_ahead([Contest(points, draws, np.zeros(8), owners)])
    assert ahead.tolist() == steps_by_hand(points.tolist(), draws, owners)
    assert ahead.any()
    assert not ahead.all()


def test_cells_far_below_the_headline_hardly_widen_anything():
    points, draws = redrawn(1, [0.30, 0.265] + [0.02] * 58, [0.01] * 60)
    owners = [0, 1, *[0] * 29, *[1] * 29]
    assert place_ranges(points[:2], draws[:, :2], np.zeros(2)) == [(1, 1), (2, 2)]
    assert place_ranges(points, draws, np.zeros(60), owners) == [(1, 1), (2, 2)]
    # Had each of the 58 been a headline as likely, this much would not be sure.
    close = points + np.array([0.0, 0.0, *[0.24] * 29, *[0.24] * 29])
    assert place_ranges(close, draws + close - points, np.zeros(60), owners) == [(1, 2), (1, 2)]


def test_a_noisy_cell_that_may_be_larger_keeps_its_model_from_being_surely_behind():
    points, draws = redrawn(1, [0.30, 0.10, 0.05], [0.01, 0.01, 0.20])
    assert place_ranges(points[:2], draws[:, :2], np.zeros(2)) == [(1, 1), (2, 2)]
    assert place_ranges(points, draws, np.zeros(3), [0, 1, 1]) == [(1, 2), (1, 2)]


def test_several_boards_at_once_are_surer_of_nothing_than_each_alone():
    boards = [Contest(*redrawn(n, [0.3, 0.26, 0.2], [0.01] * 3), np.zeros(3), range(3)) for n in range(12)]
    together = surely_ahead(boards)
    alone = [surely_ahead([board])[0] for board in boards]
    assert all((joint <= own).all() for joint, own in zip(together, alone, strict=True))
    assert sum(joint.sum() for joint in together) < sum(own.sum() for own in alone)


def test_a_re_draw_in_which_a_cell_is_unknown_is_left_out():
    points, draws = redrawn(1, [0.3, 0.28, 0.2], [0.02, 0.01, 0.01])
    holed = draws.copy()
    holed[5, 0] = np.nan
    without = np.delete(draws, 5, axis=0)
    assert place_ranges(points, holed, np.zeros(3)) == place_ranges(points, without, np.zeros(3))
    assert np.isnan(Contest(points, holed, np.zeros(3), range(3)).across(np.zeros(3))[5])
    with pytest.raises(ValueError, match="at least 40 re-draws"):
        place_ranges(points, np.full((1000, 3), np.nan), np.zeros(3))


def test_places_are_held_where_some_models_have_one_cell_and_some_have_thirty():
    """All eight are equal: of thirty cells the largest reads more, and by headlines alone that looks like a place."""
    rng = np.random.default_rng(12)
    owners = [0, 1, 2, 3, *(m for m in range(4, 8) for _ in range(30))]
    texts, repeats = 200, 100
    heads_held, held = 0, 0
    for repeat in range(repeats):
        if repeat % 20 == 0:
            counts = rng.multinomial(texts, np.full(texts, 1 / texts), size=400).astype(np.float64)
        answers = (rng.random((texts, len(owners))) < 0.1).astype(np.float64)
        points, draws = answers.mean(axis=0), counts @ answers / texts
        floors = np.full(len(owners), 0.0094)
        held += place_ranges(points, draws, floors, owners) == [(1, 8)] * 8
        heads = [0, 1, 2, 3, *(4 + 30 * n + int(points[4 + 30 * n : 34 + 30 * n].argmax()) for n in range(4))]
        heads_held += place_ranges(points[heads], draws[:, heads], floors[heads]) == [(1, 8)] * 8
    assert held / repeats >= 0.94
    assert heads_held / repeats < 0.9


def test_a_tier_starts_where_its_first_model_is_surely_ahead():
    ahead = np.zeros((4, 4), dtype=np.bool_)
    ahead[0, 2] = ahead[1, 3] = True
    # The second is ahead of the fourth, but it is the third's tier that the fourth would have to leave.
    assert tiers(ahead, [1, 2, 3, 4]) == (1, 1, 2, 2)
    ahead[2, 3] = True
    assert tiers(ahead, [1, 2, 3, 4]) == (1, 1, 2, 3)
    assert tiers(ahead, [1, 2, 3.5, 3.5]) == (1, 1, 2, 2)  # who shares a place shares a tier
    assert tiers(np.zeros((0, 0), dtype=np.bool_), []) == ()
