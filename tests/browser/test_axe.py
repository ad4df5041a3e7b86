"""axe-core finds nothing on any kind of page: light, dark, on a phone, and as it is printed."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.watching import none

pytestmark = pytest.mark.browser

SHARES = 4
A4 = 718
LOOKS = {
    "light": (1280, {}),
    "dark": (1280, {"color_scheme": "dark"}),
    "phone": (390, {}),
    "phone, dark": (390, {"color_scheme": "dark"}),
    "print": (A4, {"media": "print"}),
}
RUN = """async touched => {
  const found = await axe.run({resultTypes: ["violations"], rules: {"target-size": {enabled: touched}}});
  return {
    passes: found.passes.length,
    violations: found.violations.map(v => [v.id, v.nodes.length, ...v.nodes.slice(0, 1).map(n => n.html.slice(0, 200)),
      v.nodes[0].failureSummary]),
  };
}"""


@pytest.mark.parametrize("share", range(SHARES))
def test_axe_finds_nothing_on_any_kind_of_page(watched, site, share):
    faults = []
    for page in site.sample[share::SHARES]:
        watched.open(page)
        watched.lay_out()
        watched.page.evaluate(AXE_SCRIPT)
        for name, (width, media) in LOOKS.items():
            watched.set(width, **media)
            found = watched.page.evaluate(RUN, media.get("media") != "print")
            assert found["passes"] > 10, (page.name, name)
            faults += [(page.name, name, *each) for each in found["violations"]]
    none(faults)


def test_axe_would_find_something(watched):
    watched.open("")
    watched.page.evaluate(AXE_SCRIPT)
    watched.page.evaluate("document.querySelector('h1').style.color = 'var(--hair)'")
    assert "color-contrast" in [each[0] for each in watched.page.evaluate(RUN, True)["violations"]]
