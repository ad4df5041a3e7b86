"""Saved answers on the disk: rows, logs in the making, finished logs with their sidecars.

A log in the making is `<edit>.jsonl.part`: a first line that says what it holds, then a row a line, flushed as it
comes. A kill at any moment leaves at most half a line, which is cut off when the asking goes on. A finished log is the
gzipped rows, written after its sidecar; the part file goes last, so that whatever was not reached is done again. A row
that holds no answer is asked again, in the making or finished: its new line comes after the others, and counts.
"""

from __future__ import annotations

import fcntl
import gzip
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

import orjson

from bd.ask.model import Answer, Question, Row
from bd.errors import BdError
from bd.files import dump_json, gzip_bytes, read_bytes, sha256_bytes, write_atomically
from bd.jsons import load

__all__ = [
    "MILLION",
    "LogFiles",
    "PartFile",
    "answer_row",
    "failed",
    "missing_rows",
    "only_asker",
    "round_probabilities",
]

MILLION = 1_000_000
"""Probabilities are saved as whole millionths, 6 decimals."""
_NO_CHOICE = re.compile(rb'"choice":\s*null')


def round_probabilities(chances: Mapping[str, float]) -> dict[str, float]:
    """Round to 6 decimals so that the sum stays 1: by largest remainder, of equals the first.

    The chances need not sum to 1 exactly; they are divided by their sum first.
    """
    total = sum(chances.values())
    exact = {option: chance / total * MILLION for option, chance in chances.items()}
    whole = {option: int(value) for option, value in exact.items()}
    short = MILLION - sum(whole.values())
    for option in sorted(exact, key=lambda o: whole[o] - exact[o])[:short]:
        whole[option] += 1
    return {option: value / MILLION for option, value in whole.items()}


def answer_row(model: str, question: Question, row: Row, answer: Answer) -> dict[str, Any]:
    """Return an answer as it stands in a log."""
    said: dict[str, Any] = {"type": "choice", "choice": None}
    if answer.error is not None:
        said["error"] = answer.error
    else:
        rounded = round_probabilities(_checked(model, question, row, answer))
        if answer.choice is not None and answer.choice not in rounded:
            raise BdError(f"{model}: chose {answer.choice!r} for {row.id}, which is none of {', '.join(rounded)}")
        said["choice"] = answer.choice or _choice(question, rounded, answer.cutoff)
        said["probabilities"] = rounded
    return {
        "id": row.id,
        "model": model,
        "usage": None if answer.input_tokens is None else {"input_tokens": answer.input_tokens},
        "latency_ms": None if answer.latency_ms is None else round(answer.latency_ms, 1),
        "answers": {question.decision: said},
    }


def _choice(question: Question, rounded: Mapping[str, float], cutoff: float | None) -> str:
    """Return the most probable option; with a cutoff, the followed one from there on, else the best of the others.

    By the numbers that the log holds, so that every row can be checked by itself.
    """
    if cutoff is not None and rounded[question.positive] >= cutoff:
        return question.positive
    standing = [option for option in rounded if cutoff is None or option != question.positive]
    return max(standing, key=lambda option: rounded[option])


def _checked(model: str, question: Question, row: Row, answer: Answer) -> dict[str, float]:
    """Return the probabilities in the options' order; a `BdError` where an adapter gave something else."""
    chances = {option.id: float(answer.probabilities.get(option.id, math.nan)) for option in question.options}
    if not all(math.isfinite(chance) and chance >= 0 for chance in chances.values()) or not any(chances.values()):
        raise BdError(f"{model}: no probabilities for {question.decision} and {row.id}: {dict(answer.probabilities)}")
    return chances


