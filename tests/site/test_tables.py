"""What a page shows as tables: nothing missing, nothing rounded, nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import make_dataclass, replace

import orjson
import pytest

from bd.report import contract
from bd.report.datafile import load_leaderboard
from bd.report.state import DATA_FILE
from bd.site import build_site, load_settings, pagefiles
from bd.site.history import read_history
from bd.site.kinds import KINDS
from bd.site.names import names_of
from bd.site.plan import plan_pages
from bd.site.records.changes import ChangedLine, ChangedTopic, ChangesPage, Past, Side
from bd.site.records.parts import Figure, Head, Link
from bd.site.tables.answers import ANSWERS
from bd.site.tables.columns import Table, number, text
from bd.site.tables.each import PAGE_TABLES
from bd.site.tables.pages import Tabler
from bd.site.tables.results import EFFECTS, every_result
from bd.site.tables.shown import Places, figures_of
from bd.site.tables.write import csv_bytes, guarded
from tests.report.samples import sample_board
from tests.site.reading import names_in
from tests.site.sites import REPOSITORY, make_project, pages_of
from tests.site.test_rates import RATES, names_with


@pytest.fixture(scope="module")
def board(sample_root):
    return load_leaderboard(sample_root / "site" / "data" / "leaderboard.json")


@pytest.fixture(scope="module")
def names(board):
    return names_in(board)


@pytest.fixture(scope="module")
def records(board, sample_root):
    history = read_history(sample_root, board, DATA_FILE)
    return {
        page.head.address: page for page in plan_pages(names_in(board), load_settings(sample_root), history=history)
    }


@pytest.fixture(scope="module")
def made(names, records):
    tabler = Tabler(names)
    return {address: tabler.tables(page) for address, page in records.items()}


@pytest.fixture(scope="module")
def beside(dist):
    """Every page with the JSON beside it; the page for missing addresses has none."""
    found = {}
    for name, page in pages_of(dist).items():
        path = (dist / name).with_name("data.json")
        if name.endswith("index.html") and path.is_file():
            found[name] = (page, orjson.loads(path.read_bytes()))
    return found


def look_up(board, pointer):
    place = board
    for step in pointer.split("/")[1:]:
        place = place[int(step)] if isinstance(place, list) else place[step]
    return place


def numbers(value):
    if isinstance(value, dict):
        for each in value.values():
            yield from numbers(each)
    elif isinstance(value, list):
        for each in value:
            yield from numbers(each)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield value


def test_every_page_of_the_data_file_has_its_two_files(board, dist):
    for page in board["pages"]:
        folder = dist / page["address"].strip("/")
        assert (folder / "data.csv").is_file(), page
        assert (folder / "data.json").is_file(), page
    assert not (dist / "404.json").exists()


def test_every_number_shown_stands_in_the_json_beside_the_page(beside):
    counted = 0
    for name, (page, document) in beside.items():
        known = set(numbers(document["tables"]))
        for each in page.all("data"):
            assert orjson.loads(each.attrib["value"]) in known, (name, each.attrib)
            counted += 1
    assert counted > 2000


def test_every_number_shown_is_held_by_its_place_in_the_data_file(names, made, beside):
    places = Places(names)
    for name, (page, document) in beside.items():
        address = document["address"]
        held = {places.read(pointer) for rows in made[address].tables for pointer in rows.pointers}
        other = {row["key"] for row in document["tables"].get("other", ())}
        for each in page.all("data"):
            key = each.attrib.get("data-key")
            if key is None:
                continue  # a number of an earlier edition
            assert places.read(key) in held or key in other, (name, key)


def test_boards_and_results_leave_nothing_over(records, made):
    for address, page in records.items():
        if hasattr(page, "boards"):
            wanted = {figure.key for figure in figures_of((page.boards, page.cells, page.grids, page.shortlists))}
            other = {row["key"] for rows in made[address].tables if rows.table.name == "other" for row in rows.rows}
            assert wanted
            assert wanted & other == set(), address


def test_places_that_count_as_one_hold_the_same_numbers(names, board):
    compared = 0
    for one, other in Places(names)._same.items():
        first, second = look_up(board, one), look_up(board, other)
        if isinstance(first, dict):
            first = {key: value for key, value in first.items() if key in second and key not in ("clear", "n")}
            second = {key: second[key] for key in first}
        assert first == second, (one, other)
        compared += 1
    assert compared > 20


def test_a_csv_is_the_main_table_of_the_json(beside, dist):
    for name, (_, document) in beside.items():
        raw = (dist / name).with_name("data.csv").read_bytes()
        assert b"\r" not in raw
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8"), newline="")))
        main = document["tables"][document["main"]]
        assert len(rows) == len(main), name
        for row, full in zip(rows, main, strict=True):
            assert list(row) == list(full)
            for key, value in full.items():
                if isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
                    assert float(row[key]) == value, (name, key)
                else:
                    said = {None: "", True: "true", False: "false"}
                    assert row[key] == (said[value] if value in said else guarded(value)), (name, key)


def test_numbers_are_the_data_files_own_and_not_rounded(names, board):
    rows = EFFECTS.fill(names, every_result(names)).rows
    for row in rows:
        facet = look_up(board, row["key"])
        if facet["status"] == "measured":
            assert (row["effect"], row["value"], row["control"]) == (
                facet["excess"]["value"],
                facet["raw"]["value"],
                facet["floor"]["value"],
            )
            assert row["texts"] == facet["n"]
    assert {row["key"] for row in rows} == {
        f"/dimensions/{n}/breakdown/cells/{m}/{part}/{model}"
        for n, dimension in enumerate(board["dimensions"])
        for m, cell in enumerate(dimension["breakdown"]["cells"])
        for part in ("engines", "builds")
        for model in cell[part]
    }


def test_the_place_of_a_result_is_that_on_the_board_it_names(made, board):
    rows = next(rows for rows in made["/sort/"].tables if rows.table.name == "results").rows
    placed = {row["build"]: row["place"] for row in rows if row["headline"]}
    dimension = next(d for d in board["dimensions"] if d["address"] == "/sort/")
    for part in ("ranked", "not_detected"):
        for line in dimension["board"][part]:
            assert placed[line["build"]] == line["rank"]
    assert {row["board"] for row in rows} == {"/sort/"}
    assert all(row["place"] is None for row in rows if not row["headline"])


def test_what_is_not_measured_has_a_reason_and_no_zero(made):
    rows = next(rows for rows in made["/hue/"].tables if rows.table.name == "results").rows
    missing = [row for row in rows if row["verdict"] == "not measured"]
    assert missing
    for row in missing:
        assert row["why"]
        assert row["effect"] is None
        assert row["texts"] is None


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_words_that_begin_like_a_formula_are_made_harmless(start):
    assert guarded(f"{start}1+1") == f"'{start}1+1"
    assert guarded(f"a{start}") == f"a{start}"


def test_a_minus_stays_a_number_and_a_label_does_not_become_one(names):
    table = Table("t", "One row", (text("label", "Words", "label"), number("value", "A number", "value")))
    rows = table.fill(names, [{"label": "-0.012", "value": -0.012}, {"label": 'a,\n"b"', "value": None}])
    assert csv_bytes(rows) == b'label,value\n\'-0.012,-0.012\n"a,\n""b""",\n'


