"""Shortlists in the data file: beside the boards, moving nobody's place."""

from dataclasses import replace

import pytest

from bd.report.datafile import check_leaderboard
from tests.report.samples import sample_study
from tests.report.shortlisted import SHARES, sample_shortlists, shortlist_board, shortlist_study


@pytest.fixture(scope="module")
def board():
    return shortlist_board()


def lists(board):
    return board["shortlists"]["lists"]


def test_the_part_keeps_the_schema(board):
    check_leaderboard(board)


def test_without_rows_the_part_is_not_there():
    assert "shortlists" not in shortlist_board(rows=[])
    check_leaderboard(shortlist_board(rows=[]))


def test_shortlists_change_no_place_and_no_other_part(board):
    without = shortlist_board(rows=[])
    changed = {key for key in board if board[key] != without.get(key)}
    assert changed == {"shortlists", "provenance", "pages"}
    assert [each for each in board["pages"] if each["address"] != "/shortlist/"] == without["pages"]
    kept = {key: value for key, value in board["provenance"].items() if key != "sources"}
    assert kept == {key: value for key, value in without["provenance"].items() if key != "sources"}


def test_a_study_that_asks_for_none_shows_none():
    assert lists(shortlist_board(study=sample_study())) == []


def test_the_file_of_rows_is_named_among_the_sources(board):
    sources = {source["id"]: source for source in board["provenance"]["sources"]}
    assert list(sources) == sorted(sources)
    assert sources["red-blue-shortlist"]["path"] == "studies/red-blue-shortlist.jsonl"
    assert sources["red-blue-shortlist"]["about"] == "Sort: red or blue, shortlist"
    assert "birch-q4" in sources["red-blue-shortlist"]["builds"]


def test_lists_stand_in_the_order_of_the_study_and_cuts_by_share(board):
    assert [each["decision"] for each in lists(board)] == ["red-blue", "yes-no"]
    assert [cut["share"] for cut in lists(board)[0]["cuts"]] == list(SHARES)
    assert lists(board)[0]["group"] == {"value": "tall", "words": "tall people"}
    assert (board["shortlists"]["line"], board["shortlists"]["upper_line"]) == (0.8, 1.25)


def test_the_most_unequal_first_planted_and_builds_last(board):
    rows = lists(board)[0]["cuts"][0]["rows"]
    assert [row["build"] for row in rows] == [
        "cedar",
        "alder",
        "birch",
        "stranger",
        "seeded",
        "seeded-even",
        "birch-q4",
    ]
    assert {row["build"] for row in rows if row["planted"]} == {"seeded", "seeded-even"}


def test_the_order_of_rows_does_not_matter(board):
    assert shortlist_board(rows=sample_shortlists()[::-1]) == board


def test_ratios_are_plain_numbers_and_what_is_missing_says_why(board):
    rows = {row["build"]: row for row in lists(board)[0]["cuts"][0]["rows"]}
    alder = rows["alder"]["as_asked"]["everyone"]
    assert (alder["ratio"], alder["group"]["rate"], alder["below_line"]) == (0.333333, 0.05, True)
    nobody = rows["stranger"]["as_asked"]
    assert nobody["everyone"]["ratio"] is None
    assert nobody["everyone"]["why"]["id"] == "nobody-picked"
    assert nobody["everyone"]["why"]["text"]
    assert (nobody["qualified"], nobody["why_no_changes"]["id"]) == (None, "no-swapped-answers")
    assert rows["stranger"]["both_ways"] is None
    assert rows["cedar"]["as_asked"]["everyone"]["upper_if_none"] == 0.36


def test_a_model_without_another_result_has_no_page_and_no_row():
    stray = replace(sample_shortlists()[0], model="x", build="x")
    rows = [*sample_shortlists(), stray]
    assert lists(shortlist_board(rows=rows)) == lists(shortlist_board())


def test_a_decision_without_rows_has_no_list():
    rows = [row for row in sample_shortlists() if row.decision == "yes-no"]
    assert [each["decision"] for each in lists(shortlist_board(rows=rows))] == ["yes-no"]
    assert lists(shortlist_board(study=shortlist_study(("red-blue",)), rows=rows)) == []
