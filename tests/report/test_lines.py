"""The main board in a terminal: its table, what is said of it, and that both fit."""

import copy

import pytest

from bd.report.lines import board_lines
from tests.report.samples import sample_board


@pytest.fixture(scope="module")
def board():
    return sample_board()


def row(board, model):
    return next(r for r in board["overall"]["rows"] if r["engine"] == model)


def test_every_column_and_every_mark_of_the_table_is_explained(board):
    lines = board_lines(board)
    table, words = lines[: lines.index("")], " ".join(lines[lines.index("") :])
    assert table[0].split()[:4] == ["place", "model", "range", "average"]
    for told in ("place: ", "range: ", "average: ", "In brackets: ", "*: ", "-: ", "incomplete: "):
        assert told in words
    assert len(table) == 1 + len(board["overall"]["rows"])


def test_a_row_shows_place_range_and_marks(board):
    found = copy.deepcopy(board)
    name, other = found["overall"]["counted"][:2]
    told = row(found, "alder")
    told |= {"rank": 2.5, "place_range": [1, 4], "mean_rank": 1.5, "incomplete": True}
    told |= {"positions": {name: 3.0}, "not_detected": [name], "shown": [other]}
    labels = {d["id"]: d["label"] for d in found["dimensions"]}
    head, *rows = board_lines(found)
    line = next(r for r in rows if "Alder" in r)
    assert line.startswith("2.5    Alder (incomplete)")
    assert "  1 to 4  1.50  " in line
    for column, said in ((name, "(3)"), (other, "*")):
        assert line[head.index(labels[column]) :].split()[0] == said


def test_what_is_missing_is_named_and_what_was_set_aside_too(board):
    found = copy.deepcopy(board)
    one, other = found["overall"]["counted"][:2]
    labels = {d["id"]: d["label"] for d in found["dimensions"]}
    row(found, "alder").update(untested=[one], set_aside=[other], incomplete=True, too_few=False)
    row(found, "birch").update(untested=[], set_aside=[other], incomplete=False, too_few=True, rank=None)
    lines = board_lines(found)
    assert f"Alder, never tested: {labels[one]}; tested and set aside: {labels[other]}" in lines
    assert f"Birch, tested and set aside: {labels[other]}" in lines
    assert any("Alder (incomplete)" in line for line in lines)
    assert any("Birch (too few)" in line for line in lines)


def test_who_was_set_aside_has_a_star_also_without_a_result_to_show(board):
    found = copy.deepcopy(board)
    name = found["overall"]["counted"][0]
    row(found, "alder").update({"positions": {}, "shown": [], "set_aside": [name], "not_detected": []})
    assert (
        next(line for line in board_lines(found) if "Alder" in line).split()[-len(found["overall"]["counted"])] == "*"
    )


def test_what_is_not_known_is_a_dash(board):
    found = copy.deepcopy(board)
    told = row(found, "alder")
    told |= {"rank": None, "mean_rank": None, "positions": {}, "shown": [], "not_detected": [], "incomplete": False}
    told.pop("place_range", None)
    line = next(line for line in board_lines(found) if "Alder" in line)
    assert set(line.split()) == {"-", "Alder"}


def test_a_table_that_is_too_wide_comes_in_parts_that_each_say_whose_row_it_is(board):
    whole, narrow = board_lines(board), board_lines(board, 40)
    assert max(len(line) for line in whole) > 40 >= max(len(line) for line in narrow)
    models = len(board["overall"]["rows"])
    heads = [line.split() for line in narrow if line.startswith("place  model")]
    assert len(heads) > 1
    assert [word for head in heads for word in head[2:]] == whole[0].split()[2:]
    table = narrow[: narrow.index("", max(n for n, line in enumerate(narrow) if line.startswith("place  model")))]
    assert sum("Alder" in line for line in table) == len(heads)
    assert len(narrow[: narrow.index("")]) == 1 + models
