"""The one place where ids become addresses.

Only axes that vary are in the path: a characteristic tested on one decision has no address that names the decision.
Both axes are taken from the study, not from the answers, so that new answers never move a page. What a page holds is
left to others; so is the base under which a site is served.
"""

from __future__ import annotations

from dataclasses import dataclass

from bd.study.records import Characteristic

__all__ = [
    "DATA",
    "ENGINES",
    "HOME",
    "METHODS",
    "REPORTED",
    "Axes",
    "address",
    "axes_of",
    "builds_address",
    "engine_address",
    "reported_address",
]

HOME = "/"
ENGINES = "/engines/"
METHODS = "/methods/"
DATA = "/data/"
REPORTED = "/reported/"
BUILDS = "builds"
"""Under a model's page; no characteristic may be called so."""


@dataclass(frozen=True)
class Axes:
    """What varies within one characteristic."""

    characteristic: str
    groups: tuple[str | None, ...]
    """The groups that its tests measure, in the study's order; None first, where a test names no group."""
    questions: tuple[str, ...]
    """The decisions that its tests are put to, in the study's order."""

    @property
    def groups_vary(self) -> bool:
        """Whether an address names the group."""
        return len(self.groups) > 1

    @property
    def questions_vary(self) -> bool:
        """Whether an address names the question."""
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
    '/hat/red/'
    """
    parts = [axes.characteristic]
    if group is not None and axes.groups_vary:
        parts.append(group)
    if question is not None and axes.questions_vary:
        parts.append(question)
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
