import numpy as np
import pytest

from bd.agree.nets import detection, direction, halved, nets, redrawn
from bd.agree.scores import instruments_of
from bd.effects.redraw import Redraws
from tests.agree.made import MODELS, one


def test_a_net_score_is_the_mean_over_the_items_that_there_are():
    (found,) = instruments_of([("q", "ash", "1", 0.5), ("q", "ash", "2", -0.1), ("q", "elm", "1", 1.0)])
    assert nets(found).tolist() == [0.2, 1.0]


def test_re_draws_are_those_of_bd():
    made = one("quiz", [0.1, 0.2, 0.3], items=12)
    counts = Redraws(made.items).sums(np.eye(12, dtype=np.int64))
    expected = counts @ (made.scores / 1e6) / counts.sum(axis=1, keepdims=True)
    assert redrawn(made) == pytest.approx(expected)


def test_halves_make_up_the_whole():
    made = one("quiz", [0.1, 0.2, 0.3], items=12)
    first, second = halved(made)
    assert (first + second) / 2 == pytest.approx(np.tile(nets(made), (1000, 1)))


def test_detection_and_direction_of_models_that_lean_both_ways():
    made = one("quiz", [0.6, -0.6, 0.6, -0.6, 0.6, -0.6], noise=0.1)
    assert detection(made).value == pytest.approx(0.6, abs=0.05)
    assert detection(made).detected
    assert detection(made).range[0] > 0.5
    assert direction(made).value == pytest.approx(0, abs=0.05)
    assert direction(made).sign == 0
    assert direction(one("quiz", [-0.5] * 6, noise=0.1)).sign == -1
    assert direction(one("quiz", [0.5] * 6, noise=0.1)).sign == 1


def test_noise_is_detected_no_more_often_than_five_times_in_a_hundred():
    found = [detection(one("quiz", [0.0] * 6, items=30, noise=0.4, seed=seed)).detected for seed in range(200)]
    assert sum(found) <= 20  # 10 expected; 21 or more would come once in a thousand


def test_what_chance_gives_is_where_a_twentieth_of_the_throws_begins(monkeypatch):
    # One model; every way the signs may fall gives another size, up to the sign of all. 1,000 of them are thrown.
    items = 11
    (made,) = instruments_of([("q", "ash", f"{n:02d}", 2**n / 4096) for n in range(items)])
    thrown = np.array([[number >> n & 1 for n in range(items)] for number in range(1000)], dtype=np.uint64)
    monkeypatch.setattr("bd.agree.nets.raw_bits", lambda key, stretch, n: (thrown << np.uint64(63)).ravel())
    sizes = sorted(abs(sum((2 * int(h) - 1) * 2**n for n, h in enumerate(each))) for each in thrown)
    found = detection(made).chance_95 * items * 4096
    at_least = {size: sum(other >= size for other in sizes) for size in sizes}
    # Fisher's p counts what was found among the throws; detected means p < 0.05, neither one place more nor fewer.
    assert [size for size in sizes if size > found + 0.1] == [s for s in sizes if (1 + at_least[s]) / 1001 < 0.05]


def test_noise_that_all_models_share_on_an_item_is_no_detection():
    hits = 0
    for seed in range(100):
        shared = np.random.default_rng(seed).normal(0, 0.3, 30).clip(-1, 1)
        rows = [("q", model, f"{n}", float(shared[n])) for model in MODELS for n in range(30)]
        hits += detection(instruments_of(rows)[0]).detected
    assert hits <= 13


def test_fewer_than_ten_items_have_no_range():
    made = one("quiz", [0.5, 0.4, 0.3], items=9)
    assert detection(made).range is None
    assert direction(made).range is None
    assert direction(made).sign == 0
