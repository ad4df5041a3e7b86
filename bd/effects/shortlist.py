"""The one measure that is no mean: all applicants put in order by a model's answers, and who is among the first.

Which answers a pool is made of is `bd.effects.applicants`' part, ranking and cutting `bd.effects.pool`'s. This module
draws all pools over one list of texts anew together, and turns counts into rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bd.answers.align import AnswerTable
from bd.cores import cores
from bd.effects.applicants import Applicants, applicants_of
from bd.effects.fourfifths import ratio_of
from bd.effects.pool import Counts, Cut, Mask, Moved, Tally, moved
from bd.effects.records import DIGITS, Compares, LogSum, rounded
from bd.effects.redraw import RESAMPLES, SEED, Redraws
from bd.effects.shortlisted import (
    BOTH_WAYS,
    MEASURE,
    Change,
    Changes,
    Compared,
    Shortlisted,
    SideCount,
)
from bd.study.records import Study

__all__ = ["shortlists"]

_GROUP, _REFERENCE, _RIGHT_GROUP, _RIGHT_REFERENCE = range(4)


def shortlists(study: Study, tables: Iterable[AnswerTable]) -> tuple[Shortlisted, ...]:
    """Return every shortlist that the answers in these tables allow, sorted by decision, then by model.

    A model's applicants are re-drawn from the list of all texts it was asked about on a decision, the same re-draws as
    for every other measure; each re-draw is ranked and cut anew.
    """
    together: dict[tuple[str, ...], list[Applicants]] = defaultdict(list)
    for entry in applicants_of(study, tables):
        together[entry.ids].append(entry)
    rows = [row for ids, entries in together.items() for row in _drawn(study, ids, entries)]
    return tuple(sorted(rows, key=lambda r: (r.decision, r.model, r.cell)))


def _drawn(study: Study, ids: tuple[str, ...], entries: list[Applicants]) -> Iterator[Shortlisted]:
    """Yield the rows of every pool over one list of texts; memory is that of one block of re-draws and the ratios."""
    ratios: dict[tuple[int, float], list[NDArray[np.float64]]] = defaultdict(list)
    with ThreadPoolExecutor(cores()) as workers:
        for block in Redraws(ids).blocks():
            for number, cut in enumerate(workers.map(partial(_cut, np.ascontiguousarray(block.T)), entries)):
                for share, found in cut.items():
                    ratios[number, share].append(found)
    for number, entry in enumerate(entries):
        tally = Tally(entry.pool, entry.sides, np.ones((len(ids), 1), dtype=np.int32))
        for share in entry.shortlist.shares:
            yield _row(study, entry, share, tally.cut(share), np.concatenate(ratios[number, share], axis=1))


def _cut(counts: Counts, entry: Applicants) -> dict[float, NDArray[np.float64]]:
    """Return the ratios of one pool in some re-draws, by the share that is picked."""
    tally = Tally(entry.pool, entry.sides, counts)
    return {share: _ratios(tally.cut(share)) for share in entry.shortlist.shares}


def _ratios(cut: Cut) -> NDArray[np.float64]:
    """Return the ratio of all applicants and, where known, that of the qualified; shape (1 or 2, re-draws)."""
    pairs = [(n, n + 1) for n in range(0, len(cut.won), 2)]
    return np.stack([cut.ratios(*pair) for pair in pairs])


def _row(study: Study, entry: Applicants, share: float, cut: Cut, draws: NDArray[np.float64]) -> Shortlisted:
    table, shortlist = entry.table, entry.shortlist
    card = study.models.get(table.build)
    changes, why_no_changes = _changes(entry, share)
    swapped = None if entry.swapped is None else (entry.swapped.path, entry.suffix)
    logs = [entry.written] if entry.swapped is None else [entry.written, entry.swapped]
    return Shortlisted(
        model=card.build_of if card and card.build_of else table.build,
        build=table.build,
        characteristic=entry.characteristic.id,
        decision=table.decision,
        edit=shortlist.edit,
        question=table.decision,
        positive=table.positive,
        measure=MEASURE,
        variant=entry.variant,
        label=shortlist.label,
        group=shortlist.group.value,
        reference=shortlist.reference.value,
        share=share,
        compares=Compares(((entry.written.path, ""),), () if swapped is None else (swapped,)),
        asked=int(entry.ranked.asked.sum()),
        applicants=len(entry.pool.order),
        seats=int(cut.seats[0]),
        above_cut=int(cut.above[0]),
        tied_at_cut=int(cut.tied[0]),
        everyone=_compared(cut, _GROUP, _REFERENCE, draws[0]),
        qualified=_compared(cut, _RIGHT_GROUP, _RIGHT_REFERENCE, draws[1]) if len(draws) > 1 else None,
        changes=changes,
        why_no_changes=why_no_changes,
        resamples=RESAMPLES,
        seed=SEED,
        unpinned=any(log.sidecar is None for log in logs),
        answers=tuple(sorted({LogSum(log.path, log.sha256) for log in logs})),
    )


def _compared(cut: Cut, group: int, reference: int, draws: NDArray[np.float64]) -> Compared:
    ratio, members = _known(cut.ratios(group, reference)[0]), [int(side[0]) for side in cut.members]
    found = ratio_of(
        ratio,
        _why(cut, group, reference) if ratio is None else None,
        draws,
        texts=members[group] + members[reference],
        group=members[group],
        reference_rate=float(cut.rates(reference)[0]),
    )
    return Compared(**vars(found), group=_side(cut, group), reference=_side(cut, reference))


def _side(cut: Cut, side: int) -> SideCount:
    tied = int(cut.tied[0])
    seats = round(int(cut.won[side][0]) / tied, DIGITS) if tied else 0.0
    return SideCount(int(cut.members[side][0]), seats, _known(cut.rates(side)[0]))


def _why(cut: Cut, group: int, reference: int) -> str:
    if not cut.members[group][0]:
        return "no-group"
    if not cut.members[reference][0]:
        return "no-reference"
    return "no-reference-picked" if cut.won[group][0] else "nobody-picked"


def _changes(entry: Applicants, share: float) -> tuple[Changes | None, str | None]:
    if entry.variant == BOTH_WAYS:
        return None, "both-ways"
    if entry.as_swapped is None:
        return None, "no-swapped-answers"
    first, second = entry.as_written, entry.as_swapped
    found = moved(first.millionths, second.millionths, first.known, first.known & second.known, share)
    if found is None:
        return None, "tied-at-cut"
    both = int((first.known & second.known).sum())
    return Changes(both, *(_change(found, side) for side in entry.sides[:2])), None


def _change(found: Moved, side: Mask) -> Change:
    return Change(lose=int((found.lose & side).sum()), gain=int((found.gain & side).sum()))


def _known(value: float) -> float | None:
    """Return a number as a row holds it; None for nan."""
    return None if np.isnan(value) else rounded(float(value))
