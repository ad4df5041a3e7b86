"""Lines of the files that a replay writes which are not, byte by byte, what the saved answers give.

Working them out is `bd.replay`'s part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bd.errors import Problem
from bd.replay.work import replayed_files
from bd.verify.differences import ABSENT, shown

__all__ = ["Stale", "stale_rows"]

_NAMES = (
    *("build", "characteristic", "edit", "kind", "group", "question", "measure"),
    *("label", "reference", "variant", "share"),
)
"""What a row of any kind is known by within its file."""


@dataclass(frozen=True)
class Stale:
    """One line, or a file, that differs."""

    path: str
    line: int | None
    """1-based; None where the line, or the file, is missing."""
    message: str

    def __str__(self) -> str:
        return str(Problem(self.path, self.line, self.message))


def stale_rows(root: Path, files: Mapping[str, bytes]) -> Iterator[Stale]:
    """Yield every line that differs from what a replay gives, by file.

    Parameters
    ----------
    root
        The project's folder.
    files
        What a replay gives: the bytes of every file, by its path relative to the project.
    """
    for path in sorted({*files, *replayed_files(root)}):
        if path not in files:
            yield Stale(path, None, "no saved answer stands behind it; bd replay removes it")
        elif not (root / path).is_file():
            yield Stale(path, None, "is missing; bd replay writes it")
        else:
            yield from _lines(path, (root / path).read_bytes(), files[path])


def _lines(path: str, data: bytes, again: bytes) -> Iterator[Stale]:
    if data == again:
        return
    wanted = {_key(orjson.loads(line)): line for line in again.splitlines()}
    order: dict[tuple[str, ...], None] = {}
    for number, line in enumerate(data.splitlines(), 1):
        row = _row(line)
        if row is None:
            yield Stale(path, number, "not a scored row")
        elif _key(row) not in wanted or _key(row) in order:
            yield Stale(path, number, f"{_called(row)}: the saved answers give no such row")
        else:
            order[_key(row)] = None
            if line != wanted[_key(row)]:
                yield Stale(path, number, f"{_called(row)}: {_what(row, orjson.loads(wanted[_key(row)]))}")
    for key in (key for key in wanted if key not in order):
        yield Stale(path, None, f"{_called(orjson.loads(wanted[key]))}: the row is missing")
    if order.keys() == wanted.keys() and list(order) != list(wanted):
        yield Stale(path, None, "the rows stand in another order")
    elif list(order) == list(wanted) and data.splitlines() == again.splitlines():
        yield Stale(path, None, "the line ends are others")


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return row if isinstance(row, dict) else None


def _key(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(row.get(key)) for key in _NAMES)


def _called(row: Mapping[str, Any]) -> str:
    """Return a row's name: a scored row stands in the file of its question, a level may name one."""
    names = ("build", "group") if "build" in row else ("kind", "group", "question")
    return " ".join(str(row[name]) for name in names if row.get(name)) or "the row"


def _what(file: Any, again: Any, at: str = "") -> str:
    """Say what differs first between two rows."""
    if isinstance(file, dict) and isinstance(again, dict):
        for key in sorted({*file, *again}):
            mine, theirs = file.get(key, ABSENT), again.get(key, ABSENT)
            if mine != theirs:
                return _what(mine, theirs, f"{at}.{key}" if at else key)
    if isinstance(file, list) and isinstance(again, list) and len(file) == len(again):
        for number, (mine, theirs) in enumerate(zip(file, again, strict=True)):
            if mine != theirs:
                return _what(mine, theirs, f"{at}[{number}]")
    return f"{at}: file {shown(file)}, replay {shown(again)}" if at else "the same values, written otherwise"
