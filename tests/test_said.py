import pytest

from bd.said import brief, cut, many


@pytest.mark.parametrize(("number", "said"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (12000, "12,000 rows")])
def test_one_is_told_apart_from_many(number, said):
    assert many(number, "row") == said


@pytest.mark.parametrize("value", ["é" * 5000, ["long"] * 5000, {"a": "b" * 5000}, 10**400])
def test_a_long_value_is_cut(value):
    assert 20 < len(brief(value)) <= 61


def test_a_short_value_is_shown_whole():
    assert brief("bed-1") == "'bed-1'"
    assert brief("x" * 58) == repr("x" * 58)
    assert brief("x" * 59).endswith("…")


def test_a_number_of_more_digits_than_python_writes_is_not_shown():
    assert brief(10**5000) == "a number too long to be shown"


def test_a_text_of_no_great_length_stays_as_it_is():
    assert cut("/club/east/") == "/club/east/"
    assert cut("/" * 5000) == f"{'/' * 60}…"


def test_a_deep_value_is_not_shown():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert brief(deep) == "nested too deep to be shown"
