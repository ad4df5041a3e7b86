"""Freezing a data file and reading editions back."""

from __future__ import annotations

import gzip

import orjson
import pytest

from bd.errors import BdError, ProblemsError
from bd.report.editions import edition_of, publish, read_editions
from bd.report.editions.lines import edition_lines, read_lines
from tests.report.samples import DATE, sample_board

PATH = f"site/data/editions/{DATE}.jsonl.gz"


def put(root, board):
    (root / "site" / "data").mkdir(parents=True, exist_ok=True)
    (root / "site" / "data" / "leaderboard.json").write_bytes(orjson.dumps(board))


def pack(root, lines, name=f"{DATE}.jsonl.gz"):
    (root / "site" / "data" / "editions").mkdir(parents=True, exist_ok=True)
    (root / "site" / "data" / "editions" / name).write_bytes(gzip.compress(b"\n".join(lines) + b"\n"))


def lines_of(board):
    return edition_lines(edition_of(board, source="x")).splitlines()


def test_an_edition_is_read_back_as_it_was_frozen(tmp_path):
    board = sample_board()
    put(tmp_path, board)
    done = publish(tmp_path)
    assert (done.path, done.changed) == (PATH, True)
    (read,) = read_editions(tmp_path)
    assert read == edition_of(board, source="x")
    assert read.file == f"{DATE}.jsonl.gz"


def test_every_measured_result_and_every_board_is_kept():
    board = sample_board()
    facets = [
        facet
        for dimension in board["dimensions"]
        for part in ("cells", "builds")
        for cell in dimension[part].values()
        for facet in cell["facets"]
        if facet["status"] == "measured"
    ]
    edition = edition_of(board, source="x")
    assert [each.value for each in edition.results] == [facet["excess"]["value"] for facet in facets]
    levels = [page for page in board["pages"] if page["level"] in ("home", "characteristic", "group", "item", "cell")]
    assert {each.address for each in edition.boards} == {page["address"] for page in levels}


def test_a_result_says_where_it_stands():
    board = sample_board()
    for result in edition_of(board, source="x").results:
        place = board
        for step in result.at.split("/")[1:]:
            place = place[int(step)] if isinstance(place, list) else place[step]
        assert place["excess"]["value"] == result.value
    lines = lines_of(board)
    for result in read_lines(b"\n".join(lines), path="p", name="n").results:
        assert orjson.loads(lines[int(result.at) - 1])["value"] == result.value


def test_verdicts_are_clear_not_clear_or_the_reason():
    found = {(r.model, r.characteristic): r.verdict for r in edition_of(sample_board(), source="x").results}
    assert found["alder", "years"] == "clear"
    assert found["cedar", "sort"] == "not-clear"
    assert found["cedar", "years"] == "too-few-texts"


def test_the_same_bytes_again_are_left_alone(tmp_path):
    put(tmp_path, sample_board())
    publish(tmp_path)
    before = (tmp_path / PATH).read_bytes(), (tmp_path / PATH).stat().st_mtime_ns
    assert publish(tmp_path).changed is False
    assert before == ((tmp_path / PATH).read_bytes(), (tmp_path / PATH).stat().st_mtime_ns)


def test_another_edition_of_a_day_needs_again(tmp_path):
    board = sample_board()
    put(tmp_path, board)
    publish(tmp_path)
    before = (tmp_path / PATH).read_bytes()
    board["questions"][0]["label"] = "another"
    put(tmp_path, board)
    with pytest.raises(BdError, match=r"another edition of that day is published.*--again"):
        publish(tmp_path)
    assert (tmp_path / PATH).read_bytes() == before
    assert publish(tmp_path, again=True).changed
    assert read_editions(tmp_path)[0].questions[0].label == "another"


def test_a_file_of_before_needs_no_more_than_an_edition_is_made_of(tmp_path):
    board = sample_board()
    for part in ("shortlists", "reported", "builds", "honesty", "vocabulary", "waiting"):
        board.pop(part, None)
    (tmp_path / "old.json").write_bytes(orjson.dumps(board))
    assert publish(tmp_path, file=tmp_path / "old.json").changed


