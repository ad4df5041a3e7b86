"""The page that compares two builds of one model."""

import re
from dataclasses import replace

from bd.report.build import build_leaderboard
from bd.site import build_site
from bd.study.records import Tolerance
from tests.report.samples import COMMIT, DATE, sample_effects, sample_study
from tests.report.test_builds import AMD, INTEL, Source, description
from tests.site.sites import make_project, pages_of, words


def test_the_page_tells_verdicts_results_and_single_answers(tmp_path):
    board = build_leaderboard(sample_study(), sample_effects(), date=DATE, commit=COMMIT, source=Source())
    project = make_project(tmp_path, board)
    build_site(project)
    pages = pages_of(project / "site" / "dist")
    page = pages["engines/birch/builds/index.html"]
    said = words(next(page.all("main")))
    assert "“32-bit weights” and “4-bit weights” come to the same verdict on 8 of 8 results." in said
    assert "The largest distance between them is 1.00 points, on " in said
    assert "only the machine differs" not in said
    assert "66.7%" in said
    links = [a.attrib["href"] for a in pages["engines/birch/index.html"].all("a")]
    assert any(link.endswith("builds/index.html") or link.endswith("builds/") for link in links)
    assert "engines/alder/builds/index.html" not in pages


def test_readers_are_told_what_the_machine_does_to_the_numbers(tmp_path):
    source = Source(birch=(description(AMD),), birch_q4=(description(INTEL),))
    study = sample_study()
    tolerance = Tolerance(0.0192, 0.99, (str(AMD), str(INTEL)), "Its engine rounds as the processor does.")
    study = replace(study, models=study.models | {"birch": replace(study.models["birch"], tolerance=tolerance)})
    effects = [
        replace(e, range=(e.effect - 0.001, e.effect + 0.001)) if e.build == "birch" else e for e in sample_effects()
    ]
    board = build_leaderboard(study, effects, date=DATE, commit=COMMIT, source=source)
    entry = board["builds"][0]
    assert entry["n_beyond_range"] == 8
    project = make_project(tmp_path, board)
    build_site(project)
    pages = pages_of(project / "site" / "dist")
    said = words(next(pages["engines/birch/builds/index.html"].all("main")))
    assert "asked on x86_64 AuthenticAMD and on x86_64 GenuineIntel: only the machine differs. “32-bit" in said
    assert re.search(r"\(32-bit weights [\d.]+, 95% range [\d.]+ to [\d.]+; 4-bit weights [\d.]+\)\.", said)
    beyond = f"On 8 of these results the effect on {INTEL} lies outside the 95% range of that on {AMD}: a range tells"
    assert beyond in said
    said = words(next(pages["engines/birch/index.html"].all("main")))
    assert (
        "The same weights were asked on x86_64 GenuineIntel too: the verdict stays the same on 8 of 8 results" in said
    )
    assert beyond in said
    assert "on x86_64 GenuineIntel, a probability moved by at most 1.9%, and 99.0% of the answers or more" in said
    assert "Its engine rounds as the processor does." in said
