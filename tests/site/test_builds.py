"""The page that compares two builds of one model."""

from bd.report import build_leaderboard
from bd.site import build_site
from tests.report.samples import COMMIT, DATE, sample_effects, sample_study
from tests.report.test_builds import Source
from tests.site.sites import make_project, pages_of, words


def test_the_page_tells_verdicts_results_and_single_answers(tmp_path):
    board = build_leaderboard(sample_study(), sample_effects(), date=DATE, commit=COMMIT, source=Source())
    project = make_project(tmp_path, board)
    build_site(project)
    pages = pages_of(project / "site" / "dist")
    page = pages["engines/birch/builds/index.html"]
    said = words(next(page.all("main")))
    assert "“4-bit weights” and “32-bit weights” come to the same verdict on 8 of 8 results." in said
    assert "The largest distance between them is 1.00 points." in said
    assert "66.7%" in said
    links = [a.attrib["href"] for a in pages["engines/birch/index.html"].all("a")]
    assert any(link.endswith("builds/index.html") or link.endswith("builds/") for link in links)
    assert "engines/alder/builds/index.html" not in pages
