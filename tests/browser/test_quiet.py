"""Pages say nothing to the console, ask nobody but their own host, and keep to the policy that is sent with them."""

from __future__ import annotations

import pytest

from tests.browser.watching import none

pytestmark = pytest.mark.browser

MEDIA = {
    "as it is": {},
    "forced colours": {"forced_colors": "active"},
    "dark forced colours": {"forced_colors": "active", "color_scheme": "dark"},
    "no motion": {"reduced_motion": "reduce"},
    "print": {"media": "print"},
}


def test_no_page_says_anything_or_asks_another_host(watched, site):
    faults = []
    for page in site.sample:
        watched.open(page)
        for name, media in MEDIA.items():
            watched.set(1280, **media)
            watched.page.evaluate("document.body.getBoundingClientRect()")
            faults += [(page.name, name, text) for text in watched.complaints()]
    none(faults)
    assert [url for url in watched.asked if not url.startswith((watched.base, "data:"))] == []


def test_the_headers_that_are_written_are_sent(watched, site):
    if not (site.dist / "_headers").is_file():
        pytest.skip("the site has no file of headers")
    headers = watched.open(site.pages[-1]).all_headers()
    assert "content-security-policy" in headers
    assert headers["x-content-type-options"] == "nosniff"


def test_a_policy_in_force_stops_what_a_text_might_bring(watched, site):
    """So that the tests above, which all run under it, would see a script that the site itself should not have."""
    if not (site.dist / "_headers").is_file():
        pytest.skip("the site has no file of headers")
    watched.open("")
    watched.page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s)"
    )
    assert watched.page.evaluate("window.ran") is None
    assert any("Content Security Policy" in text for text in watched.said)
