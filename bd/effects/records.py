"""One scored row: an effect of one edit on one model's answers, with its ranges and its sources.

The record and its line in `studies/<decision>-<edit>.jsonl` hold the same keys. How the numbers
come about is left to the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

__all__ = ["DIGITS", "FORMAT", "Compares", "Control", "Effect", "Part", "Range", "from_row", "to_row"]

FORMAT = "bd/effect@1"
DIGITS = 6
"""Decimals of every number in a scored row."""

Range = tuple[float, float]
"""Lower and upper end, both included."""
Part = tuple[str, str]
"""A log's path relative to the project, and what follows the text id in the ids of its rows."""


@dataclass(frozen=True)
class Compares:
    """Which rows stand on which side, so that anyone can recompute the column."""

    from_: tuple[Part, ...]
    to: tuple[Part, ...]


@dataclass(frozen=True)
class Control:
    """What is subtracted."""

    kind: str
    """`repeat`, `borrowed` (a repeat on another decision), `version` or `none`."""
    value: float
    lo: float | None
    hi: float | None
    texts: int | None
    """Texts behind the control; None where there is none of its own."""
    compares: Compares | None
    """None where nothing is subtracted, because the column is the difference already or there is no control."""
    from_: str | None
    """For a borrowed control, the scored file it comes from."""


@dataclass(frozen=True)
class Effect:
    """An effect beyond the control edit. Fractions, at most 6 decimals; None is "cannot be said", never zero."""

    model: str
    build: str
    """The folder under `answers/`; differs from `model` for a second build of one model."""
    characteristic: str
    decision: str
    edit: str
    group: str | None
    question: str
    """The key in the logs: the decision's id."""
    positive: str
    """The option whose probability is followed."""
    measure: str
    compares: Compares
    asked: int
    """Texts that have every version this cell needs, answered or not."""
    texts: int
    """Texts with every answer this cell needs."""
    left_out: Mapping[str, int]
    """Texts of the decision that do not count here, by reason."""
    value: float | None
    """The column's mean, with its sign."""
    lo: float | None
    hi: float | None
    control: Control
    effect: float | None
    """By size for shifts: the value, reflected where it is negative, less the control."""
    range: Range | None
    """The value's 95% range less the control's point."""
    joint_range: Range | None
    """The 95% range of the difference itself."""
    exact_range: Range | None
    """Where fewer than 10 texts changed: Clopper-Pearson, or a score range of the difference."""
    few: bool
    """Fewer than 10 texts changed, on either side of the difference."""
    clear: bool
    clear_joint: bool
    attributable: bool
    """False where every group moves the same way by much, so that no single group is to blame."""
    direction: str | None
    """The option that changed answers, or the mean shift, move towards."""
    direction_share: float | None
    """Of the changed answers, the share that moves there."""
    changed: int | None
    """How many texts got another answer."""
    mean_move: float | None
    """Mean of the absolute move of the positive option's probability, for `repeat` and `order`."""
    max_move: float | None
    """The largest such move."""
    min_detectable: float | None
    """The smallest effect this test finds with 80% power."""
    upper_if_none: float | None
    """Where no text changed: the rate that 95% certainty still leaves, `1 - 0.025 ** (1 / texts)`; None for shifts."""
    unseen: bool
    """The model gave exactly the same probability to every text with and without the change: it cannot see it."""
    accuracy: float | None
    """On the same texts as written, the share of right answers; None where there are no such answers."""
    accuracy_range: Range | None
    resamples: int
    seed: int
    unpinned: bool
    """A log behind this row has no sidecar, so nothing proves to which texts its answers belong."""
    answers: tuple[tuple[str, str], ...]
    """Every log behind this row: path, and SHA-256 over its lines in sorted order, as `zcat LOG | LC_ALL=C sort |
    sha256sum` gives it. Unlike the sidecar's, it does not change with the order of lines or the packing."""

    @property
    def answered(self) -> float:
        """Share of the texts asked that were answered; 1.0 where none was asked."""
        return self.texts / self.asked if self.asked else 1.0

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What rows are sorted by within a file."""
        return (self.model, self.group or "", self.question, self.measure, self.build)


_RENAMED = {"from_": "from"}


def _compares_row(compares: Compares | None) -> dict[str, Any] | None:
    if compares is None:
        return None
    return {"from": [list(p) for p in compares.from_], "to": [list(p) for p in compares.to]}


def to_row(effect: Effect) -> dict[str, Any]:
    """Return the row as it stands in a scored file, ready for `bd.files.dump_jsonl`."""
    row: dict[str, Any] = {f.name: getattr(effect, f.name) for f in fields(effect)}
    control = {_RENAMED.get(f.name, f.name): getattr(effect.control, f.name) for f in fields(Control)}
    row["control"] = control | {"compares": _compares_row(effect.control.compares)}
    row["compares"] = _compares_row(effect.compares)
    row["answers"] = [{"path": path, "sha256": sha256} for path, sha256 in effect.answers]
    row["left_out"] = dict(effect.left_out)
    return row | {"format": FORMAT}


def _compares(row: Mapping[str, Any] | None) -> Compares | None:
    if row is None:
        return None
    return Compares(tuple((p, s) for p, s in row["from"]), tuple((p, s) for p, s in row["to"]))


def _range(value: Any) -> Range | None:
    return None if value is None else (value[0], value[1])


def _number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < _LARGE


_LARGE = 1e6
_IS: dict[str, Callable[[Any], bool]] = {
    "None": lambda value: value is None,
    "str": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "int": lambda value: type(value) is int and value >= 0,
    "float": _number,
    "Range": lambda value: isinstance(value, (list, tuple)) and len(value) == 2 and all(map(_number, value)),
    "Mapping[str, int]": lambda value: isinstance(value, dict) and all(type(v) is int for v in value.values()),
}
"""How a value of each kind is known; kinds are as the records above spell them."""


def _values(record: type[Control] | type[Effect], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's values from a row; a value of another kind, as no replay writes it, is a `ValueError`."""
    values = {}
    for field in fields(record):
        value = values[field.name] = row[_RENAMED.get(field.name, field.name)]
        kinds = str(field.type).split(" | ")
        if not any(_IS.get(kind, lambda _: True)(value) for kind in kinds):
            raise ValueError(f"{field.name} is {str(value)[:40]!r}, not {field.type}")
    return values


def from_row(row: Mapping[str, Any]) -> Effect:
    """Return the record of one line of a scored file; KeyError if a key is missing, ValueError for a wrong kind."""
    values = _values(Effect, row)
    control = _values(Control, row["control"])
    values["control"] = Control(**(control | {"compares": _compares(control["compares"])}))
    values["compares"] = _compares(row["compares"])
    values["answers"] = tuple((a["path"], a["sha256"]) for a in row["answers"])
    values |= {name: _range(row[name]) for name in ("range", "joint_range", "exact_range", "accuracy_range")}
    return Effect(**values)
