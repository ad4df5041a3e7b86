"""From the scored rows of a cell, or of cells that share them, and the saved answers behind them to receipts.

Which texts count for a build is decided by the measure itself, as in a replay. Whether the rows, the answers and the
data file belong together is `bd.receipts.source`'s part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import AnswerTable, Column, SavedLog
from bd.answers.read import MILLION
from bd.board.cells import key_of
from bd.effects.columns import MEASURES, Measured, Sides, changed, moves, verdicts
from bd.effects.records import Compares, Effect, Part
from bd.receipts.records import (
    MEASURED,
    OTHER,
    ROLES,
    CellReceipts,
    Counted,
    Said,
    SharedReceipts,
    SharedWitness,
    Slot,
    Witness,
)
from bd.receipts.sides import Builds, SlotKey, all_parts, own_control, roles_of, saved_log
from bd.report.names import Names
from bd.report.versions import version_of_part

__all__ = ["Texts", "gather", "gather_together", "places_of"]

Texts = Callable[[str, str, Sequence[SavedLog], Iterable[str]], tuple[str | None, ...]]
"""Gives texts as they were asked: of a decision, in the version of a suffix, from the logs that hold it, by id."""


def places_of(builds: Builds) -> NDArray[np.intp]:
    """Return the places, among the decision's texts, of those that enter a value or a control of the cell."""
    masks = [mask for table, effect in builds for mask in _masks(table, effect) if mask is not None]
    return np.flatnonzero(np.logical_or.reduce(masks))


def gather(names: Names, builds: Builds, texts: Texts, most: int | None = None) -> CellReceipts:
    """Return the receipts of one cell.

    Parameters
    ----------
    names
        The study, and which models are planted.
    builds
        Every scored row of the cell with the answers of that build, in the order of the models.
    texts
        Where the texts are looked up.
    most
        How many texts are put together, the first ones; by default all.
    """
    table, effect = builds[0]
    every, changes = _ordered(names, builds)
    places = every[:most]
    roles, parts = roles_of(builds), all_parts(builds)
    ids = tuple(table.texts[place] for place in places)
    return CellReceipts(
        key=key_of(effect),
        measure=effect.measure,
        options=_options(names, effect),
        positive=effect.positive,
        slots=tuple(_slot(names, builds, parts, key, each, ids, texts) for key, each in roles.items()),
        witnesses=tuple(
            _witness(table, effect, [own.get(key) for key in roles], places)
            for (table, effect), own in zip(builds, parts, strict=True)
        ),
        texts=ids,
        count=len(every),
        changed=changes,
    )


def gather_together(names: Names, cells: Sequence[Builds], texts: Texts) -> SharedReceipts:
    """Return the receipts of cells of one test and decision that differ by their group alone.

    Parameters are those of `gather`, but that there is a list of scored rows for each cell.
    """
    (table, effect), every = cells[0][0], [each for builds in cells for each in builds]
    places = np.unique(np.concatenate([places_of(builds) for builds in cells]))
    ids = tuple(table.texts[place] for place in places)
    roles = _shared_roles(cells)
    parts = [own for builds in cells for own in all_parts(builds)]
    tables = {table.build: table for table, _ in every}
    return SharedReceipts(
        options=_options(names, effect),
        positive=effect.positive,
        slots=tuple(_slot(names, every, parts, key, each, ids, texts) for key, each in roles.items()),
        witnesses=tuple(_shared_witness(table, cells, roles, places) for table in tables.values()),
        texts=ids,
    )


def _shared_roles(cells: Iterable[Builds]) -> dict[SlotKey, tuple[str, ...]]:
    """Return all versions of some cells; one that is changed in any of them is no other group's."""
    found: dict[SlotKey, set[str]] = {}
    for builds in cells:
        for key, roles in roles_of(builds).items():
            found.setdefault(key, set()).update(roles)
    for own in found.values():
        if MEASURED in own:
            own.discard(OTHER)
    in_order = {key: tuple(role for role in ROLES if role in own) for key, own in found.items()}
    return dict(sorted(in_order.items(), key=lambda each: ROLES.index(each[1][0])))


def _shared_witness(
    table: AnswerTable, cells: Iterable[Builds], roles: Iterable[SlotKey], places: NDArray[np.intp]
) -> SharedWitness:
    parts: dict[SlotKey, Part] = {}
    counts: dict[SlotKey, Counted] = {}
    for builds in cells:
        for (own, effect), held in zip(builds, all_parts(builds), strict=True):
            if own is table:
                parts |= held
                value, control = _masks(table, effect)
                counted = value[places], None if control is None else control[places]
                after = set(effect.compares.to)
                counts |= {key: counted for key, part in held.items() if part in after}
    return SharedWitness(
        build=table.build,
        said=tuple(_said(table, parts[key], places) if key in parts else None for key in roles),
        counts=tuple(counts.get(key) for key in roles),
    )


