"""What ends a replay ends its workers, and leaves what was there."""

import os
import signal
from functools import partial

import pytest

from bd.cluster import parts_on, workers_of
from bd.errors import BdError
from bd.replay.work import replay
from tests.cluster.processes import HELD, SECONDS, all_gone, below, scheduler, started, wait_for, worker


def files(project):
    return {path: path.read_bytes() for path in sorted(project.root.rglob("*")) if path.is_file()}


def held(project):
    return started("-c", HELD, "--project", str(project.root), "--cluster", "local", "--workers", "2")


def test_ctrl_c_ends_the_workers_and_says_one_line(project):
    before = files(project)
    with held(project) as process:
        wait_for(process, "working")
        workers = below(process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers are sent it too
        _, said = process.communicate(timeout=SECONDS)
        assert process.returncode == 130
        assert [line for line in said.splitlines() if "/status shows" not in line] == [
            "bd: stopped; what was there before is unchanged"
        ]
        assert len(workers) >= 2
        assert all_gone(workers)
    assert files(project) == before


def test_workers_end_with_a_command_that_is_killed(project):
    before = files(project)
    with held(project) as process:
        wait_for(process, "working")
        workers = below(process)
        process.kill()
        assert len(workers) >= 2
        assert all_gone(workers)
    assert files(project) == before


def test_a_lost_scheduler_is_one_line_and_nothing_is_written(project, tmp_path_factory):
    before = files(project)
    with scheduler() as (process, address), worker(address, tmp_path_factory.mktemp("scratch")):

        def step(line):
            process.kill()
            process.wait(SECONDS)

        with (
            workers_of(address) as ready,
            pytest.raises(BdError, match="the scheduler is lost; nothing is written") as e,
        ):
            replay(project.root, elsewhere=partial(parts_on, ready, progress=step))
        assert address in str(e.value)
        assert len(str(e.value).splitlines()) == 1
    assert files(project) == before
