"""What is kept of each decision from one replay to the next: effects with their re-draws, shortlists, repeat rates.

Each is named by a sum over everything that it follows from: the code, the libraries, the study's files that bear on the
decision, and its logs. So nothing can be out of date; it can only be missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import orjson
from numpy.typing import NDArray

from bd.effects.cells import LogName, Source
from bd.effects.columns import Measured
from bd.effects.drawn import Answers, Drawn, Redrawn, Scored, Subtracted
from bd.effects.records import Compares, Effect
from bd.effects.rows import from_plain, from_row, plain, to_row
from bd.effects.shortlisted import Shortlisted
from bd.effects.stack import Held, Stacked
from bd.errors import Problem
from bd.kept import CACHE, KeptFiles, pack, unpack
from bd.replay.parts import Basis, Rates
from bd.seen import Seen, sum_of
from bd.study.records import Study

__all__ = ["KeptParts"]

T = TypeVar("T")
Arrays = dict[str, NDArray[Any]]


class KeptParts:
    """Remembers what was worked out of each decision, under `.cache/bd/replay/parts/`.

    Parameters
    ----------
    root, study
        The project.
    inputs
        Every file that a replay follows from, by name.
    code
        A sum over the code and the libraries.
    logs
        By decision, the paths of the logs that are read: one may be left out for what logs of other decisions say.
    """

    def __init__(
        self, root: Path, study: Study, inputs: Mapping[str, Seen], code: str, logs: Mapping[str, Sequence[str]]
    ) -> None:
        self._files = KeptFiles(root / CACHE / "replay" / "parts")
        self._study = study
        self._inputs = inputs
        self._code = code
        self._logs = logs
        self._faulty: set[str] = set()
        self._names = {decision: self._name(decision) for decision in study.decisions}

    def basis(self, decision: str) -> Basis | None:
        """Return what follows from a decision's answers as they are now, if it is known."""
        return _read(self._files.get(f"{self._names[decision]}.basis"), _basis)

    def keep_basis(self, decision: str, basis: Basis) -> None:
        """Remember it, if every log could be read: what cannot be read today may be read tomorrow, unchanged."""
        if basis.problems:
            self._faulty.add(decision)
            return
        arrays: Arrays = {}
        told = {
            "rates": {build: _rate_told(rate, f"{n}.", arrays) for n, (build, rate) in enumerate(basis.rates.items())},
            "borrowers": sorted(basis.borrowers),
            "shortlists": [to_row(row) for row in basis.shortlists],
            "problems": [asdict(problem) for problem in basis.problems],
            "notes": [asdict(note) for note in basis.notes],
        }
        self._files.keep_later(f"{self._names[decision]}.basis", pack(told, arrays))

    def scored(self, decision: str, borrowed: Rates) -> Scored | None:
        """Return a decision's effects, given what is borrowed, if they are known."""
        return _read(self._files.get(self._scored_name(decision, borrowed)), _scored)

    def keep_scored(self, decision: str, borrowed: Rates, scored: Scored) -> None:
        """Remember them."""
        if decision in self._faulty:
            return
        drawn = [scored.draws.get(effect.cell) for effect in scored.effects]
        known = [each for each in drawn if each is not None]
        told = {"effects": [to_row(effect) for effect in scored.effects], "drawn": [each is not None for each in drawn]}
        arrays: Arrays = {"floors": np.array([each.event_floor for each in known], dtype=np.float64)}
        if known:
            arrays["effect"] = np.stack([each.effect for each in known])
            arrays["halves"] = np.stack([each.halves for each in known])
        self._files.keep_later(self._scored_name(decision, borrowed), pack(told, arrays))

    def settle(self) -> None:
        """Keep what was worked out, and delete what follows from what is no longer there."""
        self._files.keep_all()
        self._files.forget_others()

    def _name(self, decision_id: str) -> str:
        texts = self._study.decisions[decision_id].texts
        own = (f"studies/decisions/{decision_id}.toml", f"studies/texts/{texts}.toml", f"studies/texts/{texts}.jsonl")
        names = [
            name
            for name in self._inputs
            if name in own
            or name.startswith(("studies/characteristics/", "studies/models/"))
            or (name.startswith("answers/") and name.split("/")[2:3] == [decision_id])
        ]
        read = " ".join(self._logs.get(decision_id, ()))
        of = f"{self._code} {decision_id} {sum_of(self._inputs, sorted(names))} {read}"
        return hashlib.sha256(of.encode("utf-8", "surrogateescape")).hexdigest()

    def _scored_name(self, decision: str, borrowed: Rates) -> str:
        digest = hashlib.sha256()
        for build, rate in sorted(borrowed.items()):
            drawn = rate.drawn
            digest.update(orjson.dumps([build, rate.value, rate.from_, rate.answers and list(rate.answers)]))
            if drawn is not None:
                digest.update(drawn.draws.tobytes() + drawn.measured.y.tobytes() + drawn.measured.mask.tobytes())
        return f"{self._names[decision]}.{digest.hexdigest()[:16]}.scored"


