"""The search and links to a model as a reader uses them: with keys, without scripts, from files, with a strict host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from bd.site import build_site
from tests.site.sites import make_project
from tests.site.test_hostile import CANARY, renamed

pytestmark = pytest.mark.browser

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'"
)
CELL = "Faith: North, red or blue"


class Strict(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """Say nothing where a page was closed before it had everything."""


@contextmanager
def served_strictly(folder: Path) -> Iterator[str]:
    with Server(("127.0.0.1", 0), partial(Strict, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def strict(dist):
    with served_strictly(dist) as base:
        yield base


@contextmanager
def opened(browser, url: str, width: int = 1280, **options: Any) -> Iterator[Page]:
    """Open a page, and refuse whatever it complains about until it is closed."""
    page = browser.new_page(viewport={"width": width, "height": 900}, **options)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda request: said.append(f"{request.url} {request.failure}"))
    page.goto(url)
    yield page
    page.close()
    assert said == []


def wait(page: Page, condition: str) -> None:
    """Wait until an expression holds; Playwright's own way of doing so needs what a strict policy forbids."""
    for _ in range(250):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    raise AssertionError(condition)


def look_for(page: Page, words: str) -> list[str]:
    """Type words into the field and return the labels found."""
    page.locator("#_find").fill(words)
    page.locator(".told:not(:empty)").wait_for()
    return page.locator("[role=option] b").all_text_contents()


def chosen(page: Page) -> str:
    """Return the label of the result that the field points to."""
    return page.evaluate(
        """() => {
          const id = document.activeElement.getAttribute("aria-activedescendant");
          const option = id && document.getElementById(id);
          return option ? `${option.getAttribute("aria-selected")} ${option.querySelector("b").textContent}` : "";
        }"""
    )


def test_nothing_is_fetched_before_somebody_goes_to_the_field(browser, strict):
    with opened(browser, strict) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        assert page.evaluate("typeof searchIndex") == "undefined"
        page.locator("#_find").focus()
        wait(page, "self.searchIndex && self.searchMatch")
        names = {url.rpartition("/")[2] for url in asked}
        assert sorted(names - {"icon.svg"}) == ["search-index.js", "search-match.js"]  # the icon comes when it likes


def test_from_the_shortcut_to_a_page_with_keys_alone(browser, strict):
    with opened(browser, strict + "engines/birch/index.html") as page:
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "_find"
        page.keyboard.type("north blue")
        page.wait_for_selector("[role=option]")
        assert page.locator("#_find").get_attribute("aria-expanded") == "true"
        assert page.locator("[role=option] b").all_text_contents() == [CELL]
        assert "One group, one question" in page.locator("[role=option]").first.text_content()
        assert page.locator("[role=status]").text_content() == "1 result"
        page.keyboard.press("Enter")
        page.wait_for_url("**/faith/north/red-blue/index.html")


def test_arrows_home_and_end_choose_and_escape_leaves(browser, strict):
    with opened(browser, strict) as page:
        labels = look_for(page, "faith")
        assert len(labels) == 8
        assert chosen(page) == ""
        for key, number in [
            ("ArrowDown", 0),
            ("ArrowDown", 1),
            ("End", -1),
            ("ArrowDown", 0),
            ("ArrowUp", -1),
            ("Home", 0),
        ]:
            page.locator("#_find").press(key)
            assert chosen(page) == f"true {labels[number]}"
            assert page.locator("[aria-selected=true]").count() == 1
        page.keyboard.press("Escape")
        assert not page.locator(".results").is_visible()
        assert page.locator("#_find").get_attribute("aria-expanded") == "false"
        assert page.locator("#_find").input_value() == "faith"
        page.keyboard.press("ArrowDown")
        assert page.locator(".results").is_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        assert page.locator("#_find").input_value() == ""


def test_the_chosen_result_is_opened(browser, strict):
    with opened(browser, strict) as page:
        labels = look_for(page, "faith")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url("**/faith/*/index.html")
        assert page.title().startswith(labels[1])


def test_a_result_can_be_pressed(browser, strict):
    with opened(browser, strict, width=390, has_touch=True) as page:
        look_for(page, "years")
        page.locator("[role=option]").first.tap()
        page.wait_for_url("**/years/index.html")


def test_home_and_end_are_the_fields_own_until_something_is_chosen(browser, strict):
    with opened(browser, strict) as page:
        look_for(page, "faith")
        page.keyboard.press("Home")
        assert page.evaluate("document.activeElement.selectionStart") == 0
        assert chosen(page) == ""


