"""The description beside a log, `<edit>.jsonl.gz.metadata.json`: which model answered, and to which texts.

A log without one (the public record's older ones) is read and marked unpinned: nothing proves what it answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bd.answers.place import read_at, why
from bd.answers.unpack import LogFaultError
from bd.files import is_day
from bd.jsons import load
from bd.machine import Machine, machine_of
from bd.said import brief
from bd.study.deciding import ARGMAX, SAMPLED, deciding_faults
from bd.study.plan import ANSWERS_FORMAT

__all__ = ["ARGMAX", "SAMPLED", "SIDECAR_SUFFIX", "Sidecar", "read_sidecar"]

SIDECAR_SUFFIX = ".metadata.json"
_NAME, _OURS = ANSWERS_FORMAT.split("@")
_FORMAT = re.compile(rf"{_NAME}@(\d{{1,9}})")
_SETTINGS = ("temperature", "top_p", "top_k", "settings", "params")
"""Keys under which a description may say how the model was set; they are compared with those of its other logs."""
_KINDS: Mapping[str, tuple[type, str]] = {
    "build": (dict, "an object with package and version"),
    "decides": (str, "a text"),
    "texts_sha256": (str, "a text"),
    "sha256": (str, "a text"),
    "rows": (int, "a whole number"),
    "licence": (str, "a text"),
    "asked": (str, "a day, such as 2026-01-31"),
}


@dataclass(frozen=True)
class Sidecar:
    """What is known about one log."""

    model: str | None
    """The folder under `answers/` that the log was written for, if told."""
    build: Mapping[str, Any]
    """Package, version and SHA-256 of the weights."""
    decides: str
    """One of `bd.study.deciding.DECIDES`."""
    cutoff: float | None
    """From which probability on the positive option is chosen; None where something else decides."""
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
    calibration: Mapping[str, Any] | None = None
    """What was fitted for the question before it was asked, if anything was."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """How the model was set, as far as that is told."""
    machine: Machine | None = None
    """What the model ran on, if told."""

    def of_model(self) -> dict[str, Any]:
        """Return what is the same in all logs of one model, by its name for messages."""
        return {**{key: value for key, value in self.build.items() if value is not None}, "decides": self.decides} | {
            key: value for key, value in self.settings.items() if value is not None
        }

    def of_question(self) -> dict[str, Any]:
        """Return what is the same in all logs of one model and decision."""
        said = {"calibration": self.calibration, "cutoff": self.cutoff}
        return {key: value for key, value in said.items() if value is not None and value != {}}


def read_sidecar(log: Path) -> Sidecar | None:
    """Return the description of a log, None if it has none.

    Raises
    ------
    LogFaultError
        It cannot be read, lacks a key, or has a newer format.
    """
    path = log.with_name(log.name + SIDECAR_SUFFIX)
    try:
        values = load(read_at(path))
    except FileNotFoundError as error:
        if path.is_symlink():
            raise LogFaultError(
                f"its description {path.name} is a link to a file that is not there; fetch it"
            ) from error
        return None
    except (OSError, ValueError) as error:
        said = why(error) if isinstance(error, OSError) else str(error)
        raise LogFaultError(f"its description {path.name} cannot be read ({said})") from error
    if not isinstance(values, dict):
        raise LogFaultError(f"its description {path.name} is not an object")
    try:
        faults = list(_faults(values))
    except RecursionError as error:
        raise LogFaultError(f"its description {path.name} holds values nested too deep") from error
    if faults:
        raise LogFaultError(f"its description {path.name}: {'; '.join(faults)}")
    return Sidecar(
        model=values.get("model"),
        build=values["build"],
        decides=values["decides"],
        cutoff=values.get("cutoff"),
        limit=values.get("limit"),
        texts_sha256=values["texts_sha256"].lower(),
        sha256=values["sha256"].lower(),
        rows=values["rows"],
        licence=values["licence"],
        asked=values["asked"],
        calibration=values.get("calibration"),
        settings={key: values[key] for key in _SETTINGS if key in values},
        machine=machine_of(values.get("machine")),
    )


def _faults(values: Mapping[str, Any]) -> Iterator[str]:
    """Name everything that is wrong with a description at once."""
    stated = values.get("format")
    known = _FORMAT.fullmatch(str(stated))
    if stated != ANSWERS_FORMAT:
        newer = "; it is newer, update bd" if known is not None and int(known[1]) > int(_OURS) else ""
        yield f"format is {brief(stated)}, this bd reads {ANSWERS_FORMAT!r}{newer}"
    for key, (kind, words) in _KINDS.items():
        if key not in values:
            yield f"{key} is missing"
        elif not isinstance(values[key], kind) or isinstance(values[key], bool):
            yield f"{key} must be {words}"
    if isinstance(values.get("licence"), str) and not values["licence"].strip():
        yield "licence is empty"
    if isinstance(values.get("asked"), str) and not is_day(values["asked"]):
        yield f"asked {brief(values['asked'])} is no day, such as 2026-01-31"
    if isinstance(values.get("build"), dict):
        for key in ("package", "version"):
            if not isinstance(values["build"].get(key), str) or not values["build"][key].strip():
                yield f"build.{key} must be a text, and not empty"
    if not isinstance(values.get("calibration"), (dict, type(None))):
        yield "calibration must be an object, or null"
    if isinstance(values.get("decides"), str):
        yield from deciding_faults(values["decides"], values.get("cutoff"))
    limit = values.get("limit")
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
        yield "limit must be a whole number of texts, or null for all"
    if values.get("machine") is not None and machine_of(values["machine"]) is None:
        yield "machine must be an object with architecture and maker alone, both texts"
    if not isinstance(values.get("model", ""), str):
        yield "model must be the name of its folder"
