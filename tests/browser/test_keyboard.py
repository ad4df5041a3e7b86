"""With the keyboard alone: every link is reached, in the order in which it is read, and one sees where one is."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.browser.watching import none

pytestmark = pytest.mark.browser

STOPS = "a[href], button, input, select, textarea, summary, [tabindex]"
LINE = 6
"""Pixels by which two things on one line may stand apart in height."""

PREPARE = (
    """() => {
  const hidden = e => {
    for (let up = e; up; up = up.parentElement) if (getComputedStyle(up).clipPath === "inset(50%)") return true;
    return false;
  };
  const radios = new Set();
  const once = e => e.type !== "radio" || (!radios.has(e.name) && radios.add(e.name));
  window.stops = [...document.querySelectorAll('"""
    + STOPS
    + """')].filter(e => !e.disabled && e.tabIndex >= 0 && once(e) &&
    e.checkVisibility({visibilityProperty: true}) && (e.tagName !== "A" || e.getClientRects().length));
  window.walked = [];
  document.addEventListener("focusin", event => {
    const e = event.target, box = e.getClientRects()[0] || e.getBoundingClientRect(), style = getComputedStyle(e);
    let along = scrollX;  // a wide table is moved sideways to what has the focus
    for (let up = e.parentElement; up !== document.documentElement; up = up.parentElement) {
      if (getComputedStyle(up).position === "sticky") break;
      along += up.scrollLeft;
    }
    const sign = [e, e.parentElement].map(x => `${x.tagName} ${x.getAttribute("class") || ""}`).join(" ");
    window.walked.push({
      number: window.stops.indexOf(e), text: (e.textContent || e.id).trim().slice(0, 40), sign,
      left: box.left + along, top: box.top + scrollY, right: box.right + along, bottom: box.bottom + scrollY,
      ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1, hidden: hidden(e) || box.width <= 1,
    });
  });
  return window.stops.length;
}"""
)


def walk(watched):
    """Press Tab through a whole page; return the number of stops there should be, and those there were."""
    many = watched.page.evaluate(PREPARE)
    for _ in range(many + 1):
        watched.page.keyboard.press("Tab")
    walked = watched.page.evaluate("window.walked")
    seen = [each["number"] for each in walked]
    end = next((n for n, each in enumerate(seen) if each != -1 and each in seen[:n]), len(seen))
    return many, walked[:end]


def out_of_order(before, after):
    """Tell whether the second stop is read before the first: left of it on its line, or above and to the left."""
    same_line = abs(before["top"] - after["top"]) <= LINE
    above = after["bottom"] <= before["top"] + LINE
    return after["left"] < before["left"] if same_line else above and after["left"] < before["right"]


@pytest.mark.parametrize("width", [390, 1280])
def test_the_keyboard_reaches_everything_in_the_order_of_reading(watched, site, width):
    watched.set(width)
    faults = []
    for page in site.sample:
        watched.open(page)
        many, walked = walk(watched)
        numbers = [each["number"] for each in walked if each["number"] != -1]
        if numbers != list(range(many)):
            faults.append((page.name, "reached", len(numbers), "of", many))
        content = walked[1:]
        faults += [(page.name, "cannot be seen", each["text"]) for each in content if each["hidden"]]
        faults += [(page.name, "order", a["text"], b["text"]) for a, b in pairwise(content) if out_of_order(a, b)]
    none(faults)


def test_one_sees_where_one_is(watched, site):
    """One of each sort of stop on each page, and each without a ring, as pictures with and without the focus."""
    faults = []
    for page in site.sample:
        watched.open(page)
        _, walked = walk(watched)
        first = {each["sign"]: each["number"] for each in reversed(walked) if each["number"] != -1}
        ringless = {each["number"]: each["text"] for each in walked[1:] if not each["ring"]}
        for sign, number in [*first.items(), *((text, number) for number, text in ringless.items())]:
            if not looks_different(watched.page, number):
                faults.append((page.name, sign))
    none(faults)


def looks_different(page, number):
    box = page.evaluate(
        """n => { const e = window.stops[n]; e.focus(); e.scrollIntoView({block: "center", behavior: "instant"});
        const b = e.getClientRects()[0]; return {x: b.left, y: b.top, width: b.width, height: b.height}; }""",
        number,
    )
    around = {
        "x": max(0, box["x"] - 6),
        "y": max(0, box["y"] - 6),
        "width": box["width"] + 12,
        "height": box["height"] + 12,
    }
    focused = page.screenshot(clip=around, animations="disabled")
    page.evaluate("document.activeElement.blur()")
    return page.screenshot(clip=around, animations="disabled") != focused


def test_the_first_stop_leads_past_the_menu(watched, site):
    watched.set(390)
    for page in site.one_of_each:
        if "<nav" not in page.html:
            continue
        watched.open(page)
        watched.page.keyboard.press("Tab")
        first = watched.page.evaluate("document.activeElement.getAttribute('href')")
        box = watched.page.evaluate("document.activeElement.getBoundingClientRect().top")
        assert first == "#_main", page.name
        assert box >= 0, page.name
        watched.page.keyboard.press("Enter")
        # The browser tells of the move a moment later; a move that never comes is an error after the usual time.
        watched.page.wait_for_url(lambda url: url.endswith("#_main"))


def test_a_deep_link_shows_its_model(watched, site):
    """Wherever a kind of page has a line for every model."""
    models = [engine["id"] for engine in site.data["engines"]]
    watched.set(390)
    tried = 0
    for page in site.sample:
        if not all(f'id="{model}"' in page.html for model in models):
            continue
        last = max(models, key=lambda model: page.html.index(f'id="{model}"'))
        watched.open("methods/")
        watched.open(page, f"#{last}")
        row = watched.page.locator(f'[id="{last}"]')
        assert row.is_visible(), page.name
        assert 0 <= row.bounding_box()["y"] < 900 - 40, (page.name, last)
        tried += 1
    assert tried >= 5
