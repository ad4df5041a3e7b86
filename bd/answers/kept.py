"""Logs as they were read, kept as Arrow files, and what they were asked: what has not changed is not made again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
import pyarrow as pa

from bd.answers.arrow import numbers, values_of
from bd.answers.outline import Outline, outline_from, outline_parts
from bd.answers.read import Log
from bd.kept import KeptFiles, pack, unpack
from bd.study.records import Decision

__all__ = ["KeptLogs"]


@dataclass(frozen=True)
class KeptLogs:
    """Reads a log from what was kept of it, or keeps what was read.

    Parameters
    ----------
    files
        Where they stand.
    code
        A sum over the code that reads logs; what another version kept is not believed.
    study
        A sum over the files of the study.
    """

    files: KeptFiles
    code: str
    study: str

    def log(self, sha256: str, decision: Decision, decides: tuple[Any, ...], read: Callable[[], Log]) -> Log:
        """Return a log, by the SHA-256 of its file and how it decides; a fault that `read` raises is not kept."""
        name = self.log_name(sha256, decision, decides)
        data = self.files.get(name)
        if data is not None:
            return _unpacked(data)
        log = read()
        self.files.keep(name, _packed(log))
        return log

    def log_name(self, sha256: str, decision: Decision, decides: tuple[Any, ...]) -> str:
        """Return what the file of a log is called, by what `log` takes."""
        options = [option.id for option in decision.options]
        parts = [self.code, sha256, decision.id, options, decision.positive, *decides]
        return f"{hashlib.sha256(orjson.dumps(parts)).hexdigest()}.arrow"

    def outline(self, decision: str, edit: str, limit: int | None) -> Outline | None:
        """Return what a log of today's study was asked, if it is known."""
        data = self.files.get(self.outline_name(decision, edit, limit))
        return None if data is None else outline_from(*unpack(data))

    def keep_outline(self, decision: str, edit: str, limit: int | None, outline: Outline) -> None:
        """Remember it."""
        self.files.keep_later(self.outline_name(decision, edit, limit), pack(*outline_parts(outline)))

    def outline_name(self, decision: str, edit: str, limit: int | None) -> str:
        """Return what the file of an outline is called."""
        parts = [self.code, self.study, decision, edit, limit]
        return f"{hashlib.sha256(orjson.dumps(parts)).hexdigest()}.outline"


def _packed(log: Log) -> bytes:
    told = orjson.dumps(
        {"sha256": log.sha256, "repeated": log.repeated, "notes": log.notes, "stated": dict(log.stated)}
    )
    columns = {
        "id": log.row_ids,
        "choice": numbers(log.choices),
        "millionths": numbers(log.millionths),
        "cause": numbers(log.causes),
        "line": numbers(log.lines),
    }
    if log.asked is not None:
        columns["asked"] = log.asked
    table = pa.table(columns).replace_schema_metadata({"log": told})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as out:
        out.write_table(table)
    return bytes(sink.getvalue())


def _unpacked(data: memoryview) -> Log:
    table = pa.ipc.open_file(pa.py_buffer(data)).read_all()
    told = orjson.loads(table.schema.metadata[b"log"])
    arrays = {name: table.column(name).combine_chunks() for name in table.column_names}
    return Log(
        row_ids=arrays["id"],
        choices=values_of(arrays["choice"], np.int8),
        millionths=values_of(arrays["millionths"], np.int32),
        causes=values_of(arrays["cause"], np.int8),
        sha256=told["sha256"],
        repeated=told["repeated"],
        notes=tuple((line, note) for line, note in told["notes"]),
        lines=values_of(arrays["line"], np.int32),
        asked=arrays.get("asked"),
        stated=told["stated"],
    )
