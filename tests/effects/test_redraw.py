import hashlib

import numpy as np
import pytest

from bd.effects import redraw, sums
from bd.effects.redraw import HALVINGS, RESAMPLES, SEED, Halvings, RawBits, Redraws

IDS = [f"bed-{n:03d}" for n in range(40)]
KEY = bytes(range(16))


def draw_indices(key, resample, n):
    return redraw._places(RawBits(key).stretch(resample, n), n)


def columns(texts, count=3, largest=1_000_000):
    return np.random.default_rng(5).integers(-largest, largest, (texts, count), endpoint=True)


def counts(redraws):
    return redraws.sums(np.eye(redraws.n, dtype=np.int64)).astype(int)


def test_known_draws():
    # If this fails after an update of NumPy, every range that was ever published moves: do not change the numbers.
    assert draw_indices(KEY, 0, 10).tolist() == [4, 2, 0, 1, 3, 6, 6, 4, 5, 3]
    assert draw_indices(KEY, 999, 10).tolist() == [7, 1, 6, 9, 2, 3, 9, 4, 2, 7]
    assert draw_indices(KEY, 0, 2000)[-5:].tolist() == [698, 849, 185, 1647, 1587]


def test_a_known_row_of_counts():
    assert counts(Redraws(IDS[:12]))[[0, 999]].tolist() == [
        [1, 0, 1, 1, 2, 0, 2, 3, 0, 0, 0, 2],
        [1, 0, 2, 0, 1, 0, 2, 0, 3, 2, 1, 0],
    ]


def test_each_re_draw_takes_as_many_texts_as_there_are():
    found = counts(Redraws(IDS))
    assert found.shape == (RESAMPLES, 40)
    assert (found.sum(axis=1) == 40).all()


def test_every_text_is_drawn_equally_often():
    # 40,000 draws over 40 texts: a chi-square of 39 degrees of freedom stays below 85 with probability 0.99997.
    drawn = counts(Redraws(IDS)).sum(axis=0)
    assert ((drawn - 1000) ** 2 / 1000).sum() < 85


def test_re_draws_are_independent_of_each_other():
    found = counts(Redraws(IDS))
    assert len({row.tobytes() for row in found}) == RESAMPLES
    covariance = np.cov(found[:500].ravel(), found[500:].ravel())
    assert abs(covariance[0, 1]) < 0.03
    assert found.var() == pytest.approx(1 - 1 / 40, rel=0.05)


def test_indices_stay_below_n():
    for n in (1, 2, 3, 1000, 2**20 + 1):
        drawn = draw_indices(KEY, 7, n)
        assert len(drawn) == n
        assert drawn.min() >= 0
        assert drawn.max() < n


def test_a_sum_does_not_depend_on_the_columns_beside_it():
    y = columns(40)
    together = Redraws(IDS).sums(y)
    for n in range(3):
        assert (Redraws(IDS).sums(y[:, [n]])[:, 0] == together[:, n]).all()


@pytest.mark.parametrize("block", [1, 8 * 40 * 7, 8 * 40 * 999, 2**30])
def test_the_size_of_a_block_changes_nothing(monkeypatch, block):
    y = columns(40)
    whole = Redraws(IDS).sums(y)
    monkeypatch.setattr(redraw, "_BLOCK_BYTES", block)
    assert (Redraws(IDS).sums(y) == whole).all()


@pytest.mark.parametrize(("texts", "machine"), [(1, 1), (7, 3), (39, 5), (40, 2)])
def test_how_many_texts_are_added_up_at_once_and_on_how_many_cores_changes_nothing(monkeypatch, texts, machine):
    y = columns(40)
    whole = Redraws(IDS).sums(y)
    monkeypatch.setattr(sums, "_AT_ONCE", texts)
    monkeypatch.setattr(sums, "cores", lambda: machine)
    assert (Redraws(IDS).sums(y) == whole).all()


