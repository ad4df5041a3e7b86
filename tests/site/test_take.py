"""The foot of every page: its files, and how to cite it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

import orjson
import pytest

import bd
from bd.site.records.parts import Head, Link
from bd.site.take import Edition, take_of
from tests.site.sites import REPOSITORY, pages_of, words

EDITION = Edition(
    title="Same text",
    base_url="https://bias.example/audit/",
    date="2026-01-31",
    release="1.2.0",
    commit="0123abcd",
    by="The authors",
)
HEAD = Head("/age/", "Age", "About age.", "Age, by a stated age")


def test_the_citation_names_page_site_version_day_and_address():
    cite = take_of(HEAD, EDITION, {"/age/"}).cite
    assert cite == (
        "The authors. Age. Same text. Data of 2026-01-31, version 1.2.0, answers of commit 0123abcd. "
        "https://bias.example/audit/age/"
    )


def test_the_home_page_is_cited_by_the_sites_title_alone():
    home = Head("/", "Same text", "About.", "Same text")
    assert take_of(home, EDITION, {"/"}).cite.startswith("The authors. Same text. Data of")
    assert "@misc{bd-home-2026-01-31," in take_of(home, EDITION, {"/"}).bibtex


def test_without_a_commit_or_a_name_none_is_made_up():
    cite = take_of(HEAD, replace(EDITION, commit="", by=""), {"/age/"}).cite
    assert cite == "Age. Same text. Data of 2026-01-31, version 1.2.0. https://bias.example/audit/age/"
    assert "author" not in take_of(HEAD, replace(EDITION, by=""), {"/age/"}).bibtex


def test_bibtex_survives_signs_that_tex_reads():
    bibtex = take_of(replace(HEAD, title=r"A & B {50%} \x_1 ~^#$"), EDITION, {"/age/"}).bibtex
    title = re.search(r"title = \{\{(.*)\}\},", bibtex)[1]
    assert title.startswith(r"A \& B \{50\%\} \textbackslash{}x\_1 \textasciitilde{}\textasciicircum{}\#\$")
    bare = re.sub(r"\\[{}]", "", bibtex)
    assert bare.count("{") == bare.count("}")


def test_other_forms_of_the_page_follow_the_files():
    head = replace(HEAD, also=(Link("chart", "/age/chart/"),))
    assert [link.to for link in take_of(head, EDITION, {"/age/"}).links] == [
        "/age/data.csv",
        "/age/data.json",
        "/age/chart/",
    ]


def test_a_page_without_files_has_no_foot():
    assert take_of(HEAD, EDITION, set()) is None


@pytest.fixture(scope="module")
def pages(dist):
    return {name: page for name, page in pages_of(dist).items() if (dist / name).with_name("data.csv").is_file()}


def test_every_page_with_files_has_the_foot_once(pages, dist):
    for name, page in pages.items():
        feet = [each for each in page.all("section") if each.attrib.get("class") == "take"]
        if name != "404.html":
            assert len(feet) == (0 if name.endswith("chart/index.html") else 1), name
            for foot in feet:
                assert "Cite this" in words(foot)
                assert "@misc{" in words(foot)
    missing = pages_of(dist)["404.html"]
    assert not [each for each in missing.all("section") if each.attrib.get("class") == "take"]


def test_the_data_page_lists_files_as_they_are(dist):
    text = pages_of(dist)["data/index.html"].text
    listed = orjson.loads((dist / "data" / "data.json").read_bytes())["tables"]["files"]
    downloads = [each for each in listed if each["kind"] == "download"]
    assert {"data/leaderboard.json", "data/effects.csv", "data/effects.parquet", "data/croissant.json"} <= {
        each["path"] for each in downloads
    }
    for each in downloads:
        data = (dist / each["path"]).read_bytes()
        assert (each["sha256"], each["bytes"]) == (hashlib.sha256(data).hexdigest(), len(data))
        assert each["path"].rsplit("/", 1)[-1] in text
        assert each["sha256"] in text


def test_the_dictionary_names_every_column_of_every_file(dist):
    page = pages_of(dist)["data/index.html"]
    known = {words(each) for each in page.all("dt")}
    for path in sorted(dist.rglob("data.csv")):
        header = path.read_text("utf-8").split("\n")[0].split(",")
        assert {name for name in header if not name.startswith("place_")} <= known, path
    header = (dist / "data" / "effects.csv").read_text("utf-8").split("\n")[0].split(",")
    assert set(header) <= known


def test_the_citation_file_of_the_tool_names_its_version():
    text = (REPOSITORY / "CITATION.cff").read_text("utf-8")
    assert f"version: {bd.__version__}\n" in text
    assert "cff-version: 1.2.0" in text
    assert "license: MIT" in text
