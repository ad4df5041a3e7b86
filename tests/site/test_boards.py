from __future__ import annotations

import pytest

from bd.site.boards import scale_of
from bd.site.cursor import Cursor


def facet(value, lo, hi):
    return Cursor({"status": "measured", "excess": {"value": value, "lo": lo, "hi": hi}})


def test_a_scale_holds_every_result_with_its_range():
    scale = scale_of([facet(20.0, 10.0, 30.0), facet(-1.0, -2.0, 0.0), Cursor({"status": "missing"})])
    assert 0 < scale.at(-2.0) < scale.at(0.0) < scale.at(30.0) < 100


def test_a_tiny_effect_is_drawn_as_tiny():
    scale = scale_of([facet(0.07, 0.06, 0.08)])
    assert scale.at(0.07) - scale.at(0.0) < 2


def test_nothing_to_draw_is_no_scale():
    assert scale_of([]) is None
    assert scale_of([facet(0.0, None, None)]) is None


@pytest.mark.parametrize(("lo", "hi"), [(None, None), (1.0, None)])
def test_without_a_range_there_is_a_point_alone(lo, hi):
    strip = scale_of([facet(5.0, 1.0, 9.0)]).strip(5.0, lo, hi)
    assert (strip.lo, strip.hi) == (None, None)
    assert strip.zero < strip.value
