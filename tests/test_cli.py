"""Every command as a user meets it: what it prints, where, with which exit status, and what is left on the disk."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import bd
from bd.cli import frame, main
from bd.errors import Problem
from tests.projects import PATHS, Project, full, row

COMMANDS = sorted(main.commands)
DATE = "2026-01-31"
ROOT = Path(__file__).parents[1]
FROM_HERE = os.environ | {"PYTHONPATH": str(ROOT)}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path, texts=60).save()
    full(made)
    shutil.copytree(ROOT / "site", tmp_path / "site", ignore=shutil.ignore_patterns("dist", "data"))
    return made


def run(project: Project, *arguments: str) -> Result:
    command, *rest = arguments
    return CliRunner().invoke(main, [command, "--project", str(project.root), *rest])


def report(project: Project) -> Result:
    return run(project, "report", "--json", "--date", DATE)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_shows_an_example_that_names_it(command: str) -> None:
    text = CliRunner().invoke(main, [command, "--help"]).output
    assert f"  bd {command}" in text.partition("Examples:")[2]


def test_version_is_the_packages() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"bd, version {bd.__version__}\n"


def test_outside_a_project_one_line_says_what_to_do(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["list", "--project", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no folder studies/decisions here or above" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_subfolder_finds_its_project(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.root / "studies" / "decisions")
    assert "tulip-rose" in CliRunner().invoke(main, ["list"]).output


def test_list_as_json_tells_who_answered_what(project: Project) -> None:
    found = orjson.loads(run(project, "list", "--json").stdout)
    assert [m["id"] for m in found["models"]] == ["fern"]
    assert {c["id"]: c["models"] for c in found["characteristics"]}["age"] == ["fern"]


def test_check_passes_a_sound_project(project: Project) -> None:
    result = run(project, "check")
    (remark,) = result.stderr.splitlines()
    assert (result.exit_code, "calibration 'beds' shares" in remark) == (0, True)
    assert "no fault" in result.stdout


def test_check_names_every_fault_at_once(project: Project) -> None:
    project.characteristic("age")["tests"][0]["measure"] = "guess"
    project.characteristic("club")["groups"].append({"id": "north", "label": "North"})
    project.save()
    result = run(project, "check")
    assert result.exit_code == 1
    assert "age.toml:5: tests[1]: measure 'guess' is none of" in result.stderr
    assert "club.toml: group 'north' has no version in any test" in result.stderr


def test_replay_report_and_site_lead_to_a_page(project: Project) -> None:
    assert run(project, "replay").exit_code == 0
    assert report(project).exit_code == 0
    done = run(project, "site")
    assert done.exit_code == 0, done.output
    assert (project.root / "site" / "dist" / "age" / "index.html").is_file()


def test_report_as_json_prints_the_file_that_it_writes(project: Project) -> None:
    run(project, "replay")
    printed = orjson.loads(report(project).stdout)
    assert printed == orjson.loads((project.root / "site/data/leaderboard.json").read_bytes())
    assert printed["provenance"]["generated"] == DATE


def test_report_says_what_its_table_shows(project: Project) -> None:
    run(project, "replay")
    table, words = run(project, "report", "--date", DATE).stdout.split("\n\n", 1)
    assert table.startswith("place  model  range")
    assert {"place:", "range:", "average:", "incomplete:"} <= set(words.split())


def test_publish_freezes_the_data_file_and_says_so(project: Project) -> None:
    run(project, "replay")
    report(project)
    path = f"site/data/editions/{DATE}.jsonl.gz"
    assert run(project, "publish").stdout == f"{path}: 5 results of {DATE}, written\n"
    assert run(project, "publish").stdout == f"{path}: 5 results of {DATE}, unchanged\n"
    before = files(project.root)
    project.flips("fern", "ask-twice", "", 7)
    run(project, "replay")
    report(project)
    refused = run(project, "publish")
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1)
    assert "another edition of that day is published" in refused.stderr
    assert files(project.root)[path] == before[path]
    said = run(project, "site").stderr
    assert said.startswith(f"{path}: not in this site, since it holds other data of the same day")
    run(project, "report", "--date", "2027-02-01")
    assert "not in this site" not in run(project, "site").stderr
    report(project)
    assert run(project, "publish", "--again").stdout.endswith("written\n")


def test_neither_report_nor_site_writes_an_edition(project: Project) -> None:
    for command in ("replay", "report", "site"):
        run_step(project, command)
    assert not (project.root / "site" / "data" / "editions").exists()


def test_publish_before_a_report_says_what_to_run(project: Project) -> None:
    result = run(project, "publish")
    assert result.exit_code == 1
    assert "run `bd replay` and `bd report` first" in result.stderr


def test_report_before_a_replay_says_so(project: Project) -> None:
    result = report(project)
    assert result.exit_code == 1
    assert "run `bd replay` first" in result.stderr


@pytest.mark.parametrize(("option", "told"), [("--date", "is not a day such as"), ("--commit", "is not a full hash")])
def test_what_a_report_is_to_state_is_seen_to_before_anything_is_read(project: Project, option: str, told: str) -> None:
    result = run(project, "report", "--date", DATE, option, "soon")  # nothing is replayed yet
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert f"'soon' {told}" in result.stderr


def test_report_on_answers_newer_than_the_rows_says_so(project: Project) -> None:
    run(project, "replay")
    project.flips("fern", "ask-twice", "", 7)
    result = report(project)
    assert result.exit_code == 1
    assert "answers/fern/tulip-rose/ask-twice.jsonl.gz: not the answers that the scored rows came from" in result.stderr


def test_report_on_answers_that_are_not_scored_yet_says_so(project: Project) -> None:
    run(project, "replay")
    full(project, "moss")
    result = report(project)
    assert result.exit_code == 1
    assert "answers/moss/tulip-rose/" in result.stderr
    assert "these answers are not scored yet; run `bd replay` first" in result.stderr


def test_a_broken_log_is_named_with_its_line_and_the_rest_is_scored(project: Project) -> None:
    path = project.flips("moss", "as-written", "", 0)
    project.log("moss", "as-written", [row("bed-000001", "tulip", 0.9), b"{"], pinned=False)
    (project.root / f"{path}.metadata.json").unlink()
    result = run(project, "replay")
    assert result.exit_code == 1
    assert f"bd: {path}:2: not JSON" in result.stderr
    assert "the log is left out" in result.stderr
    assert len(project.scored("age")) == 1


def test_rows_list_what_a_log_must_answer(project: Project) -> None:
    lines = [orjson.loads(line) for line in run(project, "rows", "tulip-rose", "age").stdout.splitlines()]
    assert lines[0] == {
        "attempt": 1,
        "id": "bed-000001-age-34",
        "options": "both",
        "text": "By the gate, at 34, she waters the beds.",
    }
    assert len(lines) == 180


def test_answers_written_by_hand_are_described_and_take_a_place(project: Project) -> None:
    path = project.flips("moss", "as-written", "", 0, pinned=False)
    told = ["--package", "moss", "--version", "1", "--licence", "MIT", "--asked", DATE]
    result = run(project, "describe", str(project.root / path), *told)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "60 of 60 rows answered" in result.stdout
    assert "unpinned" not in run(project, "replay").stderr


def test_one_of_a_thing_is_told_as_one(tmp_path: Path) -> None:
    alone = Project(tmp_path).save()
    alone.flips("fern", "gender-swap", "-swapped", 1)
    shown = run(alone, "check")
    assert shown.stdout == "5 characteristics, 1 decision, 0 models, 1 log: no fault, 2 remarks\n"
    assert run(alone, "replay").stdout == "0 effects of 0 models, 0 of them clear; 1 file changed, 0 removed\n"
    assert "  1 log   fern (" in run(alone, "list").stdout


def test_a_study_without_models_says_that_it_has_none(tmp_path: Path) -> None:
    result = run(Project(tmp_path).save(), "ask", "x" * 5000)
    assert result.exit_code == 2
    assert result.stderr.endswith("…: this study has none; describe one in studies/models/ first\n")
    assert len(result.stderr) < 200


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["ask", "heather"], "no model 'heather'"),
        (["report", "--date", "soon"], "'soon'"),
        (["serve", "--port", "99999999"], "not in the range"),
        (["compose", "nothing"], "studies/texts/compose/nothing.toml: cannot be read"),
        (["ask"], "Missing argument 'MODEL'. See `main ask --help`"),
        (["publish", "--file", "nothing"], "File 'nothing' does not exist. See `main publish --help`"),
        (["replay", "--cluster", "nowhere"], "--cluster 'nowhere': no address; write it like tcp://"),
        (["explain", "/"], "leaderboard.json: cannot be read"),
        (["validate", "--out", "nowhere/validation.md"], "nowhere/validation.md: cannot be written (no such folder)"),
    ],
)
def test_wrong_usage_is_one_clear_line(project: Project, arguments: list[str], told: str) -> None:
    run(project, "replay")
    result = run(project, *arguments)
    assert result.exit_code in (1, 2)
    assert (result.stdout, len(result.stderr.splitlines())) == ("", 1)
    assert told in result.stderr


def test_stopped_while_it_loads_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import signal, time\nsignal.raise_signal(signal.SIGINT)\ntime.sleep(60)\n")
    there = FROM_HERE | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    ended = subprocess.run([sys.executable, "-m", "bd", "list"], env=there, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


def test_progress_is_shown_on_a_terminal_once_work_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Console(file=io.StringIO(), force_terminal=True, width=60)
    monkeypatch.setattr(frame, "Console", lambda stderr: shown)
    with frame.progress("replaying") as step:
        step("age")
    assert shown.file.getvalue() == ""
    monkeypatch.setattr(frame, "_QUIET_SECONDS", -1.0)
    with frame.progress("replaying") as step:
        step("gender")
    assert "replaying: gender" in shown.file.getvalue()


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_one_line_that_names_the_commands_help(command: str) -> None:
    result = CliRunner().invoke(main, [command, "--frobnicate"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"bd: No such option '--frobnicate'. See `main {command} --help`\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--frobnicate"], "bd: No such option '--frobnicate'. See `main --help`\n"),
        (["reprot"], "bd: No such command 'reprot'. Did you mean 'report'? See `main --help`\n"),
    ],
)
def test_what_is_no_command_is_one_line(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", told)


@pytest.mark.parametrize("more", [["--cell", "tulip-rose/age"], ["--all"], ["--snippet"]])
def test_one_number_is_not_explained_where_no_model_is_named(project: Project, more: list[str]) -> None:
    run(project, "replay")
    report(project)
    result = run(project, "explain", "/age/", *more)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "go with a model on a page" in result.stderr


@pytest.mark.parametrize("arguments", [["list"], ["rows", "tulip-rose", "as-written"], ["--help"], ["list", "--help"]])
def test_a_reader_of_the_output_who_goes_away_hears_nothing_more(project: Project, arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "bd", *arguments]
    with os.fdopen(write, "w") as gone:
        done = subprocess.run(
            command, stdout=gone, stderr=subprocess.PIPE, text=True, cwd=project.root, env=FROM_HERE, check=False
        )
    assert (done.returncode, done.stderr) == (1, "")


def test_a_report_is_written_where_there_is_no_output_at_all(project: Project) -> None:
    run(project, "replay")
    command = f"{sys.executable} -m bd report --date {DATE} >&-"
    done = subprocess.run(
        ["sh", "-c", command], stderr=subprocess.PIPE, text=True, cwd=project.root, env=FROM_HERE, check=False
    )
    assert (done.returncode, done.stderr) == (0, "site/data/leaderboard.json: written\n")


def prepare(project: Project, step: str) -> dict[str, bytes]:
    """Run everything once, then change an answer and go on to just before a step; return every file by name."""
    for command in ("replay", "report", "site"):
        run_step(project, command)
    project.flips("fern", "ask-twice", "", 30)
    for command in ("replay", "report", "site"):
        if command == step:
            break
        run_step(project, command)
    return files(project.root)


def run_step(project: Project, step: str) -> Result:
    return report(project) if step == "report" else run(project, step)


def files(root: Path) -> dict[str, bytes]:
    """Return every file by name; what is kept under `.cache` may be lost and made again."""
    found = {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}
    return {path: data for path, data in found.items() if not path.startswith(".cache/")}


@pytest.mark.parametrize("step", ["replay", "report", "site"])
def test_a_full_disk_leaves_every_earlier_file_as_it_was(
    project: Project, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = prepare(project, step)

    def full_disk(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full_disk)
    monkeypatch.setattr(os, "sync", full_disk)
    result = run_step(project, step)
    assert result.exit_code == 1, result.output
    assert "No space left on device" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert files(project.root) == before


@pytest.mark.parametrize("step", ["replay", "report", "site"])
def test_ctrl_c_in_the_middle_is_one_line_and_leaves_earlier_files(
    project: Project, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = prepare(project, step)

    def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    monkeypatch.setattr(os, "sync", stopped)
    result = run_step(project, step)
    assert result.exit_code == 130
    assert len(result.stderr.splitlines()) == 1
    assert files(project.root) == before


def test_a_real_ctrl_c_ends_a_running_command_without_a_traceback(project: Project) -> None:
    run(project, "replay")
    report(project)
    run(project, "site")
    command = [sys.executable, "-m", "bd", "serve", "--port", "0", "--project", str(project.root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        first = running.stderr.readline()
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        try:
            rest = running.communicate(timeout=20)[1]
        finally:
            running.kill()
    assert "http://127.0.0.1:" in first
    assert "Traceback" not in rest
    assert running.returncode in (0, 130)


def test_a_report_publishes_nothing_while_a_log_has_a_fault(project: Project) -> None:
    run(project, "replay")
    assert report(project).exit_code == 0
    before = (project.root / "site/data/leaderboard.json").read_bytes()
    project.write("answers/fern/tulip-rose/age.jsonl.gz", b"damaged")
    run(project, "replay")
    result = run(project, "report", "--date", "2026-11-29")
    assert result.exit_code == 1
    assert "answers/fern/tulip-rose/age.jsonl.gz: " in result.stderr
    assert (project.root / "site/data/leaderboard.json").read_bytes() == before


def test_a_name_with_control_signs_stays_one_line() -> None:
    assert str(Problem("answers/a\nb\x1b[31m", 3, "is wrong →")) == "answers/a\\nb\\x1b[31m:3: is wrong →"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("arguments", [["list"], ["--help"], ["list", "--help"]])
def test_a_full_disk_behind_standard_output_is_one_line(project: Project, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "bd", *arguments]
    with Path("/dev/full").open("w") as full_disk:
        done = subprocess.run(
            command, stdout=full_disk, stderr=subprocess.PIPE, text=True, cwd=project.root, env=FROM_HERE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "bd: standard output cannot be written (No space left on device); what was printed is not whole"
    ]


def test_a_label_that_the_terminal_cannot_show_is_escaped(project: Project) -> None:
    project.files[PATHS["decision"]]["question"] = "Çevik→1?"
    project.save()
    command = [sys.executable, "-m", "bd", "list", "--project", str(project.root)]
    environment = os.environ | {"PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\xc7evik\\u21921?" in done.stdout


REPORTED = """format = "bd/reported-source@1"
label = "Elsewhere"
about = "Another audit."
as_of = "2026-05-04"
citation = "Their own files."

