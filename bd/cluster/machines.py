"""Workers: those of a scheduler that is there, or processes of this machine, which end with the work however it ends.

What they do is `bd.cluster.run`'s part.
"""

from __future__ import annotations

import logging
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from threading import Event, current_thread, main_thread
from typing import TYPE_CHECKING, Any

from bd.answers.place import INSTALL
from bd.cluster.version import OtherVersionError, Version, own
from bd.cores import cores
from bd.errors import BdError, UsageError
from bd.passwords import refuse_password

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["LOCAL", "Machines", "check_address", "workers_of"]

LOCAL = "local"
"""In place of an address: start workers on this machine."""
_SECONDS = 30
"""How long a first worker may take to be there."""
_SETTINGS = {
    # A worker that is killed again and again takes tasks with it that had only waited for it.
    "distributed.scheduler.allowed-failures": 10,
    # dask would end for good whoever starts a killed worker anew and needs longer than this; `Tasks` ends the wait.
    "distributed.deploy.lost-worker-timeout": "1 hour",
    # The terminal belongs to what the command says.
    "distributed.logging.distributed": "critical",
    # The study is one message, so that the scheduler can give it to workers that come later.
    "distributed.admin.large-graph-warning-threshold": "1 TiB",
}


@dataclass(frozen=True)
class Machines:
    """Workers that are ready."""

    client: Client
    address: str
    """Of their scheduler, as the user knows it."""
    interrupted: Event
    """Set once the user has stopped the work."""


def check_address(address: str) -> None:
    """See that a scheduler answers at an address, or that workers could be started; errors as for `workers_of`."""
    refuse_password(address)
    try:
        import distributed  # noqa: F401 - seen to before anything else needs it

        from bd.cluster.reach import check_scheduler
    except ImportError as error:
        raise UsageError(f"--cluster needs dask ({error}): {INSTALL}") from error
    if address != LOCAL:
        check_scheduler(address)


@contextmanager
def workers_of(
    address: str,
    *,
    workers: int | None = None,
    memory: str | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Iterator[Machines]:
    """Reach the workers of a scheduler, or start some; those that were started are gone at the end.

    Parameters
    ----------
    address
        Of the scheduler, such as `tcp://10.0.0.5:8786`; or `LOCAL`.
    workers, memory
        How many processes are started, by default one a core, and the most memory of each, such as `4GB`.
    say
        Told where the scheduler shows what is going on.

    Raises
    ------
    UsageError
        dask is not installed, `address` is none, or `memory` is no size.
    BdError
        The scheduler does not answer, has no worker, or has one with another version; no process can be started.
    """
    check_address(address)
    import dask
    import distributed

    from bd.cluster.reach import SECONDS

    with ExitStack() as stack:
        stack.enter_context(dask.config.set(_SETTINGS))
        stack.enter_context(_without_remarks())
        interrupted = stack.enter_context(_remembered())
        scheduler: Any = address
        if address == LOCAL:
            scheduler = stack.enter_context(_started(workers or cores(), _bytes(memory)))
        try:
            client = stack.enter_context(distributed.Client(scheduler, timeout=SECONDS, set_as_default=False))
            client.wait_for_workers(1, timeout=_SECONDS)
        except (OSError, ValueError) as error:
            raise BdError(f"{address}: {_unreached(error)}") from error
        if client.dashboard_link:
            say(f"{client.dashboard_link} shows what the workers do")
        _check_versions(client)
        yield Machines(client, address, interrupted)


def _unreached(error: Exception) -> str:
    if isinstance(error, TimeoutError) and "workers" in str(error):
        return f"no worker has come within {_SECONDS} s; start one with `dask worker ADDRESS`"
    return f"the scheduler answers no longer ({' '.join(str(error).split())})"


def _bytes(memory: str | None) -> int | str:
    from dask.utils import parse_bytes

    if memory is None:
        return "auto"
    try:
        return int(parse_bytes(memory))
    except ValueError as error:
        raise UsageError(f"{memory!r} is no size; write it like 4GB") from error


@contextmanager
def _remembered() -> Iterator[Event]:
    """Remember Ctrl-C, which is lost where it happens to be raised in a callback of the garbage collector."""
    interrupted = Event()

    def interrupt(*_: object) -> None:
        interrupted.set()
        raise KeyboardInterrupt

    if current_thread() is not main_thread():
        yield interrupted
        return
    earlier = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, earlier)


@contextmanager
def _started(workers: int, memory: int | str) -> Iterator[Any]:
    # Ctrl-C is for the command, which ends its workers itself: threads and processes that begin while it is held back
    # never see it. One that comes meanwhile is raised as soon as there is something to close.
    resource_tracker.ensure_running()  # it would let Ctrl-C through again when it is started later
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        cluster = _cluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=memory,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
        with cluster:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            yield cluster
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _cluster(**settings: Any) -> Any:
    from distributed import LocalCluster

    try:
        return LocalCluster(**settings)
    except (OSError, RuntimeError) as error:
        raise BdError(f"workers cannot be started on this machine ({error})") from error


@contextmanager
def _without_remarks() -> Iterator[None]:
    """Leave out what dask remarks on other versions: `_check_versions` says it in one line, and stops."""
    from distributed.versions import VersionMismatchWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VersionMismatchWarning)
        yield


def _check_versions(client: Client) -> None:
    """See that scheduler and workers have this process's version; workers that come later, each task sees."""
    found: dict[str, Any] = {f"the worker {at}": what for at, what in client.run(own, on_error="return").items()}
    try:
        found["the scheduler"] = client.run_on_scheduler(own)
    except Exception as error:  # whatever it raised there
        found["the scheduler"] = error
    for who, version in sorted(found.items()):
        if isinstance(version, OSError):  # it has just gone, and whoever takes its place will be seen by its first task
            continue
        if not isinstance(version, Version):
            raise OtherVersionError(f"{who} has no such bd ({version}); install the same on all")
        differences = own().differences(version)
        if differences:
            raise OtherVersionError(f"{who} has {differences}; install the same on all")
