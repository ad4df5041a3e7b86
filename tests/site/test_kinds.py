"""Every kind of page has a row in the one table, and a row is all that is needed for a page with all its parts."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import dataclass

import orjson
import pytest

from bd.report import contract
from bd.report.datafile import load_leaderboard
from bd.report.state import DATA_FILE
from bd.site import build_site, kinds, load_settings, plan
from bd.site.history import read_history
from bd.site.kinds import KINDS, Kind, kind_of
from bd.site.names import HOME
from bd.site.numbers import count
from bd.site.paths import MISSING, file_of
from bd.site.plan import plan_pages
from bd.site.records.parts import Figure, Head, Link, Page
from bd.site.search import INDEX
from tests.report.samples import sample_board
from tests.report.shortlisted import shortlist_board
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY, make_project, pages_of

NEW = "/a-new-kind/"


@pytest.fixture(scope="module")
def sites(sample_root, tmp_path_factory):
    """Return two projects that have a page of every kind between them: one with figures of others, one with lists."""
    listed = make_project(tmp_path_factory.mktemp("listed"), shortlist_board())
    build_site(listed)
    return sample_root, listed


def pages_in(root):
    board = load_leaderboard(root / DATA_FILE)
    return list(plan_pages(names_in(board), load_settings(root), history=read_history(root, board, DATA_FILE)))


def entries_of(dist):
    """Return the files that search leads to, each with what is said of it."""
    index = orjson.loads((dist / INDEX).read_text().partition(" = ")[2].removesuffix(";\n"))
    return {row[2]: (index["kinds"][row[0]], row[1]) for row in index["entries"]}


def datasets_of(dist, address):
    scripts = pages_of(dist)[file_of(address)].all("script")
    return [json.loads(each.text) for each in scripts if each.attrib.get("type") == "application/ld+json"]


def test_every_level_of_the_data_file_has_one_row():
    levels = Counter(level for kind in KINDS for level in kind.levels)
    assert levels == Counter(contract.schema()["$defs"]["Page"]["properties"]["level"]["enum"])


def test_every_record_of_a_page_has_one_row_with_a_template():
    records = [kind.record for kind in KINDS]
    assert len(set(records)) == len(records)
    assert {each for each in Page.__subclasses__() if each.__module__.startswith("bd.")} == set(records)
    for kind in KINDS:
        assert (REPOSITORY / "templates" / kind.template).is_file()


def test_pages_of_every_kind_have_all_parts(sites):
    pages = [(root / "site" / "dist", page) for root in sites for page in pages_in(root)]
    found = {root / "site" / "dist": entries_of(root / "site" / "dist") for root in sites}
    planned = {kind for kind in KINDS if kind.levels or kind.own is not kinds._none}
    assert {kind_of(page) for _, page in pages} == planned
    for dist, page in pages:
        kind, address = kind_of(page), page.head.address
        assert (dist / file_of(address)).is_file()
        assert (file_of(address) in found[dist]) == any("#" not in each.file for each in kind.found(page))
        if address != MISSING:
            for name in ("data.csv", "data.json", "card.png"):
                assert (dist / file_of(address)).with_name(name).is_file()


@dataclass(frozen=True)
class NewPage(Page):
    models: Figure
    links: tuple[Link, ...]


def new_page(names):
    return NewPage(
        head=Head(NEW, "How firm", "How firm the order is.", "Quite firm", (names.home(),)),
        models=count(names.data.overall.n_dimensions),
        links=(Link("Home", HOME),),
    )


def test_a_new_kind_of_page_is_a_row_a_maker_and_a_template(tmp_path, monkeypatch):
    """With the template of the page for missing addresses: all that follows, follows from the row."""
    new = Kind(NewPage, "missing.html", own=lambda given: [new_page(given.names)])
    monkeypatch.setattr(plan, "KINDS", (*KINDS, new))
    monkeypatch.setitem(kinds._BY_RECORD, NewPage, new)
    dist = build_site(make_project(tmp_path, sample_board())).out
    page = dist / file_of(NEW)
    assert "Quite firm" in page.read_text("utf-8")
    assert entries_of(dist)[file_of(NEW)] == ("Page", "How firm")
    assert page.with_name("card.png").read_bytes().startswith(b"\x89PNG")
    with page.with_name("data.csv").open(encoding="utf-8", newline="") as handle:
        assert [row["key"] for row in csv.DictReader(handle)] == ["/overall/n_dimensions"]
    assert orjson.loads(page.with_name("data.json").read_bytes())["finding"] == "How firm the order is."
    (told,) = datasets_of(dist, NEW)
    assert told["@type"] == "Dataset"
    assert [each["contentUrl"].rpartition("/")[2] for each in told["distribution"]] == ["data.csv", "data.json"]
    assert f"<loc>{load_settings(tmp_path).base_url}{NEW[1:]}</loc>" in (dist / "sitemap.xml").read_text()
