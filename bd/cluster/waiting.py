"""Hands tasks to workers and waits for them, as long as there is anybody to wait for.

Workers that are lost are no trouble: the scheduler has done again what they had. What is, ends here as one line.
"""

from __future__ import annotations

import queue
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from traceback import walk_tb
from typing import Any

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from bd.cluster.machines import Machines
from bd.cluster.tasks import Sent
from bd.cluster.version import OtherVersionError, own
from bd.effects import weights
from bd.errors import BdError

__all__ = ["Tasks"]

_LOOK = 1.0
"""Seconds without news after which it is seen whether scheduler and workers are still there."""
_ALONE = 60.0
"""Seconds that all workers may be gone, or stand still."""
_FETCH = 60.0
"""Seconds that a result may be on its way before that is seen."""
_SOON = 10
"""Priority of what ends a decision that is begun, above beginning another."""


class Tasks:
    """The tasks of one replay, or of one asking.

    Parameters
    ----------
    left
        What is on the disk when it ends before its time, in a few words.
    """

    def __init__(self, machines: Machines, left: str = "nothing is written") -> None:
        self._left = left
        self._client: Client = machines.client
        self._address = machines.address
        self._interrupted = machines.interrupted
        self.sent = Sent(own(), uuid.uuid4().hex[:8], weights.MOST_COUNTED)
        """What goes with every task."""
        self._ended: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self._waiting: dict[Future[Any], Callable[[Future[Any]], None]] = {}
        self._seen = time.monotonic()
        """When somebody was last known to be there."""

    def do(
        self, task: Callable[..., Any], name: str, *arguments: Any, soon: bool = False, worker: str | None = None
    ) -> Future[Any]:
        """Have a task done.

        Parameters
        ----------
        task
            A function of `bd.cluster.tasks` or `bd.cluster.ask_tasks`.
        name
            Shown by the scheduler beside the name of the function; another for each task of one function.
        arguments
            What it is given besides `sent`; results of other tasks among them.
        soon
            Whether it ends something that was begun, and so goes before what begins something.
        worker
            Who does it, if that worker is still there.
        """
        return self._client.submit(
            task,
            self.sent,
            *arguments,
            key=(task.__name__, name, self.sent.run),
            priority=_SOON if soon else 0,
            workers=worker,
            allow_other_workers=worker is not None,
            pure=False,
        )

    def when_done(self, future: Future[Any], act: Callable[[], None]) -> None:
        """Have something done here once a task has ended, well or not."""
        self._add(future, lambda _: act())

    def then(self, future: Future[Any], act: Callable[[Any], None]) -> None:
        """Have something done here with what a task gives."""
        self._add(future, lambda ended: act(self._result(ended)))

    def wait(self) -> None:
        """Wait until all is done that was asked for, and all that was asked for meanwhile."""
        while self._waiting:
            if self._interrupted.is_set():
                raise KeyboardInterrupt
            try:
                future = self._ended.get(timeout=_LOOK)
            except queue.Empty:
                self._check()
            else:
                self._seen = time.monotonic()
                self._waiting.pop(future)(future)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Have what can go wrong with machines told in one line."""
        try:
            yield
        except BdError:
            raise
        except KilledWorker as error:
            raise BdError(
                f"{_named(error.task)}: {error.allowed_failures + 1} workers in turn were lost while they had it, and "
                f"the last of them most often for want of memory or of room on its scratch disk; {self._left}. "
                "Give each worker more memory, or start fewer of them on a machine"
            ) from error
        except MemoryError as error:
            raise BdError(f"a worker has too little memory; {self._left}. Give each worker more") from error
        except (CancelledError, OSError, RuntimeError) as error:
            if self._lost():
                raise self._lost_error() from error
            raise

    def _add(self, future: Future[Any], act: Callable[[Future[Any]], None]) -> None:
        self._waiting[future] = act
        future.add_done_callback(self._ended.put)

    def _result(self, future: Future[Any]) -> Any:
        while True:
            try:
                return future.result(timeout=_FETCH)
            except TimeoutError:  # it was there, and who had it is gone: it is done again
                self._check()
            except (ImportError, AttributeError) as error:
                if _in_task(error):
                    raise
                raise OtherVersionError(f"a worker cannot read what it is sent ({error}): it has another bd") from error

    def _check(self) -> None:
        """See that there is still somebody to wait for."""
        if self._lost():
            raise self._lost_error()
        workers = self._client.scheduler_info()["workers"].values()
        if any(map(_works, workers)):
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > _ALONE:
            why = "holds more than its memory allows; give each more" if workers else "is there"
            every = "every" if workers else "no"
            raise BdError(f"{self._address}: for {_ALONE:.0f} s {every} worker {why}; {self._left}")

    def _lost(self) -> bool:
        return self._client.status != "running" or any(future.cancelled() for future in self._waiting)

    def _lost_error(self) -> BdError:
        return BdError(f"{self._address}: the scheduler is lost; {self._left}, run the command again")


def _works(worker: Mapping[str, Any]) -> bool:
    """Tell whether a worker takes tasks or has one; one that is short of memory takes none until there is more."""
    tasks: Mapping[str, int] = worker["metrics"].get("task_counts", {})
    return worker["status"] == "running" or tasks.get("executing", 0) > 0


def _in_task(error: Exception) -> bool:
    """Tell whether a task had begun, so that its worker's version was seen to be this one."""
    return any(frame.f_code.co_filename.endswith("tasks.py") for frame, _ in walk_tb(error.__traceback__))


def _named(key: Any) -> str:
    """Return a task as it is told to people."""
    return " ".join(key[:2]) if isinstance(key, tuple) else str(key)
