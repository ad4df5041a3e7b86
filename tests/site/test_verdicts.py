"""What is to be said of a result before any sentence."""

from __future__ import annotations

import pytest

from bd.site.verdicts import direction_words, fewer, frame_differs
from tests.site.facets import facet


@pytest.mark.parametrize(
    ("frames", "clear", "differs"),
    [(None, True, False), ([0.1, 2.0], True, False), ([0.0, 2.0], True, True), ([-1.0, 2.0], False, False)],
)
def test_a_clear_effect_may_not_be_clear_by_frame(frames, clear, differs):
    assert frame_differs(facet(frame_range=frames, detected=clear)) is differs


@pytest.mark.parametrize(
    ("measure", "high", "found"),
    [("flip", -0.1, True), ("flip", 0.0, False), ("flip", None, False), ("shift", -1, False)],
)
def test_a_control_that_changed_more_answers_is_noticed(measure, high, found):
    assert fewer(facet(measure=measure, excess={"value": -2.0, "lo": -4.0, "hi": high})) is found


def test_a_stereotype_score_has_no_direction_of_answers():
    assert direction_words(facet(direction_label="blue")) == "toward “blue”"
    assert direction_words(facet(direction_label="blue", measure="stereotype")) == ""
