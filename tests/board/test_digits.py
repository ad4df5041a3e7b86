import math

import pytest

from bd.board import points, show_points
from bd.board.digits import shown_hundredths


def test_points_keep_the_six_decimals_of_a_fraction():
    assert points(0.123456) == 12.3456
    assert points(0.000001) == 0.0001


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_not_finite_is_refused(value):
    with pytest.raises(ValueError, match="not a number that can be published"):
        points(value)


def test_zero_never_has_a_sign():
    assert math.copysign(1, points(-0.0)) == 1
    assert show_points(-0.0) == "0.00"


def test_what_is_not_zero_is_never_shown_as_zero():
    assert (show_points(0.004), show_points(-0.0001)) == ("<0.01", ">-0.01")


@pytest.mark.parametrize(("value", "shown"), [(0.125, "0.13"), (0.135, "0.14"), (1.005, "1.01"), (-0.125, "-0.13")])
def test_halves_are_rounded_as_a_reader_would(value, shown):
    assert show_points(value) == shown


def test_what_is_compared_is_what_is_shown():
    for millionths in range(0, 3000, 7):
        fraction = millionths / 1e6
        assert shown_hundredths(fraction) == round(float(show_points(points(fraction)).replace("<0.01", "0")) * 100)
