"""What others reported: read whole or refused line by line, taken over number by number, and of no weight anywhere."""

import pytest

from bd.errors import ProblemsError, UsageError
from bd.files import dump_json
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard
from bd.report.reported import check_reported, import_reported, read_reported
from bd.report.reported.effect import beyond_control
from bd.report.reported.records import ControlKind, Measure, ReportedControl
from tests.report.reported import (
    SOURCE,
    TOML,
    make_reported,
    published,
    published_file,
    reported_board,
    rows_of,
    sample_reported,
    write_rows,
)
from tests.report.samples import COMMIT, DATE, sample_board, sample_effects, sample_study

LINES = f"studies/reported/{SOURCE}.jsonl"


@pytest.fixture
def board(tmp_path):
    return reported_board(tmp_path)


def cells(board):
    return {c["id"]: c for s in board["reported"] for topic in s["characteristics"] for c in topic["cells"]}


def faults(root):
    return [str(problem) for problem in check_reported(root, sample_study())]


def spoilt(root, number, **changed):
    """Change keys of one line of a sound file, and return what is said about it."""
    path = make_reported(root, sample_study())
    rows = rows_of(path)
    rows[number] |= changed
    write_rows(path, rows)
    return faults(root)


# Reading and refusing


def test_a_project_without_reported_figures_has_none_and_no_key_for_them(tmp_path):
    assert read_reported(tmp_path, sample_study()) == ()
    assert "reported" not in sample_board()


def test_what_is_written_is_read_back(tmp_path):
    (found,) = sample_reported(tmp_path)
    assert found.published == 13
    assert {(each.reason, each.cells) for each in found.left_out} == {
        ("A control edit.", 1),
        ("A ratio, which is no effect.", 1),
    }
    assert len(found.cells) == 11


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"format": "bd/reported@2"}, "format is 'bd/reported@2', this bd reads 'bd/reported@1'"),
        ({"format": None}, "format is None"),
        ({"lo": 0.9}, "lo 0.9 is above hi"),
        ({"lo": None}, "one end of a range is missing"),
        ({"value": "0.1"}, "value is '0.1', not a finite number"),
        ({"value": None}, "value is 'None', not a finite number"),
        ({"value": True}, "value is 'True'"),
        ({"value": 1e300}, "value is '1e+300'"),
        ({"texts": -1}, "texts is '-1', not a whole number or null"),
        ({"texts": 1.5}, "texts is '1.5'"),
        ({"model": "stranger"}, "'stranger' is in no [[models]]"),
        ({"edit": "hat"}, "'hat' is in no [[edits]]"),
        ({"measure": "guess"}, "'guess' is in no [[measures]]"),
        ({"group": "tall"}, "'tall' is in no [[groups]]"),
        ({"sample": "tenth"}, "'tenth' is in no [[samples]]"),
        ({"decision": "why"}, "'why' is in no [[questions]]"),
        ({"interval": "guessed"}, "'guessed' is in no [[intervals]]"),
        ({"characteristic": "hats"}, "characteristic 'hats' is not in this study"),
        ({"characteristic": "years"}, "edit 'creed' does not belong to characteristic 'years'"),
        ({"effect": 0.5}, "effect and range are not the value less the control"),
        ({"range": [0.1, 0.0]}, "range: lo 0.1 is above hi 0.0"),
        ({"range": [0.1]}, "range is '[0.1]', not two finite numbers or null"),
        ({"joint_range": [0.2, 0.1]}, "joint_range: lo 0.2 is above hi 0.1"),
        ({"control": 3}, "control is '3', not an object or null"),
        ({"control": {"kind": "asked again"}}, "control: value is missing"),
        ({"commit": " "}, "commit is ' ', not a text"),
        ({"colour": "red"}, "colour is not a known key"),
    ],
)
def test_a_bad_line_is_named_with_its_number(tmp_path, changed, message):
    said = spoilt(tmp_path, 2, **changed)
    assert any(line.startswith(f"{LINES}:3: ") and message in line for line in said), said


ALONE = {"control": None, "effect": None, "range": None, "lo": None, "hi": None}
CONTROL = {"kind": "level", "value": None, "lo": None, "hi": None}


