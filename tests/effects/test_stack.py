import numpy as np

from bd.effects.columns import Measured
from bd.effects.redraw import Halvings, Redraws
from bd.effects.stack import Stack

IDS = [f"bed-{n:02d}" for n in range(20)]


def measured(y, mask=None, unit=1):
    mask = np.ones(len(y), dtype=np.bool_) if mask is None else np.array(mask)
    return Measured(np.where(mask, y, 0).astype(np.int64), mask, unit)


def stack_of(*columns, ids=IDS, places=None):
    stack = Stack(ids, np.arange(len(ids)) if places is None else np.array(places))
    for column in columns:
        stack.add(column)
    return stack


def counts(ids=IDS):
    return Redraws(ids).sums(np.eye(len(ids), dtype=np.int64))


def test_a_mean_is_the_sum_over_the_texts_that_count_in_every_re_draw():
    y, mask = np.arange(20), np.arange(20) % 3 > 0
    means = stack_of(measured(y, mask)).means(0)
    assert np.allclose(means, (counts() * y * mask).sum(axis=1) / (counts() * mask).sum(axis=1), rtol=1e-14)


def test_columns_with_different_masks_stand_side_by_side():
    y, some = np.arange(20), np.arange(20) < 15
    stack = stack_of(measured(y), measured(y, some), measured(y * 2, unit=2))
    assert (stack.means(0) == stack_of(measured(y)).means(0)).all()
    assert (stack.means(1) == stack_of(measured(y, some)).means(0)).all()
    assert (stack.means(2) == stack.means(0)).all()


def test_a_re_draw_without_any_text_that_counts_has_no_mean():
    mask = np.arange(20) == 3
    means = stack_of(measured(np.full(20, 7), mask)).means(0)
    assert (np.isnan(means) == (counts()[:, 3] == 0)).all()
    assert set(means[~np.isnan(means)]) == {7.0}


def test_only_the_texts_that_were_asked_are_re_drawn():
    y = np.arange(20)
    part = stack_of(measured(y, y % 2 == 0), ids=IDS[::2], places=range(0, 20, 2))
    alone = stack_of(measured(y[::2]), ids=IDS[::2])
    assert (part.means(0) == alone.means(0)).all()


def test_texts_of_one_cluster_are_drawn_together():
    y, mask = np.arange(20), np.arange(20) != 3
    clusters = np.arange(20) // 5
    stack = Stack(["a", "b", "c", "d"], np.arange(20), clusters)
    place = stack.add(measured(y, mask, unit=2))
    drawn = counts(["a", "b", "c", "d"])
    by_text = drawn[:, clusters]  # every text as often as its cluster
    assert np.allclose(stack.means(place), (by_text * y * mask).sum(axis=1) / ((by_text * mask).sum(axis=1) * 2))


def test_clusters_count_where_one_of_their_texts_does():
    stack = Stack(["a", "b", "c", "d"], np.arange(20), np.arange(20) // 5)
    place = stack.add(measured(np.arange(20), np.arange(20) < 11))
    assert stack.count(place) == 3
    assert stack_of(measured(np.arange(20), np.arange(20) < 11)).count(0) == 11


def test_halves_are_means_over_the_texts_of_either_half_that_count():
    y, mask = np.arange(20) * 3, np.arange(20) % 4 > 0
    found = stack_of(measured(y, mask, unit=3)).halves(0)
    first = Halvings(IDS).sums(np.eye(20, dtype=np.int64))
    for column, half in enumerate((first, 1 - first)):
        wanted = [(y * mask)[row > 0].sum() / mask[row > 0].sum() / 3 for row in half]
        assert np.allclose(found[:, column], wanted)
