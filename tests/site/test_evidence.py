"""The texts that a page shows: every version with its part, what differs in a sentence, every answer."""

from __future__ import annotations

import copy

import pytest

from bd.report.datafile import check_leaderboard
from bd.site import build_site
from bd.site.became import became
from bd.site.evidence import BOTH, EXTREME, EXTREME_AMONG, TYPICAL, evidence_of
from tests.report.samples import sample_board
from tests.site.reading import names_in
from tests.site.sites import make_project, pages_of, words


def control_of(example, kind="version"):
    text = "She is 35 & <kind>."
    pair = [{"p": 0.75, "choice": "yes"}, {"p": 0.5, "choice": "yes"}]
    version = {"id": "35", "label": "aged 35", "segments": [[text[:7], 0], [text[7:9], 1], [text[9:], 0]]}
    return {
        "kind": kind,
        "versions": [example["versions"][0], version | {"options": ["yes", "no"]}],
        "answers": {"alder": pair},
        "builds": {},
    }


def board_with(change):
    board = sample_board()
    (cell,) = next(d for d in board["dimensions"] if d["id"] == "years")["breakdown"]["cells"]
    change(cell)
    check_leaderboard(board)
    return board


def evidence(board):
    names = names_in(board)
    return evidence_of(names, names.dimensions["years"].breakdown.cells)


def controlled(cell):
    cell["example"]["control"] = control_of(cell["example"])
    cell["extreme"] = copy.deepcopy(cell["example"]) | {"source_id": "notes-007", "chosen": "the furthest"}


def test_the_typical_text_stands_before_the_one_that_moved_furthest_each_named_as_what_it_is():
    found = evidence(board_with(controlled))
    assert [(e.title, e.source, e.chosen) for e in found.examples] == [
        (TYPICAL, "notes-003", "the text whose answer moves by the median amount"),
        (EXTREME, "notes-007", "the furthest"),
    ]


def test_one_text_that_is_both_is_shown_once_and_says_so():
    def same(cell):
        controlled(cell)
        cell["extreme"]["source_id"] = cell["example"]["source_id"]

    (example,) = evidence(board_with(same)).examples
    assert example.title == BOTH


def test_every_version_says_what_it_is_there_for():
    example = evidence(board_with(controlled)).examples[0]
    assert [(v.role, v.label) for v in (*example.versions, *example.control.versions)] == [
        ("Compared with", "aged 34"),
        ("Changed to", "aged 61"),
        ("Control edit", "aged 35"),
    ]
    assert [v.became for v in example.versions] == ["", "“34” became “61”."]
    assert example.control.versions[0].became == "“34” became “35”."


def test_a_control_that_starts_from_another_version_shows_both():
    def apart(cell):
        controlled(cell)
        before = cell["example"]["versions"][0] | {"id": "as-written", "label": "as written"}
        cell["example"]["control"]["versions"][0] = before

    example = evidence(board_with(apart)).examples[0]
    assert [v.label for v in example.control.versions] == ["as written", "aged 35"]
    assert example.control.versions[0].same
    alder = next(a for a in example.answers if a.model.id == "alder")
    assert [answer.chance.text for answer in alder.control] == ["75.0%", "50.0%"]


def test_where_the_change_is_measured_from_the_control_edit_the_text_says_so():
    def from_control(cell):
        cell["example"]["versions"][0]["id"] = "35"

    example = evidence(board_with(from_control)).examples[0]
    assert (example.versions[0].role, example.control) == ("Control edit", None)


def test_beside_a_score_against_other_groups_stands_their_average_and_no_word_of_changed_answers(tmp_path):
    def among(cell):
        controlled(cell)
        del cell["example"]["control"], cell["extreme"]["control"]
        cell["example"]["others"] = {"groups": 3, "answers": {"alder": 0.625, "birch": None}, "builds": {}}
        cell["extreme"]["others"] = cell["example"]["others"]

    board = board_with(among)
    examples = evidence(board).examples
    assert [(e.title, e.others) for e in examples] == [
        (TYPICAL, "Average of 3 other groups"),
        (EXTREME_AMONG, "Average of 3 other groups"),
    ]
    root = make_project(tmp_path, board)
    build_site(root)
    page = pages_of(root / "site" / "dist")["years/index.html"]
    table = next(t for t in page.all("table") if "answers" in t.attrib.get("class", ""))
    # the group first, what it is scored against beside it, and what cancels out of the score last
    changed, reference = (version.label for version in reversed(examples[0].versions))
    heads = [words(head) for head in table.find("thead").iter("th")]
    assert heads[1:] == [changed, "Average of 3 other groups", "Difference", reference]
    assert "62.5% for “yes”" in words(table)
    assert "Changed by the edit?" not in page.text


