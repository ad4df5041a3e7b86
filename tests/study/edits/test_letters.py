from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.study.edits import Edited, Excluded, apply, letter_start, mark_changes
from bd.study.edits.letters import Wholes

SHY, TILDE, ACUTE = "\u00ad", "\u0303", "\u0301"


@pytest.mark.parametrize(
    ("text", "swapped"),
    [
        (f"By the gate, he is the man{SHY}ager of the beds.", f"By the gate, she is the man{SHY}ager of the beds."),
        (f"By the gate, he waters the man{TILDE}ana beds.", f"By the gate, she waters the man{TILDE}ana beds."),
        (f"He met He{ACUTE} and a s{SHY}he.", f"She met He{ACUTE} and a s{SHY}he."),
        (
            "He likes he\u200dn, the he\u2060n and the he\u200bn.",
            "She likes he\u200dn, the he\u2060n and the he\u200bn.",
        ),
        (f"The man{SHY}, the man\u200e; he left.", f"The woman{SHY}, the woman\u200e; she left."),
        ("He is a man\u2011made and a man\u2010made man.", "She is a man\u2011made and a man\u2010made woman."),
        ("He is a son\u2011in\u2011law.", "She is a daughter\u2011in\u2011law."),
        ("Mr. Özil says he sings.", "Ms. Özil says she sings."),
        ("He knows \U00012000man and man\u0303.", "She knows \U00012000man and man\u0303."),
    ],
)
def test_no_part_of_a_word_is_swapped(text: str, swapped: str) -> None:
    assert apply("swap", text, {}) == Edited(swapped)


def test_no_phrase_or_age_or_name_goes_into_a_word() -> None:
    text = f"He{ACUTE}lia, he{SHY}ns and eggs."
    assert apply("phrase-before-pronoun", text, {"phrase": "a cook"}) == Excluded("no he or she")
    assert apply("stated-age", text, {"age": 61}) == Excluded("no he or she")
    assert apply("name", text, {"he": "Tod Holt", "she": "Ann Holt"}) == Excluded("no place for a name")


def test_a_phrase_with_marks_is_found_in_a_text_with_marks() -> None:
    text = f"He is a que{ACUTE}be{ACUTE}cois poet."
    phrase = f"a que{ACUTE}be{ACUTE}cois"
    assert apply("phrase-before-pronoun", text, {"phrase": phrase}) == Excluded("already names it")
    assert apply("phrase-before-pronoun", f"He eats cre{ACUTE}pes.", {"phrase": phrase}) == Edited(
        f"A que{ACUTE}be{ACUTE}cois, he eats cre{ACUTE}pes."
    )


@given(st.text(alphabet=f"he man{SHY}{TILDE}\u200d\U00012000.", max_size=30))
def test_a_text_comes_back_as_it_was(text: str) -> None:
    wholes = Wholes(text)
    assert wholes.opened(wholes.closed(text)) == text


@given(st.text(max_size=30), st.integers(0, 30))
def test_no_cut_parts_a_mark_from_its_letter(text: str, at: int) -> None:
    at = letter_start(text, min(at, len(text)))
    if 0 < at < len(text) and not text[at - 1].isspace():
        assert unicodedata.category(text[at])[0] != "M"


FAMILY, OTHER = "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f469\u200d\U0001f466"
FLAGS = "\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7", "\U0001f1eb\U0001f1ee"


@pytest.mark.parametrize(
    ("before", "after", "left", "right"),
    [
        ("to Jose", f"to Jose{ACUTE}", ["Jose"], [f"Jose{ACUTE}"]),
        (f"man{TILDE}ana", "manana", [f"man{TILDE}ana"], ["manana"]),
        (f"man{SHY}ager", "manager", [f"man{SHY}ager"], ["manager"]),
        (f"a {FAMILY}", f"a {OTHER}", [FAMILY], [OTHER]),
        ("ok \U0001f44d\U0001f3fb", "ok \U0001f44d\U0001f3ff", ["\U0001f44d\U0001f3fb"], ["\U0001f44d\U0001f3ff"]),
        ("ok \u2764", "ok \u2764\ufe0f", ["\u2764"], ["\u2764\ufe0f"]),
        (FLAGS[0] + FLAGS[1], FLAGS[0] + FLAGS[2], [FLAGS[1]], [FLAGS[2]]),
    ],
)
def test_marks_on_changed_words_never_cut_a_letter(before: str, after: str, left: list[str], right: list[str]) -> None:
    marked = mark_changes(before, after)
    assert [[piece for piece, differs in side if differs] for side in marked] == [left, right]
    assert tuple("".join(piece for piece, _ in side) for side in marked) == (before, after)
