from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.errors import BdError, UsageError
from bd.study.edits import KINDS, Edited, apply, check_settings

GOOD: dict[str, dict[str, Any]] = {
    "swap": {},
    "phrase-before-pronoun": {"phrase": "a wheelchair user"},
    "phrase-at-start": {"phrase": "As a vegetarian"},
    "stated-age": {"age": 61},
    "name": {"he": "Tod Holt", "she": "Ann Holt"},
    "person": {"name": "Tod Holt", "pronoun": "he", "description": "a tall man"},
    "repeat": {},
    "order": {"reversed": True},
}


def test_every_kind_has_settings_that_pass() -> None:
    assert set(GOOD) == set(KINDS)
    assert {kind: check_settings(kind, settings) for kind, settings in GOOD.items()} == {kind: [] for kind in KINDS}


@pytest.mark.parametrize(
    ("kind", "settings", "words"),
    [
        ("stated-age", {}, "`age` is missing"),
        ("stated-age", {"age": "61"}, "whole number"),
        ("stated-age", {"age": True}, "whole number"),
        ("stated-age", {"age": 0}, "whole number"),
        ("phrase-before-pronoun", {}, "`phrase` is missing"),
        ("phrase-before-pronoun", {"phrase": "A cyclist"}, "small letter"),
        ("phrase-before-pronoun", {"phrase": "a cyclist,"}, "comma"),
        ("phrase-before-pronoun", {"phrase": " a cyclist"}, "spaces"),
        ("phrase-before-pronoun", {"phrase": ""}, "words in it"),
        ("phrase-before-pronoun", {"phrase": 3}, "words in it"),
        ("phrase-at-start", {"phrase": "as a cyclist"}, "capital"),
        ("name", {"he": "Tod"}, "`she` is missing"),
        ("name", {"he": "Tod", "she": " Ann"}, "single spaces"),
        ("person", {"name": "Tod", "pronoun": "they"}, "he or she"),
        ("person", {"name": "Tod", "pronoun": "he", "description": "A man"}, "small letter"),
        ("order", {"reversed": 1}, "true or false"),
        ("swap", {"phrase": "x"}, "not a setting"),
        ("swop", {}, "no edit kind"),
    ],
)
def test_each_wrong_setting_is_one_problem(kind: str, settings: dict[str, Any], words: str) -> None:
    (problem,) = check_settings(kind, settings)
    assert words in problem


@given(st.text())
def test_repeat_and_order_leave_the_text(text: str) -> None:
    assert apply("repeat", text, {}) == apply("order", text, {"reversed": True}) == Edited(text)


@given(st.text(), st.sampled_from(sorted(KINDS)))
def test_no_text_breaks_an_edit(text: str, kind: str) -> None:
    assert apply(kind, text, GOOD[kind]) == apply(kind, text, GOOD[kind])


def test_unknown_kind_and_missing_setting_are_the_users_errors() -> None:
    with pytest.raises(UsageError, match="no edit kind"):
        apply("swop", "He works.", {})
    with pytest.raises(BdError, match="`age` is missing"):
        apply("stated-age", "He works.", {})
