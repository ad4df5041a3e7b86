"""The description beside a log, `<edit>.jsonl.gz.metadata.json`: which model answered, and to which texts.

A log without one (the public record's older ones) is read and marked unpinned: nothing proves what it answers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bd.answers.unpack import LogFaultError
from bd.files import read_ordinary

__all__ = ["FORMAT", "SIDECAR_SUFFIX", "Sidecar", "read_sidecar"]

FORMAT = "bd/answers@1"
SIDECAR_SUFFIX = ".metadata.json"
_FORMAT = re.compile(r"bd/answers@(\d+)")


@dataclass(frozen=True)
class Sidecar:
    """What is known about one log."""

    model: str | None
    """The folder under `answers/` that the log was written for, if told."""
    build: Mapping[str, Any]
    """Package, version and SHA-256 of the weights."""
    decides: str
    """`argmax` or `sampled`."""
    limit: int | None
    """How many of the decision's texts were asked about; None for all."""
    texts_sha256: str
    """Over the ids and texts as asked."""
    sha256: str
    """Of the log's bytes."""
    rows: int
    licence: str
    asked: str
    """The date, YYYY-MM-DD."""


def read_sidecar(log: Path) -> Sidecar | None:
    """Return the description of a log, None if it has none.

    Raises
    ------
    LogFaultError
        It cannot be read, lacks a key, or has a newer format.
    """
    path = log.with_name(log.name + SIDECAR_SUFFIX)
    try:
        values = orjson.loads(read_ordinary(path))
    except FileNotFoundError:
        return None
    except (OSError, orjson.JSONDecodeError) as error:
        raise LogFaultError(f"its description {path.name} cannot be read ({error})") from error
    if not isinstance(values, dict):
        raise LogFaultError(f"its description {path.name} is not an object")
    found = _FORMAT.fullmatch(str(values.get("format")))
    if not found:
        raise LogFaultError(
            f"its description {path.name} has format {values.get('format')!r}, this bd reads {FORMAT!r}"
        )
    if values["format"] != FORMAT:
        raise LogFaultError(
            f"its description {path.name} has format {values['format']!r}, newer than {FORMAT!r}; update bd"
        )
    try:
        return Sidecar(
            model=values.get("model"),
            build=dict(values["build"]),
            decides=_one_of(values["decides"], ("argmax", "sampled")),
            limit=None if values.get("limit") is None else int(values["limit"]),
            texts_sha256=str(values["texts_sha256"]),
            sha256=str(values["sha256"]),
            rows=int(values["rows"]),
            licence=str(values["licence"]),
            asked=str(values["asked"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LogFaultError(f"its description {path.name} lacks or misstates {error}") from error


def _one_of(value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"'decides' {value!r}")
    return str(value)
