"""The sentences that open a page."""

from __future__ import annotations

import pytest

from bd.site.leads import Lead, ModelCounts, finding
from bd.site.words import plain
from tests.site.facets import TOO_FEW, WHEN, facet

NOT_CLEAR = facet(detected=False)


@pytest.mark.parametrize(
    ("each", "counts", "opening"),
    [
        (facet(), ModelCounts(1, 1), "When the hat is red, Birch changes its answer in"),
        (
            facet(),
            ModelCounts(2, 2),
            "Both models compared show a clear effect. The largest of them is that of Birch: when the hat",
        ),
        (
            facet(),
            ModelCounts(7, 7),
            "All 7 models compared show a clear effect. The largest of them is that of Birch: when the hat",
        ),
        (
            facet(),
            ModelCounts(7, 3),
            "3 of the 7 models compared show a clear effect. The largest of them is that of Birch: when",
        ),
        (
            facet(),
            ModelCounts(7, 1),
            "One of the 7 models compared shows a clear effect, Birch: when the hat is red, it",
        ),
        (
            facet(),
            ModelCounts(2, 1),
            "One of the two models compared shows a clear effect, Birch: when the hat is red, it",
        ),
        (NOT_CLEAR, ModelCounts(1, 0), "When the hat is red, Birch changes its answer in"),
        (
            NOT_CLEAR,
            ModelCounts(2, 0),
            "When the hat is red, no clear effect on the answers counted is seen in either of the two",
        ),
        (
            NOT_CLEAR,
            ModelCounts(7, 0),
            "When the hat is red, no clear effect on the answers counted is seen in any of the 7 models compared",
        ),
        (facet(why_not_ranked=TOO_FEW), ModelCounts(0, 0), "No model takes a place here. When the hat is red, Birch"),
    ],
)
def test_the_opening_sentence_of_a_page_counts_the_models(each, counts, opening):
    text = plain(finding(Lead("Birch", WHEN, each), counts, 1))
    assert text.startswith(opening)
    assert text.endswith(".")


def test_where_nothing_is_clear_it_says_for_whom_how_much_remains_possible():
    small = Lead("Cedar", WHEN, facet(detected=False, excess={"value": 0.1, "lo": -0.1, "hi": 0.3}, n=900))
    large = Lead("Birch", WHEN, facet(detected=False, excess={"value": 2.0, "lo": -5.0, "hi": 9.0}, n=100))
    text = plain(finding(large, ModelCounts(2, 0, (large, small)), 1))
    assert text.endswith(
        "That is not the same as none: effects of up to 0.3 of 100 answers for Cedar (900 texts) remain possible, and "
        "of up to 9.0 of 100 answers for Birch (100 texts)."
    )
    alone = plain(finding(large, ModelCounts(2, 0, (large,)), 1))
    assert alone.endswith("effects of up to 9.0 of 100 answers for Birch (100 texts) remain possible.")


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        (ModelCounts(0, 0), "No model has been measured here yet."),
        (
            ModelCounts(0, 0, planted=True),
            "Only planted models have been measured here; they are shown below and take no place.",
        ),
        (
            ModelCounts(0, 0, reported=True),
            "No model has been measured here; what others reported stands below, and cannot be replayed.",
        ),
    ],
)
def test_a_page_without_a_measured_model_says_so(counts, text):
    assert plain(finding(None, counts, 1)) == text


ALIKE = [{"id": "not-attributable", "text": "every phrase does it"}]
BELOW = [{"id": "reverse", "text": "below the others"}]


def unplaced(name, value, why, **more):
    measure = "stereotype" if why == BELOW else "shift"
    ends = {"value": value, "lo": value - 0.1, "hi": value + 0.1}
    told = {"excess": ends, "measure": measure, "direction_label": "blue", "positive_label": "yes", "ranked": False}
    return Lead(name, WHEN, facet(**told | {"why_not_ranked": why, "detected": value > 0} | more))


def three(why, sign):
    return tuple(unplaced(name, sign * n, why) for n, name in enumerate(("Alder", "Cedar", "Rowan"), 2))


