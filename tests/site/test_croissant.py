"""What machines are told about the data: Croissant for the whole, schema.org in the heads of pages."""

from __future__ import annotations

import hashlib
import json

import orjson
import pyarrow.parquet as pq
import pytest

from bd.site import build_site, load_settings
from tests.report.samples import sample_board
from tests.site.sites import make_project, pages_of

REQUIRED = {"@context", "@type", "conformsTo", "description", "license", "name", "url", "creator", "datePublished"}


@pytest.fixture(scope="module")
def about(dist):
    return orjson.loads((dist / "data" / "croissant.json").read_bytes())


def test_it_says_what_the_specification_asks_for(about):
    assert set(about) >= REQUIRED | {"distribution", "recordSet", "citeAs", "version"}
    assert about["@type"] == "sc:Dataset"
    assert about["conformsTo"] == "http://mlcommons.org/croissant/1.0"


def test_every_file_is_there_with_its_checksum_and_size(about, dist):
    for each in about["distribution"]:
        assert each["@type"] == "cr:FileObject"
        data = (dist / "data" / each["contentUrl"].rsplit("/", 1)[-1]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == each["sha256"]
        assert each["contentSize"] == f"{len(data)} B"


def test_fields_are_the_columns_of_the_files(about, dist):
    types = {"string": "sc:Text", "int64": "sc:Integer", "double": "sc:Float", "bool": "sc:Boolean"}
    files = {each["@id"] for each in about["distribution"]}
    assert [each["name"] for each in about["recordSet"]] == ["effects"]
    for records in about["recordSet"]:
        sources = {field["source"]["fileObject"]["@id"] for field in records["field"]}
        assert sources <= files
        schema = pq.read_schema(dist / "data" / sources.pop())
        fields = {field["source"]["extract"]["column"]: field["dataType"] for field in records["field"]}
        assert fields == {each.name: types[str(each.type)] for each in schema}


def test_ids_stand_once(about):
    ids = [each["@id"] for each in about["distribution"]]
    for records in about["recordSet"]:
        ids += [records["@id"], *(field["@id"] for field in records["field"])]
    assert len(set(ids)) == len(ids)


def blocks(page):
    return [
        json.loads("".join(each.itertext()))
        for each in page.all("script")
        if each.attrib.get("type") == "application/ld+json"
    ]


def test_levels_tell_their_own_files_and_the_data_page_all(dist, sample_root):
    settings = load_settings(sample_root)
    pages = pages_of(dist)
    (whole,) = blocks(pages["data/index.html"])
    assert {each["name"] for each in whole["distribution"]} >= {"effects.csv", "effects.parquet", "leaderboard.json"}
    assert "effect" in {each["name"] for each in whole["variableMeasured"]}
    (level,) = blocks(pages["sort/index.html"])
    assert level["@type"] == "Dataset"
    assert level["url"] == f"{settings.base_url}sort/"
    assert level["license"] == settings.licence_url
    for each in level["distribution"]:
        assert (dist / each["contentUrl"].removeprefix(settings.base_url)).is_file()
    assert blocks(pages["404.html"]) == []
    assert blocks(pages["styleguide/index.html"]) == []  # has no files beside it
    assert blocks(pages["methods/index.html"]) == []


def test_no_label_can_end_the_script_it_stands_in(tmp_path):
    board = sample_board()
    hostile = "</script><!--<script>&\u2028\u2029"
    page = next(p for p in board["pages"] if p["address"] == "/sort/")
    page["label"] = hostile
    dist = build_site(make_project(tmp_path, board)).out
    raw = (dist / "sort" / "index.html").read_text("utf-8")
    inside = raw.split('<script type="application/ld+json">')[1].split("</script>")[0]
    assert not set(inside) & set("<>&\u2028\u2029")
    assert hostile in json.loads(inside)["name"]


def test_without_terms_or_a_name_none_are_made_up(tmp_path):
    board = sample_board()
    root = make_project(tmp_path, board)
    path = root / "site" / "site.toml"
    lines = [each for each in path.read_text().splitlines() if not each.startswith(("by ", "licence"))]
    path.write_text("\n".join(lines))
    dist = build_site(root).out
    about = orjson.loads((dist / "data" / "croissant.json").read_bytes())
    assert not {"license", "creator"} & set(about)
    (level,) = blocks(pages_of(dist)["sort/index.html"])
    assert not {"license", "creator"} & set(level)
