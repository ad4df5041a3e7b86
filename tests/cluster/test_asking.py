"""A model asked by workers: the files of a single process whatever happens to them, or a line that says why not."""

import os
import re
import signal
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from bd.ask import AskInterruptedError, ask
from bd.ask.asking import Silent
from bd.ask.model import Build
from bd.cli import main
from bd.cluster import LOCAL, ask_tasks, workers_of
from bd.cluster.ask_tasks import Loading
from bd.cluster.asking import asker_on, check_rows
from bd.cluster.version import OtherVersionError
from bd.errors import BdError, UsageError
from bd.machine import this_machine
from bd.study.load import load_study
from tests.ask.fake import write_card, write_project
from tests.ask.logs import everything, readable, rows_of
from tests.cluster.processes import SECONDS, all_gone, below, kill_workers, scheduler, started, worker

ROOT = Path(__file__).parents[2]
LOGS, ROWS, ERRORS = 8, 118, 0


@pytest.fixture(scope="module")
def adapters(tmp_path_factory):
    """A folder for Python's path in which the made-up model is installed, in the workers too."""
    folder = tmp_path_factory.mktemp("adapters")
    info = folder / "made_up-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bd.models]\nfake = tests.ask.fake:fake\n")
    return folder


@pytest.fixture(scope="module")
def path(adapters):
    """What processes need besides, to find the model."""
    return {"PYTHONPATH": os.pathsep.join([str(adapters), str(ROOT), os.environ.get("PYTHONPATH", "")])}


@pytest.fixture(autouse=True)
def installed(adapters, monkeypatch):
    monkeypatch.syspath_prepend(adapters)


@pytest.fixture(scope="module")
def machines(adapters):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(adapters)
        with workers_of(LOCAL, workers=2, memory="1GB") as ready:
            yield ready


@pytest.fixture
def project(tmp_path):
    return readable(write_project(tmp_path))


@pytest.fixture
def alone(tmp_path_factory):
    """What a single process writes."""
    root = readable(write_project(tmp_path_factory.mktemp("alone")))
    assert ask(root, "fake").errors == ERRORS
    return everything(root)


def on(machines, project, model="fake", **more):
    return ask(project, model, asker=asker_on(lambda: nullcontext(machines)), **more)


class When(Silent):
    """Does something once, when so many logs have been answered; counts logs and rows."""

    def __init__(self, at, act):
        self.at, self.act, self.logs, self.rows = at, act, 0, 0

    def log(self, decision, edit):
        self.logs += 1
        if self.logs == self.at:
            self.act()

    def answered(self, rows=1):
        self.rows += rows


def parts(project):
    return list(project.rglob("*.part"))


def test_workers_give_the_files_of_a_single_process(machines, project, alone):
    heard = When(0, None)
    report = on(machines, project, progress=heard)
    assert everything(project) == alone
    assert (len(report.written), report.skipped, report.rows, report.errors) == (LOGS, (), ROWS, ERRORS)
    assert (heard.logs, heard.rows, parts(project)) == (LOGS, ROWS, [])


def test_logs_that_are_whole_are_skipped_and_no_worker_is_wanted(machines, project):
    on(machines, project, edits=["as-written"])
    report = on(machines, project)
    assert (len(report.skipped), len(report.written)) == (2, LOGS - 2)
    again = ask(project, "fake", asker=asker_on(lambda: pytest.fail("workers were started")))
    assert (len(again.skipped), again.rows) == (LOGS, 0)


def test_a_planted_model_gives_the_same_answers(machines, project, tmp_path_factory):
    pytest.importorskip("sklearn")
    other = readable(write_project(tmp_path_factory.mktemp("other")))
    settings = {"adapter": "planted", "training": "notes", "truth": "job", "decisions": ["nurse-surgeon"]}
    for root in (project, other):
        write_card(root, "trained", **settings)
    report = on(machines, project, "trained", limit=8)
    ask(other, "trained", limit=8)
    assert len(report.written) == 4
    for edit in ("as-written", "gender-swap", "ask-twice"):
        one, two = (rows_of(root, edit, model="trained") for root in (project, other))
        assert all(row.pop("latency_ms") >= 0 for row in (*one, *two))  # each took its own time
        assert one == two


@pytest.mark.parametrize("at", [1, 3, LOGS - 1])
def test_workers_that_are_killed_change_nothing(machines, project, alone, at):
    write_card(project, "fake", sleep=0.01, tell="told.txt")
    killed = []
    on(machines, project, progress=When(at, lambda: killed.extend(kill_workers(machines))))
    assert killed
    assert everything(project) == alone
    assert len((project / "told.txt").read_text().splitlines()) >= ROWS


def test_a_log_that_was_begun_in_one_process_is_gone_on_with(machines, project, alone):
    write_card(project, "fake", interrupt=20, tell="told.txt")
    with pytest.raises(AskInterruptedError):
        ask(project, "fake")
    write_card(project, "fake", tell="told.txt")
    report = on(machines, project)
    assert everything(project) == alone
    assert report.rows == ROWS - 20
    assert len((project / "told.txt").read_text().splitlines()) == ROWS


def test_answers_to_something_else_are_refused_as_ever_and_replaced_where_that_is_asked(machines, project):
    on(machines, project, edits=["as-written"])
    write_card(project, "fake", version="2.0")
    with pytest.raises(BdError, match="holds answers to another build of the model; --again replaces them"):
        on(machines, project, edits=["as-written"])
    assert len(on(machines, project, edits=["as-written"], again=True).written) == 2


