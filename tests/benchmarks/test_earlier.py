from dataclasses import replace
from pathlib import Path

from benchmarks.earlier import Earlier
from benchmarks.frame import Measured, Ran, Timed, machine

MACHINE = machine()


def code(root: Path, text: str = "one") -> Path:
    (root / "bd").mkdir(exist_ok=True)
    (root / "bd" / "snail.py").write_text(text)
    return root


def test_parts_measured_apart_come_together_in_order(tmp_path: Path) -> None:
    root = code(tmp_path)
    small, large = Measured("a", (1.0, 2.0), 1.0, "A note."), Measured("a", (3.0,), 100.0)
    timed = Timed("Cold replay", "what", (Ran(1.5, 10),), 1.0)
    Earlier(MACHINE, root).put("replay", [large])
    Earlier(MACHINE, root).put("shards", [Measured("b", (0.0,))])
    Earlier(MACHINE, root).put("replay", [small, timed])
    assert Earlier(MACHINE, root).all(["shards", "replay"]) == [Measured("b", (0.0,)), small, timed, large]


def test_a_size_measured_again_takes_the_place_of_what_was_found_before(tmp_path: Path) -> None:
    root = code(tmp_path)
    Earlier(MACHINE, root).put("replay", [Measured("a", (1.0,), 10.0), Measured("c", (1.0,), 10.0)])
    Earlier(MACHINE, root).put("replay", [Measured("a", (2.0,), 10.0)])
    assert Earlier(MACHINE, root).all(["replay"]) == [Measured("a", (2.0,), 10.0)]


def test_other_code_another_machine_or_a_broken_file_leave_nothing(tmp_path: Path) -> None:
    root = code(tmp_path)
    Earlier(MACHINE, root).put("replay", [Measured("a", (1.0,))])
    assert Earlier(MACHINE, root).all(["replay"])
    assert Earlier(replace(MACHINE, cores=MACHINE.cores + 1), root).all(["replay"]) == []
    assert Earlier(MACHINE, code(tmp_path, "two")).all(["replay"]) == []
    code(tmp_path)
    (root / ".cache" / "bd" / "bench.json").write_text("{")
    assert Earlier(MACHINE, root).all(["replay"]) == []
