"""`docs/performance.md`: every figure beside its goal, and what stands behind it, from what was measured alone.

The words stand in `performance.md`, a template; here are the records that it shows. Nothing is typed in: what was not
measured says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from benchmarks.frame import Machine, Measured, Timed
from benchmarks.goals import Goal, goals, missed

__all__ = ["page", "rows_of", "shown"]

NOT_MEASURED = "not measured"
_MB = 10**6
_DIGITS = 3


@dataclass(frozen=True)
class GoalRow:
    """One figure beside its goal, in words."""

    part: str
    words: str
    goal: str
    scale: str
    found: str
    spread: str
    verdict: str


@dataclass(frozen=True)
class TimeRow:
    """One thing that was run."""

    what: str
    scale: str
    seconds: str
    spread: str
    runs: str
    memory: str


@dataclass(frozen=True)
class Why:
    """A profile, and what it explains."""

    figures: tuple[str, ...]
    profile: str


def page(machine: Machine, found: Sequence[Measured | Timed], runs: int) -> str:
    """Return the whole page."""
    measured = [each for each in found if isinstance(each, Measured)]
    timed = [each for each in found if isinstance(each, Timed)]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template("performance.md").render(
        machine=machine,
        memory=f"{machine.memory / 2**30:,.0f} GB",
        packages=", ".join(f"{name} {version}" for name, version in machine.packages.items()),
        runs=runs,
        rows=rows_of(measured),
        notes=_notes(measured),
        parts={part: [_time_row(t) for t in timed if t.part == part] for part in dict.fromkeys(t.part for t in timed)},
        why=_why(measured),
        misses=any(map(missed, measured)),
    )


def rows_of(measured: Iterable[Measured]) -> list[GoalRow]:
    """Return a row for every figure, and one for every goal that no figure answers, in the order of the goals."""
    found = list(measured)
    rows = []
    for goal in goals().values():
        own = sorted((m for m in found if m.goal == goal.id), key=lambda m: m.scale or 0)
        rows += [_goal_row(goal, m) for m in own]
        if not any(goal.scale in (None, m.scale) for m in own):
            rows.append(GoalRow(goal.part, goal.words, _limit(goal), _times(goal.scale), "", "", NOT_MEASURED))
    return rows


def _goal_row(goal: Goal, measured: Measured) -> GoalRow:
    return GoalRow(
        part=goal.part,
        words=goal.words,
        goal=_limit(goal),
        scale=_times(measured.scale),
        found=shown(measured.value, goal.unit),
        spread=_spread(*measured.spread),
        verdict=_verdict(goal, measured),
    )


def _verdict(goal: Goal, measured: Measured) -> str:
    if goal.limit is None:
        return "told, no limit"
    if not goal.judges(measured):
        return "not asked at this size"
    return "**held**" if goal.met(measured) else "**missed**"


def _limit(goal: Goal) -> str:
    return "" if goal.limit is None else f"{goal.way} {shown(goal.limit, goal.unit)}"


def _notes(measured: Iterable[Measured]) -> list[str]:
    """Return what is to be known of the figures, each remark once."""
    return list(dict.fromkeys(f"{goals()[m.goal].words}: {m.note}" for m in measured if m.note))


def _why(measured: Sequence[Measured]) -> list[Why]:
    profiles = dict.fromkeys(m.profile for m in measured if m.profile)
    return [
        Why(tuple(f"{goals()[m.goal].words}{_at(m.scale)}" for m in measured if m.profile == profile), profile)
        for profile in profiles
    ]


def _at(scale: float | None) -> str:
    return "" if scale is None else f", at {_times(scale)}"


def _time_row(timed: Timed) -> TimeRow:
    seconds = [run.seconds for run in timed.runs]
    return TimeRow(
        what=timed.what if not timed.note else f"{timed.what}. {timed.note}",
        scale=_times(timed.scale),
        seconds=_number(timed.seconds),
        spread=_spread(min(seconds), max(seconds)),
        runs=str(len(seconds)),
        memory=_number(timed.peak / _MB) if timed.peak else "",
    )


def shown(value: float, unit: str) -> str:
    """Return a figure with three digits and its unit."""
    return f"{_number(value)} {unit}"


def _spread(low: float, high: float) -> str:
    return f"{_number(low)} to {_number(high)}"


def _times(scale: float | None) -> str:
    return "" if scale is None else f"{scale:g}×"


def _number(value: float) -> str:
    """Return three digits, all of them before the point where a number is so large, and no exponent."""
    if value == 0 or abs(value) >= 10**_DIGITS:
        return f"{value:,.0f}"
    return f"{value:.{_DIGITS}g}" if abs(value) >= 10**-_DIGITS else f"{value:.{2 * _DIGITS}f}"
