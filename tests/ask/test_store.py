import gzip
import itertools
from pathlib import Path

import pytest

from bd.ask.model import Answer, Row
from bd.ask.store import LogFiles, PartFile, answer_row, only_asker, round_probabilities
from bd.errors import BdError
from tests.ask.fake import question

ROW = Row("note-001", "note-001", "He reads.", "both", 1)
HEAD = {"model": "fake"}


def test_rounded_probabilities_sum_to_one():
    for a, b in itertools.product((1e-9, 1 / 3, 0.123456789, 0.9999999), (1e-9, 1 / 7, 0.5)):
        rounded = round_probabilities({"a": a, "b": b, "c": 0.1})
        assert sum(round(chance * 1_000_000) for chance in rounded.values()) == 1_000_000
        assert rounded["a"] == pytest.approx(a / (a + b + 0.1), abs=1e-6)


def test_of_equal_remainders_the_first_is_rounded_up():
    assert round_probabilities({"a": 1.0, "b": 1.0, "c": 1.0}) == {"a": 0.333334, "b": 0.333333, "c": 0.333333}


def test_probabilities_stand_in_the_order_of_the_options():
    row = answer_row("fake", question(), ROW, Answer(None, {"surgeon": 0.25, "nurse": 0.75}, 7, 3.14159))
    assert list(row["answers"]["nurse-surgeon"]["probabilities"]) == ["nurse", "surgeon"]
    assert (row["usage"], row["latency_ms"]) == ({"input_tokens": 7}, 3.1)


def test_a_drawn_choice_need_not_be_the_most_probable():
    row = answer_row("fake", question(), ROW, Answer("surgeon", {"surgeon": 0.25, "nurse": 0.75}))
    assert row["answers"]["nurse-surgeon"]["choice"] == "surgeon"


@pytest.mark.parametrize(
    ("p", "choice"), [(0.3, "surgeon"), (0.2999996, "surgeon"), (0.299999, "nurse"), (0.9, "surgeon")]
)
def test_from_the_cutoff_on_the_followed_option_is_chosen_by_the_numbers_that_are_saved(p, choice):
    row = answer_row("fake", question(), ROW, Answer(None, {"surgeon": p, "nurse": 1 - p}, cutoff=0.3))
    assert row["answers"]["nurse-surgeon"]["choice"] == choice


def test_a_choice_that_ties_after_rounding_is_the_first_option():
    row = answer_row("fake", question(), ROW, Answer(None, {"nurse": 0.5 - 1e-9, "surgeon": 0.5 + 1e-9}))
    assert row["answers"]["nurse-surgeon"]["choice"] == "nurse"


def test_a_row_without_an_answer_has_no_probabilities():
    row = answer_row("fake", question(), ROW, Answer(None, {}, error="timed out"))
    assert row["answers"] == {"nurse-surgeon": {"type": "choice", "choice": None, "error": "timed out"}}


@pytest.mark.parametrize(
    "chances", [{}, {"nurse": 1.0}, {"nurse": float("nan"), "surgeon": 1.0}, {"nurse": -0.1, "surgeon": 1.1},
                {"nurse": float("inf"), "surgeon": 0.0}, {"nurse": 0.0, "surgeon": 0.0}]
)  # fmt: skip
def test_an_adapter_that_gives_no_probabilities_is_named(chances):
    with pytest.raises(BdError, match="fake: no probabilities for nurse-surgeon and note-001"):
        answer_row("fake", question(), ROW, Answer(None, chances))


def test_a_finished_log_is_known_by_its_bytes(tmp_path):
    files = LogFiles(tmp_path, "fake", "nurse-surgeon", "as-written")
    assert files.saved_facts() is None
    files.finish(b'{"id":"a"}\n{"id":"b"}\n', {"model": "fake"})
    facts = files.saved_facts()
    assert facts is not None
    assert facts["rows"] == 2
    assert files.saved_rows() == [{"id": "a"}, {"id": "b"}]
    files.log.write_bytes(gzip.compress(b'{"id":"c"}\n'))
    assert files.saved_facts() is None
    files.sidecar.write_bytes(b"[1]")
    assert files.saved_facts() is None
    files.sidecar.write_bytes(b"{cut off")
    assert files.saved_facts() is None


def test_the_same_rows_are_the_same_log(tmp_path):
    one, two = (LogFiles(tmp_path / name, "fake", "d", "e") for name in "ab")
    one.finish(b'{"id":"a"}\n', {})
    two.finish(b'{"id":"a"}\n', {})
    assert one.log.read_bytes() == two.log.read_bytes()


# Names, or the time stamp in the bytes would be part of a test's name, and differ between test processes.
@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b'{"id":"a"}\n')[:-4], gzip.compress(b"{cut off\n")],
    ids=["no gzip", "cut off", "no JSON"],
)
def test_a_log_that_cannot_be_read_is_named(tmp_path, content):
    files = LogFiles(tmp_path, "fake", "d", "e")
    files.log.parent.mkdir(parents=True)
    files.log.write_bytes(content)
    with pytest.raises(BdError, match=r"answers/fake/d/e.jsonl.gz: not a gzipped log of JSON lines"):
        files.saved_rows()


def test_a_row_is_with_the_system_as_soon_as_it_is_added(tmp_path):
    part = PartFile(tmp_path / "e.jsonl.part", HEAD, ["a", "b"])
    part.add(b'{"id":"a"}\n')
    assert (tmp_path / "e.jsonl.part").read_bytes().endswith(b'\n{"id":"a"}\n')
    assert part.rows() == b'{"id":"a"}\n'
    part.add(b'{"id":"b"}\n')
    assert part.rows() == b'{"id":"a"}\n{"id":"b"}\n'
    part.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_disk_that_is_full_is_named_and_keeps_the_rows(tmp_path):
    path = tmp_path / "e.jsonl.part"
    part = PartFile(path, HEAD, ["a", "b"])
    part.add(b'{"id":"a"}\n')
    with open("/dev/full", "r+b", buffering=0) as full:  # noqa: PTH123
        part._file, kept = full, part._file
        with pytest.raises(BdError, match=r"e.jsonl.part: cannot be written \(No space left on device\); rows saved"):
            part.add(b'{"id":"b"}\n')
    kept.close()
    again = PartFile(path, HEAD, ["a", "b"])
    assert again.missing == ("b",)
    again.close()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "answers").write_text("a file, where a folder should be")
    with pytest.raises(BdError, match="cannot be written"):
        PartFile(tmp_path / "answers" / "e.jsonl.part", HEAD, [])
    (tmp_path / ".cache").write_text("another")
    with pytest.raises(BdError, match="cannot be written"), only_asker(tmp_path, "fake"):
        pass


def test_a_model_is_free_again_when_its_asker_has_ended(tmp_path):
    with only_asker(tmp_path, "fake"), only_asker(tmp_path, "other"):
        pass
    with only_asker(tmp_path, "fake"):
        pass
