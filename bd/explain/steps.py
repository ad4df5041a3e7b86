"""The arithmetic of one row, line by line, each ending in the digits that are published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bd.board.cells import Cell
from bd.board.digits import points
from bd.effects.columns import MEASURES
from bd.effects.ranges import FEWEST_TEXTS
from bd.effects.records import Effect, Range, Ratio
from bd.explain.arithmetic import Column
from bd.explain.logs import Logs
from bd.explain.records import Step
from bd.report.words import load_words
from bd.said import many

__all__ = ["ratio_steps", "steps_of"]


def steps_of(logs: Logs, cell: Cell) -> tuple[Step, ...]:
    """Return every line for a row that has a value."""
    own, control = logs.column(), logs.control_column()
    return (*_steps(logs, own, control), *_rates(cell))


def _steps(logs: Logs, own: Column, control: Column | None) -> Iterator[Step]:
    effect = logs.effect
    yield _step("value", _mean(effect, own), effect.value)
    yield _step("control", _control(effect, control), effect.control.value)
    yield _step("effect", _difference(effect, own, control), effect.effect)
    yield from _ranges(effect)
    yield from _exact(logs, own, control)
    if effect.min_detectable is not None:
        yield _step(
            "detectable", "the smallest effect that this test finds four times out of five", effect.min_detectable
        )


def _rates(cell: Cell) -> Iterator[Step]:
    effect, rates = cell.effect, cell.effect.rates
    if rates is None:
        return
    for name, side in (("given to", rates.group), ("reference", rates.reference)):
        answers = many(rates.texts * side.versions, "answer")
        yield _step(name, f"{side.picked:,} of {answers} are {effect.positive!r}", side.rate)
    if cell.why_no_ratio:
        yield Step("impact ratio", "none: the cell is not fit for one", None, None)
    else:
        how, reasons = "the first rate over the other", load_words().rates
        yield from ratio_steps("impact ratio", how, rates, rates.texts, effect.resamples, reasons)


def ratio_steps(
    name: str, how: str, found: Ratio, group: int, resamples: int, reasons: Mapping[str, str]
) -> Iterator[Step]:
    """Return the lines of a ratio of two rates; `group` is how many are behind the group's, `reasons` why in words."""
    if found.ratio is None:
        yield Step(name, f"none: {reasons[found.why or '']}", None, None)
        return
    yield Step(name, how, (found.ratio,), None)
    if found.range is None:
        yield Step("its range", f"none: {reasons[found.why_no_range or '']}", None, None)
    else:
        ends = f"the middle 95% of {resamples - found.undefined:,} re-draws that give a ratio"
        yield Step("its range", ends, found.range, None)
    if found.upper_if_none is not None:
        most = f"nobody of the group was picked: 1 - 0.025 ** (1 / {group}), over the other rate"
        yield Step("ratio at most", most, (found.upper_if_none,), None)


def _step(name: str, how: str, found: float | Range | None) -> Step:
    if found is None:
        return Step(name, how, None, None)
    numbers = found if isinstance(found, tuple) else (found,)
    return Step(name, how, numbers, tuple(points(number) for number in numbers))


def _mean(effect: Effect, column: Column) -> str:
    if column.unit == 1:
        return f"{column.total:,} of {many(column.texts, 'text')} got another answer"
    what = "a text's score" if MEASURES[effect.measure].against_others else "a text's move"
    total = f"the sum of {many(column.texts, 'text')}, {_sum(column)}"
    return f"{total}, divided by {column.texts:,}; {_meaning(effect, what)}"


def _meaning(effect: Effect, what: str) -> str:
    """Say what is summed for each text."""
    sides = effect.compares
    mean = "mean " if len(sides.from_) > 1 or len(sides.to) > 1 else ""
    if sides.others:
        others = f"its mean over the {many(len(sides.others), 'other group')}"
        return f"{what} is the probability of the positive option for this group, less {others}"
    return f"{what} is the {mean}probability of the positive option after, less that before"


def _sum(column: Column) -> str:
    return f"{column.total / column.unit:,.6f}"


def _part(column: Column) -> str:
    return f"{column.total:,}/{column.texts:,}" if column.unit == 1 else f"{_sum(column)}/{column.texts:,}"


def _control(effect: Effect, column: Column | None) -> str:
    if column is None:
        within = effect.control.kind == "version"
        return "nothing: the value is measured from the control already" if within else "nothing was there to subtract"
    if column.unit == 1:
        return f"{column.total:,} of {many(column.texts, 'text')} got another answer"
    return f"the size of {_sum(column)}, divided by {column.texts:,}"


def _difference(effect: Effect, own: Column, control: Column | None) -> str:
    by_size = MEASURES[effect.measure].by_size
    value = f"the size of {_part(own)}" if by_size and own.total < 0 else _part(own)
    if control is None:
        return f"{value} less 0"
    sized = f"the size of {_part(control)}" if control.total < 0 else _part(control)
    return f"{value} less {sized}"


def _ranges(effect: Effect) -> Iterator[Step]:
    if effect.range is None:
        yield _step("range", f"none: fewer than {FEWEST_TEXTS} texts", None)
        return
    ends = f"the 25th smallest and the 25th largest of {effect.resamples:,} re-draws of the texts"
    assert effect.lo is not None  # with a range there are ends
    assert effect.hi is not None
    yield _step("own range", ends, (effect.lo, effect.hi))
    reflected = MEASURES[effect.measure].by_size and (effect.value or 0.0) < 0
    less = "the same, reflected, less the control's value" if reflected else "the same less the control's value"
    yield _step("range", less, effect.range)
    drawn = "with the control drawn anew too and subtracted in each re-draw"
    joint = f"the same, {drawn}" if effect.control.compares else "the same: there is no control of its own to draw anew"
    yield _step("joint range", joint, effect.joint_range)
    if effect.frame_range is not None:
        frames = f"the same, with {effect.frames:,} frames that texts share drawn anew in place of texts"
        yield _step("frame range", frames, effect.frame_range)


def _exact(logs: Logs, own: Column, control: Column | None) -> Iterator[Step]:
    effect = logs.effect
    if effect.exact_range is not None:
        how = _exact_how(logs, own, control)
        yield _step("exact range", f"few texts changed, or few did not: {how}", effect.exact_range)
    if effect.upper_if_none is not None:
        yield _step("at most", f"no text changed: 1 - 0.025 ** (1 / {effect.texts})", effect.upper_if_none)


def _exact_how(logs: Logs, own: Column, control: Column | None) -> str:
    if control is None:
        return f"Clopper and Pearson's range of {own.total} of {own.texts:,}"
    if not logs.same_texts():
        return f"the exact ranges of {own.total} of {own.texts:,} and of {control.total} of {control.texts:,}, joined"
    both = own.mask & control.mask
    only_own, only_control = int((own.y > control.y)[both].sum()), int((own.y < control.y)[both].sum())
    said = f"{only_own} changed only by the edit and {only_control} only by the control, of {int(both.sum()):,}"
    return f"{said}; two exact ranges, joined"
