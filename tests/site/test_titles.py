"""The title of a page is its finding: whole numbers of the data, and no direction that chance may give."""

import re
from collections import Counter

import pytest

from bd.report.build import build_leaderboard
from bd.report.datafile import load_leaderboard
from bd.site.plan import plan_pages
from bd.site.records.pages import AskedTwicePage, EnginePage, HomePage, LevelPage
from bd.site.settings import load_settings
from bd.site.words import plain
from tests.report.samples import DATE, sample_study
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY

MOST_WORDS = 30
"""Words of the study are quoted in a title, so it has no fixed length; no sentence of evidence fits in this."""


def pages_of_board(board):
    return list(plan_pages(names_in(board), load_settings(REPOSITORY)))


@pytest.fixture(scope="module")
def pages(sample_root):
    return pages_of_board(load_leaderboard(sample_root / "site/data/leaderboard.json"))


def test_a_title_is_short_and_has_whole_numbers_alone(pages):
    titles = [
        page.head.heading for page in pages if isinstance(page, LevelPage | HomePage | EnginePage | AskedTwicePage)
    ]
    assert len(titles) > 20
    for title in titles:
        assert len(title.split()) <= MOST_WORDS, title
        assert not re.search(r"\d[.,]\d\d?\b", re.sub(r"\d,\d{3}", "", title)), title


def test_the_number_of_a_title_is_that_of_the_line_that_leads(pages):
    seen = 0
    for page in pages:
        if isinstance(page, LevelPage) and page.boards.clear:
            found = re.search(r" (\d+|<1) (?:points|in 100)", page.head.heading)
            if found:
                values = [float(line.value.value) for line in page.boards.clear]
                assert found[1] in {f"{int(value + 0.5)}" if value >= 1 else "<1" for value in values}, (
                    page.head.heading
                )
                seen += 1
    assert seen > 5


def test_where_nothing_is_clear_the_title_says_so(pages):
    still = [p for p in pages if isinstance(p, LevelPage) and p.boards.not_clear and not p.boards.clear]
    assert still
    assert all(page.head.heading.startswith("No clear difference for ") for page in still)


def test_below_a_title_stand_range_and_texts_of_the_same_result(pages):
    told = [page for page in pages if isinstance(page, LevelPage) and page.line and page.boards.clear]
    assert told
    for page in told:
        said = " ".join(map(plain, page.line))
        assert re.search(r"\d texts", said)
        assert "95% range" in said
        assert ("largest of" in said) == page.boards.cells_vary


def test_nobody_measured_is_told_as_such():
    board = build_leaderboard(sample_study(), [], date=DATE, commit=None)
    titles = [page.head.heading for page in pages_of_board(board) if isinstance(page, LevelPage)]
    assert all("not measured yet" in title for title in titles)


def test_the_title_of_a_model_on_a_characteristic_claims_no_effect_that_is_not_clear():
    data = load_leaderboard(REPOSITORY / "site/data/leaderboard.json")
    titles = {page.head.address: page.head.heading for page in pages_of_board(data)}
    seen = Counter()
    for page in data["pages"]:
        if page["level"] != "engine-characteristic":
            continue
        (dimension,) = (each for each in data["dimensions"] if each["id"] == page["characteristic"])
        cell = dimension["cells"][page["engine"]]
        facet = next(each for each in cell["facets"] if each["id"] == cell["headline"]["facet"])
        kind = (
            "unseen" if facet["cannot_see_change"] else "clear" if facet["ranked"] and facet["detected"] else
            "alike" if any(why["id"] == "not-attributable" for why in facet["why_not_ranked"]) else
            "clear" if facet["excess"]["hi"] < 0 else "unclear"
        )  # fmt: skip
        told = titles[page["address"]]
        assert {"unseen": "cannot see the change", "alike": "and alike with every other phrase",
                "unclear": ": no clear difference", "clear": " "}[kind] in told  # fmt: skip
        assert (kind == "clear") == (not re.search("cannot see|alike|no clear", told)), told
        seen[kind] += 1
    assert seen.keys() == {"unseen", "alike", "unclear", "clear"}
