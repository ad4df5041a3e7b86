"""A data file that names what it does not describe is refused in one line, which says what and where."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bd.errors import BdError
from bd.report import contract
from bd.site import plan
from bd.site.build import build_site
from bd.site.kinds import of_level
from bd.site.references import check_references
from tests.report.samples import sample_board
from tests.site.sites import make_project


def without(things, **wanted):
    """Take out of a list whatever has these values."""
    things[:] = [each for each in things if any(each[key] != value for key, value in wanted.items())]


def first(board):
    return board["dimensions"][0]


SPOILT = {
    "model": lambda b: without(b["engines"], id="alder"),
    "question": lambda b: without(b["questions"], id=first(b)["breakdown"]["cells"][0]["item"]),
    "group": lambda b: [each["breakdown"]["groups"].clear() for each in b["dimensions"]],
    "test": lambda b: first(b)["tests"][0].update(edit="another"),
    "result": lambda b: first(b)["breakdown"]["cells"].clear(),
    "place": lambda b: first(b)["breakdown"]["levels"].clear(),
    "characteristic": lambda b: b["dimensions"].pop(),
}


def test_a_file_as_it_was_reported_names_nothing_else():
    check_references(contract.read(sample_board()))


@pytest.mark.parametrize("kind", SPOILT)
def test_what_is_named_and_not_described_is_told(kind):
    board = sample_board()
    SPOILT[kind](board)
    with pytest.raises(BdError, match=rf"leaderboard\.json: /\S+ names the {kind} .*; write it again with bd report"):
        check_references(contract.read(board))


def test_the_main_board_counts_and_names_only_what_is_described():
    for spoil in (
        lambda o: o["counted"].append("elsewhere"),
        lambda o: o["rows"][0]["positions"].update(elsewhere=1.0),
        lambda o: o["rows"][0]["set_aside"].append("elsewhere"),
    ):
        board = sample_board()
        spoil(board["overall"])
        with pytest.raises(BdError, match="names the characteristic 'elsewhere'"):
            check_references(contract.read(board))


TWICE = {
    "model": lambda b: b["engines"],
    "question": lambda b: b["questions"],
    "characteristic": lambda b: b["dimensions"],
    "group": lambda b: next(d["breakdown"]["groups"] for d in b["dimensions"] if d["breakdown"]["groups"]),
    "result": lambda b: first(b)["breakdown"]["cells"],
    "place": lambda b: first(b)["breakdown"]["levels"],
}


@pytest.mark.parametrize("kind", TWICE)
def test_what_is_described_twice_is_told(kind):
    board = sample_board()
    entries = TWICE[kind](board)
    entries.append(entries[0])
    with pytest.raises(BdError, match=rf"/{len(entries) - 1} describes the {kind} '.*' once more; write it again"):
        check_references(contract.read(board))


@pytest.mark.parametrize("kind", SPOILT)
def test_a_site_of_such_a_file_is_not_begun(tmp_path, kind):
    board = sample_board()
    SPOILT[kind](board)
    root = make_project(tmp_path, board)
    with pytest.raises(BdError, match=f"names the {kind}"):
        build_site(root)
    assert not (root / "site" / "dist").exists()


def board_with(board, part):
    """Return a level that has lines of this part on its board."""
    return next(at for d in board["dimensions"] for at in d["breakdown"]["levels"] if at["board"][part])


CUT = {
    "head of a model": lambda b: first(b)["cells"].pop("alder"),
    "answer of a model": lambda b: first(b)["breakdown"]["cells"][0]["engines"].pop("alder"),
    "build behind a line": lambda b: board_with(b, "builds")["builds"].clear(),
    "line's own head": lambda b: board_with(b, "ranked")["heads"].clear(),
    "page of a level": lambda b: without(b["pages"], address=first(b)["breakdown"]["levels"][0]["address"]),
    "build of a comparison": lambda b: [each["builds"][0].update(id="another") for each in b["engines"]],
}


@pytest.mark.parametrize("what", CUT)
def test_what_pages_look_up_and_is_cut_out_is_told_with_its_place(what):
    board = sample_board()
    CUT[what](board)
    with pytest.raises(BdError, match=r"leaderboard\.json: /\S+.* (has nothing on|names) the \w+ .*; write it again"):
        check_references(contract.read(board))


RENAMED = {
    "option": lambda b: b["questions"][0]["options"][0].update(id="another"),
    "model": lambda b: b["overall"].update(planted=["another"]),
    "question": lambda b: b["floors"]["tests"][0].update(decisions=["another"]),
}


@pytest.mark.parametrize("kind", RENAMED)
def test_a_page_that_looks_up_what_is_not_described_is_one_line(tmp_path, kind):
    board = sample_board()
    RENAMED[kind](board)
    with pytest.raises(BdError, match=r"leaderboard\.json: .*; write it again with bd report"):
        build_site(make_project(tmp_path, board))


def test_a_key_that_a_page_has_wrong_is_no_fault_of_the_file(tmp_path, monkeypatch):
    def wrong(given, page):
        return given.names.data.overall.mistyped

    monkeypatch.setattr(plan, "of_level", lambda level: replace(of_level(level), make=wrong))
    with pytest.raises(AttributeError, match="mistyped"):
        build_site(make_project(tmp_path, sample_board()))


def cell_of(board):
    return first(board)["breakdown"]["cells"][0]


def drop_line(board):
    part = next(part for part in ("ranked", "not_detected", "shown") if first(board)["board"][part])
    first(board)["board"][part].pop(0)


def add_answers(board):
    shown = next(c["example"] for d in board["dimensions"] for c in d["breakdown"]["cells"] if c["example"])
    shown["answers"]["nobody"] = next(iter(shown["answers"].values()))


AT_ODDS = {
    "a line that is missing": (drop_line, "/dimensions/0/board has nothing on the build "),
    "answers of a model nowhere else": (add_answers, "/example names the model 'nobody', which the file does not"),
    "a comparison of a model nowhere else": (
        lambda b: b["builds"][0].update(engine="nobody"),
        "/builds/0 names the model",
    ),
    "a result of another cell": (
        lambda b: next(iter(cell_of(b)["engines"].values())).update(id="another"),
        "names the result 'another' where ",
    ),
    "a result of another group": (
        lambda b: next(iter(cell_of(b)["engines"].values())).update(group="another"),
        "names the group 'another' where ",
    ),
    "a result under another model": (
        lambda b: cell_of(b)["engines"].update(alder=cell_of(b)["engines"]["birch"]),
        "/engines/alder names the model 'birch' where 'alder' belongs",
    ),
    "a result on no page": (
        lambda b: next(iter(cell_of(b)["engines"].values())).update(address="/nowhere/"),
        "/pages has nothing on the place '/nowhere/'",
    ),
}


@pytest.mark.parametrize("kind", AT_ODDS)
def test_parts_that_are_at_odds_are_told_in_one_line(kind):
    board = sample_board()
    spoil, told = AT_ODDS[kind]
    spoil(board)
    with pytest.raises(BdError, match=r"leaderboard\.json: .*; write it again with bd report$") as error:
        check_references(contract.read(board))
    assert told in str(error.value)
    assert "\n" not in str(error.value)
