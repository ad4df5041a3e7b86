"""A group's page says what each of its questions found, under the part of life that the study names."""

from __future__ import annotations

import pytest

from bd.report.datafile import load_leaderboard
from bd.site.plan import plan_pages
from bd.site.records.pages import LevelPage
from bd.site.settings import load_settings
from bd.site.words import plain
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY


@pytest.fixture(scope="module")
def data():
    return load_leaderboard(REPOSITORY / "site/data/leaderboard.json")


@pytest.fixture(scope="module")
def pages(data):
    found = plan_pages(names_in(data), load_settings(REPOSITORY))
    return {page.head.address: page for page in found if isinstance(page, LevelPage)}


def test_every_group_s_page_tells_each_of_its_questions_once_under_its_area(data, pages):
    areas = {question["id"]: question["area"] for question in data["questions"]}
    labels = {question["id"]: question["label"] for question in data["questions"]}
    groups = [page for page in data["pages"] if page["level"] == "group"]
    assert len(groups) > 10
    for entry in groups:
        (dimension,) = (each for each in data["dimensions"] if each["id"] == entry["characteristic"])
        cells = [cell for cell in dimension["breakdown"]["cells"] if cell["group"] == entry["group"]]
        meaning = pages[entry["address"]].meaning
        told = {
            (area, link.label)
            for area, found in meaning.areas
            for said in found
            for link in said[:2]
            if hasattr(link, "to")
        }
        assert told >= {(areas[cell["item"]], labels[cell["item"]]) for cell in cells}
        assert sum(len(found) for _, found in meaning.areas) == len({cell["item"] for cell in cells})
        assert "" not in [area for area, _ in meaning.areas]


def test_what_is_told_of_a_question_is_the_finding_of_its_own_page(pages):
    for page in pages.values():
        for _, found in page.meaning.areas if page.meaning else ():
            for said in found:
                (link,) = (piece for piece in said if hasattr(piece, "to"))
                own = pages[link.to].head.heading
                assert plain(said) in (own, f"{link.label}: {own}")


def test_no_other_page_has_such_a_part(pages):
    assert {page.level for page in pages.values() if page.meaning} == {"group"}