def test_a_hostile_label_is_harmless_in_the_csv_and_whole_in_the_json(tmp_path):
    board = sample_board()
    label = '=HYPERLINK("http://a.example")\u202e<b>'
    next(each for each in board["engines"] if each["id"] == "birch")["label"] = label
    dist = build_site(make_project(tmp_path, board)).out
    rows = list(csv.DictReader(io.StringIO((dist / "sort" / "data.csv").read_text("utf-8"), newline="")))
    assert f"'{label}" in {row["model_label"] for row in rows}
    assert not any(value.startswith(("=", "+", "@")) for row in rows for value in row.values())
    document = orjson.loads((dist / "sort" / "data.json").read_bytes())
    assert label in {row["model_label"] for row in document["tables"]["results"]}


def test_the_json_says_what_it_is(beside, sample_root):
    settings = load_settings(sample_root)
    for page, document in beside.values():
        assert document["url"] == settings.base_url + document["address"].lstrip("/")
        assert document["site"] == settings.title
        assert document["finding"]
        assert document["date"]
        assert document["main"] in document["tables"]
        canonical = [each.attrib["href"] for each in page.all("link") if each.attrib.get("rel") == "canonical"]
        assert canonical == [document["url"]]
        used = {key for rows in document["tables"].values() for row in rows for key in row}
        assert not used or set(document["units"]) <= used


