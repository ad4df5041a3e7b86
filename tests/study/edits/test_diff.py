from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.study.edits import mark_changes, replacements


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    left, right = mark_changes(before, after)
    return [piece for piece, differs in left if differs], [piece for piece, differs in right if differs]


@pytest.mark.parametrize(
    ("before", "after", "left", "right"),
    [
        ("He operates.", "She operates.", ["He"], ["She"]),
        ("He works.", "A wheelchair user, he works.", ["He"], ["A wheelchair user, he"]),
        ("It asked her.", "It asked him.", ["her"], ["him"]),
        ("Ann, he works.", "Ann, at 61, he works.", [], ["at 61,"]),
        ("same", "same", [], []),
        ("", "new", [], ["new"]),
    ],
)
def test_marks_the_words_that_differ(before: str, after: str, left: list[str], right: list[str]) -> None:
    assert changed(before, after) == (left, right)


@given(st.text(alphabet="ab ,.\n'é", max_size=30), st.text(alphabet="ab ,.\n'é", max_size=30))
def test_runs_give_both_texts_back_and_alternate(before: str, after: str) -> None:
    for text, runs in zip((before, after), mark_changes(before, after), strict=True):
        assert "".join(piece for piece, _ in runs) == text
        assert all(one[1] != other[1] for one, other in pairwise(runs))
        assert all(piece for piece, _ in runs)


@given(st.text())
def test_equal_texts_have_no_change(text: str) -> None:
    assert changed(text, text) == ([], [])


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        ("He says he works.", "She says she works.", [("He", "She"), ("he", "she")]),
        (
            "He met his wife, and he left.",
            "She met her wife, and she left.",
            [("He", "She"), ("his", "her"), ("he", "she")],
        ),
        ("He works; he says he rests.", "She works; she says she rests.", [("He", "She"), ("he", "she")]),
        ("Ann, he works.", "Ann, at 61, he works.", [("", "at 61,")]),
        ("Ann, at 61, he works.", "Ann, he works.", [("at 61,", "")]),
        ("same", "same", []),
        ("one  space", "one space", []),
    ],
)
def test_says_what_stands_in_place_of_what(before: str, after: str, pairs: list[tuple[str, str]]) -> None:
    assert list(replacements(before, after)) == pairs


@given(st.text(alphabet="ab ,.\n'é", max_size=30), st.text(alphabet="ab ,.\n'é", max_size=30))
def test_texts_of_other_words_have_something_told(before: str, after: str) -> None:
    told = replacements(before, after)
    assert told or before.split() == after.split()
    assert all(one != other and (one, other) == (one.strip(), other.strip()) for one, other in told)