def _read(data: memoryview | None, build: Callable[[Any, Mapping[str, NDArray[Any]]], T]) -> T | None:
    try:
        return None if data is None else build(*unpack(data))
    except (KeyError, TypeError, ValueError, AttributeError):  # whole, and of another form
        return None


def _basis(told: Any, arrays: Mapping[str, NDArray[Any]]) -> Basis:
    return Basis(
        rates={build: _rate(rate, f"{n}.", arrays) for n, (build, rate) in enumerate(told["rates"].items())},
        borrowers=frozenset(told["borrowers"]),
        shortlists=tuple(from_row(Shortlisted, row) for row in told["shortlists"]),
        problems=tuple(Problem(**each) for each in told["problems"]),
        notes=tuple(Problem(**each) for each in told["notes"]),
    )


def _scored(told: Any, arrays: Mapping[str, NDArray[Any]]) -> Scored:
    effects = tuple(from_row(Effect, row) for row in told["effects"])
    drawn = [effect.cell for effect, known in zip(effects, told["drawn"], strict=True) if known]
    floors = arrays["floors"].tolist()
    effect, halves = (arrays["effect"], arrays["halves"]) if drawn else (floors, floors)
    draws = {key: Redrawn(effect[n], halves[n], floors[n]) for n, key in enumerate(drawn)}
    return Scored(effects, draws)


def _rate_told(rate: Subtracted, name: str, arrays: Arrays) -> dict[str, Any]:
    drawn = rate.drawn
    assert drawn is not None, "a fault in bd: a rate is a column"
    arrays |= {f"{name}y": drawn.measured.y, f"{name}mask": drawn.measured.mask}
    return {
        "kind": rate.kind,
        "from": rate.from_,
        "answers": None if rate.answers is None else list(rate.answers),
        "unit": drawn.measured.unit,
        "by_size": drawn.by_size,
        "compares": plain(drawn.source.compares),
        "logs": [asdict(log) for log in drawn.source.logs],
        "statistics": _held_told(drawn.statistics, f"{name}statistics.", arrays),
        "framed": None if drawn.framed is None else _held_told(drawn.framed, f"{name}framed.", arrays),
    }


def _rate(told: Any, name: str, arrays: Mapping[str, NDArray[Any]]) -> Subtracted:
    framed = None if told["framed"] is None else _held(told["framed"], f"{name}framed.", arrays)
    compares = from_plain(Compares, told["compares"])
    drawn = Drawn(
        measured=Measured(arrays[f"{name}y"], arrays[f"{name}mask"], told["unit"]),
        statistics=_held(told["statistics"], f"{name}statistics.", arrays),
        source=Source(compares, tuple(LogName(**log) for log in told["logs"])),
        by_size=told["by_size"],
        framed=framed,
    )
    return Subtracted(told["kind"], drawn, told["from"], None if told["answers"] is None else Answers(*told["answers"]))


def _held_told(column: Stacked | Held, name: str, arrays: Arrays) -> dict[str, Any]:
    arrays |= {f"{name}means": column.means, f"{name}halves": column.halves}
    return {"key": column.key, "count": column.count}


def _held(told: Any, name: str, arrays: Mapping[str, NDArray[Any]]) -> Held:
    return Held(told["key"], arrays[f"{name}means"], arrays[f"{name}halves"], told["count"])
