"""What only a browser shows: nothing sticks out, everyone can read it, links work wherever the pages stand."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

KINDS = {
    "home": "",
    "characteristic": "sort/",
    "with an example": "years/",
    "group": "faith/north/",
    "question": "faith/red-blue/",
    "cell": "faith/north/red-blue/",
    "nothing clear": "hue/light/",
    "models": "engines/",
    "model": "engines/birch/",
    "model and characteristic": "engines/birch/faith/",
    "methods": "methods/",
    "data": "data/",
    "reported by others": "reported/elsewhere/",
    "missing": "no/such/page/",
}


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


def open_page(browser, width, **options):
    page = browser.new_page(viewport={"width": width, "height": 900}, **options)
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    return page


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_on_any_kind_of_page(browser, served, scheme, width):
    page = open_page(browser, width, color_scheme=scheme)
    faults = []
    for kind, address in KINDS.items():
        page.goto(served + address)
        found = Axe().run(page).response
        assert len(found["passes"]) > 10, kind
        for each in found["violations"]:
            faults.append((kind, each["id"], each["nodes"][0]["html"][:200], each["nodes"][0]["failureSummary"][:300]))
    page.close()
    assert faults == []


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_nothing_sticks_out_sideways(browser, served, width):
    page = open_page(browser, width)
    wide = []
    for kind, address in KINDS.items():
        page.goto(served + address)
        found = page.evaluate("document.documentElement.scrollWidth")
        if found > width:
            wide.append((kind, found))
    page.close()
    assert wide == []


def test_twice_the_size_of_words_still_fits(browser, served):
    page = open_page(browser, 640)
    for kind, address in KINDS.items():
        page.goto(served + address)
        page.add_style_tag(content="html { font-size: 200% }")
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, kind
    page.close()


def test_no_page_says_anything_to_the_console_or_asks_another_host(browser, served):
    page = open_page(browser, 1280)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for kind, address in KINDS.items():
        page.goto(served + address)
        assert [text for text in page.said if kind != "missing" or "404" not in text] == [], kind
        page.said.clear()
    page.close()
    assert [url for url in asked if not url.startswith((served, "data:"))] == []


def test_a_deep_link_shows_its_model(browser, served):
    page = open_page(browser, 390)
    page.goto(served + "sort/#cedar")
    row = page.locator("#cedar")
    assert row.is_visible()
    assert 0 <= row.bounding_box()["y"] < 900
    page.close()


def test_the_keyboard_reaches_the_content_first(browser, served):
    page = open_page(browser, 390)
    page.goto(served + "sort/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#_main")
    page.close()


def walk(page):
    """Go from the home page down to a cell, to a model and home again, by its links alone."""
    page.get_by_role("link", name="Faith", exact=True).first.click()
    page.get_by_role("link", name="North", exact=True).first.click()
    page.get_by_role("link", name="red or blue", exact=True).first.click()
    assert page.locator("h1").inner_text() == "Faith: North, red or blue"
    page.get_by_role("link", name="Birch", exact=True).first.click()
    assert page.locator("h1").inner_text().strip() == "Birch"
    page.get_by_role("link", name="Home", exact=True).click()
    assert page.locator("#_board").is_visible()


def test_links_work_under_a_sub_path(browser, served):
    page = open_page(browser, 1280)
    page.goto(served)
    walk(page)
    page.close()


def test_links_work_from_the_file_system(browser, dist):
    page = open_page(browser, 1280)
    page.goto((dist / "index.html").as_uri())
    walk(page)
    assert page.said == []
    page.close()


def test_without_its_slash_an_address_leads_to_the_same_page(browser, served):
    page = open_page(browser, 1280)
    page.goto(served + "faith/north")
    page.get_by_role("link", name="red or blue", exact=True).first.click()
    assert page.locator("h1").inner_text() == "Faith: North, red or blue"
    page.close()


def test_the_page_for_missing_addresses_finds_its_way_back(browser, served):
    page = open_page(browser, 1280)
    page.goto(served + "no/such/page/")
    page.get_by_role("link", name="Home", exact=True).click()
    assert page.url.startswith(served)
    assert page.locator("#_board").is_visible()
    page.close()


def test_changed_words_are_told_by_more_than_colour(browser, served):
    page = open_page(browser, 390)
    page.goto(served + "years/")
    assert "underline" in page.locator("mark").first.evaluate("e => getComputedStyle(e).textDecorationLine")
    page.close()
