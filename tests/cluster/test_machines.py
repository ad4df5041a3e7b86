import ast
import asyncio
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import dask
import dask.utils
import pytest
from click.testing import CliRunner

from bd.answers.place import INSTALL
from bd.cli import main
from bd.cluster import LOCAL, parts_on, reach, waiting, workers_of
from bd.cluster import machines as module
from bd.errors import BdError, UsageError
from bd.replay.work import replay
from tests.cluster.processes import SECONDS, kill_workers, scheduler, worker

ROOT = Path(__file__).parents[2]
# Refused, or not within the time, as the machine is quick or slow.
NOBODY = r"tcp://127\.0\.0\.1:9: no scheduler answers there \((Connection refused|not within 1 s)\); start one with"


@pytest.fixture
def short(monkeypatch):
    """What is waited for is given up soon."""
    monkeypatch.setattr(module, "_SECONDS", 1)
    monkeypatch.setattr(reach, "SECONDS", 1)


def run(project, *more):
    return CliRunner().invoke(main, ["replay", "--project", str(project.root), *more])


def test_the_command_gives_the_bytes_of_a_single_process(project, alone):
    result = run(project, "--cluster", "local", "--workers", "1", "--memory", "1GB")
    assert (result.exit_code, project.outputs()) == (0, alone)
    assert result.stdout.startswith("14 effects of 2 models")
    (line,) = result.stderr.splitlines()
    assert line.startswith("bd: http://127.0.0.1:")
    assert not (project.root / ".cache").exists()


def said(address):
    """Return what is said of an address; nothing may be left behind that waits on."""
    with pytest.raises(BdError) as e, workers_of(address):
        pass
    assert len(str(e.value).splitlines()) == 1
    return str(e.value)


def test_nobody_answers(short):
    assert re.match(NOBODY, said("tcp://127.0.0.1:9"))


@pytest.mark.parametrize(
    "address", ["somewhere", "", "Local", "tcp://host:port", "http://host:80", "tcp://:8786", "x:0"]
)
def test_no_address_is_told_at_once_with_one(address):
    with pytest.raises(UsageError):
        reach.check_scheduler(address)
    assert said(address).startswith(f"--cluster {address!r}: no address; write it like tcp://10.0.0.5:8786, or `local`")


def test_no_such_machine_is_told_at_once():
    assert "no machine is called 'nobody.invalid'" in said("tcp://nobody.invalid:8786")


def test_somebody_who_says_nothing_is_not_waited_for_without_end(short):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert said(address).startswith(f"{address}: no scheduler answers there (not within 1 s)")


def test_another_program_is_no_scheduler():
    with socket.create_server(("127.0.0.1", 0)) as web:
        web.settimeout(SECONDS)
        address = f"tcp://127.0.0.1:{web.getsockname()[1]}"

        def answer():
            with web.accept()[0] as asked:
                asked.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        with ThreadPoolExecutor(1) as pool:
            pool.submit(answer)
            assert said(address).startswith(f"{address}: no scheduler answers there (but another program")


def test_an_address_is_tried_also_where_a_loop_runs_already(short):
    async def asked():
        return said("tcp://127.0.0.1:9")

    # In a thread of its own, since a browser test may have left a loop running in this one.
    with ThreadPoolExecutor(1) as alone:
        told = alone.submit(lambda: asyncio.run(asked())).result()
    assert re.match(NOBODY, told)


def test_without_certificates_no_safe_address_is_tried():
    assert said("tls://127.0.0.1:9").startswith("tls://127.0.0.1:9: needs certificates")


def test_a_worker_is_no_scheduler(workers):
    address = next(iter(workers.client.scheduler_info()["workers"]))
    assert said(address) == f"{address}: a worker answers there; give the address of its scheduler"


def test_the_command_says_one_line_of_an_address_that_is_none_and_ends(project):
    command = [sys.executable, "-m", "bd", "replay", "--project", str(project.root), "--cluster", "somewhere"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_no_worker(short):
    with (
        scheduler() as (_, address),
        pytest.raises(BdError, match="no worker has come within 1 s"),
        workers_of(address),
    ):
        pass


def test_a_worker_that_is_started_anew_slowly_is_not_given_up_before_the_work_is(workers):
    assert dask.utils.parse_timedelta(dask.config.get("distributed.deploy.lost-worker-timeout")) > 2 * waiting._ALONE


def test_no_size():
    with pytest.raises(UsageError, match="'plenty' is no size"), workers_of(LOCAL, memory="plenty"):
        pass


def test_a_scratch_disk_that_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").touch()
    with (
        dask.config.set({"temporary-directory": str(tmp_path / "file")}),
        pytest.raises(BdError, match="workers cannot be started on this machine") as e,
        workers_of(LOCAL, workers=1),
    ):
        pass
    assert len(str(e.value).splitlines()) == 1


def test_without_dask_one_line_says_what_to_install(project, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run(project, "--cluster", "local")
    assert result.exit_code == 2
    assert result.stderr.endswith(f": {INSTALL}\n")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", [("--workers", "2"), ("--memory", "1GB")])
def test_what_is_for_this_machine_alone_is_refused_elsewhere(project, option):
    assert run(project, *option).exit_code == 2
    assert run(project, "--cluster", "tcp://127.0.0.1:9", *option).exit_code == 2


def test_a_task_that_takes_every_worker_with_it_is_named(project, monkeypatch):
    settings = module._SETTINGS | {"distributed.scheduler.allowed-failures": 0}
    monkeypatch.setattr(module, "_SETTINGS", settings)
    said = r": 1 workers in turn were lost while they had it, .* nothing is written"
    with workers_of(LOCAL, workers=1) as ready, pytest.raises(BdError, match=said):
        replay(project.root, elsewhere=partial(parts_on, ready, progress=lambda line: kill_workers(ready)))
    assert project.outputs() == {}


def test_workers_that_are_short_of_memory_from_the_start_are_not_waited_for_without_end(project, monkeypatch):
    monkeypatch.setattr(waiting, "_ALONE", 2.0)
    short = {"distributed.worker.memory.pause": 0.0001, "distributed.worker.memory.terminate": False}
    monkeypatch.setattr(module, "_SETTINGS", module._SETTINGS | short)
    with (
        workers_of(LOCAL, workers=1, memory="8GB") as ready,
        pytest.raises(
            BdError, match=r"^local: for 2 s every worker holds more than its memory allows; give each more;"
        ),
    ):
        replay(project.root, elsewhere=partial(parts_on, ready))
    assert project.outputs() == {}


def test_workers_that_are_gone_are_not_waited_for_without_end(project, monkeypatch, tmp_path_factory):
    monkeypatch.setattr(waiting, "_ALONE", 2.0)
    with (
        scheduler() as (_, address),
        worker(address, tmp_path_factory.mktemp("scratch")) as process,
        workers_of(address) as ready,
        pytest.raises(BdError, match=r"^tcp://.*: for 2 s no worker is there; nothing is written$"),
    ):
        replay(project.root, elsewhere=partial(parts_on, ready, progress=lambda line: process.kill()))
    assert project.outputs() == {}


def test_only_the_package_for_clusters_imports_dask():
    found = set()
    for path in sorted((ROOT / "bd").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = (
                [a.name for a in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "") or ""]
            )
            if isinstance(node, ast.Import | ast.ImportFrom) and {n.split(".")[0] for n in names} & {
                "dask",
                "distributed",
            }:
                found.add(path.parent.name)
    assert found == {"cluster"}
