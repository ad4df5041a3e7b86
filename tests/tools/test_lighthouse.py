from __future__ import annotations

import pytest

from bd.errors import BdError
from tests.tools.small import html, make_site
from tools.lighthouse import CATEGORIES, pages_to_measure, read_report, table

LEVELS = {"/": "home", "/hue/": "characteristic", "/hue/light/one/": "cell", "/hue/dark/one/": "cell"}


@pytest.fixture
def site(tmp_path):
    names = ["hue/index.html", "hue/light/one/index.html", "hue/dark/one/index.html"]
    pages = dict.fromkeys(names, html("x")) | {"hue/dark/one/index.html": html("x" * 99)}
    unlisted = '<meta name="robots" content="noindex">'
    pages |= {"hue/dark/one/all/1/index.html": html("y" * 50), "hue/dark/one/chart.html": html("z" * 99, unlisted)}
    return make_site(tmp_path, pages, LEVELS)


def report(score=1.0):
    audits = {
        "largest-contentful-paint": {"numericValue": 812.4, "score": score, "title": "LCP", "displayValue": "0.8 s"},
        "total-blocking-time": {"numericValue": 0, "score": 1, "title": "TBT"},
        "cumulative-layout-shift": {"numericValue": 0.001, "score": 1, "title": "CLS"},
        "total-byte-weight": {"numericValue": 34_567, "score": 0, "title": "bytes"},
    }
    refs = [{"id": name, "weight": weight} for name, weight in zip(audits, (25, 50, 25, 0), strict=True)]
    categories = {name: {"score": 1, "auditRefs": []} for name in CATEGORIES}
    categories["performance"] = {"score": 0.75 + 0.25 * score, "auditRefs": refs}
    return {"audits": audits, "categories": categories, "lighthouseVersion": "0.0"}


def test_the_heaviest_of_each_kind_that_matters_is_measured(site):
    found = [page.name for page in pages_to_measure(site)]
    assert found == ["index.html", "hue/index.html", "hue/dark/one/index.html", "hue/dark/one/all/1/index.html"]


def test_what_costs_points_is_told_with_how_many(site):
    found = read_report(site.pages[0], report(score=0.6))
    assert found.scores["performance"] == 90
    assert found.costs == ("speed loses 10.0 by largest-contentful-paint: LCP: 0.8 s",)
    assert read_report(site.pages[0], report()).costs == ()


def test_the_table_has_a_line_for_each_page(site):
    lines = table([read_report(page, report()) for page in pages_to_measure(site)]).split("\n")
    assert len(lines) == 6
    assert lines[3] == "| characteristic `/hue/` | 100 | 100 | 100 | 100 | 812 | 0 | 0.001 | 34.6 |"


def test_a_page_that_could_not_be_read_is_an_error(site):
    with pytest.raises(BdError, match="could not read"):
        read_report(site.pages[0], report() | {"runtimeError": {"message": "gone"}})
