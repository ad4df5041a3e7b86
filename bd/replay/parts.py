"""From a folder of answers to every effect and shortlist, one decision after the other.

A decision's answers are let go once it is scored. What was worked out of a decision before, from the same answers, is
taken from what is kept (`bd.replay.kept`), if anything is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bd.answers.fit import ReadDecision
from bd.answers.folder import AnswerFolder
from bd.effects.controls import largest_rates
from bd.effects.drawn import Scored, Subtracted
from bd.effects.score import Prepared
from bd.effects.shortlist import shortlists
from bd.effects.shortlisted import Shortlisted
from bd.errors import Problem
from bd.study.records import Study

__all__ = ["Basis", "Keeper", "NoKeeper", "Part", "Rates", "basis_of", "borrowed_of", "parts_of"]

Rates = Mapping[str, Subtracted]
"""The largest repeat rate of each build."""


@dataclass(frozen=True)
class Basis:
    """What follows from a decision's own answers alone."""

    rates: Rates
    """What other decisions may borrow."""
    borrowers: frozenset[str]
    """Builds that borrow from other decisions here."""
    shortlists: tuple[Shortlisted, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


@dataclass(frozen=True)
class Part:
    """Everything about one decision."""

    basis: Basis
    scored: Scored


class Keeper(Protocol):
    """Remembers what was worked out of each decision."""

    def basis(self, decision: str) -> Basis | None:
        """Return what follows from a decision's answers as they are now, if it is known."""

    def keep_basis(self, decision: str, basis: Basis) -> None:
        """Remember it."""

    def scored(self, decision: str, borrowed: Rates) -> Scored | None:
        """Return a decision's effects, given what is borrowed, if they are known."""

    def keep_scored(self, decision: str, borrowed: Rates, scored: Scored) -> None:
        """Remember them."""


class NoKeeper:
    """Remembers nothing: everything is worked out anew."""

    def basis(self, decision: str) -> Basis | None:
        """Return None."""

    def keep_basis(self, decision: str, basis: Basis) -> None:
        """Do nothing."""

    def scored(self, decision: str, borrowed: Rates) -> Scored | None:
        """Return None."""

    def keep_scored(self, decision: str, borrowed: Rates, scored: Scored) -> None:
        """Do nothing."""


def parts_of(study: Study, folder: AnswerFolder, keeper: Keeper) -> list[Part]:
    """Return every decision's part, in the order of `folder.decisions`.

    Where a model has no repeat of its own on a decision, that one waits until the largest rate of all others is known.
    """
    bases: dict[str, Basis] = {}
    scored: dict[str, Scored] = {}
    waiting: dict[str, Prepared] = {}
    for decision in folder.decisions:
        known = keeper.basis(decision)
        if known is not None:
            bases[decision] = known
    for read in folder.read(each for each in folder.decisions if each not in bases):
        prepared = Prepared(study, read.tables)
        bases[read.decision] = basis_of(study, read, prepared)
        keeper.keep_basis(read.decision, bases[read.decision])
        if prepared.borrowers:
            waiting[read.decision] = prepared
        else:
            scored[read.decision] = _score(keeper, read.decision, prepared, {})
        del read, prepared  # let go before the next is put together
    borrowed = borrowed_of({decision: bases[decision] for decision in folder.decisions})
    for decision, prepared in waiting.items():
        scored[decision] = _score(keeper, decision, prepared, borrowed[decision])
    for decision in folder.decisions:
        known_effects = None if decision in scored else keeper.scored(decision, borrowed[decision])
        if known_effects is not None:
            scored[decision] = known_effects
    for read in folder.read(each for each in folder.decisions if each not in scored):
        prepared = Prepared(study, read.tables)
        scored[read.decision] = _score(keeper, read.decision, prepared, borrowed[read.decision])
        del read, prepared
    return [Part(bases[decision], scored[decision]) for decision in folder.decisions]


def borrowed_of(bases: Mapping[str, Basis]) -> dict[str, Rates]:
    """Return what each decision borrows, given what is known of all of them, in order."""
    rates = largest_rates(each.rates for each in bases.values())
    return {name: {b: rates[b] for b in sorted(each.borrowers & rates.keys())} for name, each in bases.items()}


def basis_of(study: Study, read: ReadDecision, prepared: Prepared) -> Basis:
    """Return what follows from one decision's answers alone."""
    rates = {build: rate.held() for build, rate in prepared.rates.items()}
    return Basis(rates, prepared.borrowers, shortlists(study, read.tables), read.problems, read.notes)


def _score(keeper: Keeper, decision: str, prepared: Prepared, borrowed: Rates) -> Scored:
    scored = prepared.scored(borrowed)
    keeper.keep_scored(decision, borrowed, scored)
    return scored
