import hashlib
import random
from collections import Counter
from fractions import Fraction
from math import exp, factorial

import numpy as np
import pytest
from scipy import stats

from bd.effects import sums, weights
from bd.effects.columns import Measured
from bd.effects.ranges import percentile_range
from bd.effects.stack import Stack
from bd.effects.weights import HalfWeights, Weights

IDS = [f"bed-{n:05d}" for n in range(5000)]


def columns(texts, count=3, largest=1_000_000):
    return np.random.default_rng(5).integers(-largest, largest, (texts, count), endpoint=True)


def table(made):
    """Every weight; shape (samples, texts)."""
    return made.sums(np.eye(made.n, dtype=np.int64)).astype(int)


def test_known_weights():
    # If this fails after an update of NumPy, every range of a large list moves: do not change the numbers.
    assert table(Weights(["bed-1", "bed-2"]))[:12].T.tolist() == [
        [1, 0, 0, 0, 0, 1, 0, 0, 1, 2, 0, 2],
        [0, 1, 1, 2, 1, 2, 3, 1, 1, 1, 1, 0],
    ]
    assert table(HalfWeights(["bed-1"]))[:20, 0].tolist() == [
        1,
        1,
        0,
        1,
        0,
        1,
        1,
        0,
        0,
        1,
        1,
        0,
        1,
        0,
        0,
        1,
        1,
        0,
        1,
        1,
    ]


def test_a_weight_is_a_poisson_number_of_mean_one_cut_to_32_bits():
    # Of all that 32 bits can be, so many lie below a share as it is; the next one has the larger weight.
    below = [int(Fraction(stats.poisson.cdf(n, 1)) * 2**32) for n in range(6)]
    bits = [bit for step in below for bit in (step - 3, step + 3)]
    exact = [step for step in weights._STEPS for step in (step - 1, step)]
    assert weighed(bits) == [each for n in range(6) for each in (n, n + 1)]
    assert weighed(exact) == [each for n in range(12) for each in (n, n + 1)]
    assert weighed([0, 2**32 - 1]) == [0, 12]


def weighed(bits):
    """Return the weights that some runs of 32 bits give, two to an output."""
    raw = np.array(bits, dtype="<u4").view("<u8").reshape(1, -1)
    return Weights(["bed-1"], resamples=len(bits))._numbers(raw)[0].tolist()


@pytest.mark.parametrize("resamples", [1, 2, 7])
def test_each_text_has_a_stretch_of_its_own_that_its_id_and_the_seed_name(resamples):
    key = hashlib.sha256(b"bd/weights@1\n0\nbed-1").digest()[:16]
    high, low = (int.from_bytes(part, "big") for part in (key[:8], key[8:]))
    raw = np.random.Philox(key=low << 64 | high).random_raw(4).astype("<u8").view("<u4")
    expected = [sum(bit >= step for step in weights._STEPS) for bit in raw[:resamples].tolist()]
    assert table(Weights(["bed-1"], resamples=resamples))[:, 0].tolist() == expected


@pytest.mark.parametrize("kind", [Weights, HalfWeights])
@pytest.mark.parametrize("shards", [1, 2, 7, 64])
def test_sums_of_parts_add_up_to_those_of_the_whole_in_any_order(kind, shards):
    y, places = columns(len(IDS)), list(range(len(IDS)))
    random.Random(shards).shuffle(places)
    parts = [kind([IDS[n] for n in part]).sums(y[part]) for part in np.array_split(places, shards)]
    random.Random(shards + 1).shuffle(parts)
    assert sum(parts).tobytes() == kind(IDS).sums(y).tobytes()


def test_weights_are_poisson_of_mean_one():
    found = Counter(table(Weights(IDS[:400])).ravel().tolist())
    total = sum(found.values())
    for k in range(6):
        assert found[k] / total == pytest.approx(exp(-1) / factorial(k), abs=0.002)


def test_texts_and_re_draws_are_independent():
    found = table(Weights(IDS[:300])) - 1.0
    across = np.corrcoef(found.T)[np.triu_indices(300, 1)]
    assert abs(across.mean()) < 0.001
    assert across.std() == pytest.approx(1000**-0.5, rel=0.05)


