"""What was asked twice has a page with each rate, moves, texts and logs; a characteristic says who was tested."""

from __future__ import annotations

import csv

import orjson
import pytest

from bd.report.run import report
from bd.site import build_site
from tests.projects import DECISION, Project, full
from tests.site.sites import make_project, pages_of, words


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("twice")).save()
    full(project)
    full(project, "moss")
    project.replay()
    make_project(project.root, report(project.root, date="2026-01-31", commit="a" * 40).board)
    return build_site(project.root).out


def test_each_model_and_question_has_its_line_with_its_logs(dist):
    page = pages_of(dist)["asked-twice/index.html"]
    rows = orjson.loads((dist / "data/leaderboard.json").read_bytes())["floors"]["ask_twice"]
    lines = [words(row) for row in page.all("tr") if row.find("td") is not None]
    assert len(lines) == len(rows) == 2
    for model in ("fern", "moss"):
        assert len([each for each in lines if each.startswith(model)]) == 1
        for edit in ("as-written", "ask-twice"):
            assert f"answers/{model}/{DECISION}/{edit}.jsonl.gz" in page.text
    with (dist / "asked-twice" / "data.csv").open(encoding="utf-8", newline="") as handle:
        found = list(csv.DictReader(handle))
    assert {row["model"] for row in found} == {"fern", "moss"}
    assert all("ask-twice.jsonl.gz" in row["logs"] and row["texts"] for row in found)


def test_methods_lead_there(dist):
    assert "../asked-twice/index.html" in pages_of(dist)["methods/index.html"].links


def test_a_characteristic_says_who_was_tested_and_where_the_answers_are(dist):
    text = pages_of(dist)["club/index.html"].text
    for model in ("fern", "moss"):
        assert f"answers/{model}/{DECISION}/club.jsonl.gz" in text
    assert "Models tested" in text
    assert "Models tested" not in pages_of(dist)["club/east/index.html"].text
