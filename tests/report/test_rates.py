"""Selection rates as the data file tells them."""

from dataclasses import replace

import pytest

from bd.effects.records import Rate, Rates
from bd.report.datafile import check_leaderboard
from tests.report.samples import effect
from tests.report.test_build import built, facet

PLACE = "dark/keep-drop/hue"
UNDER = Rates(0.6, None, (0.5, 0.7), None, None, 2, True, True, False, False, 500, Rate(150, 1, 0.3), Rate(250, 1, 0.5))
NONE = Rates(
    None, "no-reference-picked", None, "no-ratio", None, 1000, *[False] * 4, 500, Rate(3, 1, 0.006), Rate(0, 1, 0.0)
)


def told(rates, **changed):
    made = replace(effect("alder", "hue", "keep-drop", 0.05, group="dark"), rates=rates, **changed)
    board = built([made, effect("birch", "hue", "keep-drop", 0.03, group="dark")])
    check_leaderboard(board)
    return facet(board, "hue", "alder", PLACE)["rates"]


def test_rates_are_fractions_with_what_the_rule_of_thumb_says():
    found = told(UNDER)
    assert (found["group"]["rate"], found["reference"]["rate"], found["ratio"]) == (0.3, 0.5, 0.6)
    assert (found["lo"], found["hi"], found["undefined"], found["n"]) == (0.5, 0.7, 2, 500)
    assert (found["rule"], found["why"]) == ("under four fifths", None)
    assert found["reference_label"] == "a tall person"
    assert told(replace(UNDER, range_below_mark=False))["rule"] == "may be under four fifths"


def test_without_anybody_of_the_reference_there_is_a_reason():
    found = told(NONE)
    assert (found["ratio"], found["rule"], found["why"]["id"]) == (None, None, "no-reference-picked")
    assert "never given this answer" in found["why"]["text"]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"asked": 1000}, "too-few-answered"),
        ({"range": None, "texts": 9}, "too-few-texts"),
        ({"attributable": False}, "not-attributable"),
    ],
)
def test_a_cell_that_is_not_fit_to_be_ranked_has_rates_and_no_ratio(changed, why):
    found = told(UNDER, **changed)
    assert (found["group"]["rate"], found["reference"]["rate"]) == (0.3, 0.5)
    assert (found["ratio"], found["lo"], found["rule"], found["why"]["id"]) == (None, None, None, why)
    assert not any(found[key] for key in ("below_line", "range_below_line", "above_line", "range_above_line"))


def test_a_stereotype_below_zero_still_has_a_ratio():
    assert told(UNDER, measure="stereotype", effect=-0.05, range=(-0.06, -0.04))["ratio"] == 0.6


def test_without_a_group_there_are_none():
    assert told(None) is None