[[models]]
id = "owl"
label = "Owl"

[[edits]]
id = "years"
characteristic = "age"
words = "another year"

[[measures]]
id = "flip"
label = "answers changed, in 100"

[[questions]]
id = "theirs"
label = "a question of theirs"
"""


@pytest.fixture
def reported(project: Project) -> Path:
    """Describe a source, and return the file that it publishes, not yet taken over."""
    (project.root / "studies" / "reported").mkdir()
    (project.root / "studies" / "reported" / "elsewhere.toml").write_text(REPORTED)
    cell = {"id": "one", "model": "owl", "decision": "theirs", "edit": "years", "measure": "flip", "value": 0.1}
    cited = {"published_unit": "percent", "source": {"path": "table.csv", "commit": "abc"}}
    file = project.root / "published.json"
    file.write_bytes(orjson.dumps({"cells": [cell | cited]}))
    return file


def test_reported_figures_are_taken_over_and_shown_apart(project: Project, reported: Path) -> None:
    run(project, "replay")
    done = run(project, "import-reported", "elsewhere", str(reported))
    assert (done.exit_code, done.stdout) == (0, "studies/reported/elsewhere.jsonl: 1 of 1 cell, written\n")
    board = orjson.loads(report(project).stdout)
    assert board["reported"][0]["characteristics"][0]["cells"][0]["raw"]["value"] == 10.0
    assert run(project, "site").exit_code == 0
    assert "cannot be replayed" in (project.root / "site/dist/reported/elsewhere/index.html").read_text()
    shutil.rmtree(project.root / "studies" / "reported")
    plain = orjson.loads(report(project).stdout)
    assert (board["overall"], board["dimensions"]) == (plain["overall"], plain["dimensions"])


@pytest.mark.parametrize("command", ["check", "report"])
def test_a_bad_line_of_reported_figures_is_named_and_nothing_is_published(
    project: Project, reported: Path, command: str
) -> None:
    run(project, "replay")
    run(project, "import-reported", "elsewhere", str(reported))
    lines = project.root / "studies" / "reported" / "elsewhere.jsonl"
    lines.write_bytes(lines.read_bytes().replace(b'"value":0.1', b'"value":NaN'))
    result = run(project, command)
    assert result.exit_code == 1
    assert "studies/reported/elsewhere.jsonl:2: not JSON" in result.stderr
    assert not (project.root / "site/data/leaderboard.json").exists()


def test_unknown_words_of_a_source_are_told_and_nothing_is_written(project: Project, reported: Path) -> None:
    reported.write_bytes(reported.read_bytes().replace(b'"owl"', b'"hawk"').replace(b'"theirs"', b'"ours"'))
    result = run(project, "import-reported", "elsewhere", str(reported))
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 2
    assert not (project.root / "studies" / "reported" / "elsewhere.jsonl").exists()


SCORES = "instrument,model,item,score\n" + "".join(
    f"{quiz},{model},{item},{level + (item % 5 - 2) / 50:.2f}\n"
    for quiz in ("essay", "quiz", "survey")
    for model, level in (("ash", 0.1), ("beech", 0.3), ("cherry", 0.5), ("elm", 0.7))
    for item in range(20)
)


def test_instruments_of_ones_own_are_told_outside_any_project(tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(SCORES)
    result = CliRunner().invoke(main, ["agree", str(tmp_path / "scores.csv")])
    assert (result.exit_code, result.stderr) == (0, "")
    said = " ".join(result.stdout.split())
    assert said.startswith("The instruments agree on the order of the models more than chance does.")
    assert "3 instruments on 4 models: Kendall's W = 1.00" in said
    for heading in ("What each finds", "How reliable it is", "Two by two"):
        assert heading in said
    assert max(map(len, result.stdout.splitlines())) <= 100


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (SCORES.replace(",", ";"), ""),
        (SCORES.replace(",", "\t"), ""),
        ("sep=,\n" + SCORES, ""),
        (SCORES.replace("score\n", "score,note,\n"), "standard input: passed over: 'note', 'column 6'\n"),
    ],
)
def test_a_table_of_a_spreadsheet_gives_the_same(text: str, remark: str) -> None:
    one, other = (CliRunner().invoke(main, ["agree", "-"], input=each) for each in (SCORES, text))
    assert (other.exit_code, other.stdout, other.stderr) == (0, one.stdout, remark)


def test_who_was_left_out_is_listed() -> None:
    more = "essay,fir,0,0.2\nessay,\u05d0\u05e7,0,0.2\n"
    said = " ".join(CliRunner().invoke(main, ["agree", "-"], input=SCORES + more).stdout.split())
    assert "Models left out, since they lack a score on an instrument compared: fir, \u2068\u05d0\u05e7\u2069." in said
    assert "Models with a score on every instrument compared: ash, beech, cherry, elm." in said
    found = orjson.loads(CliRunner().invoke(main, ["agree", "-", "--json"], input=SCORES + more).stdout)
    assert found["models"] == ["ash", "beech", "cherry", "elm", "fir", "\u05d0\u05e7"]


def test_instruments_are_told_as_json_and_from_standard_input() -> None:
    found = orjson.loads(CliRunner().invoke(main, ["agree", "-", "--json"], input=SCORES).stdout)
    assert (found["verdict"], found["ranking"]["w"], found["ordered_by"]) == ("beyond-chance", 1.0, "size")
    assert found["ranking"]["null_mean"] == pytest.approx(1 / 3, abs=1e-6)
    signed = orjson.loads(CliRunner().invoke(main, ["agree", "-", "--json", "--signed"], input=SCORES).stdout)
    assert signed["ordered_by"] == "signed"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            SCORES + "quiz,ash,99,1.5\n",
            ":242: score 1.5 is outside -1 to 1; bring every instrument to that scale first",
        ),
        (
            SCORES.replace(",score", ",points"),
            ":1: no column score; the first line names instrument, model, item, score, "
            "parted by commas, semicolons or tabs",
        ),
        ("", ":1: empty; its first line names the columns instrument, model, item, score"),
    ],
)
def test_a_fault_in_scores_is_one_line_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "scores.csv"
    file.write_text(text)
    result = CliRunner().invoke(main, ["agree", str(file)])
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"bd: {file}{said}\n")


def test_scores_that_are_not_there_are_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["agree", str(tmp_path / "none.csv")])
    assert result.exit_code == 1
    assert result.stderr == f"bd: {tmp_path / 'none.csv'}: cannot be read (No such file or directory)\n"


def test_without_a_file_it_is_told_of_the_projects_own_characteristics(project: Project) -> None:
    run(project, "replay")
    board = orjson.loads(report(project).stdout)
    assert board["overall"]["agreement"]["verdict"] == "too-few"
    assert "cannot be told" in run(project, "agree").stdout
    assert orjson.loads(run(project, "agree", "--json").stdout) == board["overall"]["agreement"]
    assert run(project, "agree", "--signed").exit_code == 2


def test_an_agreement_that_the_answers_do_not_give_is_found_by_verify(project: Project) -> None:
    run(project, "replay")
    report(project)
    assert run(project, "verify").exit_code == 0
    path = project.root / "site/data/leaderboard.json"
    board = orjson.loads(path.read_bytes())
    board["overall"]["agreement"]["verdict"] = "beyond-chance"
    path.write_bytes(orjson.dumps(board))
    result = run(project, "verify")
    assert result.exit_code == 1
    assert "/ overall.agreement.verdict: file 'beyond-chance', replay 'too-few'" in result.stdout