@pytest.mark.parametrize(
    ("number", "changed", "message"),
    [
        (8, {"control": CONTROL}, "control and joint_range must be null: nothing is taken from a ratio"),
        (11, {"joint_range": [0.0, 0.1]}, "control and joint_range must be null: nothing is taken from a repeat"),
        (8, {"value": -0.1}, "a ratio is never under 0"),
        (11, {"value": 1.5}, "a repeat is never under 0 or over 1"),
        (8, {"variant": "third"}, "'third' is in no [[variants]]"),
        (8, {"cut": 1.5}, "cut is '1.5', not a whole number or null"),
        (2, ALONE | {"measure": "repeat"}, "only a repeat stands among what was asked twice"),
        (11, ALONE | {"measure": "share"}, "only a repeat stands among what was asked twice"),
    ],
)
def test_what_a_ratio_or_a_repeat_cannot_have_is_named_with_its_line(tmp_path, number, changed, message):
    said = spoilt(tmp_path, number, **changed)
    assert any(line.startswith(f"{LINES}:{number + 1}: ") and message in line for line in said), said


@pytest.mark.parametrize(("name", "value"), [("written-20", -0.5), ("yes-again", 1.01)])
def test_a_ratio_or_a_repeat_that_cannot_be_is_not_taken_over(tmp_path, name, value):
    found = published_file()
    next(cell for cell in found["cells"] if cell["id"] == name)["value"] = value
    with pytest.raises(ProblemsError, match="is never under 0"):
        make_reported(tmp_path, sample_study(), found)


def test_lists_of_one_question_are_apart_by_their_way_and_their_length(tmp_path):
    found = published_file()
    first = next(cell for cell in found["cells"] if cell["id"] == "written-20")
    found["cells"].append(first | {"id": "again-the-same"})
    with pytest.raises(ProblemsError, match="the same cell as 'written-20'"):
        make_reported(tmp_path, sample_study(), found)


def test_a_number_that_json_does_not_know_is_named_with_its_line(tmp_path):
    path = make_reported(tmp_path, sample_study())
    path.write_bytes(path.read_bytes().replace(b'"value":0.04', b'"value":NaN', 1))
    (said,) = [line for line in faults(tmp_path) if "not JSON" in line]
    assert said.startswith(f"{LINES}:2: ")


def test_the_same_cell_twice_is_named_with_both_lines(tmp_path):
    path = make_reported(tmp_path, sample_study())
    rows = rows_of(path)
    write_rows(path, [*rows, rows[1], rows[2] | {"id": "another"}])
    said = faults(tmp_path)
    assert said[0] == f"{LINES}:13: the same cell ({rows[1]['id']}) stands in line 2 already"
    assert said[1] == f"{LINES}:14: the same cell (another) stands in line 3 already"


def test_all_bad_lines_are_told_at_once(tmp_path):
    path = make_reported(tmp_path, sample_study())
    write_rows(path, [row | {"unit": 3} for row in rows_of(path)[1:]])
    assert [line.split(":")[1] for line in faults(tmp_path)] == [str(number) for number in range(1, 12)]
    with pytest.raises(ProblemsError):
        read_reported(tmp_path, sample_study())


def test_a_file_that_was_cut_off_is_noticed(tmp_path):
    path = make_reported(tmp_path, sample_study())
    write_rows(path, rows_of(path)[:-1])
    (said,) = faults(tmp_path)
    assert "13 cells were read, but 10 stand here" in said


def test_lines_written_by_hand_need_no_count(tmp_path):
    path = make_reported(tmp_path, sample_study())
    write_rows(path, rows_of(path)[1:])
    (found,) = read_reported(tmp_path, sample_study())
    assert (found.published, len(found.cells)) == (None, 11)


