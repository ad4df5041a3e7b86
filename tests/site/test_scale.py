"""One line of numbers for everything that a page draws."""

from __future__ import annotations

import pytest

from bd.site.scale import Scale, drawn, scale_of
from tests.site import facets


def facet(value, lo, hi, found=None, **more):
    own = {"raw": {"value": value}} | more
    return facets.facet(excess={"value": value, "lo": lo, "hi": hi}, min_detectable=found, **own)


def test_a_scale_holds_every_result_with_its_range():
    scale = scale_of([facet(20.0, 10.0, 30.0), facet(-1.0, -2.0, 0.0), facets.missing()])
    assert 0 < scale.at(-2.0) < scale.at(0.0) < scale.at(30.0) < 100


def test_a_tiny_effect_is_drawn_as_tiny():
    scale = scale_of([facet(0.07, 0.06, 0.08)])
    assert scale.at(0.07) - scale.at(0.0) < 2


def test_nothing_to_draw_is_no_scale():
    assert scale_of([]) is None
    assert scale_of([facet(0.0, None, None)]) is None


@pytest.mark.parametrize(("lo", "hi"), [(None, None), (1.0, None)])
def test_without_a_range_there_is_a_point_alone(lo, hi):
    scale = scale_of([facet(5.0, 1.0, 9.0)])
    mark = scale.mark(facet(5.0, lo, hi))
    assert (mark.lo, mark.hi, mark.band) == (None, None, None)
    assert scale.at(0.0) < mark.value


def test_what_a_test_mostly_misses_is_a_band_around_zero_that_ends_with_the_line():
    scale = scale_of([facet(5.0, 1.0, 9.0)])
    start, width = scale.mark(facet(5.0, 1.0, 9.0, found=0.2)).band
    assert start < scale.at(0.0) < start + width
    start, width = scale.mark(facet(5.0, 1.0, 9.0, found=50.0)).band
    assert (start, width) == (0.0, 100.0)


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (-0.2, 5.2, ["0", "1", "2", "3", "4", "5"]),
        (-2.0, 49.0, ["0", "10", "20", "30", "40"]),
        (-12.0, 9.0, ["\u221210", "\u22125", "0", "5"]),
        (-0.01, 0.29, ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25"]),
        (-4.0, 104.0, ["0", "20", "40", "60", "80", "100"]),
    ],
)
def test_a_line_is_marked_with_few_round_numbers_zero_among_them(low, high, marks):
    ticks = Scale(low, high).ticks()
    assert [tick.text for tick in ticks] == marks
    assert all(0 <= tick.at <= 100 for tick in ticks)
    assert Scale(low, high).at(0.0) in [tick.at for tick in ticks]


def test_where_so_few_texts_changed_that_redraws_collapse_the_exact_range_is_drawn():
    assert drawn(facet(-1.0, -1.0, -1.0, few=True, exact_range=[-5.0, 3.0])) == (-1.0, -5.0, 3.0)
    assert drawn(facet(-1.0, -1.0, -1.0, few=True, exact_range=None)) == (-1.0, -1.0, -1.0)


def test_signed_a_negative_move_stands_left_of_zero_and_zero_in_the_middle():
    left, right = facet(3.0, 1.0, 4.0, raw={"value": -3.0}), facet(2.0, 1.5, 6.0, raw={"value": 2.0})
    assert drawn(left, signed=True) == (-3.0, -4.0, -1.0)
    scale = scale_of([left, right], signed=True)
    assert scale.at(0.0) == 50.0
    mark = scale.mark(left, signed=True)
    assert mark.lo < mark.value < mark.hi < 50.0 < scale.mark(right, signed=True).value
