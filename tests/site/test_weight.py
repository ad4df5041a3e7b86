"""A page with many models or many groups stays light: it folds what stands at addresses of its own."""

from __future__ import annotations

import gzip
from dataclasses import replace

import pytest

from bd.report.build import build_leaderboard
from bd.site import build_site
from bd.site.boards import MOST_PAIRS
from bd.site.cells import MOST_ROWS
from tests.report import samples
from tests.site.sites import Html, make_project

LIMIT = 100_000


def board_of(models, groups):
    study, both = samples.sample_study(), ("red-blue", "yes-no")
    names = tuple(f"group-{n:02}" for n in range(groups))
    test = samples.make_test("faith", "phrase-at-start", "shift", "version", both, *samples.versions(names, "tall"))
    cards = {f"model-{n:03}": samples.card(f"model-{n:03}", n) for n in range(models)}
    study = replace(study, characteristics=(samples.characteristic("faith", 3, names, test),), models=cards)
    rows = [
        samples.effect(model, "faith", decision, (i * 37 + j * 13) % 97 / 1000, group=group)
        for i, model in enumerate(cards)
        for j, group in enumerate(names)
        for decision in both
    ]
    board = build_leaderboard(study, rows, date=samples.DATE, commit=samples.COMMIT)
    ids = list(cards)
    pairs = [
        {"a": a, "b": b, "difference": 1.2345, "lo": -0.1234, "hi": 2.3456, "worse": 97.5}
        for n, a in enumerate(ids)
        for b in ids[n + 1 :]
    ]
    for level in (board["dimensions"][0], *board["dimensions"][0]["breakdown"]["levels"]):
        level["board"]["pairs"] = pairs
    return board


@pytest.fixture(scope="module", params=[(100, 4), (4, 60)], ids=["100 models", "60 groups"])
def dist(request, tmp_path_factory):
    return build_site(make_project(tmp_path_factory.mktemp("big"), board_of(*request.param)), remember=False).out


def test_no_page_weighs_more_than_it_may(dist):
    sizes = {path: len(gzip.compress(path.read_bytes(), 6)) for path in dist.rglob("*.html")}
    assert {path.relative_to(dist).as_posix(): size for path, size in sizes.items() if size > LIMIT} == {}


def test_what_is_left_out_is_counted_and_linked_and_stands_on_the_page_of_its_cell(tmp_path):
    dist = build_site(make_project(tmp_path, board_of(100, 4)), remember=False).out
    page = Html(dist / "faith" / "index.html")
    (table,) = (each for each in page.all("table") if each.attrib.get("class") == "cells stacked")
    rows = [row for row in table.iter("tr") if row.attrib.get("class") is None]
    each = MOST_ROWS // 8
    assert len(rows) == 1 + 8 * each
    assert f"{100 - each} more: Group-00, red or blue" in page.text
    cell = Html(dist / "faith" / "group-00" / "red-blue" / "index.html")
    assert all(f"Model-{n:03}" in cell.text for n in range(100))
    assert f"{100 * 99 // 2 - MOST_PAIRS} more pairs stand in data.json" in cell.text