@pytest.mark.parametrize("table", [EFFECTS, ANSWERS, *PAGE_TABLES], ids=lambda each: each.name)
def test_columns_are_named_and_explained(table):
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    for column in table.columns:
        assert re.fullmatch(r"[a-z][a-z0-9_-]*", column.name)
        assert column.about[0].isupper()
        assert not column.about.endswith(".")
    assert not table.about.endswith(".")


def test_no_column_of_effects_is_always_empty():
    """A way into the data file that leads nowhere would be an empty column."""
    record = orjson.loads((REPOSITORY / "site" / "data" / "leaderboard.json").read_bytes())
    never_given = names_with(RATES | {"upper_if_none": 0.02})
    rows = [row for each in (names_in(record), never_given) for row in EFFECTS.fill(each, every_result(each)).rows]
    assert [c.name for c in EFFECTS.columns if all(row[c.name] in (None, "") for row in rows)] == []


def test_numbers_that_no_table_knows_are_listed_all_the_same(names, records):
    """A part that is added to a page is in the file beside it before anybody thinks of it."""
    page = records["/sort/"]
    kind = make_dataclass("NewPart", [("inside", tuple)], frozen=True)
    figure = Figure("2", "2", "/digits")
    grown = replace(page, head=replace(page.head, also=()), notes=(kind((figure,)),))
    other = [rows for rows in Tabler(names).tables(grown).tables if rows.table.name == "other"]
    assert {"value": 2.0, "shown": "2", "key": "/digits"} in [row for rows in other for row in rows.rows]


def test_changes_are_rows_with_both_days_side_by_side(names, board):
    at = "/dimensions/0/breakdown/cells/0/engines/alder"
    now = look_up(board, at)
    figure = Figure("x", orjson.dumps(now["excess"]["value"]).decode(), f"{at}/excess/value")
    texts = Figure("x", orjson.dumps(now["n"]).decode(), f"{at}/n")
    before = Side(Past("1.00", "1.0", "2026-01-01", "line"), None, None, "clear", Past("9", "9", "2026-01-01", "line"))
    line = ChangedLine(Link("a cell", "/a/#m"), "=A", False, before, Side(figure, None, None, "no clear effect", texts))
    topics = (ChangedTopic(Link("Topic", "/a/"), "1 result", (line,)),)
    head = Head("/changes/", "Changes", "Some.", "Changes")
    page = ChangesPage(head, "Some.", "b", "a", (), (), (), (), (), topics, (), (), (), ())
    rows, *rest = Tabler(names).tables(page).tables
    assert rest == []
    (row,) = rows.rows
    assert (row["kind"], row["model_label"], row["before_effect"], row["now_effect"]) == (
        "changed verdict",
        "=A",
        1.0,
        now["excess"]["value"],
    )
    assert (row["before_texts"], row["now_texts"], row["before_lo"]) == (9, now["n"], None)


def test_built_again_the_bytes_are_the_same(names, records, made):
    again = Tabler(names)
    for address, page in records.items():
        assert csv_bytes(again.tables(page).main_rows) == csv_bytes(made[address].main_rows)


def moved(value):
    """Return a part of a data file with every number that is no whole one another, where it stood."""
    if isinstance(value, contract.Record):
        for name in value.__struct_fields__:
            setattr(value, name, moved(getattr(value, name)))
    if isinstance(value, dict):
        return {key: moved(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(moved(each) for each in value)
    return contract.standing(value + 1.25, contract.pointer(value)) if isinstance(value, contract.Number) else value


def test_tables_within_a_characteristic_hang_on_nothing_outside_it(board, records, made):
    own = next(page["characteristic"] for page in board["pages"] if page["level"] == "cell")
    apart = contract.read(board)
    for each in apart.dimensions:
        if each.id != own:
            moved(each)
    moved(apart.overall)
    apart.honesty = ()
    assert {"dimensions", "overall", "honesty"} == set(pagefiles._APART)
    tabler = Tabler(names_of(apart))
    levels = {level for kind in KINDS if kind.within for level in kind.levels}
    pages = [page for page in board["pages"] if page["level"] in levels and page["characteristic"] == own]
    within = {page["address"] for page in pages}
    assert {page["level"] for page in pages} == levels
    for address in within:
        assert tabler.tables(records[address]) == made[address]
    assert any(tabler.tables(page) != made[address] for address, page in records.items() if address not in within)