def test_lines_of_nobody_and_a_source_without_lines_are_named(tmp_path):
    path = make_reported(tmp_path, sample_study())
    path.rename(path.with_name("nobody.jsonl"))
    said = faults(tmp_path)
    assert any(line.startswith("studies/reported/nobody.jsonl: nobody says who") for line in said)
    assert any(line.startswith(f"{LINES}: cannot be read") and "bd import-reported" in line for line in said)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("bd/reported-source@1", "bd/reported-source@2", "this bd reads 'bd/reported-source@1'"),
        ('"faith"', '"hats"', "[[edits]] 'creed': characteristic 'hats' is not in this study"),
        ('"keep-drop"', '"keep"', "[[questions]] 'their-keep': decision 'keep' is not in this study"),
        ('"north"', '"nord"', "[[groups]] 'northern': group 'nord' is not in this study"),
        ('left_out = "A control edit."', "", "either which characteristic it belongs to or why it is left_out"),
        ('words = "another year"', "", "words are missing"),
        ("2026-05-04", "04.05.2026", "is not a day such as 2026-01-31"),
        ('id = "owl"', 'id = "alder"', "[[models]] 'alder' stands twice"),
        ('tells = "ratio"', 'tells = "odds"', "tells 'odds' is none of effect, ratio, repeat"),
        ('tells = "ratio"', 'tells = "ratio"\ndifference = true', "'share': a ratio is no difference"),
        ('label = "Elsewhere"', 'label = "Elsewhere"\ncolour = "red"', "colour is not a known key"),
    ],
)
def test_a_fault_in_the_description_is_named(tmp_path, old, new, message):
    path = make_reported(tmp_path, sample_study()).with_suffix(".toml")
    path.write_text(TOML.replace(old, new), "utf-8")
    assert any(message in line for line in faults(tmp_path)), faults(tmp_path)


# Taking over


def test_taking_over_again_changes_no_byte_whatever_the_order(tmp_path):
    study = sample_study()
    first = make_reported(tmp_path, study).read_bytes().split(b"\n", 1)[1]
    turned = published_file()
    turned["cells"].reverse()
    assert make_reported(tmp_path, study, turned).read_bytes().split(b"\n", 1)[1] == first


def test_every_unknown_word_is_told_at_once_and_nothing_is_written(tmp_path):
    path = make_reported(tmp_path, sample_study())
    before = path.read_bytes()
    found = published_file()
    found["cells"] += [
        published("one", edit="hat", model="stranger"),
        published("two", edit="hat", group="tall"),
        published("three", value=None, sample="half"),
        published("four", lo=0.1, hi=0.0, sample="half"),
        published("within"),
    ]
    with pytest.raises(ProblemsError) as caught:
        make_reported(tmp_path, sample_study(), found)
    told = str(caught.value).splitlines()
    assert f"published.json: 'hat' is in no [[edits]] of studies/reported/{SOURCE}.toml (2 cells)" in told
    assert f"published.json: 'stranger' is in no [[models]] of studies/reported/{SOURCE}.toml (1 cell)" in told
    assert any("'tall' is in no [[groups]]" in line for line in told)
    assert any("cells[16]: value is null" in line for line in told)
    assert any("cells[17]: lo 0.1 is above hi 0.0" in line for line in told)
    assert any("cells[18]: the same cell as 'within'" in line for line in told)
    assert len(told) == 6
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "published.json:1: not JSON"),
        ('{"cells": [{"value": NaN}]}', "not JSON"),
        ("[]", 'is not one object with a list "cells"'),
        ('{"cells": [3]}', 'is not one object with a list "cells"'),
        ('{"cells": [{}]}', "cells[1]: source is missing"),
    ],
)
def test_a_file_that_cannot_be_taken_over_is_one_line(tmp_path, content, message):
    make_reported(tmp_path, sample_study())
    file = tmp_path / "published.json"
    file.write_text(content, "utf-8")
    with pytest.raises(ProblemsError) as caught:
        import_reported(tmp_path, sample_study(), SOURCE, file)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_source_without_a_description_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match=r"no source 'nobody': it needs studies/reported/nobody\.toml"):
        import_reported(tmp_path, sample_study(), "nobody", tmp_path)


SUBTRACTED, WITHIN = ControlKind("c", "c", subtract=True), ControlKind("c", "c", subtract=False)
COUNT, DIFFERENCE = (
    Measure("m", "m", difference=False, left_out=None),
    Measure("m", "m", difference=True, left_out=None),
)


@pytest.mark.parametrize(
    ("control", "kind", "measure", "expected"),
    [
        (0.01, SUBTRACTED, COUNT, (0.03, (0.02, 0.04))),
        (-0.01, SUBTRACTED, DIFFERENCE, (0.05, (0.04, 0.06))),
        (None, SUBTRACTED, COUNT, (None, None)),
        (None, WITHIN, DIFFERENCE, (0.04, (0.03, 0.05))),
        (0.3, WITHIN, DIFFERENCE, (0.04, (0.03, 0.05))),
        (None, WITHIN, COUNT, (None, None)),
    ],
)
def test_only_what_is_published_is_subtracted(control, kind, measure, expected):
    told = ReportedControl("c", control, None, None)
    assert beyond_control(0.04, 0.03, 0.05, control=told, kind=kind, measure=measure) == expected


