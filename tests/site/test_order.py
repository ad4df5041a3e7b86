"""Tables of a page and the file beside it have one order."""

from __future__ import annotations

import csv

import orjson
import pytest

from tests.site.sites import pages_of, words


@pytest.fixture(scope="module")
def beside(dist):
    """Return every page that has a table of numbers beside it, with the rows of that table."""
    found = {}
    for path, page in pages_of(dist).items():
        file = (dist / path).parent / "data.csv"
        if path.endswith("index.html") and file.is_file():
            with file.open(encoding="utf-8", newline="") as handle:
                found[path] = page, list(csv.DictReader(handle))
    assert len(found) > 40
    return found


def tables(page, kind):
    return [each for each in page.all("table") if kind in each.attrib.get("class", "").split()]


def who(row):
    """Return the model and the build that a row of a table is about; None for a heading."""
    head = next((each for each in row.iter("th") if each.attrib.get("class") == "who"), None)
    if head is None:
        return None
    name = next((each for each in head.iter("span") if each.attrib.get("class") == "named"), None)
    build = [words(each) for each in head.findall("span") if each.attrib.get("class") == "aside"]
    return (words(head) if name is None else words(name), build[0] if build else "")


def listed(table):
    return [found for row in table.iter("tr") if (found := who(row)) is not None]


def same(shown, rows):
    """Whether rows of a page are about the same builds, in order; a build that stands alone is not named there."""
    return len(shown) == len(rows) and all(
        name == other and build in ("", beside) for (name, build), (other, beside) in zip(shown, rows, strict=True)
    )


def first_met(rows):
    return list(dict.fromkeys((row["model_label"], row["build_label"]) for row in rows if row["effect"]))


def test_boards_and_the_files_beside_them_have_one_order(beside):
    seen = 0
    for path, (page, rows) in beside.items():
        boards = tables(page, "board")
        if boards and rows and "effect_lo" in rows[0] and "board_part" in rows[0]:
            assert same([line for board in boards for line in listed(board)], first_met(rows)), path
            seen += 1
    assert seen > 15


def test_results_of_a_cell_have_the_order_of_the_file(beside):
    seen = 0
    for path, (page, rows) in beside.items():
        if not rows or "effect_lo" not in rows[0]:
            continue
        for table in tables(page, "cells"):
            if words(next(table.iter("caption"))).startswith("Reported"):
                continue
            for body in table.iter("tbody"):
                shown = listed(body)
                parts = [row for row in body.iter("tr") if row.attrib.get("class") == "part"]
                heading = next((words(a) for row in parts for a in row.iter("a")), None)
                own = [
                    (r["model_label"], r["build_label"])
                    for r in rows
                    if r["effect"]
                    and (
                        heading is None
                        or heading.startswith(f"{r['group_label']}, {r['question_label']}")
                        or (not r["group_label"] and heading == r["question_label"])
                    )
                ]
                if heading is None and len({(r["group"], r["question"]) for r in rows}) > 1:
                    continue
                assert same(shown, own), (path, heading)
                seen += 1
    assert seen > 30


def test_models_are_listed_in_the_order_of_their_file(beside):
    page, rows = beside["engines/index.html"]
    there = [each.attrib["id"] for each in page.all("li") if each.attrib.get("id") in {r["model"] for r in rows}]
    assert there == [row["model"] for row in rows]


def test_repeats_and_reported_figures_are_in_the_order_of_their_files(dist, beside):
    repeats = orjson.loads((dist / "asked-twice" / "data.json").read_bytes())["tables"]["asked_twice"]
    page, _ = beside["asked-twice/index.html"]
    shown = [name for table in tables(page, "repeats") for name, _ in listed(table)]
    assert shown == [row["model_label"] for row in repeats]
    (path,) = (each for each in beside if each.startswith("reported/"))
    page, rows = beside[path]
    shown = [name for table in tables(page, "cells") for name, _ in listed(table)]
    assert shown == [row["model_label"] for row in rows]
