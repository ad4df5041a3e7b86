import sqlite3

import pytest

from bd.ask.memory import PromptMemory
from bd.errors import BdError


def test_what_is_put_is_there_for_the_next_run(tmp_path):
    path = tmp_path / "cache" / "prompts.sqlite"
    PromptMemory(path, "weights").put("Job:", [1, 2], ([-0.5, None], 7))
    memory = PromptMemory(path, "weights")
    assert memory.get("Job:", [1, 2]) == ([-0.5, None], 7)
    assert memory.get("Job: ", [1, 2]) is None
    assert memory.get("Job:", [2, 1]) is None
    assert PromptMemory(path, "other weights").get("Job:", [1, 2]) is None


def test_numbers_come_back_as_they_were(tmp_path):
    memory = PromptMemory(tmp_path / "prompts.sqlite", "weights")
    value = -1.2345678901234567e-05
    memory.put("Job:", [1], ([value], None))
    assert memory.get("Job:", [1]) == ([value], None)


def test_a_memory_that_cannot_be_used_is_named(tmp_path):
    path = tmp_path / "prompts.sqlite"
    path.write_bytes(b"no data base, but longer than a hundred bytes " * 5)
    with pytest.raises(BdError, match=r"prompts.sqlite: cannot be used \(file is not a database\); it may be deleted"):
        PromptMemory(path, "weights")


def test_a_full_disk_is_named(tmp_path):
    memory = PromptMemory(tmp_path / "prompts.sqlite", "weights")

    class Full:
        def execute(self, *_):
            raise sqlite3.OperationalError("database or disk is full")

    memory._db = Full()
    with pytest.raises(BdError, match=r"prompts.sqlite: cannot be written \(database or disk is full\)"):
        memory.put("Job:", [1], ([-0.5], 7))


def test_a_memory_that_breaks_while_it_is_read_is_named(tmp_path):
    memory = PromptMemory(tmp_path / "prompts.sqlite", "weights")

    class Locked:
        def execute(self, *_):
            raise sqlite3.OperationalError("database is locked")

    memory._db = Locked()
    with pytest.raises(BdError, match=r"prompts.sqlite: cannot be read \(database is locked\); it may be deleted"):
        memory.get("Job:", [1])
