"""Whose answers are ranked for a shortlist: for every model, decision and way of ranking, the applicants and the sides.

A text is an applicant once it has every answer that the way of ranking needs. Putting them in order is
`bd.effects.pool`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress

import numpy as np

from bd.answers.align import AnswerTable, Column, SavedLog
from bd.effects.labels import Labels
from bd.effects.pool import Mask, Pool, Whole, pool_of
from bd.effects.shortlisted import AS_ASKED, BOTH_WAYS, ShortlistKey
from bd.study.plan import find_test
from bd.study.records import Characteristic, Shortlist, Study

__all__ = ["Applicants", "Scores", "applicants_of"]


@dataclass(frozen=True)
class Scores:
    """What texts are ranked by; every array has one place for each text that the model was asked about."""

    asked: Mask
    known: Mask
    """Where every answer that is needed exists."""
    millionths: Whole


@dataclass(frozen=True)
class Applicants:
    """One pool: one model's answers to one decision, ranked in one way."""

    table: AnswerTable
    characteristic: Characteristic
    shortlist: Shortlist
    variant: str
    written: SavedLog
    swapped: SavedLog | None
    suffix: str
    as_written: Scores
    as_swapped: Scores | None
    ranked: Scores
    sides: tuple[Mask, ...]
    """Group and reference; then the qualified of each, where an answer can be right."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the texts that every array is about, which are re-drawn together."""
        return tuple(compress(self.table.texts, self.table.asked.tolist()))

    @property
    def cells(self) -> tuple[ShortlistKey, ...]:
        """What the rows of this pool are told by, one for each share."""
        s, table = self.shortlist, self.table
        sides = (s.label, s.group.value, s.reference.value, s.edit)
        before = (table.decision, table.build, self.characteristic.id, *sides, self.variant)
        return tuple((*before, share) for share in s.shares)

    @cached_property
    def pool(self) -> Pool:
        """Those with every answer, in order."""
        return pool_of(self.ranked.millionths, self.ranked.known)


def applicants_of(study: Study, tables: Iterable[AnswerTable]) -> Iterator[Applicants]:
    """Yield every pool that the answers in these tables allow, in no order that matters."""
    labels = Labels(study)
    for table in tables:
        for characteristic in study.characteristics:
            for shortlist in characteristic.shortlists:
                if table.decision in shortlist.decisions:
                    yield from _variants(study, table, characteristic, shortlist, labels)


def _variants(
    study: Study, table: AnswerTable, characteristic: Characteristic, shortlist: Shortlist, labels: Labels
) -> Iterator[Applicants]:
    written = table.as_written(beside=shortlist.edit)
    if written is None:
        return
    test = find_test(study, table.decision, shortlist.edit)
    suffix, log = test.suffix(test.versions[0].id), table.logs.get(shortlist.edit)
    places = np.flatnonzero(table.asked)
    first = _scores(table.column(written, ""), places)
    second = None if log is None else _scores(table.column(log, suffix), places)
    sides = tuple(side[places] for side in _sides(table, shortlist, labels))
    whole = Applicants(table, characteristic, shortlist, AS_ASKED, written, log, suffix, first, second, first, sides)
    yield whole
    if second is not None:
        # A sum orders as a mean does, and stays whole.
        both = Scores(first.asked & second.asked, first.known & second.known, first.millionths + second.millionths)
        yield replace(whole, variant=BOTH_WAYS, ranked=both)


def _scores(column: Column, places: Whole) -> Scores:
    known = column.asked & (column.choices >= 0) & (column.millionths >= 0)
    return Scores(column.asked[places], known[places], column.millionths[places].astype(np.int64))


def _sides(table: AnswerTable, shortlist: Shortlist, labels: Labels) -> tuple[Mask, ...]:
    values = (shortlist.group.value, shortlist.reference.value)
    sides = tuple(labels.having(table.decision, shortlist.label, value) for value in values)
    truth = labels.truth(table.decision)
    if truth is None:
        return sides
    right = truth == table.options.index(table.positive)
    return (*sides, *(side & right for side in sides))