@dataclass(frozen=True)
class LogFiles:
    """The files of one log."""

    root: Path
    model: str
    decision: str
    edit: str

    @property
    def log(self) -> Path:
        """The finished log."""
        return self.root / "answers" / self.model / self.decision / f"{self.edit}.jsonl.gz"

    @property
    def sidecar(self) -> Path:
        """What is known about the finished log."""
        return self.log.with_name(f"{self.log.name}.metadata.json")

    @property
    def part(self) -> Path:
        """The log in the making."""
        return self.log.with_name(f"{self.edit}.jsonl.part")

    @property
    def shown(self) -> str:
        """The log's path for messages."""
        return self.log.relative_to(self.root).as_posix()

    def saved_facts(self) -> dict[str, Any] | None:
        """Return the sidecar of a finished log whose bytes are the ones it names; None where there is none."""
        facts = self.sidecar_facts() if self.log.is_file() else None
        same = facts is not None and str(facts.get("sha256")).lower() == sha256_bytes(read_bytes(self.log))
        return facts if same else None

    def sidecar_facts(self) -> dict[str, Any] | None:
        """Return the sidecar as it stands, whatever bytes the log has; None where there is none, or none of JSON."""
        if not self.sidecar.is_file():
            return None
        try:
            facts: Any = load(read_bytes(self.sidecar))
        except ValueError:
            return None
        return facts if isinstance(facts, dict) else None

    def begun_facts(self) -> dict[str, Any] | None:
        """Return what the first line of a log in the making says it holds; None where there is none to go on with."""
        try:
            with self.part.open("rb") as file:
                facts: Any = orjson.loads(file.readline())["part"]
        except (OSError, orjson.JSONDecodeError, KeyError, TypeError):
            return None
        return facts if isinstance(facts, dict) else None

    def saved_rows(self) -> list[dict[str, Any]]:
        """Return the rows of a finished log."""
        try:
            return [orjson.loads(line) for line in gzip.decompress(read_bytes(self.log)).splitlines()]
        except (OSError, EOFError, ValueError) as error:
            raise BdError(f"{self.shown}: not a gzipped log of JSON lines ({error})") from error

    def answered_lines(self) -> dict[str, bytes]:
        """Return the lines of a finished log that hold an answer, by the id of their row."""
        return {row["id"]: dump_json(row) for row in self.saved_rows() if not failed(row)}

    def has_failed_rows(self) -> bool:
        """Tell whether rows of a finished log hold no answer."""
        try:
            text = gzip.decompress(read_bytes(self.log))
        except (OSError, EOFError, ValueError):  # told when its rows are needed
            return False
        return _NO_CHOICE.search(text) is not None and any(failed(row) for row in self.saved_rows())

    def finish(self, rows: bytes, facts: Mapping[str, Any]) -> None:
        """Write a whole log with its sidecar, and remove the log in the making.

        Where the log cannot be written, the sidecar is put back, so that an earlier log keeps its own.
        """
        packed = gzip_bytes(rows)
        count = rows.count(b"\n")
        earlier = self.sidecar.read_bytes() if self.sidecar.is_file() else None
        write_atomically(self.sidecar, dump_json({**facts, "rows": count, "sha256": sha256_bytes(packed)}, indent=True))
        try:
            write_atomically(self.log, packed)
        except BdError:
            self._put_back(earlier)
            raise
        self.part.unlink(missing_ok=True)

    def _put_back(self, sidecar: bytes | None) -> None:
        if sidecar is None:
            self.sidecar.unlink(missing_ok=True)
        else:
            with suppress(BdError):  # the error that led here is the one to tell
                write_atomically(self.sidecar, sidecar)


