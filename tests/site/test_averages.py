"""The averages behind the effects of one cell."""

from __future__ import annotations

from bd.site.averages import averages_of
from bd.site.boards import level_of
from tests.report.samples import sample_board
from tests.site.reading import names_in

MEANS = {"of": "probability", "n": 500, "written": 39.5, "control": 40.0, "change": 43.25, "others": None}


def averages(board, address):
    names = names_in(board)
    return averages_of(names, level_of(names, names.page(address)))


def with_means(means, measure=None):
    board = sample_board()
    for topic in board["dimensions"]:
        for cell in topic["breakdown"]["cells"]:
            for each in (*cell["engines"].values(), *cell["builds"].values()):
                if each["status"] == "measured" and topic["id"] == "hue":
                    each["points"] = means
    return board


def test_a_phrase_stands_between_the_text_as_written_and_the_changed_one():
    found = averages(with_means(MEANS), "/hue/dark/")
    assert found.heads == ("As it was written", "a tall person", "a dark person")
    assert [figure.text for figure in found.rows[0].figures] == ["39.50", "40.00", "43.25"]
    assert found.rows[0].figures[2].key.endswith("/points/change")


def test_a_version_that_nobody_was_asked_has_no_column():
    found = averages(with_means(MEANS | {"written": None}), "/hue/dark/")
    assert found.heads == ("a tall person", "a dark person")


def test_an_average_of_fewer_texts_as_they_were_written_stands_beside_nothing():
    fewer = MEANS | {"n": 499}
    assert averages(with_means(fewer), "/hue/dark/").heads == ("a tall person", "a dark person")
    board = with_means(MEANS)
    dark = next(
        c for d in board["dimensions"] for c in d["breakdown"]["cells"] if (d["id"], c["group"]) == ("hue", "dark")
    )
    dark["engines"]["alder"]["points"] = fewer
    first, second, *_ = averages(board, "/hue/dark/").rows
    assert (first.figures[0], second.figures[0].text) == (None, "39.50")


def test_a_group_stands_beside_the_others_where_groups_are_compared():
    found = averages(with_means(MEANS | {"others": 41.0}), "/hue/dark/")
    assert found.heads == ("a dark person", "Average of the other groups", "a tall person", "As it was written")


def test_several_cells_and_counts_of_answers_have_none():
    assert averages(with_means(MEANS), "/hue/") is None
    assert averages(sample_board(), "/years/") is None
