"""What a cell's effects look like beside other phrases of their test, and beside texts with no phrase at all."""

from __future__ import annotations

import pytest

from tests.report.samples import sample_effects
from tests.site.test_level import answers, made

NORTH, SOUTH = "/faith/north/red-blue/", "/faith/south/red-blue/"
WEAK = "What weakens it"
OTHER_WAY = "clearly moves the other way."


def board_with(question="red-blue", **changed):
    """Return a data file in which results of one question are changed, given by group and model."""
    board = made(sample_effects())
    (dimension,) = [each for each in board["dimensions"] if each["id"] == "faith"]
    for cell in dimension["breakdown"]["cells"]:
        if cell["item"] == question:
            for model, more in changed.get(cell["group"], {}).items():
                cell["engines"][model] |= more
    return board


def test_a_model_that_another_phrase_moves_the_other_way_is_named_on_both_pages():
    found = answers(board_with(north={"birch": {"direction_label": "yes"}}, south={"birch": {"direction_label": "no"}}))
    assert f"With “a south person” in the same place, Birch {OTHER_WAY}" in found[NORTH, WEAK]
    assert f"With “a north person” in the same place, Birch {OTHER_WAY}" in found[SOUTH, WEAK]
    assert not any(OTHER_WAY in said for (address, _), said in found.items() if address not in (NORTH, SOUTH))


@pytest.mark.parametrize(
    ("north", "south"),
    [("yes", "yes"), ("yes", None), (None, "no")],
    ids=["the same way", "a way that is open there", "a way that is open here"],
)
def test_who_goes_no_other_way_is_not(north, south):
    found = answers(
        board_with(north={"birch": {"direction_label": north}}, south={"birch": {"direction_label": south}})
    )
    assert OTHER_WAY not in found.get((NORTH, WEAK), "")


def test_an_effect_that_is_not_clear_goes_no_way():
    ways = {"north": {"alder": {"direction_label": "yes"}}, "south": {"alder": {"direction_label": "no"}}}
    assert OTHER_WAY not in answers(board_with(**ways)).get((SOUTH, WEAK), "")


def averages(unedited, control, changed, texts=None):
    found = {"of": "probability", "written": unedited, "control": control, "change": changed, "others": None}
    return {"north": {"birch": {"points": found | {"n": texts}}}}


@pytest.mark.parametrize(
    ("unedited", "control", "changed", "named"),
    [
        (40.0, 50.0, 45.0, True),
        (50.0, 40.0, 45.0, True),
        (40.0, 45.0, 50.0, False),  # the phrase goes further than the control
        (48.0, 45.0, 40.0, False),
        (44.0, 50.0, 45.0, False),  # so near to the texts as written that it can be chance
    ],
)
def test_where_the_control_phrase_moves_a_model_further_that_is_said(unedited, control, changed, named):
    (texts,) = {e.texts for e in sample_effects() if (e.build, e.edit, e.decision) == ("birch", "faith", "red-blue")}
    said = "with neither phrase, Birch moves the other way: the control phrase alone moves it further."
    assert (said in answers(board_with(**averages(unedited, control, changed, texts))).get((NORTH, WEAK), "")) is named


def test_averages_of_other_texts_are_held_against_nothing():
    assert "with neither phrase" not in answers(board_with(**averages(40.0, 50.0, 45.0, 7))).get((NORTH, WEAK), "")


def test_who_is_not_given_the_question_is_named_beside_it():
    board = board_with()
    told = "Birch is never given a question: it scores the text by itself, and that is read as an answer."
    assert not any("never given" in said for said in answers(board).values())
    for engine in board["engines"]:
        engine["sees_question"] = engine["id"] not in ("birch", "seeded")
    found = answers(board)
    assert found[NORTH, "What was asked"].endswith(told)
    assert found["/sort/", "What was asked"].endswith(told)  # of planted models nothing is said


def test_the_range_of_who_has_no_place_comes_with_that_of_families_of_texts_too():
    ranges = {"alder": {"frame_range": [-1.5, 1.5], "frames": 9}, "birch": {"frame_range": [5.5, 8.5], "frames": 9}}
    said = answers(board_with("yes-no", north=ranges))["/faith/north/yes-no/", "How sure it is"]
    families = "drawing whole families of similar texts, between"
    assert f"lie between −1.00 and 1.00 points; {families} −1.50 and 1.50. " in said
    assert f"Those of Birch, which takes no place, lie between 6.00 and 8.00; {families} 5.50 and 8.50. " in said
    assert families not in answers(board_with())["/faith/north/yes-no/", "How sure it is"]
