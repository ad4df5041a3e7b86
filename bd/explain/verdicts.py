"""What follows from the numbers of one row: which way it goes, whether it is clear, whether and why it is ranked."""

from __future__ import annotations

from collections.abc import Iterator

from bd.board.cells import Cell
from bd.board.digits import points
from bd.effects.fourfifths import told
from bd.report.names import Names
from bd.report.words import Words
from bd.said import many
from bd.study.deciding import SAMPLED
from bd.study.records import NOISE

__all__ = ["verdicts_of"]

_PERCENT = 100


def verdicts_of(names: Names, words: Words, cell: Cell) -> tuple[str, ...]:
    """Return one sentence for each thing that is concluded."""
    return (*_direction(names, cell), *_clear(cell), *_ranked(names, words, cell))


def _direction(names: Names, cell: Cell) -> Iterator[str]:
    effect = cell.effect
    if effect.direction is None:
        return
    decision, way = names.decision(effect.decision), names.test(cell.key).orientation
    said = f"towards {decision.option(effect.direction).label!r}"
    if way is not None:
        said += f", all read one way, from {way.before_words!r} to {way.after_words!r}"
    changed, towards = (sum(getattr(d, key) for d in effect.directions) for key in ("changed", "towards"))
    if changed:
        said += f": {towards:,} of {many(changed, 'changed answer')} moved there"
    elif effect.changed == 0:
        said += ": confidence moved, no answer changed"
    yield said


def _clear(cell: Cell) -> Iterator[str]:
    effect = cell.effect
    if effect.range is None:
        yield "not clear: there is no range"
        return
    low = points(effect.range[0])
    if effect.clear:
        yield f"clear: the lower end of the range, {low}, is above 0"
    elif effect.cannot_see_change:
        drawn = (
            "; what changed was drawn by chance, so that pages tell no effect"
            if effect.decides == SAMPLED and effect.changed
            else ""
        )
        yield f"not clear: both versions of every text have the same probabilities{drawn}"
    else:
        yield f"not clear: the lower end of the range, {low}, is not above 0"
    if effect.clear != effect.clear_joint:
        which = "exact" if effect.few and effect.exact_range else "joint"
        yield f"the {which} range says otherwise: {'clear' if effect.clear_joint else 'not clear'}; the place is marked"
    if effect.within_point and effect.range_90 is not None:
        low, high = (points(end) for end in effect.range_90)
        bound = effect.few or cell.upper_if_none is not None  # re-draws alone say nothing then
        yield f"within one point of 0: the whole {'exact ' if bound else ''}90% range, {low} to {high}, is"
    rates = effect.rates
    if rates is not None and rates.ratio is not None and not cell.why_no_ratio:
        yield f"by the four-fifths rule of thumb: {told(rates)}"
    if effect.cannot_see_change:
        yield "the model gave every text exactly the same probabilities with and without the change: it cannot see it"


def _ranked(names: Names, words: Words, cell: Cell) -> Iterator[str]:
    effect = cell.effect
    share = _PERCENT * effect.texts / effect.asked if effect.asked else 0.0
    yield f"answered: {effect.texts:,} of {many(effect.asked, 'text')} ({share:.4g}%; ranked from 95%)"
    test = names.test(cell.key)
    if cell.common is not None:
        ends = "no range" if cell.range is None else f"range {points(cell.range[0])} to {points(cell.range[1])}"
        value, control = points(cell.common.value or 0.0), points(cell.common.control or 0.0)
        size = f"the size of {value}" if value < 0 else f"{value}"
        yield (
            f"ranked on the {many(cell.texts, 'text')} that every compared model answered: {size} less {control} there "
            f"is {points(cell.size)}, {ends}, {'clear' if cell.clear else 'not clear'}; pages and boards tell this"
        )
    if effect.attributable and len({version.group for version in test.by_role("measured")}) > 1:
        yield "attributable: the groups of this test do not all move the answers one way by much"
    if names.characteristic(effect.characteristic).kind == NOISE:
        yield "not ranked: it is a control, how often an unchanged text gets another answer"
    elif cell.ranked and effect.cannot_see_change:
        yield "takes a place as a model without an effect, since it cannot see the change"
    elif cell.ranked:
        yield "may be ranked: nothing speaks against it"
    else:
        yield f"not ranked: {'; '.join(words.reasons[reason] for reason in cell.why)}"
    if effect.unpinned:
        yield "a log behind it has no description, so nothing proves to which texts its answers belong"
