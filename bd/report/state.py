"""How a report knows that nothing has changed: everything that it rests on, and the file that it left.

The state stands in `.cache/bd/report/` and can be deleted at any time; it is believed as that of a replay
(`bd.replay.state`) is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from bd.kept import CACHE, KeptFiles
from bd.replay.state import kept_logs
from bd.seen import PACKAGE, Named, Seen, files_below, libraries, look

if TYPE_CHECKING:
    from bd.answers.kept import KeptLogs

__all__ = ["DATA_FILE", "GIVEN", "Looked", "given_day", "keep_state", "look_at", "unchanged"]

DATA_FILE = "site/data/leaderboard.json"
GIVEN = "date_given"
"""Under `provenance`: true where the day is one that somebody asked for, which later reports keep."""
_FORMAT = "bd/report-state@1"
_FOLDER, _STATE = f"{CACHE}/report", "state"


@dataclass(frozen=True)
class Looked:
    """Everything that a report rests on."""

    root: Path
    began_ns: int
    """When the files were looked at, by this machine's clock."""
    asked: Mapping[str, Any]
    """What was asked for: the day, whether it was given, the commit."""
    inputs: Mapping[str, Seen]
    libraries: str

    @property
    def logs(self) -> KeptLogs:
        """The logs as a replay read them."""
        return kept_logs(self.root, self.inputs, self.libraries)


def look_at(root: Path, **asked: str | bool | None) -> Looked:
    """Return what a report of a project rests on now, given what is asked for."""
    began_ns, state = time.time_ns(), _state(root)
    before = {} if state is None else {name: Seen(*each) for name, each in state["inputs"].items()}
    return Looked(root, began_ns, asked, look(_files(root), before, state["began_ns"] if state else 0), libraries())


def unchanged(looked: Looked) -> dict[str, Any] | None:
    """Return the data file's contents, if the last report left it so and nothing has changed since; else None."""
    state = _state(looked.root)
    if state is None or (state["libraries"], state["asked"]) != (looked.libraries, looked.asked):
        return None
    if _sums(looked.inputs) != {name: Seen(*each).sha256 for name, each in state["inputs"].items()}:
        return None
    try:
        board: dict[str, Any] = orjson.loads((looked.root / DATA_FILE).read_bytes())
    except (OSError, ValueError):
        return None
    return board


def given_day(root: Path) -> str | None:
    """Return the day that somebody asked for when the file that is there was made; None where nobody did."""
    try:
        named = orjson.loads((root / DATA_FILE).read_bytes())["provenance"]
        day = named["generated"] if named.get(GIVEN) is True else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return day if isinstance(day, str) else None


def keep_state(looked: Looked) -> None:
    """Remember a report that has just been written; not if something that it rests on is other by now."""
    before = {name: each for name, each in looked.inputs.items() if name != DATA_FILE}
    now = look(_files(looked.root), before, looked.began_ns)
    if {name: sha256 for name, sha256 in _sums(now).items() if name != DATA_FILE} != _sums(before):
        return
    state = {
        "format": _FORMAT,
        "root": str(looked.root),
        "began_ns": looked.began_ns,
        "libraries": looked.libraries,
        "asked": looked.asked,
        "inputs": {name: list(each) for name, each in now.items()},
    }
    with suppress(TypeError):  # a name that is no UTF-8 cannot be told; then nothing is remembered
        KeptFiles(looked.root / _FOLDER).keep(_STATE, orjson.dumps(state))


def _files(root: Path) -> Iterator[Named]:
    yield from files_below("bd:", str(PACKAGE))
    for part in ("answers", "studies"):
        yield from files_below(f"{part}/", str(root / part))
    yield DATA_FILE, str(root / DATA_FILE)


def _sums(seen: Mapping[str, Seen]) -> dict[str, str]:
    return {name: each.sha256 for name, each in seen.items()}


def _state(root: Path) -> dict[str, Any] | None:
    data = KeptFiles(root / _FOLDER).get(_STATE)
    try:
        state = None if data is None else orjson.loads(data)
        return state if state is not None and (state["format"], state["root"]) == (_FORMAT, str(root)) else None
    except (KeyError, TypeError, ValueError):
        return None