def test_a_slash_in_the_field_is_a_slash(browser, strict):
    with opened(browser, strict) as page:
        page.locator("#_find").focus()
        page.keyboard.type("a/b")
        assert page.locator("#_find").input_value() == "a/b"


def test_leaving_the_field_closes_the_list(browser, strict):
    with opened(browser, strict) as page:
        look_for(page, "faith")
        page.keyboard.press("Tab")
        assert not page.locator(".results").is_visible()
        assert page.evaluate("document.activeElement.getAttribute('role')") != "option"


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("faith", "Faith"),
        ("FAITH", "Faith"),
        ("fáith", "Faith"),
        ("nor", "Faith: North"),
        ("orth", "Faith: North"),
        ("norht", "Faith: North"),
        ("noth blue", ""),
        ("birch faith", "Birch: Faith"),
        ("language model", "Alder"),
        ("group", "group"),
    ],
)
def test_what_is_found_first(browser, strict, words, first):
    with opened(browser, strict) as page:
        found = look_for(page, words)
        assert found[:1] == ([first] if first else [])


def test_order_of_ways_to_fit(browser, strict):
    """The whole label, a word, its beginning, other words, within a word; one slip only where nothing else fits."""
    with opened(browser, strict) as page:
        page.locator("#_find").focus()
        wait(page, "self.searchMatch")
        found = page.evaluate(
            """() => {
              const rows = ["overnorth", "x", "northern", "y north", "Nôrth", "nroth"];
              const entries = rows.map((label) => [0, label, "", "", label === "x" ? "northern" : ""]);
              const ready = searchMatch.prepare({ kinds: ["k"], entries });
              const titles = (text) => searchMatch.search(ready, text).found.map((each) => each.title);
              return [titles("north"), titles("norrth"), titles("nrth"), titles("")];
            }"""
        )
        assert found == [
            ["Nôrth", "y north", "northern", "x", "overnorth"],
            ["northern", "y north", "Nôrth", "x"],
            [],
            [],
        ]


def test_accents_do_not_matter(browser, tmp_path):
    built = build_site(make_project(tmp_path, renamed("Çevik→1")))
    with served_strictly(built.out) as base, opened(browser, base) as page:
        assert look_for(page, "cevik")[0] == "Çevik→1"


def test_markup_in_a_label_is_shown_and_does_nothing(browser, tmp_path):
    built = build_site(make_project(tmp_path, renamed(CANARY)))
    with served_strictly(built.out) as base, opened(browser, base) as page:
        assert CANARY in look_for(page, "canary")
        assert page.locator("#canary").count() == 0


def test_where_nothing_fits_it_says_what_can_be_searched(browser, strict):
    with opened(browser, strict) as page:
        assert look_for(page, "zzzzzz") == []
        assert page.locator(".told").text_content().startswith("Nothing found. Characteristics, groups, questions")
        assert page.locator("#_find").get_attribute("aria-expanded") == "false"
        page.keyboard.press("Enter")
        assert page.url == strict


def test_without_scripts_there_is_no_field_and_no_room_for_it(browser, strict):
    with opened(browser, strict, java_script_enabled=False) as page:
        assert page.locator("#_find").count() == 0
        assert page.locator("#_search").bounding_box()["height"] == 0


def test_the_page_does_not_move_when_the_field_appears(browser, strict):
    for width in (390, 1280):
        with opened(browser, strict + "faith/index.html", width) as page:
            moved = page.evaluate(
                """() => new Promise((done) => new PerformanceObserver((list) =>
                     done(list.getEntries().reduce((sum, each) => sum + each.value, 0))
                   ).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 500))"""
            )
            assert moved < 0.01


def test_from_files(browser, dist):
    with opened(browser, (dist / "engines" / "birch" / "index.html").as_uri()) as page:
        assert look_for(page, "north blue") == [CELL]
        page.keyboard.press("Enter")
        page.wait_for_url("**/faith/north/red-blue/index.html")


def test_the_page_for_missing_addresses_has_it_too(browser, served):
    page = browser.new_page()
    page.goto(served + "no/such/page/")
    look_for(page, "north blue")
    page.keyboard.press("Enter")
    page.wait_for_url(served + "faith/north/red-blue/index.html")
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_the_open_list_or_at_a_marked_line(browser, served, width, scheme):
    with opened(browser, served + "sort/index.html#cedar", width, color_scheme=scheme) as page:
        for words in ("faith", "zzzzzz"):
            look_for(page, words)
            page.keyboard.press("ArrowDown")
            found = Axe().run(page).response
            assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]] == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_open_list_fits_and_is_easy_to_hit(browser, served, width):
    with opened(browser, served + "faith/index.html", width) as page:
        look_for(page, "faith")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for each in [page.locator("#_find"), *page.locator("[role=option]").all()]:
            assert each.bounding_box()["height"] >= 44