def _options(names: Names, effect: Effect) -> dict[str, str]:
    return {option.id: option.label for option in names.decision(effect.decision).options}


def _ordered(names: Names, builds: Builds) -> tuple[NDArray[np.intp], int]:
    """Return the places in the order in which they are shown, and on how many of them an answer changed.

    Models that are made to move, and second builds, have no say in the order, unless there is nobody else.
    """
    places = places_of(builds)
    own = [(t, e) for t, e in builds if e.build == e.model and e.model not in names.planted]
    told = [_told(table, effect) for table, effect in own or builds]
    flips = np.logical_or.reduce([changes for _, changes in told])[places]
    furthest = np.max([_furthest(moved) for moved, _ in told], axis=0)[places]
    order = np.lexsort((places, -furthest, ~flips))
    return places[order], int(flips.sum())


def _told(table: AnswerTable, effect: Effect) -> tuple[Measured, NDArray[np.bool_]]:
    """Return what is told of each text: how far a build moved, and whether its answer changed.

    Where groups are compared, it is the distance from the others; a changed answer says nothing of that.
    """
    sides, measure = _sides(table, effect.compares), MEASURES[effect.measure]
    if not measure.against_others:
        return moves(sides), _changed(sides)
    found = measure.column(sides)
    return found, np.zeros_like(found.mask)


def _furthest(found: Measured) -> NDArray[np.int64]:
    """Return the size of each move in millionths, rounded, so that equal ones are equal on every machine."""
    times = found.unit // MILLION
    return np.where(found.mask, (2 * abs(found.y.astype(np.int64)) + times) // (2 * times), 0)


def _changed(sides: Sides) -> NDArray[np.bool_]:
    before, after = verdicts(sides.before, sides.positive), verdicts(sides.after, sides.positive)
    return np.asarray((before >= 0) & (after >= 0) & (before != after))


def _slot(
    names: Names,
    builds: Builds,
    parts: Sequence[Mapping[SlotKey, Part]],
    key: SlotKey,
    roles: tuple[str, ...],
    ids: Iterable[str],
    texts: Texts,
) -> Slot:
    held = [(table, own[key]) for (table, _), own in zip(builds, parts, strict=True) if key in own]
    effect = builds[0][1]
    shown = version_of_part(names.study, names.decision(effect.decision), names.test(key_of(effect)), held[0][1])
    asked = texts(effect.decision, key[0], [saved_log(table, part[0]) for table, part in held], ids)
    version = shown.version
    return Slot(
        roles=roles,
        id=shown.id,
        label=shown.label,
        options=shown.options,
        group=None if version is None else version.group,
        is_control=version is not None and version.role == "control",
        texts=asked,
    )


def _witness(table: AnswerTable, effect: Effect, parts: Iterable[Part | None], places: NDArray[np.intp]) -> Witness:
    own, control = _masks(table, effect)
    moved, changes = _told(table, effect)
    return Witness(
        model=effect.model,
        build=effect.build,
        said=tuple(None if part is None else _said(table, part, places) for part in parts),
        control_kind=effect.control.kind,
        counts=own[places],
        control_counts=None if control is None else control[places],
        changed=changes[places],
        moved=moved.mask[places],
        moves=moved.y[places].astype(np.int64),
        unit=moved.unit,
    )


def _masks(table: AnswerTable, effect: Effect) -> tuple[NDArray[np.bool_], NDArray[np.bool_] | None]:
    """Return which texts enter a build's value, and which its control."""
    measure, compares = MEASURES[effect.measure], own_control(effect)
    own = measure.column(_sides(table, effect.compares)).mask
    if compares is None:
        return own, None
    column = changed if measure.counts or effect.control.kind == "repeat" else moves
    return own, column(_sides(table, compares)).mask


def _sides(table: AnswerTable, compares: Compares) -> Sides:
    def columns(parts: Iterable[tuple[str, str]]) -> tuple[Column, ...]:
        return tuple(table.column(saved_log(table, path), suffix) for path, suffix in parts)

    others = tuple(columns(other) for other in compares.others)
    return Sides(columns(compares.from_), columns(compares.to), others, table.options.index(table.positive))


def _said(table: AnswerTable, part: tuple[str, str], places: NDArray[np.intp]) -> Said:
    saved = saved_log(table, part[0])
    column = table.column(saved, part[1])
    found = saved.places[part[1]][places]
    # Place -1 is the entry added behind the last row: a text without a row.
    lines = np.append(saved.log.lines, np.int32(0))[found]
    return Said(
        part[0], column.asked[places], column.choices[places], column.millionths[places], column.causes[places], lines
    )
