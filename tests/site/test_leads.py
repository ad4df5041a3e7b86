"""The sentence that opens a page."""

from __future__ import annotations

import pytest

from bd.site.leads import Counts, Lead, finding
from bd.site.words import plain
from tests.site.facets import TOO_FEW, WHEN, facet

NOT_CLEAR = facet(detected=False)


@pytest.mark.parametrize(
    ("each", "counts", "opening"),
    [
        (facet(), Counts(1, 1), "When the hat is red, Birch changes its answer in"),
        (facet(), Counts(2, 2), "Both models compared show a clear effect. The largest is that of Birch: when the hat"),
        (
            facet(),
            Counts(7, 7),
            "All 7 models compared show a clear effect. The largest is that of Birch: when the hat",
        ),
        (facet(), Counts(7, 3), "3 of the 7 models compared show a clear effect. The largest is that of Birch: when"),
        (facet(), Counts(7, 1), "One of the 7 models compared shows a clear effect, Birch: when the hat is red, it"),
        (facet(), Counts(2, 1), "One of the two models compared shows a clear effect, Birch: when the hat is red, it"),
        (NOT_CLEAR, Counts(1, 0), "When the hat is red, Birch changes its answer in"),
        (NOT_CLEAR, Counts(2, 0), "When the hat is red, no clear effect is seen: neither of the two models compared"),
        (NOT_CLEAR, Counts(7, 0), "When the hat is red, no clear effect is seen: none of the 7 models compared shows"),
        (facet(why_not_ranked=TOO_FEW), Counts(0, 0), "No model takes a place here. When the hat is red, Birch"),
    ],
)
def test_the_opening_sentence_of_a_page_counts_the_models(each, counts, opening):
    text = plain(finding(Lead("Birch", WHEN, each), counts, 1))
    assert text.startswith(opening)
    assert text.endswith(".")


def test_where_nothing_is_clear_it_says_for_whom_how_much_remains_possible():
    small = Lead("Cedar", WHEN, facet(detected=False, excess={"value": 0.1, "lo": -0.1, "hi": 0.3}, n=900))
    large = Lead("Birch", WHEN, facet(detected=False, excess={"value": 2.0, "lo": -5.0, "hi": 9.0}, n=100))
    text = plain(finding(large, Counts(2, 0, (large, small)), 1))
    assert text.endswith(
        "That is not the same as none: effects of up to 0.3 of 100 answers for Cedar (900 texts) remain possible, and "
        "of up to 9.0 of 100 answers for Birch (100 texts)."
    )
    alone = plain(finding(large, Counts(2, 0, (large,)), 1))
    assert alone.endswith("effects of up to 9.0 of 100 answers for Birch (100 texts) remain possible.")


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        (Counts(0, 0), "No model has been measured here yet."),
        (
            Counts(0, 0, planted=True),
            "Only planted models have been measured here; they are shown below and take no place.",
        ),
        (
            Counts(0, 0, reported=True),
            "No model has been measured here; what others reported stands below, and cannot be replayed.",
        ),
    ],
)
def test_a_page_without_a_measured_model_says_so(counts, text):
    assert plain(finding(None, counts, 1)) == text