def test_in_print_there_is_no_field(browser, served):
    with opened(browser, served + "sort/index.html#cedar") as page:
        page.emulate_media(media="print")
        assert not page.locator("#_find").is_visible()
        assert not page.locator(".arrived").is_visible()


# Links to one model


def test_a_link_to_a_model_says_at_the_top_what_it_shows(browser, strict):
    with opened(browser, strict + "sort/index.html#birch", width=390) as page:
        said = " ".join(page.locator(".arrived").text_content().split())
        assert "Marked: Birch; clear effect; 12.00 points, 95% range " in said
        assert "; place 1. " in said
        assert page.locator(".arrived").bounding_box()["y"] >= 0
        row = page.locator("#birch").bounding_box()
        assert page.locator(".arrived").bounding_box()["height"] < row["y"] < 900


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("sort/index.html#birch-q4", "Marked: Birch 4-bit weights; other builds; "),
        ("sort/index.html#cedar", "Marked: Cedar; no clear effect; "),
        ("sort/index.html#seeded", "Marked: Seeded planted; planted models; "),
        ("hue/index.html#cedar", "Hue, by a phrase. Marked: Cedar; this model has not been asked. Remove the mark"),
        ("index.html#birch", "Marked: Birch. Remove the mark"),
    ],
)
def test_every_kind_of_line_can_be_linked_to(browser, strict, link, said):
    with opened(browser, strict + link) as page:
        assert said in " ".join(page.locator(".arrived").text_content().split())


def test_the_mark_can_be_removed(browser, strict):
    with opened(browser, strict + "sort/index.html#birch") as page:
        plain = page.locator("#alder").evaluate("e => getComputedStyle(e).backgroundColor")
        tinted = page.locator("#birch").evaluate("e => getComputedStyle(e).backgroundColor")
        page.get_by_role("link", name="Remove the mark").click()
        wait(page, "!document.querySelector('.arrived')")
        assert tinted != plain
        assert page.locator("#birch").evaluate("e => getComputedStyle(e).backgroundColor") == plain


def test_what_is_closed_is_opened_for_it(browser, strict):
    with opened(browser, strict + "sort/index.html") as page:
        page.evaluate(
            """() => {
              const table = document.getElementById("cedar").closest("table");
              const outer = document.createElement("details"), inner = document.createElement("details");
              table.replaceWith(outer);
              outer.append(inner);
              inner.append(table);
            }"""
        )
        assert not page.locator("#cedar").is_visible()
        page.evaluate("location.hash = 'cedar'")
        page.wait_for_selector(".arrived")
        assert page.locator("#cedar").is_visible()
        assert 0 <= page.locator("#cedar").bounding_box()["y"] < 900


def test_its_marks_stand_out_and_no_others(browser, strict):
    with opened(browser, strict + "sort/index.html") as page:
        page.evaluate(
            """() => {
              for (const model of ["birch", "cedar", "birch"]) {
                const mark = document.createElementNS("http://www.w3.org/2000/svg", "g");
                mark.setAttribute("data-model", model);
                mark.setAttribute("class", "made");
                document.body.append(mark);
              }
              location.hash = "birch";
            }"""
        )
        page.wait_for_selector(".arrived")
        shown = "[...document.querySelectorAll('.made')].map((each) => each.classList.contains('shown'))"
        assert page.evaluate(shown) == [True, False, True]
        page.evaluate("location.hash = 'cedar'")
        wait(page, f"({shown})[1]")
        assert page.evaluate(shown) == [False, True, False]


@pytest.mark.parametrize("anchor", ["#_cells", "#no-such-place", "#%", "#_main", ""])
def test_other_anchors_mark_nothing(browser, strict, anchor):
    with opened(browser, strict + "sort/index.html" + anchor) as page:
        assert page.locator(".arrived, .shown").count() == 0


def test_without_scripts_the_line_is_tinted_and_in_sight(browser, strict):
    with opened(browser, strict + "sort/index.html#cedar", java_script_enabled=False) as page:
        colour = "e => getComputedStyle(e).backgroundColor"
        assert page.locator("#cedar").evaluate(colour) != page.locator("#alder").evaluate(colour)
        assert 0 <= page.locator("#cedar").bounding_box()["y"] < 900
