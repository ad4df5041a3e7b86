"""The cases that are simulated, as they stand in `cases.toml`: lists are spread out, so that one entry gives many."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from bd.errors import UsageError

__all__ = ["Case", "cases", "find_cases"]


@dataclass(frozen=True)
class Case:
    """One case: what the simulated models are like, and on how many texts they are asked."""

    kind: str
    """Name in the table of kinds, `bd.validate.simulate.KINDS`."""
    settings: Mapping[str, Any]
    """What the kind needs."""
    laws: Mapping[str, Sequence[tuple[float, float]]]
    """Distributions by name: pairs of a value and its probability."""

    @property
    def name(self) -> str:
        """The kind and its settings, in the order of the file."""
        told = (f"{key}-{value}" for key, value in self.settings.items() if key not in ("why", "times"))
        return "-".join([self.kind, *told])

    @property
    def n(self) -> int:
        """How many texts."""
        return int(self.settings["n"])

    @property
    def why(self) -> str:
        """Why a range may be wider than it need be here; empty where it should not be."""
        return str(self.settings.get("why", ""))

    def number(self, key: str, default: float | None = None) -> float:
        """Return one setting as a number."""
        value = self.settings.get(key, default)
        assert value is not None, f"{self.name}: no {key}"
        return float(value)

    def law(self, key: str = "law") -> tuple[list[float], list[float]]:
        """Return the values and the probabilities of the distribution that a setting names."""
        pairs = self.laws[str(self.settings[key])]
        return [value for value, _ in pairs], [share for _, share in pairs]


def cases() -> tuple[Case, ...]:
    """Return every case, in the order of the file."""
    data = tomllib.loads(files("bd.validate").joinpath("cases.toml").read_text("utf-8"))
    laws = {name: tuple((float(v), float(p)) for v, p in pairs) for name, pairs in data["laws"].items()}
    for name, pairs in laws.items():
        assert abs(sum(share for _, share in pairs) - 1) < 1e-9, f"cases.toml: shares of {name} do not add up to 1"
    return tuple(case for entry in data["case"] for case in _spread(entry, laws))


def _spread(entry: dict[str, Any], laws: Mapping[str, Sequence[tuple[float, float]]]) -> list[Case]:
    kind = entry.pop("kind")
    lists = [value if isinstance(value, list) else [value] for value in entry.values()]
    return [Case(kind, dict(zip(entry, picked, strict=True)), laws) for picked in itertools.product(*lists)]


def find_cases(names: Sequence[str]) -> tuple[Case, ...]:
    """Return the cases of these names or kinds, in the order of the file; all of them if none is named.

    Raises
    ------
    UsageError
        No case is called so.
    """
    known = cases()
    for name in names:
        if not any(name in (case.name, case.kind) for case in known):
            kinds = ", ".join(dict.fromkeys(case.kind for case in known))
            raise UsageError(f"no case {name!r}; there are {len(known)}, of the kinds {kinds}")
    return tuple(case for case in known if not names or case.name in names or case.kind in names)