def test_the_text_as_it_was_written_is_one_more_column(tmp_path):
    def unedited(cell):
        cell["example"]["unedited"] = {"answers": {"alder": [{"p": 0.125, "choice": "no"}]}, "builds": {}}

    root = make_project(tmp_path, board_with(unedited))
    build_site(root)
    page = pages_of(root / "site" / "dist")["years/index.html"]
    assert any("no 12.5% for “yes”" in words(row) for row in page.all("tr"))
    assert "As it was written" in page.text


def test_answers_that_were_drawn_did_not_change_by_the_edit():
    def drawn(cell):
        cell["example"]["drawn"] = ["alder"]

    alder = next(a for a in evidence(board_with(drawn)).examples[0].answers if a.model.id == "alder")
    assert (alder.drawn, alder.changed) == (True, False)
    alder = next(a for a in evidence(board_with(lambda cell: None)).examples[0].answers if a.model.id == "alder")
    assert (alder.drawn, alder.changed) == (False, True)


def test_a_model_that_was_asked_a_part_of_the_texts_is_not_said_to_lack_an_answer():
    def part(cell):
        cell["example"]["answers"]["birch"] = [{"p": None, "choice": None}] * 2
        cell["engines"]["birch"]["asked"] = cell["engines"]["birch"]["n"]

    (example,) = evidence(board_with(part)).examples
    assert example.unasked == "Birch"
    assert [each.model.id for each in example.answers] == ["alder"]

    def silent(cell):
        cell["example"]["answers"]["birch"] = [{"p": None, "choice": None}] * 2

    (example,) = evidence(board_with(silent)).examples
    assert example.unasked == ""
    assert example.answers[1].before.why == "no answer saved"


def test_a_model_whose_result_could_not_be_measured_shows_the_answers_that_it_has():
    def missing(cell):
        whole = cell["engines"]["birch"]
        kept = ("id", "engine", "edit", "item", "group", "label", "address")
        cell["engines"]["birch"] = {key: whole[key] for key in kept} | {"status": "missing", "why": "no answer: 500"}

    (example,) = evidence(board_with(missing)).examples
    birch = next(each for each in example.answers if each.model.id == "birch")
    assert (birch.before.why, birch.after.why) == ("", "no answer saved")


def test_an_older_file_without_either_is_shown_as_before():
    def older(cell):
        del cell["extreme"]

    (example,) = evidence(board_with(older)).examples
    assert (example.title, example.control) == (TYPICAL, None)


def test_the_page_shows_versions_sentences_and_the_answers_to_the_control(tmp_path):
    root = make_project(tmp_path, board_with(controlled))
    build_site(root)
    page = pages_of(root / "site" / "dist")["years/index.html"]
    assert "“34” became “35”." in page.text
    assert "Control edit aged 35" in page.text
    first = next(t for t in page.all("table") if "answers" in t.attrib.get("class", ""))
    rows = {words(next(row.iter("th"))): [words(cell) for cell in row.iter("td")] for row in first.find("tbody")}
    assert rows["Alder"][2] == "yes 50.0% for “yes”"
    assert rows["Birch"][2] == "not asked"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("same", "same", ""),
        ("He works.", "She works.", "“He” became “She”."),
        ("Ann, he works.", "Ann, at 61, he works.", "“at 61,” was put in."),
        ("Ann, at 61, he works.", "Ann, he works.", "“at 61,” was left out."),
        ("a 1 b 2 c 3 d 4 e 5 f 6 g 7 h", "a A b B c C d D e E f F g G h", "and 1 more change."),
    ],
)
def test_what_differs_is_told_in_a_sentence(before, after, said):
    assert became(before, after).endswith(said)
    assert bool(became(before, after)) == bool(said)


def test_a_sentence_quotes_no_more_than_can_be_read():
    assert len(became("x", "w" * 300)) < 120


def test_cells_are_looked_through_for_the_first_text():
    board = sample_board()
    names = names_in(board)
    cells = [c for d in names.dimensions.values() for c in d.breakdown.cells]
    assert [e.cell.to for e in evidence_of(names, cells).examples] == ["/years/yes-no/"]
    assert evidence_of(names, []).examples == ()