def test_a_model_that_only_one_process_may_ask_is_refused_before_a_worker_is_started(project):
    write_card(project, "fake", alone=True)
    with pytest.raises(UsageError, match=r"^fake: its adapter does not say that several processes may ask it; leave"):
        ask(project, "fake", asker=asker_on(lambda: pytest.fail("workers were started")))
    assert not list(project.rglob("answers/**/*.*"))


@pytest.mark.parametrize(
    ("changed", "kind", "told"),
    [
        ({"build": Build("fake", "2.0", "0" * 64)}, OtherVersionError, "has another build of fake; install the same"),
        ({"versions": (("click", "0.1"),)}, OtherVersionError, r"has click \d\S* and not 0.1; install the same on all"),
        ({"versions": (("no-such-package", "1"),)}, OtherVersionError, "has no-such-package none and not 1; install"),
        ({"model": "lost"}, BdError, "studies/models/lost.toml: the package 'no-such-weights' is not installed: run"),
    ],
)
def test_a_worker_that_would_answer_otherwise_is_named(project, monkeypatch, changed, kind, told):
    write_card(project, "lost", adapter="llama-cpp", package="no-such-weights", file="weights.gguf")
    monkeypatch.setattr(ask_tasks, "get_worker", lambda: SimpleNamespace(address="tcp://there"))
    loading = {"model": "fake", "root": project, "threads": 1, "build": Build("fake", "1.0", "0" * 64), "versions": ()}
    loading["machine"] = this_machine()
    assert ask_tasks._same_model(load_study(project), Loading(**loading))
    with pytest.raises(kind, match=rf"^the worker tcp://there:? {told}"):
        ask_tasks._same_model(load_study(project), Loading(**loading | changed))


def test_a_fault_of_the_model_in_a_worker_is_one_line_and_whole_logs_stay(machines, project, alone):
    on(machines, project, edits=["as-written"])
    write_card(project, "fake", adapter="planted", training="notes", truth="job", decisions=["day-night"])
    with pytest.raises(BdError, match="no training texts whose job is day, night") as error:
        on(machines, project, edits=["ask-twice"])
    assert len(str(error.value).splitlines()) == 1
    assert everything(project) == {name: log for name, log in alone.items() if "as-written" in name}


@pytest.mark.parametrize(
    "lines", [b"", b'{"id":"a"}\n', b'{"id":"b"}\n{"id":"a"}\n', b'{"id":"a"}\n{"id":\n', b"[1]\n[2]\n"]
)
def test_rows_that_a_worker_was_not_asked_for_are_refused(lines):
    job = SimpleNamespace(files=SimpleNamespace(shown="answers/fern/tulip-rose/age.jsonl.gz"))
    check_rows(job, b'{"id":"a"}\n{"id":"b"}\n', ["a", "b"])
    with pytest.raises(BdError, match=r"age\.jsonl\.gz: a worker sent other rows than it was asked for"):
        check_rows(job, lines, ["a", "b"])


def test_the_command_asks_by_workers(project, alone):
    command = ["ask", "fake", "--project", str(project), "--cluster", "local", "--workers", "1", "--memory", "1GB"]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"fake: {LOGS} logs written, 0 were whole already; {ROWS} rows asked in ")
    assert re.fullmatch(r"bd: http://127.0.0.1:\d+/status shows what the workers do\n", result.stderr)
    assert everything(project) == alone


@pytest.mark.parametrize("more", [["--workers", "2"], ["--check", "--cluster", "local"], ["--cluster", "somewhere"]])
def test_what_the_command_cannot_do_is_one_line(project, more):
    result = CliRunner().invoke(main, ["ask", "fake", "--project", str(project), *more])
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert not (project / "answers").exists()


def test_ctrl_c_ends_the_workers_and_whole_logs_stay(project, path, alone):
    write_card(project, "fake", sleep=0.02)
    command = ("-m", "bd", "ask", "fake", "--project", str(project), "--cluster", "local", "--workers", "2")
    with started(*command, env=path, at=ROOT) as process:
        while process.poll() is None and not list(project.rglob("*.gz")):
            pass
        workers = below(process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers are sent it too
        out, said = process.communicate(timeout=SECONDS)
        assert (process.returncode, out) == (130, "")
        assert re.fullmatch(
            r"bd: stopped: \d logs? (is|are) finished, no answer of those that workers were still at is saved; "
            "the same command goes on from there",
            said.splitlines()[-1],
        )
        assert all_gone(workers)
    assert len(workers) >= 2
    left = everything(project)
    assert 0 < len(left) < LOGS
    assert (left.items() <= alone.items(), parts(project)) == (True, [])
    write_card(project, "fake")
    ask(project, "fake")
    assert everything(project) == alone


def test_a_lost_scheduler_is_one_line_and_whole_logs_stay(project, path, alone, tmp_path_factory):
    write_card(project, "fake", sleep=0.01)
    with scheduler() as (process, address), worker(address, tmp_path_factory.mktemp("scratch"), path):

        def lose():
            process.kill()
            process.wait(SECONDS)

        with pytest.raises(BdError, match="the scheduler is lost; whole logs are saved, run the command again") as e:
            ask(project, "fake", asker=asker_on(lambda: workers_of(address)), progress=When(1, lose))
    assert (address in str(e.value), len(str(e.value).splitlines())) == (True, 1)
    left = everything(project)
    assert 0 < len(left) < LOGS
    assert left.items() <= alone.items()
