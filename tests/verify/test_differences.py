"""Where two values differ is told in a few words."""

from __future__ import annotations

import pytest

from bd.verify.differences import ABSENT, Tally, differences, shown

LONG = "a word that is said often, " * 6


@pytest.mark.parametrize(
    ("value", "beside", "told"),
    [
        (1.25, None, "1.25"),
        (None, 1, "null"),
        (True, 1, "true"),
        ("word", "words", "'word'"),
        ({"a": 1}, None, "an entry"),
        ([{}, {}], None, "a list of 2"),
        ([0.1, 0.2], None, "[0.1, 0.2]"),
        (ABSENT, 1, "nothing"),
    ],
)
def test_a_value_in_a_few_words(value: object, beside: object, told: str) -> None:
    assert shown(value, beside) == told


@pytest.mark.parametrize("place", [0, 40, 100, 150])
def test_of_long_words_those_that_differ_are_shown(place: int) -> None:
    other = f"{LONG[:place]}OTHER{LONG[place:]}"
    assert "OTHER" in shown(other, LONG)
    assert shown(other, LONG) != shown(LONG, other)
    assert len(shown(other, LONG)) < 70


def test_a_build_is_the_anchor_and_its_own_page_needs_none() -> None:
    engines = [{"id": "fern", "address": "/engines/fern/", "label": "Fern", "builds": [{"id": "fern"}]}]
    file = {"engines": engines, "parts": [{"address": "/age/", "ranks": {"fern": 1.0}}]}
    again = {"engines": [engines[0] | {"label": "FERN"}], "parts": [{"address": "/age/", "ranks": {"fern": 2.0}}]}
    tally = Tally()
    assert [str(d) for d in differences(file, again, tally)] == [
        "/engines/fern/ label: file 'Fern', replay 'FERN'",
        "/age/#fern ranks: file 1.0, replay 2.0",
    ]
    assert (tally.numbers, tally.words) == (1, 5)
