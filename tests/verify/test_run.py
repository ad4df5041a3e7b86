"""What differs is told by its address; what cannot be compared is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.errors import BdError
from bd.report.state import DATA_FILE
from bd.verify import verify
from tests.projects import Project
from tests.verify.conftest import DATE

Board = dict[str, Any]


def changed(root: Path, change: Callable[[Board], object]) -> list[str]:
    """Change the file, verify it, and return what differs, as a command prints it."""
    path = root / DATA_FILE
    board = json.loads(path.read_bytes())
    change(board)
    path.write_text(json.dumps(board))
    result = CliRunner().invoke(main, ["verify", "--project", str(root)])
    assert result.exit_code == 1, result.output
    return result.stdout.splitlines()[:-1]


def dimension(board: Board, name: str) -> Board:
    return next(d for d in board["dimensions"] if d["id"] == name)


def facet(board: Board, name: str, model: str, group: str | None) -> Board:
    return next(f for f in dimension(board, name)["cells"][model]["facets"] if f["group"] == group)


def test_a_file_as_it_was_written_is_the_same(published: Project) -> None:
    result = CliRunner().invoke(main, ["verify", "--project", str(published.root)])
    assert (result.exit_code, result.stderr) == (0, "")
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"{DATA_FILE}: all as the saved answers give them: ")
    assert line.endswith(f"made for {DATE} at commit 01234567")


def test_nothing_is_written(copied: Path) -> None:
    before = {p: p.read_bytes() for p in sorted(copied.rglob("*")) if p.is_file()}
    verify(copied)
    assert {p: p.read_bytes() for p in sorted(copied.rglob("*")) if p.is_file()} == before


def test_one_digit_is_told_by_its_address(copied: Path) -> None:
    low = []

    def change(board: Board) -> None:
        excess = facet(board, "club", "moss", "east")["excess"]
        low.append(excess["lo"])
        excess["lo"] = round(excess["lo"] + 0.0001, 4)

    (line,) = changed(copied, change)
    assert line == f"/club/east/tulip-rose/#moss club.excess.lo: file {round(low[0] + 0.0001, 4)}, replay {low[0]}"


def test_one_word_is_told(copied: Path) -> None:
    def change(board: Board) -> None:
        dimension(board, "club")["board"]["ranked"][0]["facet_label"] = "Nobody"

    (line,) = changed(copied, change)
    assert line.startswith("/club/#")
    assert "board.ranked.facet_label: file 'Nobody', replay " in line


def test_a_dropped_model_is_told_once_for_each_place(copied: Path) -> None:
    def change(board: Board) -> None:
        board["engines"] = [e for e in board["engines"] if e["id"] != "moss"]
        del dimension(board, "age")["cells"]["moss"]

    assert sorted(changed(copied, change)) == [
        "/age/#moss cells: file nothing, replay an entry",
        "/engines/moss/ entry: file nothing, replay an entry",
    ]


def test_an_added_cell_is_told(copied: Path) -> None:
    def change(board: Board) -> None:
        cells = dimension(board, "age")["breakdown"]["cells"]
        cells.append(cells[0] | {"facet": "hat"})

    assert changed(copied, change) == ["/age/ breakdown.cells.hat: file an entry, replay nothing"]


def test_another_order_is_told(copied: Path) -> None:
    def change(board: Board) -> None:
        board["engines"].reverse()

    (line,) = changed(copied, change)
    assert line.startswith("/data/leaderboard.json engines.order: file ['/engines/moss/', '/engines/fern/'], replay ")


def test_true_is_not_one(copied: Path) -> None:
    def change(board: Board) -> None:
        overall = board["overall"]["rows"][0]
        overall["measured_on"] = True

    (line,) = changed(copied, change)
    assert "overall.rows.measured_on: file true, replay " in line


def test_a_number_that_stands_twice_is_told_once(copied: Path) -> None:
    def change(board: Board) -> None:
        facet(board, "age", "moss", None)["n"] = 7
        for cell in dimension(board, "age")["breakdown"]["cells"]:
            cell["engines"]["moss"]["n"] = 7

    assert changed(copied, change) == ["/age/tulip-rose/#moss age.n: file 7, replay 60 (2 places)"]


def test_fifty_differences_are_told_and_the_rest_counted(copied: Path) -> None:
    def change(board: Board) -> None:
        for number in range(70):
            board["vocabulary"].append({"term": f"word {number}", "text": "A word."})

    lines = changed(copied, change)
    assert len(lines) == 51
    assert lines[-1] == "and 20 more; --all tells them all"
    every = CliRunner().invoke(main, ["verify", "--all", "--project", str(copied)])
    assert len(every.stdout.splitlines()) == 71


def test_a_file_from_other_answers_says_so_first(copied: Path, published: Project) -> None:
    other = Project(copied, texts=60)
    other.flips("moss", "ask-twice", "", 30)
    other.replay()
    result = CliRunner().invoke(main, ["verify", str(published.root / DATA_FILE), "--project", str(copied)])
    assert result.exit_code == 1
    assert "made from other answers (answers_sha256 " in result.stdout.splitlines()[0]


def test_a_scored_row_that_was_edited_is_named_with_its_line(copied: Path) -> None:
    path = copied / "studies" / "tulip-rose-age.jsonl"
    first, second = path.read_text().splitlines()
    row = json.loads(second)
    path.write_text(f"{first}\n{json.dumps(row | {'texts': 59}, sort_keys=True, separators=(',', ':'))}\n")
    result = CliRunner().invoke(main, ["verify", "--project", str(copied)])
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "studies/tulip-rose-age.jsonl:2: moss: texts: file 59, replay 60"


def test_as_data(copied: Path) -> None:
    changed(copied, lambda board: board["vocabulary"][0].update(text="A word."))
    result = CliRunner().invoke(main, ["verify", "--json", "--project", str(copied)])
    found = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (found["same"], found["stale"], found["other_answers"]) == (False, [], None)
    (difference,) = found["differences"]
    assert difference["file"] == "A word."
    assert difference["pointer"].startswith("/vocabulary/")


def test_a_log_with_a_fault_is_named_and_nothing_compared(copied: Path) -> None:
    (copied / "answers/moss/tulip-rose/age.jsonl.gz").write_bytes(b"damaged")
    with pytest.raises(BdError, match=r"answers/moss/tulip-rose/age\.jsonl\.gz: has changed since"):
        verify(copied)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read"),
        ("{", "not JSON"),
        ("[]", "schema is None"),
        ('{"schema": "biased-decisions/leaderboard@3"}', "this bd reads"),
        ('{"schema": "biased-decisions/leaderboard@5"}', "newer than"),
        ('{"schema": "biased-decisions/leaderboard@4"}', "does not say for which day"),
        ('{"schema": "biased-decisions/leaderboard@4", "provenance": {"generated": "soon"}}', "not a day"),
        (
            '{"schema": "biased-decisions/leaderboard@4", "provenance": {"generated": "2026-01-31", '
            '"record_commit": "main"}}',
            "not a full hash",
        ),
        (
            '{"overall": {"rows": 1, "rows": 2}, "schema": "biased-decisions/leaderboard@4"}',
            "the key 'rows' stands twice in one object",
        ),
    ],
)
def test_a_file_that_cannot_be_compared_is_one_line(
    published: Project, tmp_path: Path, content: str | None, told: str
) -> None:
    path = tmp_path / "board.json"
    if content is not None:
        path.write_text(content)
    result = CliRunner().invoke(main, ["verify", str(path), "--project", str(published.root)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_entry_with_a_line_end_in_its_name_stays_one_line(copied: Path) -> None:
    told = changed(copied, lambda board: board.update({"a\nb\x1b[2J\u202e": 1}))
    assert told == ["/data/leaderboard.json a\\nb\\x1b[2J\\u202e: file 1, replay nothing"]
