"""The page that shows every piece once."""

from __future__ import annotations

import orjson

from tests.site.sites import Html, words


def test_it_shows_every_verdict_marker_and_variable(sample_root, dist):
    page = Html(dist / "styleguide" / "index.html")
    board = orjson.loads((sample_root / "site/data/leaderboard.json").read_bytes())
    terms = {words(each) for each in page.all("dt")}
    assert {"clear", "no clear effect", "not measured", "not attributable"} <= terms
    assert all(engine["label"] in page.text for engine in board["engines"])
    codes = {words(each) for each in page.all("code")}
    assert {"--paper", "--s1", "--measure", "--band"} <= codes


def test_it_is_found_by_no_search_engine_and_linked_from_nowhere(dist):
    page = Html(dist / "styleguide" / "index.html")
    robots = [each.attrib["content"] for each in page.all("meta") if each.attrib.get("name") == "robots"]
    assert robots == ["noindex"]
    assert "styleguide" not in (dist / "sitemap.xml").read_text("utf-8")
    linking = [path for path in dist.rglob("*.html") if "styleguide/" in path.read_text("utf-8")]
    assert linking == []