def test_without_any_control_there_is_no_effect():
    assert beyond_control(0.04, 0.03, 0.05, control=None, kind=None, measure=COUNT) == (None, None)


# In the data file


def test_the_data_file_with_reported_figures_keeps_to_its_schema(board):
    check_leaderboard(board)


def test_reported_figures_change_nothing_else_in_the_data_file(board):
    plain = sample_board()
    assert board.pop("reported")
    board["pages"] = [page for page in board["pages"] if page["level"] != "reported"]
    examples = [(b["dimensions"], b["overall"], b["engines"]) for b in (board, plain)]
    assert dump_json(examples[0]) == dump_json(examples[1])
    assert dump_json(board) == dump_json(plain)


def test_reported_figures_are_percentage_points_with_the_sign_of_their_source(board):
    found = cells(board)
    assert found["within"]["raw"] == {"value": -5.12, "lo": -6.0, "hi": -4.11}
    assert found["within"]["effect"] == {"value": -5.12, "lo": -6.0, "hi": -4.11}
    assert found["flips"]["effect"] == {"value": 3.0, "lo": 2.0, "hi": 4.0}
    assert found["flips"]["joint_range"] == [1.0, 4.5]
    assert found["few"]["effect"] == {"value": 3.0, "lo": None, "hi": None}
    assert found["none"]["effect"] is None
    assert found["level"]["control"]["value"] == 30.0
    assert not found["level"]["control"]["subtracted"]


def test_a_ratio_is_no_percentage_point_and_a_repeat_has_no_control(board):
    found = cells(board)
    assert found["written-20"]["ratio"] == {"value": 0.8597, "lo": 0.6576, "hi": 0.9996}
    assert found["written-20"]["raw"] is None
    assert (found["written-20"]["tells"], found["written-20"]["cut"]) == ("ratio", 1250)
    assert found["written-20"]["compared"] == ["Northerners over Southerners", "as written", "the first 1,250"]
    assert found["yes-again"]["raw"] == {"value": 0.6, "lo": None, "hi": None}
    assert (found["yes-again"]["tells"], found["yes-again"]["changed"]) == ("repeat", 3)
    for name in ("written-20", "yes-again"):
        assert (found[name]["control"], found[name]["effect"]) == (None, None)
    assert not {"tells", "ratio", "cut"} & found["within"].keys()


def test_a_ratio_stands_with_its_question_and_a_repeat_with_what_was_asked_twice(board):
    found = cells(board)
    assert found["written-20"]["pages"] == ["/faith/red-blue/"]
    assert found["yes-again"]["pages"] == ["/asked-twice/"]
    (source,) = board["reported"]
    assert next(t["address"] for t in source["characteristics"] if t["id"] == "again") == "/asked-twice/"


def test_a_cell_stands_on_the_page_of_its_question_or_else_of_its_characteristic(board):
    pages = {name: cell["pages"] for name, cell in cells(board).items()}
    assert pages["within"] == ["/faith/red-blue/", "/faith/north/red-blue/"]
    assert pages["mapped"] == ["/faith/keep-drop/", "/faith/north/keep-drop/"]
    assert pages["level"] == ["/faith/red-blue/"]
    assert pages["own"] == ["/faith/", "/faith/north/"]
    assert pages["none"] == ["/years/yes-no/"]


def test_a_characteristic_that_nobody_answered_here_has_reported_figures_on_their_own_page_only(tmp_path):
    effects = [e for e in sample_effects() if e.characteristic != "faith"]
    reported = sample_reported(tmp_path)
    board = build_leaderboard(sample_study(), effects, date=DATE, commit=COMMIT, reported=reported)
    check_leaderboard(board)
    (source,) = board["reported"]
    topic = next(t for t in source["characteristics"] if t["id"] == "faith")
    assert topic["address"] is None
    assert {tuple(c["pages"]) for c in topic["cells"]} == {()}


def test_a_source_has_one_page(board):
    (page,) = [p for p in board["pages"] if p["level"] == "reported"]
    assert (page["address"], page["label"]) == (f"/reported/{SOURCE}/", "Elsewhere")