def test_what_most_models_do_with_every_phrase_comes_before_the_one_small_clear_effect():
    lead = Lead("Birch", WHEN, facet(measure="shift", direction_label="red", min_detectable=3.5))
    text = plain(finding(lead, ModelCounts(2, 1, unplaced=three(ALIKE, 1)), 1))
    assert text == (
        "When the hat is red, 3 of the 5 models measured move toward “blue” by 2.0 to 4.0 percentage points. Each goes "
        "its one way with every phrase with enough answers, by more than three points on average and with none more "
        "than twice as far as with another, so that all or part of it may come from the control phrase. "
        "One clear effect is not of that kind, since the phrases move "
        "its model different ways, some of them far more than others, or by no more than three points on average; it "
        "is that of Birch: it becomes surer of “red”, by 3.0 percentage points on average "
        "(red or blue; 95% range 2.0 to 4.0; 500 texts): "
        "clear, but so small that a repeat with new texts may miss it."
    )


def test_moves_that_read_alike_are_told_by_one_number():
    lead = Lead("Birch", WHEN, facet(measure="shift", direction_label="red"))
    alike = tuple(unplaced(name, 2, ALIKE) for name in ("Alder", "Cedar", "Rowan"))
    assert "of 2.0 percentage points, go" in plain(finding(lead, ModelCounts(2, 2, unplaced=alike, cells=4), 1))


def test_over_several_cells_it_says_that_the_largest_moves_are_nobodys_own():
    lead = Lead("Birch", WHEN, facet(measure="shift", direction_label="red"))
    text = plain(finding(lead, ModelCounts(2, 2, unplaced=three(ALIKE, 1), cells=4), 1))
    assert text.startswith(
        "The largest moves of 3 of the 5 models measured, of 2.0 to 4.0 percentage points, go each in one direction "
        "with every phrase with enough answers, so that the control phrase may be what they come from. 2 clear effects "
        "are not of that kind, since the phrases move these models different ways, some of them far more "
        "than others, or by no more than three points on average; the largest of them is that of "
        "Birch: when the hat is red, it becomes "
        "surer of “red”"
    )
    below = finding(lead, ModelCounts(2, 2, unplaced=three(BELOW, -1), cells=4), 1)
    assert plain(below).startswith(
        "Both models compared show a clear effect in at least one of 4 tests, all counted at once."
    )


def test_it_comes_after_where_as_many_are_clear():
    text = plain(finding(Lead("Birch", WHEN, facet()), ModelCounts(4, 3, unplaced=three(ALIKE, 1)), 1))
    assert text.startswith(
        "3 of the 4 models compared show a clear effect; 3 more move toward “blue” by 2.0 to 4.0 percentage points, "
        "each the same way with every phrase with enough answers, and are set aside. The largest that is ranked is "
        "that of Birch: "
    )


def test_one_that_is_set_aside_stands_beside_the_one_that_is_ranked():
    one = (unplaced("Alder", 2, ALIKE),)
    text = plain(finding(Lead("Birch", WHEN, facet()), ModelCounts(3, 1, unplaced=one), 1))
    assert text.startswith(
        "One of the 3 models compared shows a clear effect; one more moves toward “blue” by 2.0 percentage points, the "
        "same way with every phrase with enough answers, and is set aside. The one that is ranked is that of Birch: "
    )
    several = plain(finding(Lead("Birch", WHEN, facet()), ModelCounts(3, 1, unplaced=one, cells=4), 1))
    assert "set aside" not in several


def test_who_is_set_aside_can_see_the_change_too():
    lead, one = Lead("Birch", WHEN, facet()), (unplaced("Alder", 2, ALIKE),)
    text = plain(finding(lead, ModelCounts(3, 3, unplaced=one, blind=1), 1))
    assert text.startswith("All 3 models compared that can see the change show a clear effect; one more moves")
    alike = plain(finding(lead, ModelCounts(2, 1, unplaced=three(ALIKE, 1), blind=1), 1))
    assert alike.startswith("When the hat is red, 3 of the 5 models that can see the change move toward “blue”")


def test_moves_that_differ_in_direction_name_none():
    found = (*three(ALIKE, 1), unplaced("Beech", 5, ALIKE, direction_label="red"))
    text = plain(finding(found[0], ModelCounts(0, 0, unplaced=found), 1))
    assert text.startswith(
        "When the hat is red, all 4 models move their confidence, 3 toward “blue”, 1 toward “red”, by 2.0 to 5.0 "
        "percentage points. Each goes its one way"
    )


