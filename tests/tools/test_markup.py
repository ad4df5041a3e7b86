from __future__ import annotations

import pytest

from tests.tools.small import META, SHEET, html, make_site
from tools.markup import Markup, site_faults, vague_links

GOOD = """<h1 id="top">One</h1><h2>Two</h2><h2>Two</h2><h3>Three</h3><p><a href="../index.html">home</a>
<a href="#top">up</a></p><svg role="img" aria-labelledby="name"><title id="name">A chart</title></svg>
<table><caption>Numbers</caption><tr><th scope="col">n</th></tr><tr><td>1</td></tr></table>"""

BAD = {
    "<h1>x</h1><p><div></div></p>": "not valid HTML",
    "<h1>x</h1><p id=a><p id=a>": "stands twice",
    "<h1>x</h1><h3>y</h3>": "skip a step",
    "<h1>x</h1><h1>y</h1>": "2 first headings",
    "<h2>x</h2>": "0 first headings",
    '<h1>x</h1><p aria-labelledby="no">': "names 'no'",
    "<h1>x</h1><svg role=img></svg>": "picture without a name",
    "<h1>x</h1><img src='../static/style.css'>": "no alt text",
    "<h1>x</h1><table><tr><th scope=col>n</th></tr></table>": "neither a caption nor a name",
    "<h1>x</h1><table><caption>c</caption><tr><th>n</th></tr></table>": "no scope",
    "<h1>x</h1><table><caption>c</caption><tr><td>n</td></tr></table>": "no heading cell",
    "<h1>x</h1><a href='gone/index.html'>y</a>": "leads to no file",
    "<h1>x</h1><a href='#gone'>y</a>": "leads to no place",
    "<h1>x</h1><a href='../index.html#gone'>y</a>": "leads to no place",
}


def faults(tmp_path, body):
    head = META + SHEET.replace("static", "../static")
    site = make_site(tmp_path, {"hue/index.html": html(body, head)})
    return [fault for name, fault in site_faults(site) if name == "hue/index.html"]


def test_a_page_without_fault_has_none(tmp_path):
    assert faults(tmp_path, GOOD) == []


@pytest.mark.parametrize("body", BAD)
def test_each_fault_is_told(tmp_path, body):
    found = faults(tmp_path, body)
    assert len(found) == 1
    assert BAD[body] in found[0]


def test_a_head_without_what_every_page_needs_is_told(tmp_path):
    site = make_site(tmp_path, {"hue/index.html": "<!doctype html><html><title></title><h1>x</h1>"})
    told = " ".join(Markup(site.kinds["characteristic"][0]).faults())
    assert all(word in told for word in ("viewport", "description", "rel=icon", "rel=stylesheet", "no title"))


def test_links_of_the_page_for_missing_addresses_start_at_the_base(tmp_path):
    page = html("<h1>x</h1><a href='/bias/hue/index.html'>y</a>", META + SHEET.replace("static", "/bias/static"))
    site = make_site(tmp_path, {"404.html": page, "hue/index.html": html("<h1>x</h1>", "")})
    assert [fault for name, fault in site_faults(site) if name == "404.html"] == []
    site = make_site(tmp_path / "other", {"404.html": page.replace("/bias/hue", "/hue")})
    assert len(list(site_faults(site, [site.pages[0]]))) == 1


def test_the_same_words_for_two_places_are_a_hint(tmp_path):
    site = make_site(tmp_path, {"hue/index.html": html("<a href=a>more</a><a href=b>more</a><a href=b>less</a>")})
    assert list(vague_links(Markup(site.kinds["characteristic"][0]))) == ["'more' leads to 2 places"]