def test_fewer_re_draws_are_the_first_of_more():
    y = columns(40)
    assert (Redraws(IDS, resamples=50).sums(y) == Redraws(IDS).sums(y)[:50]).all()


def test_sums_are_exact():
    redraws = Redraws(IDS)
    y = columns(40, largest=2**53 // 41)
    y[0, 0] = 2**53 // 41
    exact = [
        [sum(int(w) * int(v) for w, v in zip(row, y[:, n], strict=True)) for n in range(3)]
        for row in counts(redraws)[::50]
    ]
    assert redraws.sums(y)[::50].tolist() == exact


def test_sums_that_could_not_be_exact_are_refused():
    with pytest.raises(OverflowError, match="no longer exact"):
        Redraws(IDS).sums(np.full((40, 1), 2**53 // 40 + 1))


def test_the_ids_their_order_and_the_seed_make_the_re_draws():
    plain = counts(Redraws(IDS))
    assert (plain == counts(Redraws(IDS, seed=SEED))).all()
    for other in (Redraws(IDS, seed=1), Redraws([*IDS[:-1], "bed-999"]), Redraws(IDS[::-1])):
        assert not (plain == counts(other)).all()


def test_no_texts_give_sums_of_nothing():
    assert Redraws([]).sums(np.zeros((0, 2), dtype=np.int64)).tolist() == [[0, 0]] * RESAMPLES


def halves(ids=IDS, **more):
    return Halvings(ids, **more).sums(np.eye(len(ids), dtype=np.int64)).astype(int)


def test_known_halves():
    # As above: a change of these numbers moves what headlines read on texts that had no say in them.
    assert sorted(redraw._half(RawBits(KEY).stretch(0, 9), 9).tolist()) == [1, 2, 3, 4]
    assert np.flatnonzero(halves(IDS[:12])[99]).tolist() == [0, 1, 5, 7, 10, 11]


@pytest.mark.parametrize("n", [12, 39])
def test_the_first_half_are_the_texts_with_the_lowest_outputs_of_their_stretch(n):
    digest = hashlib.sha256("".join(f"{line}\n" for line in ("bd/halving@1", "0", *IDS[:n])).encode()).digest()
    found = halves(IDS[:n])
    for sample in (0, 1, 99):
        raw = np.random.Philox(key=int.from_bytes(digest[:16], "big"), counter=sample << 128).random_raw(n)
        assert np.flatnonzero(found[sample]).tolist() == sorted(np.argsort(raw)[: n // 2].tolist())


@pytest.mark.parametrize(("n", "first"), [(40, 20), (39, 19), (1, 0)])
def test_a_half_holds_each_text_once_and_of_an_odd_number_the_smaller_part(n, first):
    found = halves(IDS[:n])
    assert found.shape == (HALVINGS, n)
    assert set(found.ravel()) <= {0, 1}
    assert (found.sum(axis=1) == first).all()


def test_halves_differ_and_take_every_text_equally_often():
    found = halves()
    assert len({row.tobytes() for row in found}) == HALVINGS
    # 100 halvings: each text 50 times, with a standard deviation of 5.
    assert np.abs(found.sum(axis=0) - 50).max() < 20


def test_fewer_halvings_are_the_first_of_more_and_the_seed_makes_them():
    assert (halves(halvings=7) == halves()[:7]).all()
    assert not (halves(seed=1) == halves()).all()
    assert not (halves(IDS[::-1]) == halves()).all()


def test_halves_are_no_part_of_the_re_draws():
    assert Halvings(IDS).key != Redraws(IDS).key


def test_of_equal_outputs_the_earlier_texts_go_to_the_first_half():
    for raw, first in (([3, 3, 1, 3, 3], [0, 2]), ([5, 5, 5, 5], [0, 1]), ([2], []), ([], [])):
        assert sorted(redraw._half(np.array(raw, dtype=np.uint64), len(raw)).tolist()) == first
