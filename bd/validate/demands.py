"""What is demanded of every case: which shares must lie between which limits, and why some may be larger."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from bd.validate.cases import Case
from bd.validate.coverage import Limits

__all__ = ["FEWEST", "Demand", "demands", "expected_events"]

FEWEST = 10
"""From so many expected events on, re-drawn ranges are held to their limits."""
_COVERAGE = Limits(0.935, 0.965)
_AT_LEAST = Limits(low=0.94)
_SIMULTANEOUS = Limits(low=0.935)
_ALARM = Limits(high=0.03)
_FOUND = Limits(0.75, 0.85)
_WITHIN = Limits(high=0.05)
_ALWAYS = Limits(low=1.0)
_NEVER = Limits(high=0.0)
_FRAMES = 100
_MUCH = 0.1
"""A control of which so much is missing is under 95% answered in every study."""
_SOME = 1e-9


@dataclass(frozen=True)
class Demand:
    """One share that is held to limits."""

    statistic: str
    limits: Limits


def expected_events(case: Case) -> float:
    """Return how many events are expected, of the rarest kind that a range must see."""
    if "rate" in case.settings:
        return case.n * case.number("rate")
    return case.n * min(case.law()[1])


def _rate(case: Case) -> Iterator[Demand]:
    if expected_events(case) >= FEWEST - _SOME:
        yield Demand("range", _COVERAGE)
    yield Demand("row", _AT_LEAST)


def _difference(case: Case) -> Iterator[Demand]:
    if expected_events(case) >= FEWEST - _SOME:
        yield Demand("range", _COVERAGE)
        yield Demand("joint", _COVERAGE)
    yield Demand("row", _AT_LEAST)


def _alarm(case: Case) -> Iterator[Demand]:
    if "fixed" in case.settings:
        yield Demand("clear", _ALARM)
    yield Demand("clear_joint", _ALARM)


def _sampled(case: Case) -> Iterator[Demand]:
    yield Demand("joint", _COVERAGE)
    if not case.number("add"):
        yield Demand("clear_joint", _ALARM)


def _missing(case: Case) -> Iterator[Demand]:
    yield Demand("joint", _COVERAGE)
    yield Demand("row", _AT_LEAST)
    yield Demand("inside", _ALWAYS)
    yield Demand("ranked", _NEVER if case.number("missing") >= _MUCH else _ALWAYS)


def _shift(case: Case) -> Iterator[Demand]:
    if expected_events(case) >= FEWEST - _SOME:
        yield Demand("range", _COVERAGE)


def _ratio(case: Case) -> Iterator[Demand]:
    yield Demand("range", _COVERAGE)
    yield Demand("under", _ALARM)


def _frames(case: Case) -> Iterator[Demand]:
    if case.number("frames") >= _FRAMES:
        yield Demand("frame_range", _COVERAGE)


def _places(case: Case) -> Iterator[Demand]:
    if case.number("frames", _FRAMES) >= _FRAMES:
        yield Demand("all", _SIMULTANEOUS)


def _always(*found: Demand) -> Callable[[Case], Iterator[Demand]]:
    return lambda case: iter(found)


_BY_KIND: Mapping[str, Callable[[Case], Iterator[Demand]]] = {
    "rate": _rate,
    "between": _always(Demand("row", _AT_LEAST)),
    "difference": _difference,
    "alarm": _alarm,
    "sampled": _sampled,
    "missing": _missing,
    "shift": _shift,
    "stereotype": _always(Demand("range", _COVERAGE), Demand("joint", _COVERAGE)),
    "ratio": _ratio,
    "frames": _frames,
    "family": _always(Demand("headline", _SIMULTANEOUS)),
    "unequal": _always(Demand("headline", _SIMULTANEOUS)),
    "places": _places,
    "power": _always(Demand("clear_joint", _FOUND)),
    "power-shift": _always(Demand("clear", _FOUND)),
    "within": _always(Demand("within_point", _WITHIN)),
    "within-difference": _always(Demand("within_point", _WITHIN)),
    "within-shift": _always(Demand("within_point", _WITHIN)),
    "sharing": _always(Demand("range", _COVERAGE)),
}


def demands(case: Case) -> tuple[Demand, ...]:
    """Return what is demanded of a case."""
    return tuple(_BY_KIND[case.kind](case))
