"""What earlier runs of `make bench` found, so that a page need not be measured in one go.

It counts only as long as machine, libraries and the code of bd and of the benchmarks are the same, and may be deleted
at any time. A part that is measured again takes the place of what it found before, size by size.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bd.files import dump_json, write_atomically
from benchmarks.frame import Machine, Measured, Ran, Timed

__all__ = ["Earlier"]

_ROOT = Path(__file__).parent.parent
_FILE = Path(".cache") / "bd" / "bench.json"

Found = Measured | Timed


class Earlier:
    """What is remembered of a machine and of this code; nothing where either is another.

    Parameters
    ----------
    machine
        What it was measured on.
    root
        The folder that holds `bd` and `benchmarks`.
    """

    def __init__(self, machine: Machine, root: Path = _ROOT) -> None:
        self._file = root / _FILE
        self._basis = _basis(machine, root)
        self._kept: dict[str, list[Any]] = self._read()

    def _read(self) -> dict[str, list[Any]]:
        try:
            kept = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        right = isinstance(kept, dict) and kept.get("basis") == self._basis and isinstance(kept.get("found"), dict)
        return kept["found"] if right else {}

    def put(self, part: str, found: Iterable[Found]) -> None:
        """Remember what a part found, in place of what it found at the same sizes."""
        new: dict[str, list[Any]] = {}
        for each in found:
            new.setdefault(f"{part} {each.scale}", []).append({"kind": type(each).__name__} | asdict(each))
        self._kept |= new
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._file, dump_json({"basis": self._basis, "found": self._kept}))

    def all(self, parts: Iterable[str]) -> list[Found]:
        """Return everything remembered of these parts, in their order, the smallest size first."""
        order = list(parts)

        def place(key: str) -> tuple[int, float]:
            part, _, scale = key.partition(" ")
            return order.index(part), -1.0 if scale == "None" else float(scale)

        known = sorted((key for key in self._kept if key.partition(" ")[0] in order), key=place)
        return [_record(each) for key in known for each in self._kept[key]]


def _record(kept: Mapping[str, Any]) -> Found:
    values = {key: value for key, value in kept.items() if key != "kind"}
    if kept["kind"] == Timed.__name__:
        return Timed(**values | {"runs": tuple(Ran(**ran) for ran in values["runs"])})
    return Measured(**values | {"runs": tuple(values["runs"])})


def _basis(machine: Machine, root: Path) -> str:
    """Return a sum of everything that figures hang on."""
    found = hashlib.sha256(json.dumps(asdict(machine), sort_keys=True).encode())
    for folder in ("bd", "benchmarks", "templates"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(
                    f"{path.relative_to(root).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
                )
    return found.hexdigest()
