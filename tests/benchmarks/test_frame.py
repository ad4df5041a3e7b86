import sys
from pathlib import Path

import pytest

from bd.errors import BdError
from benchmarks.frame import Ran, child, in_turn, machine, ratios

MEGABYTES = 10**6


def test_a_child_tells_what_it_said_and_its_own_peak_memory(tmp_path: Path) -> None:
    held = bytearray(300 * MEGABYTES)  # what the parent holds must not count
    held[::4096] = b"x" * len(held[::4096])
    small = child([sys.executable, "-I", "-c", "print('said')"], at=tmp_path)
    large = child([sys.executable, "-I", "-c", "b = b'x' * 200_000_000"])
    assert small.said == "said\n"
    assert 0 < small.peak < 100 * MEGABYTES
    assert 200 * MEGABYTES < large.peak < 300 * MEGABYTES


def test_a_child_that_fails_is_told_with_its_last_words() -> None:
    with pytest.raises(BdError, match="exit status 3: no snails here"):
        child([sys.executable, "-c", "import sys; print('no snails here', file=sys.stderr); sys.exit(3)"])


def test_things_run_in_turn() -> None:
    order: list[str] = []

    def works(name: str, seconds: float) -> Ran:
        order.append(name)
        return Ran(seconds)

    runs = in_turn({"slow": lambda: works("slow", 6.0), "fast": lambda: works("fast", 2.0)}, 3)
    assert order == ["slow", "fast"] * 3
    assert ratios(runs["slow"], runs["fast"]) == (3.0, 3.0, 3.0)


def test_the_machine_has_cores_and_memory() -> None:
    found = machine()
    assert found.cores > 0
    assert found.memory > 0
    assert "numpy" in found.packages
