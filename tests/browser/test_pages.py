"""What only a browser shows: links work wherever the pages stand, and what is changed is seen without colour."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser


def open_page(browser, width, **options):
    page = browser.new_page(viewport={"width": width, "height": 900}, **options)
    page.said = []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    return page


def walk(page):
    """Go from the home page down to a cell, to a model and home again, by its links alone."""
    page.get_by_role("link", name="Faith", exact=True).first.click()
    page.get_by_role("link", name="North", exact=True).first.click()
    page.get_by_role("link", name="red or blue", exact=True).first.click()
    assert page.locator(".kicker").inner_text() == "Faith: North, red or blue"
    page.locator("#birch").get_by_role("link", name="Birch", exact=True).click()
    assert page.locator("h1").inner_text().startswith("Birch: ")
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
    assert page.locator(".kicker").inner_text() == "Faith: North, red or blue"
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
