"""A command takes memory sparingly; who imports the library keeps the memory pool that they had."""

from __future__ import annotations

import subprocess
import sys

import pytest

POOL = "import pyarrow as pa; print(pa.default_memory_pool().backend_name)"


def told(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_who_imports_the_library_keeps_their_own_pool():
    assert told(f"import bd.answers.arrow, bd.replay.work; {POOL}") == told(POOL)


@pytest.mark.parametrize("first", ["", "import pyarrow; "])
def test_a_command_takes_memory_from_the_system(first):
    assert told(f"{first}from bd.memory import be_sparing; be_sparing(); {POOL}") == "system"