def test_another_seed_and_another_id_give_other_weights():
    one = table(Weights(IDS[:10]))
    assert (one == table(Weights(IDS[:10], seed=0))).all()
    assert (one != table(Weights(IDS[:10], seed=1))).any()
    assert (one[:, ::-1] == table(Weights(IDS[:10][::-1]))).all()


def test_fewer_re_draws_are_the_first_of_all():
    y = columns(50)
    assert (Weights(IDS[:50], resamples=7).sums(y) == Weights(IDS[:50]).sums(y)[:7]).all()


def test_halves_hold_about_half_of_the_texts():
    found = table(HalfWeights(IDS[:400]))
    assert set(found.ravel().tolist()) == {0, 1}
    assert found.shape == (100, 400)
    assert found.mean() == pytest.approx(0.5, abs=0.01)


def test_a_sum_that_might_not_be_exact_is_refused():
    with pytest.raises(OverflowError):
        Weights(IDS[:40]).sums(np.full((40, 1), 2**53 // 480 + 1))


def test_the_size_of_a_block_changes_nothing(monkeypatch):
    whole = Weights(IDS[:500]).sums(columns(500))
    monkeypatch.setattr(sums, "_AT_ONCE", 33)
    assert (Weights(IDS[:500]).sums(columns(500)) == whole).all()


def test_large_lists_are_re_drawn_by_weights(monkeypatch):
    monkeypatch.setattr(weights, "MOST_COUNTED", 100)
    assert Stack(IDS[:101], np.arange(101)).large
    assert not Stack(IDS[:100], np.arange(100)).large
    assert Stack(IDS[:30], np.arange(30), most_counted=29).large


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("size", [1, 7, 64, 500])
def test_a_stack_that_is_given_the_sums_of_its_parts_draws_the_same(clustered, size):
    def stack():
        clusters = np.arange(200) // 2 if clustered else None
        made = Stack(IDS[: 100 if clustered else 200], np.arange(200), clusters, most_counted=50)
        one = made.add(Measured(np.arange(200, dtype=np.int32), np.arange(200) % 3 > 0))
        return one, made.add(Measured(np.arange(200, dtype=np.int64) * 10**9, np.arange(200) % 5 > 0))

    whole, cut = stack(), stack()
    of = cut[0].stack
    parts = [of.part(n, n + size).sums() for n in range(0, len(of.ids), size)]
    of.give(sum(parts[1:], parts[0]))
    for a, b in zip(cut, whole, strict=True):
        assert a.means.tobytes() == b.means.tobytes()
        assert a.halves.tobytes() == b.halves.tobytes()


def test_a_part_is_refused_where_the_whole_might_not_be_exact():
    large = Stack(IDS[:40], np.arange(40), most_counted=1)
    large.add(Measured(np.full(40, 2**53 // 480 + 1), np.ones(40, dtype=np.bool_)))
    with pytest.raises(OverflowError):
        large.part(0, 1).sums()


@pytest.mark.parametrize("share", [0.03, 0.4])
def test_ranges_are_close_to_those_of_texts_drawn_with_replacement(monkeypatch, share):
    y = (np.random.default_rng(3).random(len(IDS)) < share).astype(np.int32)
    mask = np.arange(len(IDS)) % 5 > 0

    def span():
        stack = Stack(IDS, np.arange(len(IDS)))
        return percentile_range(stack.add(Measured(np.where(mask, y, 0), mask)).means)

    counted = span()
    monkeypatch.setattr(weights, "MOST_COUNTED", 100)
    weighted = span()
    width = counted[1] - counted[0]
    assert weighted != counted
    assert weighted == pytest.approx(counted, abs=0.1 * width)


def test_halves_of_a_large_list_are_means_over_either_half(monkeypatch):
    monkeypatch.setattr(weights, "MOST_COUNTED", 100)
    stack = Stack(IDS[:200], np.arange(200))
    found = stack.add(Measured(np.arange(200, dtype=np.int32), np.ones(200, dtype=np.bool_))).halves
    bits = table(HalfWeights(IDS[:200]))
    for half, column in ((bits, 0), (1 - bits, 1)):
        assert np.allclose(found[:, column], (half * np.arange(200)).sum(axis=1) / half.sum(axis=1))
