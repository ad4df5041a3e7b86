"""Schedulers, workers and replays as processes of their own, to be killed; none outlives its test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from bd.cluster import Machines

SECONDS = 60
"""Longer than anything here takes on a busy machine; reached only where something hangs."""

HELD = """
import sys, time
from contextlib import contextmanager
from bd.cli import main, numbers

@contextmanager
def held(what):
    def step(line):
        print("working", flush=True)
        time.sleep(600)
    yield step

numbers.progress = held
main(["replay", *sys.argv[1:]])
"""
"""`bd replay` that says so and stays there as soon as a first task has ended."""


@contextmanager
def started(
    *command: str, env: Mapping[str, str] | None = None, at: Path | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Start Python in a process group of its own; at the end it and all that it started are killed."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, **(env or {})},
        cwd=at,
    )
    try:
        yield process
    finally:
        for each in [*below(process), psutil.Process(process.pid)] if process.poll() is None else []:
            each.kill()
        process.communicate(timeout=SECONDS)


def below(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return every process that one has started, and those that these have."""
    return psutil.Process(process.pid).children(recursive=True)


def wait_for(process: subprocess.Popen[str], said: str, stream: str = "stdout") -> str:
    """Return the first line that holds some words."""
    for line in getattr(process, stream):
        if said in line:
            return str(line)
    raise AssertionError(f"ended with {process.wait(SECONDS)} and never said {said!r}")


def kill_workers(machines: Machines) -> list[int]:
    """Kill every worker of this machine that is there; those that are just being started are not."""
    pids = [nanny.pid for nanny in machines.client.cluster.workers.values()]
    there = [pid for pid in pids if pid is not None]
    for pid in there:
        with suppress(ProcessLookupError):  # it was killed before, and its nanny has not noticed yet
            os.kill(pid, signal.SIGKILL)
    return there


def all_gone(processes: list[psutil.Process]) -> bool:
    """Tell whether processes have ended within a bounded time."""
    _, alive = psutil.wait_procs(processes, timeout=SECONDS)
    return not [each for each in alive if each.status() != psutil.STATUS_ZOMBIE]


@contextmanager
def scheduler() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a scheduler; yield it with its address."""
    command = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with started(*command) as process:
        line = wait_for(process, "Scheduler at:", "stderr")
        yield process, line.split("Scheduler at:")[1].strip()


@contextmanager
def worker(address: str, folder: Path, env: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """Start a worker of a scheduler."""
    scratch = ("--local-directory", str(folder))
    command = ("-m", "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard", "--nthreads", "1")
    with started(*command, *scratch, env=env, at=folder) as process:
        wait_for(process, "Registered to:", "stderr")
        yield process
