"""What others reported, on pages: beside the results it belongs to, said to be what it is, and on no board."""

from __future__ import annotations

import csv
import re

import orjson
import pytest

from bd.site import build_site
from tests.report.reported import TOML, reported_board
from tests.report.samples import sample_board
from tests.site.sites import make_project, pages_of, words

CANARY = '</script><b id="canary">x</b><!--'
SAID = "answers not held here, cannot be replayed"


@pytest.fixture(scope="module")
def pages(dist):
    return pages_of(dist)


def section(page, name="_reported"):
    """Return the part of a page with reported figures; None where it has none."""
    return next((each for each in page.all("section") if each.attrib.get("aria-labelledby") == name), None)


def rows(page, name="_reported"):
    found = section(page, name)
    return [words(row) for row in found.iter("tr") if "part" not in row.attrib.get("class", "")][1:]


def test_a_cell_stands_on_the_page_of_its_question_and_says_what_it_is(pages):
    page = pages["faith/red-blue/index.html"]
    assert SAID in words(section(page))
    assert len(rows(page)) == 4
    (flips,) = [row for row in rows(page) if "answers changed: 48" in row]
    assert "asked again" in flips
    assert "as the source reports it: 1.00 to 4.50" in flips


def test_a_group_asked_a_question_shows_only_its_own(pages):
    assert len(rows(pages["faith/north/red-blue/index.html"])) == 3
    assert section(pages["faith/south/red-blue/index.html"]) is None


def test_ratios_stand_after_the_shortlists_of_their_question_without_a_control_or_a_percentage_point(pages):
    page = pages["faith/red-blue/index.html"]
    found = section(page, "_reported-shortlist")
    assert SAID in words(found)
    assert "points" not in words(found.find(".//caption"))
    heads = [words(each) for each in found.iter("th") if each.attrib.get("scope") == "col"]
    assert heads == ["Model, as reported", "Compared", "Ratio, its 95% range", "Texts"]
    shown = rows(page, "_reported-shortlist")
    assert len(shown) == 3
    (first,) = [row for row in shown if "as written; the first 1,250" in row]
    assert "0.86" in first
    assert "0.66 to 0.9996" in first
    for other in ("faith/index.html", "faith/north/red-blue/index.html", "faith/keep-drop/index.html"):
        assert section(pages[other], "_reported-shortlist") is None


def test_repeats_stand_on_the_page_of_what_was_asked_twice(pages, dist):
    page = pages["asked-twice/index.html"]
    assert SAID in words(section(page))
    (row,) = rows(page)
    assert "0.60" in row
    assert "answers changed: 3" in row
    assert "control" not in row
    told = orjson.loads((dist / "asked-twice" / "data.json").read_bytes())["tables"]["reported"]
    assert [(each["value"], each["changed"], each["ratio"]) for each in told] == [(0.6, 3, None)]


def test_a_ratio_has_columns_of_its_own_beside_the_page(dist):
    with (dist / "reported" / "elsewhere" / "data.csv").open(encoding="utf-8", newline="") as handle:
        found = [row for row in csv.DictReader(handle) if row["ratio"]]
    assert [(r["ratio"], r["ratio_lo"], r["ratio_hi"], r["listed"]) for r in found] == [
        ("1.2", "1.1", "1.3", "20"),
        ("0.8597", "0.6576", "0.9996", "1250"),
        ("1.0", "0.9", "1.1", "1250"),
    ]
    assert {row["value"] for row in found} == {""}


def test_a_page_of_a_characteristic_names_a_source_whose_figures_stand_below(tmp_path):
    board = reported_board(tmp_path)
    for topic in board["reported"][0]["characteristics"]:
        topic["cells"] = [c for c in topic["cells"] if c["id"] != "own"]
    root = make_project(tmp_path, board)
    build_site(root)
    found = section(pages_of(root / "site" / "dist")["faith/index.html"])
    assert "none of it can be replayed; it stands on the pages of single questions" in words(found)
    assert not list(found.iter("table"))


def test_a_control_that_is_no_difference_is_not_called_subtracted(pages):
    (level,) = [row for row in rows(pages["faith/red-blue/index.html"]) if "mean of all groups" in row]
    assert "not subtracted" in level


def test_the_page_of_a_source_lists_everything_and_says_that_nothing_is_ranked(pages, dist):
    page = pages["reported/elsewhere/index.html"]
    text = page.text
    assert "cannot be replayed" in text
    assert "Nothing on this page is ranked beside rows that can be" in text
    assert "11 of 13 that the source published" in text
    bodies = [row for row in page.all("tr") if "part" not in row.attrib.get("class", "")]
    assert len(bodies) == 11 + len(list(page.all("table")))


def test_pages_lead_to_the_source_and_back(pages):
    assert "reported/elsewhere/index.html" in " ".join(pages["data/index.html"].links)
    assert any("reported/elsewhere/index.html#faith" in to for to in pages["faith/index.html"].links)
    assert any(to.endswith("faith/index.html") for to in pages["reported/elsewhere/index.html"].links)


def without_reported(html):
    """Return a page without its part on reported figures, and without the words at its foot that point to it."""
    html = re.sub(r'<section class="reported".*?</section>\n*', "", html, flags=re.DOTALL)
    return html.replace(", save those marked as reported by others", "")


def test_boards_charts_and_sentences_are_the_same_with_and_without(tmp_path, dist):
    root = make_project(tmp_path, sample_board())
    build_site(root)
    plain = {path.relative_to(root / "site" / "dist"): path for path in (root / "site" / "dist").rglob("*.html")}
    assert not [path for path in plain if "reported" in path.parts]
    for name, path in plain.items():
        if name.parts[0] != "data":
            mine = without_reported((dist / name).read_text("utf-8"))
            assert re.sub(r"\n+", "\n", mine) == re.sub(r"\n+", "\n", path.read_text("utf-8")), name


def test_a_label_of_a_source_is_shown_as_it_is_and_breaks_nothing(tmp_path):
    spoilt = re.sub(r'(label|words|about|citation|left_out) = ".*"', lambda m: f"{m[1]} = '{CANARY}'", TOML)
    assert spoilt.count(CANARY) > 20
    root = make_project(tmp_path, reported_board(tmp_path, spoilt))
    build_site(root)
    found = pages_of(root / "site" / "dist")
    for name, page in found.items():
        assert "canary" not in page.ids, name
    assert CANARY in words(section(found["faith/red-blue/index.html"]))
    assert CANARY in found["reported/elsewhere/index.html"].text
