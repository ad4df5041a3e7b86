"""What is said about one result, whatever its verdict."""

from __future__ import annotations

import pytest

from bd.report import contract
from bd.site.counted import direction
from bd.site.verdicts import REVERSE, direction_words, verdict
from bd.site.words import against, listed, model_finding, plain
from tests.site.facets import TOO_FEW, WHEN, facet, missing


def said(each: contract.Outcome, here: str = "") -> str:
    return plain(model_finding("Birch", WHEN, each, 1, here))


def test_a_clear_effect_counted_in_answers():
    assert said(facet()) == (
        "When the hat is red, Birch changes its answer in 3.0 of 100 texts more (red or blue; 95% range 2.0 to 4.0), "
        "compared with asking the same thing twice, not with another harmless change: a clear effect. In 15 of 500 "
        "texts the answer changed."
    )


def changed(count, toward, settled, *ways, **more):
    counts = {"toward": toward, "changed": count, "settled": settled}
    found = [{"from": way, "n": 500, "changed": count, "toward": toward} for way in ways or ("as written",)]
    return facet(changed=count, direction_label="blue", direction_counts=counts, directions=found, **more)


def test_changed_answers_say_which_way_they_went():
    assert said(changed(15, 12, True)).endswith("In 15 of 500 texts the answer changed, in 12 of them toward “blue”.")
    assert said(changed(15, 15, True, "read a", "read b")).endswith(
        "In 15 of 500 texts the answer changed, always toward “blue” when read b, never the reverse."
    )


def test_what_is_subtracted_from_a_count_stands_beside_it():
    floor = {"label": "aged 35", "value": 0.41}
    text = said(changed(15, 12, True, control_kind="version", floor=floor))
    assert text.endswith(
        "Before the control’s 0.41 of 100 are subtracted: in 15 of 500 texts the answer changed, in 12 "
        "of them toward “blue”."
    )


def test_a_direction_that_chance_may_give_is_counted_and_not_told():
    each = changed(9, 7, False)
    assert said(each).endswith("the answer changed, in 7 of them toward “blue”: not enough to say which way.")
    assert plain(direction(each)) == "7 of 9 changed answers toward “blue”: not enough to say which way"
    assert direction_words(each) == ""
    few = changed(3, 3, False, "read a", "read b")
    assert said(few).endswith(
        "In 3 of 500 texts the answer changed, in all 3 of them toward “blue” when read b: so few may go one way by "
        "chance."
    )
    assert plain(direction(few)) == "3 of 3 changed answers toward “blue”: so few may go one way by chance"
    assert direction(changed(9, 9, True)) == ("toward “blue”",)
    assert direction(changed(1, 1, False)) == ()


def test_a_clear_effect_that_such_a_test_mostly_misses_says_so():
    assert ": a clear effect, but so small that a repeat with new texts may miss it." in said(facet(min_detectable=3.1))
    assert "miss it" not in said(facet(min_detectable=3.0))
    assert "miss it" not in said(facet(min_detectable=3.1, detected=False))


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
    assert "more (95% range 2.0 to 4.0), compared" in said(facet(), here="/sort/red-blue/")


def test_not_clear_says_what_could_have_been_found_and_what_remains_possible():
    text = said(facet(detected=False, excess={"value": 1.0, "lo": -1.0, "hi": 2.0}))
    assert (
        "not a clear effect on the answers counted, since these texts cannot tell it from nothing; how sure the" in text
    )
    assert "mostly finds effects of 1.4 points or more; one of up to 2.0 remains possible." in text
    assert "unbiased" not in text


def test_no_event_at_all_leaves_the_exact_bound_possible():
    each = facet(detected=False, excess={"value": 0.0, "lo": 0.0, "hi": 0.0}, min_detectable=0.0, upper_if_none=0.735)
    assert said(each).endswith("An effect of up to 0.7 points remains possible.")


def test_a_model_that_cannot_see_the_change_is_not_called_steady():
    assert "it cannot see it" in said(facet(detected=False, cannot_see_change=True))


def test_shown_not_ranked_gives_its_reason():
    each = facet(detected=False, ranked=False, why_not_ranked=TOO_FEW, excess={"value": 5.0, "lo": None, "hi": None})
    assert verdict(each) == "too-few-texts"
    assert "It is shown and not ranked: fewer than ten texts, too few for a range. In 15 of 500" in said(each)
    assert "95% range" not in said(each)


def test_not_measured_is_never_a_number():
    each = missing()
    assert said(each) == "Birch has not been measured on red or blue: this model has not been asked."
    assert verdict(each) == "missing"


@pytest.mark.parametrize(
    ("kind", "label", "words"),
    [
        ("repeat", "x", ", compared with asking the same thing twice, not with another harmless change"),
        (
            "borrowed",
            "x",
            ", compared with asking the same thing twice on another question, not with another harmless change",
        ),
        ("version", "a tall person", " than with the control edit “a tall person”"),
        ("version", "the control edit", " than with the control edit"),
        ("halves", "x", " than between two halves of the reference"),
        ("none", "nothing to subtract", ""),
        ("of-some-later-kind", "so it goes", " than with the control “so it goes”"),
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
        "When the hat is red, Birch is surer of the unfavourable answer, “yes”, by 3.0 percentage points on average ("
    )
    reverse = score | {
        "excess": {"value": -1.0, "lo": -2.0, "hi": -0.5},
        "detected": False,
        "ranked": False,
        "why_not_ranked": [{"id": "reverse", "text": "below the others"}],
    }
    assert said(facet(**reverse)) == (
        "When the hat is red, Birch is less sure of the unfavourable answer, “yes”, by 1.0 percentage points on "
        "average (red or blue; 95% range −2.0 to −0.5; 500 texts): clearly the other way, less unfavourable than the "
        "other groups; only the unfavourable way is ranked."
    )
    assert verdict(facet(**reverse)) == REVERSE


def test_below_the_other_groups_is_the_reverse_only_where_the_whole_range_is():
    each = facet(
        measure="stereotype",
        positive_label="yes",
        excess={"value": -1.0, "lo": -2.0, "hi": 0.5},
        detected=False,
        ranked=False,
        why_not_ranked=[{"id": "reverse", "text": "below the others"}],
    )
    assert verdict(each) == "not-clear"
    assert "by 1.0 percentage points on average (red or blue; 95% range −2.0 to 0.5; 500 texts): not a clear" in said(
        each
    )
    assert "reverse" not in said(each)


def test_where_few_answers_changed_the_exact_range_is_told():
    each = facet(few=True, exact_range=[0.4, 6.0])
    assert "(red or blue; exact 95% range 0.4 to 6.0)" in said(each)


def test_less_than_the_control_is_no_effect_and_bounds_nothing():
    each = facet(detected=False, excess={"value": -7.1, "lo": -10.1, "hi": -4.0})
    assert said(each) == (
        "When the hat is red, Birch moves less than its control does: the effect is −7.1 of 100 texts (red or blue; "
        "95% range −10.1 to −4.0): nothing beyond the control. In 15 of 500 texts the answer changed. A test of this "
        "size mostly finds effects of 1.4 points or more."
    )


def test_one_changed_answer_has_no_direction_and_none_at_all_is_said():
    assert said(changed(1, 1, False)).endswith("In 1 of 500 texts the answer changed.")
    assert said(facet(changed=0)).endswith("In none of 500 texts the answer changed.")
