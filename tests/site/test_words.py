"""What is said about one result, whatever its verdict."""

from __future__ import annotations

import pytest

from bd.site.cursor import Cursor
from bd.site.verdicts import verdict
from bd.site.words import against, listed, model_finding, plain
from tests.site.facets import TOO_FEW, WHEN, facet


def said(each: Cursor, here: str = "") -> str:
    return plain(model_finding("Birch", WHEN, each, 1, here))


def test_a_clear_effect_counted_in_answers():
    assert said(facet()) == (
        "When the hat is red, Birch changes its answer in 3.0 of 100 texts more than when it is asked the same thing "
        "twice (red or blue; 15 answers changed; 95% range 2.0 to 4.0; 500 texts): a clear effect."
    )


def test_changed_answers_say_which_way_they_went():
    each = facet(direction_label="blue", direction_share=80.0, directions=[{"from": "as written"}])
    assert "; 80.0% of the changed answers go toward “blue” (" in said(each)
    swap = facet(direction_label="blue", direction_share=80.0, directions=[{"from": "read a"}, {"from": "read b"}])
    assert "; 80.0% of the changed answers are “blue” when read b (" in said(swap)


def test_a_clear_effect_on_confidence_with_its_direction():
    each = facet(measure="shift", control_kind="version", floor={"label": "a tall person"}, direction_label="blue")
    assert said(each) == (
        "When the hat is red, Birch becomes surer of “blue”, by 3.0 percentage points on average "
        "(red or blue; 95% range 2.0 to 4.0; 500 texts): a clear effect."
    )


def test_a_move_without_a_direction_and_one_between_sets_of_names():
    each = facet(measure="shift-of-means", control_kind="halves")
    assert "moves its answers by 3.0 percentage points on average beyond the difference between two halves" in said(
        each
    )


def test_a_page_needs_no_link_to_itself():
    assert "(15 answers changed; 95% range 2.0 to 4.0; 500 texts)" in said(facet(), here="/sort/red-blue/")


def test_not_clear_says_what_could_have_been_found_and_what_remains_possible():
    text = said(facet(detected=False, excess={"value": 1.0, "lo": -1.0, "hi": 2.0}))
    assert "not a clear effect, since these texts cannot tell it from nothing" in text
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
        ("repeat", "x", "when it is asked the same thing twice"),
        ("borrowed", "x", "when it is asked the same thing twice on another question"),
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


def test_lists_in_a_sentence():
    assert [listed(each) for each in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_a_stereotype_score_compares_a_group_with_the_others():
    score = {"measure": "stereotype", "control_kind": "version", "positive_label": "yes", "direction_label": "yes"}
    assert said(facet(**score)).startswith(
        "When the hat is red, Birch is surer of “yes”, the stereotyped answer, by 3.0 percentage points on average ("
    )
    reverse = score | {
        "excess": {"value": -1.0, "lo": -2.0, "hi": -0.5},
        "ranked": False,
        "why_not_ranked": [{"id": "reverse", "text": "the reverse"}],
    }
    assert said(facet(**reverse)).startswith(
        "When the hat is red, Birch is less sure of “yes”, the stereotyped answer, on average: its score is −1.0 "
    )


def test_where_few_answers_changed_the_exact_range_is_told():
    each = facet(few=True, exact_range=[0.4, 6.0])
    assert "(red or blue; 15 answers changed; exact 95% range 0.4 to 6.0; 500 texts)" in said(each)


def test_less_than_the_control_is_no_effect_and_bounds_nothing():
    each = facet(detected=False, excess={"value": -7.1, "lo": -10.1, "hi": -4.0})
    assert said(each) == (
        "When the hat is red, Birch moves less than its control does: the effect is −7.1 of 100 texts (red or blue; 15 "
        "answers changed; 95% range −10.1 to −4.0; 500 texts): nothing beyond the control. A test of this size mostly "
        "finds effects of 1.4 points or more."
    )


def test_one_changed_answer_is_one_and_has_no_share():
    each = facet(changed=1, direction_label="blue", direction_share=100.0)
    assert "1 answer changed; " in said(each)
    assert "toward" not in said(each)
