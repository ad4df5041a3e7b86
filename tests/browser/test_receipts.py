"""Receipts in a browser: sorted and filtered by the keyboard, and complete without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from bd.site import build_site, receipts
from tests.projects import Project, sure
from tests.receipts.told import reported
from tests.site.sites import make_project
from tools import serving

pytestmark = pytest.mark.browser

ADDRESS = "club/east/tulip-rose/receipts/"
MOVES = {"fern": [0.0, -0.05, -0.3, 0.1, 0.0], "moss": [0.2, 0.0, -0.01, 0.0, 0.0]}
"""From 0.6, by model and text; fern alone changes an answer, to the third text. The last is in the file alone."""


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> str:
    project = Project(tmp_path_factory.mktemp("receipts"), texts=5)
    project.texts[1]["text"] = "By the Orchard wall, she waters the beds."
    project.save()
    for model, moves in MOVES.items():
        rows = [
            sure(f"{i}-club-{v}", round(0.6 + (move if v == "east" else 0), 6))
            for i, move in zip(project.ids, moves, strict=True)
            for v in ("east", "west", "chess")
        ]
        project.log(model, "club", rows)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(receipts, "SHOWN", 4)
        out = build_site(make_project(project.root, reported(project))).out
    return serving.served(out, "/bias/")


@pytest.fixture
def page(browser, base):
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.goto(base + ADDRESS)
    yield page
    assert page.said == []
    page.close()


def shown(page):
    return [int(e.get_attribute("data-text")[-2:]) for e in page.locator("article.receipt:visible").all()]


def status(page):
    return page.locator("#_sift").get_by_role("status").inner_text()


def test_the_page_begins_in_its_own_order_and_says_how_many_it_shows(page):
    assert shown(page) == [3, 1, 4, 2]
    assert status(page) == "4 of 4 texts of this page shown"


@pytest.mark.parametrize(
    ("model", "order", "numbers"),
    [
        ("any model", "largest move first", [3, 1, 4, 2]),
        ("any model", "smallest move first", [2, 4, 1, 3]),
        ("moss", "largest move first", [1, 3, 4, 2]),
        ("fern", "text id", [1, 2, 3, 4]),
    ],
)
def test_texts_are_sorted_by_id_and_by_the_move_of_any_model_or_of_one(page, model, order, numbers):
    page.get_by_label("Model").select_option(model)
    page.get_by_label("Order").select_option(order)
    assert shown(page) == numbers
    page.get_by_label("Order").select_option("as listed")
    assert shown(page) == [3, 1, 4, 2]


def test_only_changed_answers_of_any_model_or_of_one(page):
    page.get_by_label("only changed answers").check()
    assert (shown(page), status(page)) == ([3], "1 of 4 texts of this page shown")
    page.get_by_label("Model").select_option("moss")
    assert (shown(page), status(page)) == ([], "0 of 4 texts of this page shown")
    page.get_by_label("only changed answers").uncheck()
    assert shown(page) == [3, 1, 4, 2]


def test_words_are_found_in_the_texts_whatever_their_capitals(page):
    page.get_by_label("Words").fill(" orchard ")
    assert (shown(page), status(page)) == ([2], "1 of 4 texts of this page shown")
    page.get_by_label("Words").fill("")
    assert shown(page) == [3, 1, 4, 2]


def test_the_keyboard_alone_sorts_and_filters(page):
    page.get_by_label("Order").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert shown(page) == [1, 2, 3, 4]
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.type("orchard")
    page.keyboard.press("Enter")
    assert shown(page) == [2]
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert shown(page) == []
    assert page.url.endswith(ADDRESS)


def test_without_scripts_the_page_is_complete_and_has_no_controls(browser, base):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base + ADDRESS)
    assert shown(page) == [3, 1, 4, 2]
    assert page.locator("select, input").count() == 0
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_sticks_out_and_axe_finds_nothing(browser, base, width, scheme):
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(base + ADDRESS)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page).response
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found["violations"]] == []
    assert len(found["passes"]) > 10
    page.close()


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_controls_take_the_room_that_was_kept_for_them(browser, base, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.route("**/receipts.js", lambda route: route.abort())
    page.goto(base + ADDRESS)
    before = page.locator("#_receipts").bounding_box()["y"]
    page.unroute("**/receipts.js")
    page.goto(base + ADDRESS)
    assert page.locator("select").count() == 2
    assert abs(page.locator("#_receipts").bounding_box()["y"] - before) <= 1
    page.close()


def test_the_script_fits_a_strict_policy():
    script = (Path(__file__).parents[2] / "site" / "static" / "receipts.js").read_text()
    assert not [word for word in ("eval(", "innerHTML", "import ", "require(", ".style", "http") if word in script]
