"""From cells to scored rows: all columns stacked, one product of re-draws for each list of texts, ranges and marks.

Which cells exist is `bd.effects.cells`' part, what is subtracted `bd.effects.controls`', which effects may be ranked
`bd.effects.fitness`'.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from bd.answers.align import AnswerTable
from bd.effects.cells import cells_of
from bd.effects.columns import MEASURES
from bd.effects.common import shared_texts
from bd.effects.controls import borrows, largest_rates, repeat_rates, subtracted
from bd.effects.drawn import CellDraws, Redrawn, Scored, Subtracted
from bd.effects.fitness import attributed
from bd.effects.records import Effect, EffectKey
from bd.effects.row import effect_of
from bd.effects.stack import Stack
from bd.effects.stacks import Stacks
from bd.study.records import Study

__all__ = ["Prepared", "joined", "score"]


def score(study: Study, tables: Iterable[AnswerTable]) -> Scored:
    """Return every effect that the answers in these tables allow, with its re-draws; all of them are held at once."""
    by_decision: dict[str, list[AnswerTable]] = defaultdict(list)
    for table in tables:
        by_decision[table.decision].append(table)
    prepared = [Prepared(study, by_decision[decision]) for decision in sorted(by_decision)]
    borrowed = largest_rates(each.rates for each in prepared)
    return joined(each.scored(borrowed) for each in prepared)


def joined(parts: Iterable[Scored]) -> Scored:
    """Return the effects of several decisions, given in order, as one."""
    parts = tuple(parts)
    effects = tuple(effect for part in parts for effect in part.effects)
    return Scored(effects, {key: draws for part in parts for key, draws in part.draws.items()})


class Prepared:
    """One decision's cells, their columns stacked; only what is borrowed from other decisions is still open.

    Parameters
    ----------
    study
        What was asked.
    tables
        Every model's answers to the decision; logs that are not fit are not in them.
    most_counted
        As for `bd.effects.stack.Stack`.
    """

    def __init__(self, study: Study, tables: Iterable[AnswerTable], most_counted: int | None = None) -> None:
        self._study = study
        self._stacks = Stacks(study, most_counted)
        self._ready = [self._stacks.ready(cell) for cell in cells_of(study, tables)]
        # Every column must be on its stack before the first is re-drawn.
        self._shared = shared_texts(study, self._stacks, self._ready)
        self.rates = repeat_rates(self._ready)
        """Each build's largest repeat rate here, which its cells on other decisions may borrow."""
        self.borrowers = frozenset(r.cell.table.build for r in self._ready if borrows(r))
        """Builds whose cells here borrow one from elsewhere."""

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """The stacks of all cells, in an order that follows from the answers alone."""
        return self._stacks.all()

    def scored(self, borrowed: Mapping[str, Subtracted]) -> Scored:
        """Return the effects and their re-draws; `borrowed` holds each build's largest rate on any decision."""
        effects: list[Effect] = []
        draws: dict[EffectKey, Redrawn] = {}
        for r in self._ready:
            control = subtracted(r, borrowed)
            drawn = CellDraws(r.own, control, MEASURES[r.cell.test.measure].counts)
            shared = self._shared.get(r.cell.key)
            effects.append(effect_of(self._study, self._stacks, r, drawn, shared))
            if effects[-1].range is not None:
                ranked = shared.draws(drawn) if shared is not None and r.cell.test.on_common_texts else drawn
                found, unseen = ranked.redrawn(), effects[-1].cannot_see_change and effects[-1].value
                draws[r.cell.key] = found.unseen() if unseen else found
        return Scored(tuple(sorted(attributed(effects), key=lambda e: (e.decision, e.edit, *e.key))), draws)