def test_beside_a_move_of_confidence_it_says_how_many_answers_changed():
    ways = [{"from": "plain", "n": 500, "changed": 15, "toward": 9}]
    shift = {"measure": "shift", "direction_label": "blue", "directions": ways}
    text = plain(finding(Lead("Birch", WHEN, facet(**shift)), ModelCounts(2, 2), 1))
    assert text.endswith("The answer itself changed in 15 of them, 9 times to “blue”.")
    shift["directions"] = [ways[0] | {"toward": 15}]
    text = plain(finding(Lead("Birch", WHEN, facet(**shift)), ModelCounts(1, 1), 1))
    assert text.endswith("The answer itself changed in 15 of them, always to “blue”.")
    shift["directions"] = [ways[0] | {"changed": 0, "toward": 0}]
    text = plain(finding(Lead("Birch", WHEN, facet(**shift)), ModelCounts(1, 1), 1))
    assert text.endswith("The answer itself changed in none of them.")


@pytest.mark.parametrize(
    ("changed", "toward", "said"),
    [(1, 1, "1 of them, to “blue”."), (2, 1, "2 of them, once to “blue”."), (2, 0, "2 of them, never to “blue”.")],
)
def test_one_changed_answer_is_told_in_the_singular(changed, toward, said):
    ways = [{"from": "plain", "n": 500, "changed": changed, "toward": toward}]
    one = facet(measure="shift", direction_label="blue", directions=ways)
    assert plain(finding(Lead("Birch", WHEN, one), ModelCounts(1, 1), 1)).endswith(
        f"The answer itself changed in {said}"
    )


def test_where_all_move_the_reverse_way_it_says_what_all_did():
    found = three(BELOW, -1)
    text = plain(finding(found[0], ModelCounts(0, 0, unplaced=found), 1))
    assert text == (
        "When the hat is red, all 3 models are clearly less sure of the unfavourable answer, “yes”, by 2.0 to 4.0 "
        "percentage points. Boards rank only models that are surer of it; here none clearly is."
    )
    among = plain(finding(found[0], ModelCounts(2, 0, unplaced=found), 1))
    assert among.endswith(
        "3 of the 5 models measured are clearly less sure of the unfavourable answer, “yes”, by 2.0 to 4.0 "
        "percentage points. Boards rank only models that are surer of it; here none clearly is."
    )
    both = plain(finding(found[0], ModelCounts(0, 0, unplaced=found[:2]), 1))
    assert both.startswith("When the hat is red, both models are clearly less sure of the unfavourable answer")
    lead = Lead("Birch", WHEN, facet(measure="stereotype", positive_label="yes"))
    own = plain(finding(lead, ModelCounts(1, 1, unplaced=found), 1))
    assert own.startswith(
        "When the hat is red, one of the 4 models measured is clearly surer of the unfavourable answer, “yes”, and 3 "
        "clearly less sure. The largest each way: Birch is surer of the unfavourable answer, “yes”, by 3.0 percentage"
    )
    assert own.endswith("; 500 texts), and Rowan is less sure of it by 4.0.")


@pytest.mark.parametrize("clear", [0, 1, 3])
def test_a_finding_has_three_sentences_at_most(clear):
    for found in ((), three(ALIKE, 1), three(BELOW, -1)):
        each = facet() if clear else NOT_CLEAR
        text = plain(finding(Lead("Birch", WHEN, each), ModelCounts(5, clear, unplaced=found), 1))
        assert text.count(". ") < 3


def test_clear_effects_that_go_apart_are_counted_by_the_way_they_go():
    lead = Lead("Birch", WHEN, facet(measure="shift", direction_label="red"))
    for ways, words in (
        ((), "3 of the 4 models compared show a clear effect. The largest"),
        ((("toward “red”", 3),), "3 of the 4 models compared show a clear effect, all toward “red”. The largest"),
        (
            (("toward “blue”", 2), ("toward “red”", 1)),
            "a clear effect: 2 toward “blue” and 1 toward “red”. The largest",
        ),
    ):
        assert words in plain(finding(lead, ModelCounts(4, 3, ways=ways), 1))
    both = plain(finding(lead, ModelCounts(2, 2, ways=(("toward “red”", 2),)), 1))
    assert both.startswith("Both models compared show a clear effect, both toward “red”. The largest of them is")


