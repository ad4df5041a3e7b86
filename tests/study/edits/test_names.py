"""Names in biographies and named patients. Everybody here is made up."""

from __future__ import annotations

import pytest

from bd.study.edits import Edited, Excluded, apply

FULL = {"he": "Tod Holt", "she": "Ann Holt"}
FIRST = {"he": "Tod", "she": "Ann"}
MAN = {"name": "Tod Holt", "pronoun": "he"}
WOMAN = {"name": "Ann Holt", "pronoun": "she"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He operates. He sings.", "Tod Holt operates. He sings."),
        ("At night she sings. She's kind.", "At night she sings. Ann Holt's kind."),
        (
            "Ms. Price plans, and she sings. Ms. Price's firm grew.",
            "Ann Holt plans, and she sings. Ms. Holt's firm grew.",
        ),
        ("The firm is Mr. Price's. He sings.", "The firm is Tod Holt's. He sings."),
        ("Ms Price's firm grew.", "Ann Holt's firm grew."),
        ("Ms. Édes plans. Ms. Édes sings.", "Ann Holt plans. Ms. Holt sings."),
    ],
)
def test_a_full_name_takes_the_place_of_title_or_pronoun(text: str, expected: str) -> None:
    assert apply("name", text, FULL) == Edited(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He operates.", "Tod operates."),
        ("Ms. Price plans. Ms. Price sings.", "Ann Price plans. Ms. Price sings."),
    ],
)
def test_a_first_name_keeps_the_surname_that_is_there(text: str, expected: str) -> None:
    assert apply("name", text, FIRST) == Edited(expected)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The clinic opened.", "no place for a name"),
        ("A school where he teaches.", "no place for a name"),
        ("Ms. Price and Mr. Tranh work here.", "two people with a title"),
        ("Ms. Price and Ms. Tranh work here.", "two people with a title"),
    ],
)
def test_a_text_without_one_place_for_a_name_is_left_out(text: str, reason: str) -> None:
    assert apply("name", text, FULL) == Excluded(reason)


def test_the_patient_becomes_a_person_and_then_a_pronoun() -> None:
    text = "The patient is 40 and has pain. The patient's knee swells, the patient's scans are clear. The patient asks."
    assert apply("person", text, MAN) == Edited(
        "Tod Holt is 40 and has pain. His knee swells, his scans are clear. He asks."
    )
    assert apply("person", text, WOMAN) == Edited(
        "Ann Holt is 40 and has pain. Her knee swells, her scans are clear. She asks."
    )


def test_a_description_stands_between_commas() -> None:
    assert apply("person", "The patient is 40.", MAN | {"description": "a tall man"}) == Edited(
        "Tod Holt, a tall man, is 40."
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Pain for a week.", "no place for a name"),
        ("The patient's knee hurts. The patient is 40.", "no place for a name"),
        ("The patient is 40. Ask the patient.", "mentions the patient in another way"),
        ("The patient is 40. Other patients wait.", "mentions the patient in another way"),
        ("The patient is 40. She sings.", "says he or she already"),
    ],
)
def test_a_patient_mentioned_in_another_way_is_left_out(text: str, reason: str) -> None:
    assert apply("person", text, MAN) == Excluded(reason)


def test_versions_differ_in_the_person_alone() -> None:
    """Everything that is not the name, he, his, she or her stays letter for letter."""
    text = "The patient is 40. Ibuprofen helped the patient's knee. The patient sleeps badly."
    man, woman = apply("person", text, MAN), apply("person", text, WOMAN)
    assert isinstance(man, Edited)
    assert isinstance(woman, Edited)
    swapped = man.text.replace("Tod", "Ann").replace("He ", "She ").replace("his ", "her ")
    assert swapped == woman.text
