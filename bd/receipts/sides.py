"""Which versions of its texts a cell consists of, and on which side each stands, from the scored rows alone.

A row's `compares` names logs and suffixes; builds keep the same version in logs of their own, so versions are told
apart by the suffix, and by whether a text was asked a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bd.answers.align import AnswerTable, SavedLog
from bd.effects.records import Compares, Effect, Part
from bd.effects.unedited import both_edited
from bd.receipts.records import BEFORE, CONTROL, CONTROL_BEFORE, GROUPS, MEASURED, OTHER, ROLES, UNEDITED
from bd.study.records import AS_WRITTEN

__all__ = ["Builds", "Frame", "SlotKey", "all_parts", "frame_of", "own_control", "roles_of", "saved_log"]

Builds = Sequence[tuple[AnswerTable, Effect]]
"""Every scored row of a cell, with the answers of that build."""
SlotKey = tuple[str, bool]
"""What follows the text id in the rows of a version, and whether the text was asked a second time."""

Frame = tuple[tuple[SlotKey, tuple[str, ...]], ...]
"""What a cell compares with: its versions of no group, with their roles."""


def saved_log(table: AnswerTable, path: str) -> SavedLog:
    """Return a log by its path; KeyError if the table has none."""
    found = next((saved for saved in table.logs.values() if saved.path == path), None)
    if found is None:
        raise KeyError(path)
    return found


def own_control(effect: Effect) -> Compares | None:
    """Return what the control compares, where it stands on the same decision."""
    return None if effect.control.kind == "borrowed" else effect.control.compares


def all_parts(builds: Builds) -> list[dict[SlotKey, Part]]:
    """Return the rows that each version of a cell stands in, for each build in turn."""
    return [
        {_key(table, part): part for _, part in each} for (table, _), each in zip(builds, _sided(builds), strict=True)
    ]


def roles_of(builds: Builds) -> Mapping[SlotKey, tuple[str, ...]]:
    """Return the versions of a cell and the roles of each, in the order of the roles."""
    found: dict[SlotKey, set[str]] = {}
    for (table, _), each in zip(builds, _sided(builds), strict=True):
        for role, part in each:
            found.setdefault(_key(table, part), set()).add(role)
    first = {key: min(map(ROLES.index, roles)) for key, roles in found.items()}
    return {
        key: tuple(role for role in ROLES if role in found[key]) for key in sorted(found, key=lambda key: first[key])
    }


def frame_of(builds: Builds) -> Frame:
    """Return what a cell compares with; where it is equal, only the group differs from one cell to the other."""
    own = ((key, tuple(role for role in roles if role not in GROUPS)) for key, roles in roles_of(builds).items())
    return tuple((key, roles) for key, roles in own if roles)


def _sided(builds: Builds) -> list[list[tuple[str, Part]]]:
    """Return what each build compares, by role; the unedited text too where any of them moves alike everywhere."""
    alike = any(not effect.attributable for _, effect in builds)
    return [[*_each(effect), *(_unedited(table, effect) if alike else ())] for table, effect in builds]


def _unedited(table: AnswerTable, effect: Effect) -> Iterator[tuple[str, Part]]:
    saved = table.logs.get(AS_WRITTEN)
    if saved is not None and both_edited(effect):
        yield UNEDITED, (saved.path, "")


def _each(effect: Effect) -> Iterator[tuple[str, Part]]:
    compares, control = effect.compares, own_control(effect)
    yield from ((BEFORE, part) for part in compares.from_)
    yield from ((MEASURED, part) for part in compares.to)
    if control is not None:
        yield from ((CONTROL_BEFORE, part) for part in control.from_)
        yield from ((CONTROL, part) for part in control.to)
    yield from ((OTHER, part) for other in compares.others for part in other)


def _key(table: AnswerTable, part: Part) -> SlotKey:
    return part[1], saved_log(table, part[0]).outline.attempt > 1
