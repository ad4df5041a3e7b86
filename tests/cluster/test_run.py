from functools import partial

import pytest

from bd.cluster.run import parts_on
from bd.cluster.waiting import Tasks
from bd.effects import weights
from bd.replay.work import replay
from tests.cluster.conftest import OTHER
from tests.cluster.processes import kill_workers
from tests.projects import DECISION, pack

LARGE = 20
"""Lists of more texts count as large in these tests."""
PART = 7


@pytest.fixture
def asked(monkeypatch):
    """Every task that was handed out, with its name."""
    found = []
    real = Tasks.do

    def do(self, task, name, *arguments, **more):
        found.append((task.__name__, name))
        return real(self, task, name, *arguments, **more)

    monkeypatch.setattr(Tasks, "do", do)
    return found


def on(workers, project, progress=lambda step: None):
    return replay(project.root, elsewhere=partial(parts_on, workers, progress=progress, part=PART))


def test_workers_give_the_bytes_of_a_single_process(workers, project, alone, asked):
    done = on(workers, project)
    assert project.outputs() == alone
    assert any(effect.control.kind == "borrowed" for effect in done.effects)
    kinds = [kind for kind, _ in asked]
    assert (kinds.count("read"), kinds.count("decide"), kinds.count("score")) == (16, 2, 1)
    assert "sums_of" not in kinds


@pytest.mark.parametrize("large", [LARGE, 50])
def test_large_lists_that_are_cut_give_the_bytes_of_a_single_process(workers, project, monkeypatch, asked, large):
    counted = project.replay()
    monkeypatch.setattr(weights, "MOST_COUNTED", large)
    assert project.replay().written
    alone = project.outputs()
    done = on(workers, project)
    assert (project.outputs(), done.written, len(done.effects)) == (alone, (), len(counted.effects))
    kinds = [kind for kind, _ in asked]
    # Of sixty texts and of the 45 that moss was asked about; on the other decision both were asked about all.
    assert kinds.count("sums_of") == kinds.count("cut") == (2 * 9 + 7 if large == LARGE else 2 * 9)
    # Nine sums are added as eight and then two, seven at once.
    assert kinds.count("added") == (2 * 2 + 1 if large == LARGE else 2 * 2)


def test_a_log_that_cannot_be_read_is_named_and_the_rest_scored(workers, project):
    log = f"answers/moss/{DECISION}/age.jsonl.gz"
    project.write(log, pack([b"no JSON"]))
    (project.root / f"answers/moss/{DECISION}/club.jsonl.gz").unlink()
    (project.root / f"answers/moss/{DECISION}/club.jsonl.gz").mkdir()
    alone = project.replay()
    expected = project.outputs()
    done = on(workers, project)
    assert (done.problems, done.notes, project.outputs()) == (alone.problems, alone.notes, expected)
    assert {problem.path for problem in done.problems} == {log, log.replace("age", "club")}


def test_every_log_and_decision_is_told(workers, project):
    told = []
    on(workers, project, told.append)
    assert [line for line in told if line.startswith("16 of 16 logs read, 2 decisions done")]
    assert {line.split(": ")[1] for line in told} >= {DECISION, OTHER, f"answers/fern/{OTHER}/as-written.jsonl.gz"}


@pytest.mark.parametrize("at", [1, 9, 17])
def test_workers_that_are_killed_change_nothing(workers, project, monkeypatch, at):
    """Every worker there is, so that nothing that was worked out is left; after the first task, in the middle, late."""
    monkeypatch.setattr(weights, "MOST_COUNTED", LARGE)
    project.replay()
    alone = project.outputs()
    steps, killed = [], []

    def step(line):
        steps.append(line)
        if len(steps) == at:
            killed.extend(kill_workers(workers))

    on(workers, project, step)
    assert killed
    assert project.outputs() == alone


def test_workers_that_are_killed_while_parts_are_drawn_change_nothing(workers, project, monkeypatch, asked):
    monkeypatch.setattr(weights, "MOST_COUNTED", LARGE)
    project.replay()
    alone = project.outputs()
    real = Tasks.do
    killed = []

    def do(self, task, *arguments, **more):
        if task.__name__ == "decide" and not killed:
            killed.extend(kill_workers(workers))
        return real(self, task, *arguments, **more)

    monkeypatch.setattr(Tasks, "do", do)
    on(workers, project)
    assert killed
    assert project.outputs() == alone
