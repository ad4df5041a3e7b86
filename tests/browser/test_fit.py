"""Nothing is wider than its page: on the narrowest phone, with words twice as large, and on paper."""

from __future__ import annotations

import pytest

from tests.browser.watching import none

pytestmark = pytest.mark.browser

A4 = 718
"""Width of a sheet of A4 less a margin of a centimetre on both sides, in CSS pixels."""

CASES = {
    "320": (320, 100, {}),
    "390": (390, 100, {}),
    "800": (800, 100, {}),
    "1280": (1280, 100, {}),
    "zoomed in twice, words twice as large": (640, 200, {}),
    "forced colours": (390, 100, {"forced_colors": "active"}),
    "A4": (A4, 100, {"media": "print"}),
}


def test_nothing_sticks_out_sideways(watched, site):
    faults = []
    for page in site.sample:
        watched.open(page)
        watched.lay_out()
        for name, (width, percent, media) in CASES.items():
            watched.set(width, **media)
            watched.larger(percent)
            if watched.wide > width:
                faults.append((page.name, name, watched.wide, watched.sticking_out(width)))
    none(faults)
