from __future__ import annotations

from bd.report.palette import MARKERS
from bd.site.markers import SHAPES, shape


def test_every_marker_of_the_palette_has_a_shape_of_its_own():
    assert set(MARKERS) <= set(SHAPES)
    assert len(set(SHAPES.values())) == len(SHAPES)


def test_an_unknown_name_is_drawn_all_the_same():
    assert shape("blob") == SHAPES["circle"]
