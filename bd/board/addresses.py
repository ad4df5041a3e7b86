"""The one place where ids become addresses.

Every part of a level is in its path, also where it is the only one of its kind: a question or a group that joins later
never moves the pages of those before it. Of an address that is gone, `nearest` says which is left to lead to. What a
page holds is left to others; so is the base under which a site is served.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from bd.study.records import Characteristic

__all__ = [
    "ASKED_TWICE",
    "DATA",
    "ENGINES",
    "HOME",
    "METHODS",
    "REPORTED",
    "SHORTLIST",
    "Axes",
    "address",
    "axes_of",
    "builds_address",
    "engine_address",
    "nearest",
    "reported_address",
]

HOME = "/"
ENGINES = "/engines/"
METHODS = "/methods/"
DATA = "/data/"
REPORTED = "/reported/"
ASKED_TWICE = "/asked-twice/"
SHORTLIST = "/shortlist/"
_FIXED = (ENGINES, METHODS, DATA, REPORTED, ASKED_TWICE, SHORTLIST)
"""What stands below these is no level of a characteristic."""
BUILDS = "builds"
"""Under a model's page; no characteristic may be called so."""


@dataclass(frozen=True)
class Axes:
    """What a characteristic is divided into."""

    characteristic: str
    groups: tuple[str | None, ...]
    """The groups that its tests measure, in the study's order; None first, where a test names no group."""
    questions: tuple[str, ...]
    """The decisions that its tests are put to, in the study's order."""

    @property
    def groups_vary(self) -> bool:
        """Whether cells of the characteristic differ by group."""
        return len(self.groups) > 1

    @property
    def questions_vary(self) -> bool:
        """Whether they differ by question."""
        return len(self.questions) > 1


def axes_of(characteristic: Characteristic) -> Axes:
    """Return the axes of a characteristic as its file lays them out."""
    used = {v.group for t in characteristic.tests for v in t.by_role("measured")}
    order: list[str | None] = [None, *(g.id for g in characteristic.groups)]
    questions = dict.fromkeys(d for t in characteristic.tests for d in t.decisions)
    return Axes(characteristic.id, tuple(g for g in order if g in used), tuple(questions))


def address(axes: Axes, group: str | None = None, question: str | None = None) -> str:
    """Return the address of a level: all of a characteristic, a group, a question, or one group asked one question.

    Examples
    --------
    >>> axes = Axes("hat", ("red", "blue"), ("hiring",))
    >>> address(axes, "red", "hiring")
    '/hat/red/hiring/'
    """
    return _path(part for part in (axes.characteristic, group, question) if part is not None)


def nearest(gone: str, standing: Collection[str]) -> str:
    """Return where an address that is gone leads: to the page that stands and names the most of its parts.

    Of two that name as many, the one that goes on longest as the gone one did. A page of another characteristic or
    model is never meant, so the first part is kept, and of what stands below a model or a fixed page the order too.

    Examples
    --------
    >>> standing = {"/", "/hat/", "/hat/red/", "/hat/hiring/", "/engines/", "/engines/hat/"}
    >>> nearest("/hat/red/hiring/", standing), nearest("/hat/blue/hiring/", standing)
    ('/hat/red/', '/hat/hiring/')
    >>> nearest("/engines/alder/hat/", standing), nearest("/cap/red/", standing)
    ('/engines/', '/')
    """
    first, *rest = gone.strip("/").split("/")
    straight = f"/{first}/" in _FIXED
    for length in range(len(rest), -1, -1):
        kept = [tuple(rest[:length])] if straight else combinations(rest, length)
        for parts in kept:
            where = _path((first, *parts))
            if where != gone and where in standing:
                return where
    return HOME


def _path(parts: Iterable[str]) -> str:
    return "/" + "".join(f"{part}/" for part in parts)


def engine_address(model: str, characteristic: str | None = None) -> str:
    """Return the address of a model's page, or of its page on one characteristic."""
    return f"{ENGINES}{model}/" if characteristic is None else f"{ENGINES}{model}/{characteristic}/"


def reported_address(source: str) -> str:
    """Return the address of the page with everything that a source reported."""
    return f"{REPORTED}{source}/"


def builds_address(model: str) -> str:
    """Return the address of the page that compares the builds of a model."""
    return f"{engine_address(model)}{BUILDS}/"
