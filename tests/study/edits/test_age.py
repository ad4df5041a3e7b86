"""The stated age. Everybody here is made up."""

from __future__ import annotations

import pytest

from bd.study.edits import Edited, Excluded, apply
from bd.study.edits.age import states_age_or_year


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He operates.", "At 61, he operates."),
        ("HE OPERATES.", "AT 61, HE OPERATES."),
        ("After training, he joined. He sings.", "After training, he joined. At 61, he sings."),
        ("After training, he joined.", "After training, at 61, he joined."),
        ('"She listens," said Ann. She works.', '"She listens," said Ann. At 61, she works.'),
        ("Dr. Holt trained at St. Ann's. She works.", "Dr. Holt trained at St. Ann's. At 61, she works."),
    ],
)
def test_age_prefers_the_start_of_a_sentence(text: str, expected: str) -> None:
    assert apply("stated-age", text, {"age": 61}) == Edited(expected)


@pytest.mark.parametrize(
    "fact",
    [
        "at 47", "aged 47", "at age 47", "at the age of 47", "47 years old", "47-year-old", "turned 50",
        "Ann, 's 60th birthday",
        "born in 1971", "graduated in 1998", "the class of '98", "the class of ’98", "a 2003 book",
        "the 1990s", "in her 40s",
        "in her late forties", "at forty-seven", "forty-seven years old",
        "born in May", "she is 37", "she's 37", "a 47 yo",
    ],
)  # fmt: skip
def test_texts_that_tell_an_age_or_a_year_are_left_out(fact: str) -> None:
    assert apply("stated-age", f"She works, {fact}, in Halden.", {"age": 61}) == Excluded("states an age or a year")


@pytest.mark.parametrize(
    "fact",
    [
        "40 papers", "at 9 a.m.", "at 10:30", "at 11 a.m.", "25 years of practice", "$2000", "2,000 beds", "1,998",
        "at 47%",
        "at 12 hospitals", "a management board", "100 beds", "1850", "room 12345", "is 12 years into it", "four ties",
    ],
)  # fmt: skip
def test_other_numbers_tell_no_age(fact: str) -> None:
    assert not states_age_or_year(f"She works, {fact}, in Halden.")


@pytest.mark.parametrize(
    ("text", "reason"), [("The clinic opened.", "no he or she"), ("A school where he teaches.", "no place for an age")]
)
def test_age_is_left_out_with_a_reason(text: str, reason: str) -> None:
    assert apply("stated-age", text, {"age": 61}) == Excluded(reason)
