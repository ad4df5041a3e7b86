"""Simulated models that say something of controls: answers that are drawn by chance, and controls left unanswered."""

from __future__ import annotations

import numpy as np

from bd.board.cells import make_cell
from bd.study.records import AS_WRITTEN
from bd.validate.cases import Case
from bd.validate.chance import Chance
from bd.validate.counts import covers, pair, unchanged
from bd.validate.coverage import Tally
from bd.validate.world import AGAIN, CONTROL, HERE, Design, Model, World, chosen, ids_of, unanswered

__all__ = ["missing", "missing_rates", "sampled", "sampled_truth"]


def sampled(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Answers are drawn with a probability that the law gives each text, and the change adds to it.

    The model is asked twice; its effect is what the change does beyond what drawing anew does.
    """
    n, add, truth = case.n, case.number("add"), sampled_truth(case)
    shares, which = case.law()

    def model(s: int) -> Model:
        likely = np.array(shares)[chance.pick(which, n)]
        drawn = {AS_WRITTEN: likely, AGAIN: likely, "one": likely + add}
        return Model(f"m{s}", {(HERE, v): chosen(chance.events(p, n)) for v, p in drawn.items()})

    for effect in World(Design({HERE: ids_of(name, n)}, control="repeat"), map(model, range(studies))).effects:
        assert effect.control.kind == "repeat"
        assert effect.lo is not None
        tally.count("joint", covers(effect.joint_range, truth))
        tally.count("clear", effect.clear)
        tally.count("clear_joint", effect.clear_joint)
        tally.count("clear_alone", effect.lo > 0)


def sampled_truth(case: Case) -> float:
    """Return by how much more often the change gives another answer than asking again does."""
    add, (shares, which) = case.number("add"), case.law()
    moved = [p * (1 - p - add) + (p + add) * (1 - p) - 2 * p * (1 - p) for p in shares]
    return sum(m * share for m, share in zip(moved, which, strict=True))


def missing(case: Case, chance: Chance, name: str, studies: int, tally: Tally) -> None:
    """Answers to the control version are missing, `lean` times as often where the change gives another answer.

    What can be known is the difference on the texts that have both answers; `whole` is that on all texts.
    """
    n, rates = case.n, missing_rates(case)
    own, control = case.number("rate"), case.number("control")
    kept_changed, kept = 1 - rates[1], 1 - rates[0]
    both = own * control
    truth = ((own - both) * kept_changed - (control - both) * kept) / (1 - case.number("missing"))

    def model(s: int) -> Model:
        changed, by_control = pair(case, chance, n, n)
        left = chance.events(np.where(changed, rates[1], rates[0]), n)
        answers = {AS_WRITTEN: unchanged(n), "one": chosen(changed), CONTROL: unanswered(chosen(by_control), left)}
        return Model(f"m{s}", {(HERE, version): column for version, column in answers.items()})

    for effect in World(Design({HERE: ids_of(name, n)}, control="version"), map(model, range(studies))).effects:
        assert effect.range is not None
        assert effect.effect is not None
        tally.count("joint", covers(effect.joint_range, truth))
        tally.count("row", covers(effect.exact_range if effect.few else effect.joint_range, truth))
        tally.count("whole", covers(effect.joint_range, own - control))
        tally.count("inside", covers(effect.range, effect.effect))
        tally.count("ranked", make_cell(effect).ranked)


def missing_rates(case: Case) -> tuple[float, float]:
    """Return how often the control is unanswered where the change gives the same answer, and where it gives another."""
    own, lean = case.number("rate"), case.number("lean")
    same = case.number("missing") / (1 - own + lean * own)
    return same, lean * same
