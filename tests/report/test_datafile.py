import copy
import math

import orjson
import pytest
from jsonschema_rs import Draft202012Validator, meta

from bd.errors import BdError
from bd.report import contract
from bd.report.datafile import SchemaFaultError, check_leaderboard, load_leaderboard, write_leaderboard
from bd.report.schemas import load_schema
from tests.report.samples import sample_board


@pytest.fixture(scope="module")
def sample():
    return sample_board()


@pytest.fixture
def board(sample):
    return copy.deepcopy(sample)


@pytest.mark.parametrize("schema", [contract.schema(), load_schema("edition-1.json")])
def test_the_schema_is_a_schema(schema):
    meta.validate(schema)


def test_what_is_written_is_read_back(board, tmp_path):
    path = tmp_path / "data" / "leaderboard.json"
    assert write_leaderboard(path, board)
    assert load_leaderboard(path) == board
    assert not write_leaderboard(path, board)


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_number_that_is_not_finite_is_never_written(board, tmp_path, value):
    board["dimensions"][0]["board"]["ranked"][0]["lo"] = value
    with pytest.raises(SchemaFaultError, match=r"\$\.dimensions\[0\]\.board\.ranked\[0\]\.lo: not a finite number"):
        write_leaderboard(tmp_path / "leaderboard.json", board)
    assert not list(tmp_path.iterdir())


def test_an_earlier_file_stays_when_the_new_one_is_faulty(board, tmp_path):
    path = tmp_path / "leaderboard.json"
    write_leaderboard(path, board)
    before = path.read_bytes()
    del board["overall"]["rows"]
    with pytest.raises(SchemaFaultError, match="rows"):
        write_leaderboard(path, board)
    assert path.read_bytes() == before


def _unknown_key(board):
    board["engines"][0]["colour"] = "#000000"


def _text_for_a_number(board):
    board["overall"]["rows"][0]["mean_rank"] = "1"


def _missing_without_reason(board):
    facets = [f for d in board["dimensions"] for c in d["cells"].values() for f in c["facets"]]
    del next(f for f in facets if f["status"] == "missing")["why"]


def _address_with_a_line_end(board):
    board["pages"][1]["address"] += "\n"


def _bad_address(board):
    board["pages"][0]["address"] = "/Faith"


SPOILERS = (_unknown_key, _text_for_a_number, _missing_without_reason, _bad_address, _address_with_a_line_end)


@pytest.mark.parametrize("spoil", SPOILERS)
def test_the_schema_is_strict(board, spoil):
    check_leaderboard(board)
    spoil(board)
    with pytest.raises(SchemaFaultError):
        check_leaderboard(board)


def test_the_schema_says_of_a_file_what_its_records_say(board):
    known = Draft202012Validator(contract.schema())
    assert known.is_valid(board)
    for spoil in SPOILERS:
        spoilt = copy.deepcopy(board)
        spoil(spoilt)
        assert not known.is_valid(spoilt), spoil


def test_only_what_is_required_must_be_there_for_a_reader_of_the_public_contract(board):
    board["neutral"] = {"rows": []}
    check_leaderboard(board)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"schema": "biased-decisions/leaderboard@5"}', "newer than the 'biased-decisions/leaderboard@4'"),
        (b'{"schema": "biased-decisions/leaderboard@3"}', "this bd reads 'biased-decisions/leaderboard@4'"),
        (b'{"schema": "biased-decisions/leaderboard@' + b"9" * 5000 + b'"}', "this bd reads"),
        (b'{"schema": 4}', "schema is 4"),
        (b"[]", "schema is None"),
        (b"{", "not JSON"),
        (b'{"schema": "biased-decisions/leaderboard@4"}', "breaks its schema"),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path, content, message):
    path = tmp_path / "leaderboard.json"
    path.write_bytes(content)
    with pytest.raises(BdError) as error:
        load_leaderboard(path)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BdError, match=r"leaderboard\.json: cannot be read"):
        load_leaderboard(tmp_path / "leaderboard.json")


def test_the_written_file_has_sorted_keys(board, tmp_path):
    path = tmp_path / "leaderboard.json"
    write_leaderboard(path, board)
    assert list(orjson.loads(path.read_bytes())) == sorted(board)


def test_what_is_short_stands_on_one_line_and_nothing_is_lost(tmp_path):
    path = tmp_path / "leaderboard.json"
    board = sample_board()
    write_leaderboard(path, board)
    text = path.read_text("utf-8")
    assert orjson.loads(text) == orjson.loads(orjson.dumps(board))
    assert text.endswith("}\n")
    assert max(map(len, text.splitlines())) < 1500
    assert len(text) < 1.25 * len(orjson.dumps(board))