class PartFile:
    """A log in the making, opened where it was left.

    Parameters
    ----------
    header
        What the log holds. A part with another header holds answers to something else and is begun anew.
    ids
        The ids that the log's rows must have, in order.
    before
        Lines of rows that were answered before, by id, where a finished log is mended.
    """

    def __init__(
        self,
        path: Path,
        header: Mapping[str, Any],
        ids: Sequence[str],
        before: Mapping[str, bytes] = MappingProxyType({}),
    ) -> None:
        self._path = path
        self._ids = ids
        first = dump_json({"part": dict(header)})
        kept = _kept(path, first, ids, before)
        self._lines = {**before, **_by_id(kept)}
        self.missing = _missing(kept, ids, before)
        """Ids of the rows that are to be asked: those that were not yet, and those that hold no answer."""
        self._start = len(first)
        with self._told():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("r+b" if path.exists() else "w+b")
            try:
                self._begin(first, kept)
            except OSError:
                with suppress(OSError):  # what could not be written is tried once more on closing
                    self._file.close()
                raise

    def _begin(self, first: bytes, kept: bytes) -> None:
        """Cut off whatever follows the rows to keep, or write the first line of a new part."""
        if not kept:
            self._file.truncate(0)
            self._file.write(first)
        else:
            self._file.truncate(self._start + len(kept))
            self._file.seek(0, os.SEEK_END)
        self._file.flush()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BdError(
                f"{self._path}: cannot be written ({error.strerror}); rows saved so far are kept, ask again to go on"
            ) from error

    def add(self, lines: bytes) -> None:
        """Append rows, a line each, and hand them to the system, so that a kill cannot lose them."""
        with self._told():
            self._file.write(lines)
            self._file.flush()
        self._lines |= _by_id(lines)

    def rows(self) -> bytes:
        """Return every row so far, in order; of one that was asked again, what was said last."""
        return b"".join(self._lines[row_id] for row_id in self._ids if row_id in self._lines)

    def close(self) -> None:
        """Close the file; what was added stays."""
        with self._told():
            self._file.close()


def missing_rows(
    path: Path, header: Mapping[str, Any], ids: Sequence[str], before: Mapping[str, bytes] = MappingProxyType({})
) -> tuple[str, ...]:
    """Return the ids of the rows that a log in the making lacks; parameters as for `PartFile`, nothing is written."""
    return _missing(_kept(path, dump_json({"part": dict(header)}), ids, before), ids, before)


def _missing(kept: bytes, ids: Sequence[str], before: Iterable[str]) -> tuple[str, ...]:
    answered = {*before, *(row_id for row_id, line in _by_id(kept).items() if not failed(orjson.loads(line)))}
    return tuple(row_id for row_id in ids if row_id not in answered)


def failed(row: Mapping[str, Any]) -> bool:
    """Tell whether a row holds no answer, so that it is asked again."""
    return any(body.get("choice") is None for body in row.get("answers", {}).values())


def _by_id(lines: bytes) -> dict[str, bytes]:
    return {orjson.loads(line)["id"]: line for line in lines.splitlines(keepends=True)}


def _kept(path: Path, first: bytes, ids: Sequence[str], before: Iterable[str]) -> bytes:
    """Return the whole rows of a part file that belong to this log, up to the first that does not.

    Each asking adds the rows that were missing when it began, in order, until it is stopped.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return b""
    if not content.startswith(first):
        return b""
    kept, answered = [], set(before)
    awaited = iter([row_id for row_id in ids if row_id not in answered])
    for line in content[len(first) :].splitlines(keepends=True):
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError:
            break
        if not line.endswith(b"\n") or not isinstance(row, dict):
            break
        if row.get("id") != next(awaited, None):  # else the asking was stopped here, and gone on with from the start
            awaited = iter([row_id for row_id in ids if row_id not in answered])
            if row.get("id") != next(awaited, None):
                break
        if not failed(row):
            answered.add(row["id"])
        kept.append(line)
    return b"".join(kept)


@contextmanager
def only_asker(root: Path, model: str) -> Iterator[None]:
    """Hold a model for one asker at a time; a `BdError` if another process has it. A kill lets go of it."""
    path = root / ".cache" / "bd" / "locks" / f"{model}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.open("a+b", buffering=0)
    except OSError as error:
        raise BdError(f"{path}: cannot be written ({error.strerror})") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            owner = lock.read().decode(errors="replace").strip() or "unknown"
            raise BdError(f"{model} is being asked already, by process {owner}; wait for it or stop it") from error
        with suppress(OSError):  # the process number is for messages only; the lock holds without it
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n".encode())
        yield
