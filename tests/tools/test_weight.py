from __future__ import annotations

import random

from tests.tools.small import HEAD, html, make_site
from tools import weight
from tools.weight import blocking, weigh, weight_faults


def page(tmp_path, head, body=""):
    return make_site(tmp_path, {"hue/index.html": html(body, head)}).kinds["characteristic"][0]


def test_a_style_sheet_blocks_and_a_script_that_waits_does_not(tmp_path):
    waiting = '<script src="a.js" defer></script><script type="module" src="b.js"></script>'
    assert blocking(page(tmp_path, HEAD + waiting)) == ["static/style.css"]


def test_what_a_browser_must_have_first_blocks(tmp_path):
    head = '<link rel="stylesheet" href="a.css"><link rel="preload" href="b.woff2"><script src="c.js"></script>'
    assert blocking(page(tmp_path, head)) == ["a.css", "b.woff2", "c.js"]


def test_the_heaviest_pages_come_first_and_a_light_site_has_no_fault(tmp_path):
    site = make_site(tmp_path, {"hue/index.html": html("x" * 5000), "faith/index.html": html(str(list(range(900))))})
    assert weigh(site).pages[0][1] == "faith/index.html"
    assert list(weight_faults(site)) == []


def test_a_page_a_site_and_a_head_that_are_too_heavy_are_told(tmp_path, monkeypatch):
    noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=200_000))
    site = make_site(tmp_path, {"hue/index.html": html(noise, HEAD + '<script src="c.js"></script>')})
    monkeypatch.setattr(weight, "WHOLE_SITE", 150_000)
    found = list(weight_faults(site))
    for words in ("all files", "hue/index.html has", "2 files"):
        assert any(words in fault for fault in found), words
