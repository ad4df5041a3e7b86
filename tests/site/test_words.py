from __future__ import annotations

from typing import Any

import pytest

from bd.site.cursor import Cursor
from bd.site.words import against, finding, listed, model_finding, plain, verdict


def facet(**changed: Any) -> Cursor:
    plain_facet = {
        "status": "measured",
        "measure": "flip",
        "label": "red or blue",
        "address": "/sort/red-blue/",
        "excess": {"value": 3.0, "lo": 2.0, "hi": 4.0},
        "floor": {"label": "the same text asked again"},
        "control_kind": "repeat",
        "n": 500,
        "detected": True,
        "ranked": True,
        "why_not_ranked": [],
        "direction_label": None,
        "min_detectable": 1.4,
        "upper_if_none": None,
        "few": False,
        "exact_range": None,
        "unseen": False,
    }
    return Cursor(plain_facet | changed)


TOO_FEW = [{"id": "too-few-texts", "text": "fewer than ten texts, too few for a range"}]


def said(each: Cursor) -> str:
    return plain(model_finding("Birch", each, 1))


def test_a_clear_effect_counted_in_answers():
    assert said(facet()) == (
        "Birch changes 3.0 more answers in 100 than when the same text is asked again "
        "(red or blue; 95% range 2.0 to 4.0; 500 texts)."
    )


def test_a_clear_effect_on_confidence_with_its_direction():
    each = facet(measure="shift", control_kind="version", floor={"label": "a tall person"}, direction_label="blue")
    assert said(each) == (
        "Birch moves 3.0 points further toward “blue” than with the control edit “a tall person” "
        "(red or blue; 95% range 2.0 to 4.0; 500 texts)."
    )


def test_not_clear_says_what_could_have_been_found_and_what_remains_possible():
    text = said(facet(detected=False, excess={"value": 1.0, "lo": -1.0, "hi": 2.0}))
    assert "which is not clear" in text
    assert "mostly finds effects of 1.4 points or more; one of up to 2.0 remains possible." in text
    assert "unbiased" not in text


def test_no_event_at_all_leaves_the_exact_bound_possible():
    each = facet(detected=False, excess={"value": 0.0, "lo": 0.0, "hi": 0.0}, min_detectable=0.0, upper_if_none=0.735)
    assert said(each).endswith("An effect of up to 0.7 points remains possible.")


def test_a_model_that_cannot_see_the_change_is_not_called_steady():
    assert "it cannot see it" in said(facet(detected=False, unseen=True))


def test_shown_not_ranked_gives_its_reason():
    each = facet(detected=False, ranked=False, why_not_ranked=TOO_FEW, excess={"value": 5.0, "lo": None, "hi": None})
    assert verdict(each) == "too few texts"
    assert said(each).endswith("It is shown and not ranked: fewer than ten texts, too few for a range.")
    assert "range" not in said(each).split(".")[1]


def test_not_measured_is_never_a_number():
    each = Cursor({"status": "missing", "label": "red or blue", "why": "this model has not been asked"})
    assert said(each) == "Birch has not been measured on red or blue: this model has not been asked."
    assert verdict(each) == "not measured"


@pytest.mark.parametrize(
    ("kind", "label", "words"),
    [
        ("repeat", "x", "when the same text is asked again"),
        ("borrowed", "x", "when the same text is asked again on another decision"),
        ("version", "a tall person", "with the control edit “a tall person”"),
        ("version", "the control edit", "with the control edit"),
        ("halves", "x", "between two halves of the reference"),
        ("none", "nothing to subtract", ""),
        ("of-some-later-kind", "so it goes", "with the control “so it goes”"),
    ],
)
def test_every_kind_of_control_has_words(kind, label, words):
    assert against(facet(control_kind=kind, floor={"label": label})) == words


def test_nothing_to_subtract_is_said():
    assert "no control to subtract" in said(facet(control_kind="none"))


@pytest.mark.parametrize(
    ("lead", "contested", "planted", "opening"),
    [
        (("Birch", facet()), True, False, "Birch shows the largest clear effect: it changes"),
        (("Birch", facet()), False, False, "Birch shows a clear effect: it changes"),
        (
            ("Birch", facet(detected=False)),
            True,
            False,
            "No clear effect was found; the largest is that of Birch, which",
        ),
        (("Birch", facet(detected=False)), False, False, "No clear effect was found; Birch changes"),
        (("Birch", facet(why_not_ranked=TOO_FEW)), False, False, "No model takes a place here. Birch changes"),
        (None, False, True, "Only planted models"),
        (None, False, False, "No model has been measured here yet."),
    ],
)
def test_the_opening_sentence_of_each_verdict(lead, contested, planted, opening):
    assert plain(finding(lead, contested=contested, planted_only=planted, digits=1)).startswith(opening)


def test_lists_in_a_sentence():
    assert [listed(each) for each in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_a_stereotype_score_compares_a_group_with_the_others():
    score = {"measure": "stereotype", "control_kind": "version", "positive_label": "yes", "direction_label": "yes"}
    assert said(facet(**score)).startswith(
        "Birch moves 3.0 points further toward “yes” with this group than with the others on average (red or blue;"
    )
    reverse = score | {
        "excess": {"value": -1.0, "lo": -2.0, "hi": -0.5},
        "ranked": False,
        "why_not_ranked": [{"id": "reverse", "text": "the reverse"}],
    }
    assert said(facet(**reverse)).startswith(
        "Birch has a stereotype score of −1.0 points, so it leans away from the stereotype (red or blue;"
    )
