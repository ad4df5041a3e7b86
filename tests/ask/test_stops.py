"""Whatever stops an asking, the same command goes on with it: no answer is lost, none stands twice."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import bd.ask.store
from bd.ask import AskInterruptedError, ask
from bd.ask.model import Answer
from bd.ask.store import only_asker
from bd.cli import main
from bd.errors import BdError
from tests.ask.fake import TEXTS, write_card, write_project
from tests.ask.logs import change_texts, everything, log_path, readable, rows_of, sidecar_of

REPOSITORY = Path(__file__).parents[2]
ROWS = 118
SLOW = 0.004
"""Seconds a row, so that there is time to stop the asking in the middle."""


def asker(root, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "tests.ask.asker", "fake", "--project", str(root)],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(root):
    path = root / "told.txt"
    return path.read_text().splitlines() if path.exists() else []


def stop_after(root, rows, sign):
    """Send a signal to an asking once so many rows have been asked in all; return its exit status and its words."""
    with asker(root) as process:
        while len(told(root)) < rows and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(sign)
        out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.fixture
def project(project):
    return readable(project)


@pytest.fixture
def undisturbed(tmp_path_factory, lookup):
    root = readable(write_project(tmp_path_factory.mktemp("undisturbed")))
    ask(root, "fake")
    return everything(root)


def test_killed_at_any_moment_it_goes_on(project, undisturbed):
    write_card(project, "fake", sleep=SLOW, tell="told.txt")
    moments = (1, 11, 40, 41, 90)
    for rows in moments:
        status, _, _ = stop_after(project, rows, signal.SIGKILL)
        assert status in (-signal.SIGKILL, 0)  # on a very busy machine it may end before it is killed
    report = ask(project, "fake")
    assert everything(project) == undisturbed
    assert not list(project.rglob("*.part"))
    assert report.rows < ROWS
    assert ROWS <= len(told(project)) <= ROWS + len(moments)  # a kill costs at most the row being asked


def test_ctrl_c_is_one_line_and_status_130_and_it_goes_on(project, undisturbed):
    write_card(project, "fake", sleep=5 * SLOW, tell="told.txt")
    status, out, err = stop_after(project, 20, signal.SIGINT)
    assert (status, out) == (130, "")
    message = r"bd: stopped: \d logs? (is|are) finished, every answer of the one in the making is saved; .*\n"
    assert re.fullmatch(message, err)
    ask(project, "fake")
    assert everything(project) == undisturbed
    assert len(told(project)) <= ROWS + 1


def test_ctrl_c_through_the_command(project):
    write_card(project, "fake", interrupt=5)
    result = CliRunner().invoke(main, ["ask", "fake", "--project", str(project)])
    assert result.exit_code == 130
    assert result.stderr.startswith("bd: stopped: 0 logs are finished, every answer of the one in the making is saved")
    assert len(result.stderr.splitlines()) == 1


def part_after(project, rows):
    """Stop an asking of one log after so many rows, and return the log in the making."""
    write_card(project, "fake", interrupt=rows)
    with pytest.raises(AskInterruptedError):
        ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    write_card(project, "fake", tell="told.txt")
    return project / "answers" / "fake" / "nurse-surgeon" / "as-written.jsonl.part"


@pytest.mark.parametrize(
    ("spoil", "kept"),
    [
        (lambda content: content, 5),
        (lambda content: content[:-1], 4),
        (lambda content: content[:-30], 4),
        (lambda content: content + b'{"answers":{"nurse-surg', 5),
        (lambda content: content + content.splitlines(keepends=True)[-1], 5),
        (lambda content: content.replace(b"note-001", b"note-009"), 1),
        (lambda content: content[:20], 0),
        (lambda content: b"", 0),
    ],
    ids=[
        "whole",
        "no line end",
        "half a line",
        "half a line more",
        "a row twice",
        "another row",
        "half a head",
        "empty",
    ],
)
def test_a_spoilt_log_in_the_making_loses_only_what_is_spoilt(project, undisturbed, spoil, kept):
    part = part_after(project, 5)
    part.write_bytes(spoil(part.read_bytes()))
    report = ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    assert report.rows == len(told(project)) == TEXTS - kept
    name = "answers/fake/nurse-surgeon/as-written.jsonl.gz"
    assert everything(project)[name] == undisturbed[name]


def test_a_log_in_the_making_of_another_build_is_begun_anew(project):
    part_after(project, 5)
    write_card(project, "fake", version="2.0")
    assert ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"]).rows == TEXTS


class KilledError(BaseException):
    """Stands for a kill: nothing below catches it."""


def test_killed_between_the_sidecar_and_the_log(project, undisturbed, monkeypatch):
    def write(path, data):
        if path.name.endswith(".gz"):
            raise KilledError
        return bd.files.write_atomically(path, data)

    write_card(project, "fake", tell="told.txt")
    with monkeypatch.context() as patch:
        patch.setattr(bd.ask.store, "write_atomically", write)
        with pytest.raises(KilledError):
            ask(project, "fake")
    assert not log_path(project, "as-written", decision="day-night").exists()
    ask(project, "fake")
    assert everything(project) == undisturbed
    assert len(told(project)) == ROWS


def test_killed_between_the_log_and_the_end(project):
    part = part_after(project, 5)
    left = part.read_bytes()
    ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    part.write_bytes(left)
    asked = len(told(project))
    report = ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    assert (report.rows, len(report.skipped), len(told(project))) == (0, 1, asked)
    assert not part.exists()


def test_replacing_a_log_goes_on_after_a_stop_and_keeps_the_earlier_one_till_then(project):
    ask(project, "fake", edits=["ask-twice"])
    before = log_path(project, "ask-twice").read_bytes()
    write_card(project, "fake", version="2.0", interrupt=TEXTS + 5)  # in the second of the two logs
    with pytest.raises(AskInterruptedError):
        ask(project, "fake", edits=["ask-twice"], again=True)
    assert log_path(project, "ask-twice").read_bytes() == before
    write_card(project, "fake", version="2.0")
    report = ask(project, "fake", edits=["ask-twice"])
    assert (report.rows, len(report.skipped)) == (TEXTS - 5, 1)
    assert sidecar_of(project, "ask-twice")["build"]["version"] == "2.0"


def test_a_second_asker_is_refused(project):
    with only_asker(project, "fake"):
        with pytest.raises(
            BdError, match=f"fake is being asked already, by process {os.getpid()}; wait for it or stop"
        ):
            ask(project, "fake")
        ask(project, "narrow", edits=["as-written"])
    assert not (project / "answers" / "fake").exists()
    ask(project, "fake", edits=["as-written"])


def test_a_full_disk_is_one_line_and_it_goes_on(project, undisturbed):
    with asker(project, BD_TEST_FILE_BYTES="1500") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "as-written.jsonl.part: cannot be written (File too large); rows saved so far are kept" in err
    assert not list(project.rglob("*.gz*"))
    report = ask(project, "fake")
    assert 0 < ROWS - report.rows < TEXTS
    assert everything(project) == undisturbed


def full_once(full):
    """Fail for the sidecar, or for the log and not for its sidecar, the first time."""
    failed = []

    def write(path, data):
        hit = path.name.endswith("metadata.json") if full == "metadata" else path.name.endswith(".gz")
        if hit and not failed:
            failed.append(path)
            raise BdError(f"{path}: cannot be written (No space left on device); the earlier file is unchanged")
        return bd.files.write_atomically(path, data)

    return write


@pytest.mark.parametrize("full", ["metadata", "jsonl.gz"])
def test_a_disk_that_is_full_at_the_end_leaves_the_earlier_log_and_sidecar(project, monkeypatch, full):
    ask(project, "fake", edits=["as-written"])
    before = everything(project)
    change_texts(project)
    with monkeypatch.context() as patch:
        patch.setattr(bd.ask.store, "write_atomically", full_once(full))
        with pytest.raises(BdError, match="No space left on device"):
            ask(project, "fake", edits=["as-written"], again=True)
    assert everything(project) == before
    ask(project, "fake", edits=["as-written"], again=True)
    assert [row["id"] for row in rows_of(project, "as-written")] == ["note-000"]


def test_a_first_log_that_cannot_be_written_leaves_no_sidecar(project, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(bd.ask.store, "write_atomically", full_once("jsonl.gz"))
        with pytest.raises(BdError, match="No space left on device"):
            ask(project, "fake")
    assert not list(project.rglob("*.gz*"))


def test_a_stopped_asking_asks_rows_again_that_had_failed_before_the_stop(project, monkeypatch):
    write_card(project, "fake", interrupt=5)
    with monkeypatch.context() as patch:
        patch.setattr("tests.ask.fake.answered", lambda *_: Answer(None, {}, error="no network"))
        with pytest.raises(AskInterruptedError):
            ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    for _ in range(2):  # stopped once more, so that the log in the making holds several beginnings
        with pytest.raises(AskInterruptedError):
            ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    write_card(project, "fake", tell="told.txt")
    report = ask(project, "fake", decisions=["nurse-surgeon"], edits=["as-written"])
    assert (report.rows, report.errors) == (TEXTS - 10, 0)
    assert [row["id"] for row in rows_of(project, "as-written")] == [f"note-{n:03}" for n in range(TEXTS)]
