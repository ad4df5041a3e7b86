from __future__ import annotations

import pytest

from bd.report.contract import standing
from bd.site.numbers import MINUS, chance, count, place, points, rounded, share, span


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (7.4213, 1, "7.4"),
        (7.4213, 2, "7.42"),
        (0.125, 2, "0.13"),
        (0.135, 2, "0.14"),
        (-0.004, 2, "0.00"),
        (-0.0, 1, "0.0"),
        (-1.69, 1, f"{MINUS}1.7"),
        (3, 1, "3.0"),
        (1e-05, 2, "0.00"),
        (12345.0, 0, "12345"),
        (1e30, 2, f"1{'0' * 30}.00"),
        (0.5, 40, f"0.5{'0' * 39}"),
    ],
)
def test_rounding_is_decimal_and_zero_has_no_sign(value, digits, text):
    assert rounded(value, digits) == text


def test_a_figure_keeps_its_value_and_its_place():
    figure = points(standing(7.4213, "/a~1b/0/c~0d"), 1)
    assert (figure.text, figure.value, figure.key) == ("7.4", "7.4213", "/a~1b/0/c~0d")


def test_a_number_that_is_not_zero_is_never_shown_as_zero():
    shown = [points(standing(value, "/x"), 2).text for value in (0.004, -0.004, 0.0, 0.005)]
    assert shown == ["<0.01", "just below 0", "0.00", "0.01"]


def test_places_drop_what_is_not_needed():
    assert [place(standing(v, "/x")).text for v in (1.0, 2.5, 1.3333, 10.0)] == ["1", "2.5", "1.33", "10"]


def test_counts_shares_and_chances():
    assert count(standing(12345, "/x")).text == "12,345"
    assert share(standing(81.25, "/x")).text == "81.3%"
    assert chance(standing(0.7312, "/x")).text == "73.1%"
    assert chance(standing(0.0005, "/x")).text == "0.1%"


def test_half_a_range_is_no_range():
    assert span(standing(1.0, "/lo"), None, 1) is None