@pytest.mark.parametrize("part", ["overall", "engines", "provenance", "dimensions"])
def test_what_a_file_lacks_is_named_and_nothing_is_written(tmp_path, part):
    board = sample_board()
    del board[part]
    (tmp_path / "old.json").write_bytes(orjson.dumps(board))
    with pytest.raises(BdError, match=f"old.json: holds no '{part}'"):
        publish(tmp_path, file=tmp_path / "old.json")
    assert not (tmp_path / "site").exists()


def test_a_file_of_another_form_is_one_line(tmp_path):
    put(tmp_path, sample_board() | {"engines": 7})
    with pytest.raises(BdError, match="not as a data file must be") as caught:
        publish(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_day_that_is_none_is_refused(tmp_path):
    board = sample_board()
    board["provenance"]["generated"] = "../../2026"
    put(tmp_path, board)
    with pytest.raises(BdError, match="its day is"):
        publish(tmp_path)


def test_without_a_data_file_one_line_says_what_to_run(tmp_path):
    with pytest.raises(BdError, match="run `bd replay` and `bd report` first"):
        publish(tmp_path)


def test_without_editions_there_are_none(tmp_path):
    assert read_editions(tmp_path) == ()


def test_editions_come_by_their_day(tmp_path):
    for day in ("2026-03-02", "2025-12-31", "2026-03-01"):
        board = sample_board()
        board["provenance"]["generated"] = day
        put(tmp_path, board)
        publish(tmp_path)
    assert [each.date for each in read_editions(tmp_path)] == ["2025-12-31", "2026-03-01", "2026-03-02"]


def test_a_newer_format_is_refused(tmp_path):
    first, *rest = lines_of(sample_board())
    pack(tmp_path, [first.replace(b"bd/edition@1", b"bd/edition@2"), *rest])
    with pytest.raises(ProblemsError, match=r"gz:1: format is 'bd/edition@2', newer.*update bd") as caught:
        read_editions(tmp_path)
    assert len(caught.value.problems) == 1


def test_every_bad_line_is_told(tmp_path):
    lines = lines_of(sample_board())
    lines[3] = b"{"
    lines[5] = lines[5].replace(b'"is":"model"', b'"is":"idol"')
    pack(tmp_path, [*lines, lines[-1], b'{"is":"question","id":"x"}'])
    with pytest.raises(ProblemsError) as caught:
        read_editions(tmp_path)
    told = {(each.line, each.message[:12]) for each in caught.value.problems}
    assert (4, "not JSON (un") in told
    assert (6, "is is 'idol'") in told
    assert (len(lines) + 1, "tells again ") in told
    assert any(line == len(lines) + 2 and '"label" is a' in each.message for each in caught.value.problems
               for line in [each.line])  # fmt: skip


def test_an_empty_file_is_no_edition(tmp_path):
    pack(tmp_path, [])
    with pytest.raises(ProblemsError, match="gz:1: not JSON"):
        read_editions(tmp_path)


@pytest.mark.parametrize("name", ["2026-02-30.jsonl.gz", "notes.txt", "2026-01-31.jsonl"])
def test_a_file_that_is_no_day_is_named(tmp_path, name):
    pack(tmp_path, lines_of(sample_board()), name)
    with pytest.raises(ProblemsError, match=rf"{name}: not named after a day"):
        read_editions(tmp_path)


def test_an_edition_under_the_name_of_another_day_is_refused(tmp_path):
    pack(tmp_path, lines_of(sample_board()), "2026-01-31.jsonl.gz")
    with pytest.raises(ProblemsError, match=f"holds the edition of '{DATE}'"):
        read_editions(tmp_path)


def test_a_file_that_cannot_be_unpacked_is_named(tmp_path):
    pack(tmp_path, lines_of(sample_board()))
    whole = (tmp_path / PATH).read_bytes()
    for broken in (whole[:-20], b"plain", b""):
        (tmp_path / PATH).write_bytes(broken)
        with pytest.raises(ProblemsError, match=DATE):
            read_editions(tmp_path)
