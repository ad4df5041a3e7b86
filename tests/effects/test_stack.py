import numpy as np

from bd.effects.columns import Measured
from bd.effects.redraw import Halvings, Redraws
from bd.effects.stack import Stack

IDS = [f"bed-{n:02d}" for n in range(20)]


def measured(y, mask=None, unit=1):
    mask = np.ones(len(y), dtype=np.bool_) if mask is None else np.array(mask)
    return Measured(np.where(mask, y, 0).astype(np.int64), mask, unit)


def stacked(*columns, ids=IDS, places=None):
    stack = Stack(ids, np.arange(len(ids)) if places is None else np.array(places))
    return [stack.add(column) for column in columns]


def means(*columns, **more):
    return [column.means for column in stacked(*columns, **more)]


def counts(ids=IDS):
    return Redraws(ids).sums(np.eye(len(ids), dtype=np.int64))


def test_a_mean_is_the_sum_over_the_texts_that_count_in_every_re_draw():
    y, mask = np.arange(20), np.arange(20) % 3 > 0
    (found,) = means(measured(y, mask))
    assert np.allclose(found, (counts() * y * mask).sum(axis=1) / (counts() * mask).sum(axis=1), rtol=1e-14)


def test_columns_with_different_masks_stand_side_by_side():
    y, some = np.arange(20), np.arange(20) < 15
    whole, part, doubled = means(measured(y), measured(y, some), measured(y * 2, unit=2))
    assert (whole == means(measured(y))[0]).all()
    assert (part == means(measured(y, some))[0]).all()
    assert (doubled == whole).all()


def test_equal_columns_are_one():
    y, some = np.arange(20), np.arange(20) < 15
    one, part, again, wide = stacked(measured(y), measured(y, some), measured(y.copy()), measured(y, unit=2))
    assert again.measured is one.measured
    assert len({id(each.measured) for each in (one, part, wide)}) == 3
    assert wide.measured.mask is one.measured.mask
    assert (again.means == one.means).all()


def test_a_re_draw_without_any_text_that_counts_has_no_mean():
    mask = np.arange(20) == 3
    (found,) = means(measured(np.full(20, 7), mask))
    assert (np.isnan(found) == (counts()[:, 3] == 0)).all()
    assert set(found[~np.isnan(found)]) == {7.0}


def test_only_the_texts_that_were_asked_are_re_drawn():
    y = np.arange(20)
    (part,) = means(measured(y, y % 2 == 0), ids=IDS[::2], places=range(0, 20, 2))
    (alone,) = means(measured(y[::2]), ids=IDS[::2])
    assert (part == alone).all()


def test_texts_of_one_cluster_are_drawn_together():
    y, mask = np.arange(20), np.arange(20) != 3
    clusters = np.arange(20) // 5
    stack = Stack(["a", "b", "c", "d"], np.arange(20), clusters)
    found = stack.add(measured(y, mask, unit=2)).means
    drawn = counts(["a", "b", "c", "d"])
    by_text = drawn[:, clusters]  # every text as often as its cluster
    assert np.allclose(found, (by_text * y * mask).sum(axis=1) / ((by_text * mask).sum(axis=1) * 2))


def test_clusters_count_where_one_of_their_texts_does():
    stack = Stack(["a", "b", "c", "d"], np.arange(20), np.arange(20) // 5)
    assert stack.add(measured(np.arange(20), np.arange(20) < 11)).count == 3
    assert stacked(measured(np.arange(20), np.arange(20) < 11))[0].count == 11


def test_halves_are_means_over_the_texts_of_either_half_that_count():
    y, mask = np.arange(20) * 3, np.arange(20) % 4 > 0
    found = stacked(measured(y, mask, unit=3))[0].halves
    first = Halvings(IDS).sums(np.eye(20, dtype=np.int64))
    for column, half in enumerate((first, 1 - first)):
        wanted = [(y * mask)[row > 0].sum() / mask[row > 0].sum() / 3 for row in half]
        assert np.allclose(found[:, column], wanted)
