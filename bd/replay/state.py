"""How a replay knows that nothing has changed: every file that it follows from, and every file that it left.

The state stands in `.cache/bd/replay/` and can be deleted at any time. It is believed only if it is whole, and each of
its lines is held against the disk. Nothing heavy is imported here, so that a replay with nothing to do is over at once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from bd.errors import Problem
from bd.files import sha256_bytes
from bd.kept import CACHE, KeptFiles
from bd.seen import PACKAGE, Named, Seen, files_below, libraries, look, sum_of

if TYPE_CHECKING:
    from bd.answers.kept import KeptLogs
    from bd.replay.kept import KeptParts
    from bd.study.records import Study

__all__ = ["Kept", "Told", "code_names", "keep_state", "kept_logs", "look_at", "still_so", "unchanged"]

_STATE = "state"
_FORMAT = "bd/replay-state@2"
_FOLDER = f"{CACHE}/replay"
_WRITTEN = ("decisions", "texts", "characteristics", "models")
"""Folders of `studies/` that people write."""
_STUDY = tuple(f"studies/{part}/" for part in _WRITTEN)
_STEPS = ("bd:answers/", "bd:effects/", "bd:board/", "bd:study/", "bd:replay/")
"""Where the code stands that numbers follow from, besides the modules of `bd` itself."""


@dataclass(frozen=True)
class Told:
    """What the command says of a replay."""

    effects: int
    builds: int
    clear: int
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


@dataclass(frozen=True)
class Kept:
    """Everything that a replay follows from, and what is kept of earlier ones."""

    root: Path
    began_ns: int
    """When the files were looked at, by this machine's clock."""
    inputs: Mapping[str, Seen]
    libraries: str

    @cached_property
    def code(self) -> str:
        """A sum over the code that numbers follow from, and over the libraries."""
        return _code(self.inputs, self.libraries)

    @cached_property
    def logs(self) -> KeptLogs:
        """The logs as they were read."""
        return kept_logs(self.root, self.inputs, self.libraries)

    def parts(self, study: Study, logs: Mapping[str, Sequence[str]]) -> KeptParts:
        """Return what was worked out of each decision, given the paths of the logs that are read of it."""
        from bd.replay.kept import KeptParts

        return KeptParts(self.root, study, self.inputs, self.code, logs)


def kept_logs(root: Path, inputs: Mapping[str, Seen], libraries: str) -> KeptLogs:
    """Return the logs of a project as a replay read them, for all who look at the same files and perhaps at more."""
    from bd.answers.kept import KeptLogs

    study = sum_of(inputs, sorted(name for name in inputs if name.startswith(_STUDY)))
    return KeptLogs(KeptFiles(root / _FOLDER / "logs"), _code(inputs, libraries), study)


def _code(inputs: Mapping[str, Seen], libraries: str) -> str:
    return f"{sum_of(inputs, code_names(inputs))} {libraries}"


def code_names(inputs: Iterable[str]) -> list[str]:
    """Return the modules among some inputs that numbers follow from, sorted."""
    return sorted(name for name in inputs if name.startswith(_STEPS) or (name.startswith("bd:") and "/" not in name))


def look_at(root: Path) -> Kept:
    """Return what a replay of a project follows from now."""
    began_ns, state = time.time_ns(), _state(root)
    before = {} if state is None else {name: Seen(*each) for name, each in state["inputs"].items()}
    inputs = look(_files(root), before, 0 if state is None else state["began_ns"])
    return Kept(root, began_ns, inputs, libraries())


def unchanged(kept: Kept) -> Told | None:
    """Return what the last replay told, if nothing has changed since; else None."""
    state = _state(kept.root)
    if state is None or state["libraries"] != kept.libraries:
        return None
    if _sums(kept.inputs) != {name: Seen(*each).sha256 for name, each in state["inputs"].items()}:
        return None
    outputs = {name: Seen(*each) for name, each in state["outputs"].items()}
    if _sums(look(_outputs(kept.root), outputs, state["kept_ns"])) != _sums(outputs):
        return None
    told = state["told"]
    return Told(
        **{key: told[key] for key in ("effects", "builds", "clear")},
        problems=tuple(Problem(**each) for each in told["problems"]),
        notes=tuple(Problem(**each) for each in told["notes"]),
    )


def keep_state(kept: Kept, told: Told, files: Mapping[str, bytes]) -> None:
    """Remember a replay that has just written these files; not if one of them is other by now."""
    kept_ns, outputs = time.time_ns(), look(_outputs(kept.root), {}, 0)
    if any(name not in outputs or outputs[name].sha256 != sha256_bytes(data) for name, data in files.items()):
        return
    state = {
        "format": _FORMAT,
        "root": str(kept.root),
        "began_ns": kept.began_ns,
        "libraries": kept.libraries,
        "inputs": {name: list(each) for name, each in kept.inputs.items()},
        "kept_ns": kept_ns,
        "outputs": {name: list(each) for name, each in outputs.items()},
        "told": told,
    }
    with suppress(TypeError):  # a name that is no UTF-8 cannot be told; then nothing is remembered
        KeptFiles(kept.root / _FOLDER).keep(_STATE, orjson.dumps(state))


def still_so(kept: Kept) -> bool:
    """Tell whether every file is as it was when it was looked at; what was read since may be another otherwise."""
    now = look(_files(kept.root), kept.inputs, kept.began_ns)
    return _sums(now) == _sums(kept.inputs)


def _sums(seen: Mapping[str, Seen]) -> dict[str, str]:
    return {name: each.sha256 for name, each in seen.items()}


def _state(root: Path) -> dict[str, Any] | None:
    data = KeptFiles(root / _FOLDER).get(_STATE)
    try:
        state = None if data is None else orjson.loads(data)
        return state if state is not None and (state["format"], state["root"]) == (_FORMAT, str(root)) else None
    except (KeyError, TypeError, ValueError):
        return None


def _files(root: Path) -> Iterator[Named]:
    yield from files_below("bd:", str(PACKAGE))
    yield from files_below("answers/", str(root / "answers"))
    for part in _WRITTEN:
        yield from files_below(f"studies/{part}/", str(root / "studies" / part))


def _outputs(root: Path) -> Iterator[Named]:
    """Yield every file that stands where a replay writes."""
    for folder in ("studies", "studies/levels"):
        try:
            names = sorted(entry.name for entry in os.scandir(root / folder) if entry.is_file())
        except OSError:
            continue
        yield from ((f"{folder}/{name}", str(root / folder / name)) for name in names)
