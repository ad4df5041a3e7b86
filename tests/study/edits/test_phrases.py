"""Phrases before he or she and at the start. Everybody here is made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.study.edits import Edited, Excluded, apply

BEFORE = [
    ("He operates.", "A wheelchair user, he operates."),
    ("HE OPERATES.", "A WHEELCHAIR USER, HE OPERATES."),
    ("She's kind.", "A wheelchair user, she's kind."),
    ("Dr. Holt works at St. Ann's. He operates.", "Dr. Holt works at St. Ann's. A wheelchair user, he operates."),
    ("Ms. Holt holds a Ph.D. She works.", "Ms. Holt holds a Ph.D. A wheelchair user, she works."),
    ("It opens at 8 a.m. She works.", "It opens at 8 a.m. A wheelchair user, she works."),
    ("After training in Halden, he joined.", "After training in Halden, a wheelchair user, he joined."),
    ("At St. Ann's, he works.", "At St. Ann's, a wheelchair user, he works."),
    ("A school where he teaches. He sings.", "A school where he teaches. A wheelchair user, he sings."),
    ('"He listens," said Ann. He works.', '"He listens," said Ann. A wheelchair user, he works.'),
    ("“He listens,” said Ann. He works.", "“He listens,” said Ann. A wheelchair user, he works."),
    ("Dr. He works. He sings.", "Dr. He works. A wheelchair user, he sings."),
    ("The clinic opened; she works there.", "The clinic opened; a wheelchair user, she works there."),
    ("Bio\nShe works.", "Bio\nA wheelchair user, she works."),
    ("  She works.", "  A wheelchair user, she works."),
]
BEFORE_EXCLUDED = [
    ("The clinic opened.", "no he or she"),
    ("", "no he or she"),
    ('"He listens," said Ann.', "no he or she"),
    ("Each patient says what he or she needs.", "no he or she"),
    ("A school where he teaches.", "no place for a phrase"),
    ("He uses a wheelchair.", "already names it"),
    ("He builds Wheelchairs.", "already names it"),
]


@pytest.mark.parametrize(("text", "expected"), BEFORE)
def test_phrase_goes_before_the_first_pronoun_with_room(text: str, expected: str) -> None:
    assert apply("phrase-before-pronoun", text, {"phrase": "a wheelchair user"}) == Edited(expected)


@pytest.mark.parametrize(("text", "reason"), BEFORE_EXCLUDED)
def test_phrase_is_left_out_with_a_reason(text: str, reason: str) -> None:
    assert apply("phrase-before-pronoun", text, {"phrase": "a wheelchair user"}) == Excluded(reason)


@pytest.mark.parametrize(
    ("phrase", "text", "named"),
    [
        ("a devout Muslim", "He serves Muslim families.", True),
        ("a devout Muslim", "He is devout.", False),
        ("an American", "She sits on the American Board of Halden.", False),
        ("an American", "She is an American.", True),
        ("a veteran of the Navy", "He treats veterans.", True),
        ("a wheelchair user", "He studies the user.", False),
        ("a keen cyclist", "He is keen on tea.", False),
    ],
)
def test_only_the_words_that_say_it_count_as_naming(phrase: str, text: str, named: bool) -> None:
    result = apply("phrase-before-pronoun", text, {"phrase": phrase})
    assert (result == Excluded("already names it")) is named


START = [
    ("This road is bad.", "As a vegetarian, this road is bad."),
    ("I'm tired.", "As a vegetarian, I'm tired."),
    ("I've had it.", "As a vegetarian, I've had it."),
    ("I agree.", "As a vegetarian, I agree."),
    ("It is bad.", "As a vegetarian, it is bad."),
    ("NASA did it.", "As a vegetarian, NASA did it."),
    ("McNally did it.", "As a vegetarian, McNally did it."),
    ("Monday is bad.", "As a vegetarian, Monday is bad."),
    ("Mr. Holt coughs.", "As a vegetarian, Mr. Holt coughs."),
    ("Halden is bad. I left Halden.", "As a vegetarian, Halden is bad. I left Halden."),
    ("“Nice road.", "As a vegetarian, “nice road."),
    ("42 roads.", "As a vegetarian, 42 roads."),
    ("  Nice.", "  As a vegetarian, nice."),
    ("Assume a fault.", "As a vegetarian, assume a fault."),
    ("Anna wrote it.", "As a vegetarian, Anna wrote it."),
    ("Anna’s road.", "As a vegetarian, Anna’s road."),
    ("A. Miller wrote it.", "As a vegetarian, A. Miller wrote it."),
    ("É. Zola wrote it.", "As a vegetarian, É. Zola wrote it."),
    ("İzmir is far.", "As a vegetarian, İzmir is far."),
    ("A road is bad.", "As a vegetarian, a road is bad."),
    ("Will Turner wrote it.", "As a vegetarian, Will Turner wrote it."),
    ("Will Anna write it?", "As a vegetarian, will Anna write it?"),
    ("Will you write?", "As a vegetarian, will you write?"),
    ("Potholes are bad, and potholes cost.", "As a vegetarian, potholes are bad, and potholes cost."),
    ("Today's road.", "As a vegetarian, today's road."),
    ("Don't.", "As a vegetarian, don't."),
]


@pytest.mark.parametrize(("text", "expected"), START)
def test_phrase_at_start_lowers_the_first_letter_unless_it_must_stay(text: str, expected: str) -> None:
    assert apply("phrase-at-start", text, {"phrase": "As a vegetarian"}) == Edited(expected)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("As a nurse, I agree.", "already starts so"), ("as an aunt I agree", "already starts so"), (" \n", "empty text")],
)
def test_phrase_at_start_is_left_out_with_a_reason(text: str, reason: str) -> None:
    assert apply("phrase-at-start", text, {"phrase": "As a vegetarian"}) == Excluded(reason)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He Wei operates. He sings.", "He Wei operates. A wheelchair user, he sings."),
        ("J. He operates. She says, he sings.", "J. He operates. A wheelchair user, she says, he sings."),
        ("Dr. J. He operates. He sings.", "Dr. J. He operates. A wheelchair user, he sings."),
        ("By plan B. He sings.", "By plan B. A wheelchair user, he sings."),
        ("He IS good.", "A wheelchair user, he IS good."),
    ],
)
def test_a_name_that_is_spelt_like_a_pronoun_keeps_its_capital(text: str, expected: str) -> None:
    assert apply("phrase-before-pronoun", text, {"phrase": "a wheelchair user"}) == Edited(expected)


@given(st.text(alphabet="HheSs ,.\n\"“”'Drxa", max_size=60))
def test_taking_the_phrase_out_restores_the_text(text: str) -> None:
    result = apply("phrase-before-pronoun", text, {"phrase": "a wheelchair user"})
    if isinstance(result, Edited):
        low = result.text.lower()
        assert low.count("a wheelchair user, ") == 1
        assert low.replace("a wheelchair user, ", "") == text.lower()