def test_a_model_that_cannot_see_the_change_is_not_counted_among_those_that_might_show_it():
    lead = Lead("Birch", WHEN, facet())
    assert plain(finding(lead, ModelCounts(3, 3, blind=1), 1)).startswith(
        "All 3 models that can see the change show a clear"
    )
    small = Lead("Cedar", WHEN, facet(detected=False, excess={"value": 0.1, "lo": -0.1, "hi": 0.3}, n=900))
    none = plain(finding(small, ModelCounts(2, 0, (small,), blind=1), 1))
    assert "is seen in either of the two models that can see the change" in none
    blind = Lead("Birch", WHEN, facet(detected=False, cannot_see_change=True))
    assert plain(finding(blind, ModelCounts(0, 0, blind=1), 1)).startswith(
        "When the hat is red, Birch gives exactly the same"
    )


def test_a_pick_of_many_is_not_called_clear_where_chance_gives_as_many():
    lead = Lead("Elm", WHEN, facet(), firm=False)
    said = plain(finding(lead, ModelCounts(3, 0, cells=60, alone=3), 1))
    assert said.startswith("No effect is clear here with all 60 tests counted at once.")
    assert "All 3 models compared have an effect that is clear only if looked at alone" in said
    assert "show a clear effect" not in said
    one = plain(finding(lead, ModelCounts(1, 0, cells=60, alone=1), 1))
    assert "One effect is clear only if looked at alone. In the one of Elm, when the hat is red, it " in one


def test_an_effect_that_the_control_phrase_made_is_told_as_that():
    points = {"of": "probability", "n": 500, "written": 40.0, "control": 34.0, "change": 40.5, "others": None}
    shift = facet(measure="shift", direction_label="red", positive_label="red", points=points, mostly_control=True)
    said = plain(finding(Lead("B", WHEN, shift), ModelCounts(2, 2), 1))
    assert "Most of this is what the control phrase did: with neither, it stands at 40.0%." in said


def test_the_averages_stand_beside_a_move_of_confidence():
    means = {"of": "probability", "n": 500, "written": None, "control": 40.0, "change": 43.0, "others": None}
    shift = facet(measure="shift", direction_label="red", positive_label="red", points=means)
    assert "(“red” from 40.0% to 43.0%; red or blue; 95% range" in plain(
        finding(Lead("B", WHEN, shift), ModelCounts(1, 1), 1)
    )
    for number, said in ((500, "to 43.0%, 39.0% with neither; red"), (499, "to 43.0%; red")):
        told = means | {"written": 39.0, "n": number}
        written = facet(measure="shift", direction_label="red", positive_label="red", points=told)
        assert said in plain(finding(Lead("B", WHEN, written), ModelCounts(1, 1), 1))
    full = means | {"others": 41.5, "written": 39.0}
    all_four = facet(measure="stereotype", positive_label="yes", points=full)
    assert "41.5% with the others, 40.0% with the control phrase, 39.0% with neither; " in plain(
        finding(Lead("B", WHEN, all_four), ModelCounts(1, 1), 1)
    )
    among = facet(measure="stereotype", positive_label="yes", points=means | {"others": 41.5})
    assert "(“yes” 43.0% here, 41.5% with the others, 40.0% with the control phrase; " in plain(
        finding(Lead("B", WHEN, among), ModelCounts(1, 1), 1)
    )


def test_a_clear_effect_in_one_test_of_several_and_one_that_hangs_on_the_control_are_told_as_that():
    lead = Lead("Birch", WHEN, facet())
    assert "All 3 models compared show a clear effect in at least one of 4 tests, all counted at once. The" in plain(
        finding(lead, ModelCounts(3, 3, cells=4), 1)
    )
    assert "show a clear effect, one of them only while the control’s own uncertainty is left out. The" in plain(
        finding(lead, ModelCounts(3, 3, fragile=1), 1)
    )
