"""How long is waited for workers that are gone, without any: a clock that stands still tells the time."""

from threading import Event
from types import SimpleNamespace

import pytest

from bd.cluster import waiting
from bd.cluster.machines import Machines
from bd.cluster.waiting import Tasks
from bd.errors import BdError


class Ends:
    """A task that ends when it is told to."""

    def add_done_callback(self, act):
        self.end = lambda: act(self)

    def cancelled(self):
        return False


@pytest.fixture
def clock(monkeypatch):
    found = SimpleNamespace(now=0.0, monotonic=lambda: found.now)
    monkeypatch.setattr(waiting, "time", found)
    monkeypatch.setattr(waiting, "_LOOK", 0.01)
    return found


def tasks_without_workers(looked):
    """Return tasks of a scheduler that has no worker; `looked` is done whenever its workers are asked for."""
    client = SimpleNamespace(status="running", scheduler_info=lambda: looked() or {"workers": {}})
    return Tasks(Machines(client, "local", Event()))


def test_a_task_that_ends_shows_that_somebody_was_there(clock):
    tasks = tasks_without_workers(lambda: second.end())
    first, second = Ends(), Ends()
    tasks.when_done(first, lambda: tasks.when_done(second, lambda: None))
    clock.now = 100.0  # all the time results came, so that nobody looked for workers
    first.end()
    tasks.wait()


def test_workers_that_are_gone_are_waited_for_so_long(clock):
    def looked():
        clock.now += 25.0

    tasks = tasks_without_workers(looked)
    tasks.when_done(Ends(), lambda: None)
    with pytest.raises(BdError, match=r"^local: for 60 s no worker is there; nothing is written$"):
        tasks.wait()
    assert clock.now == 75.0
