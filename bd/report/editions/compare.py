"""What differs between two editions: what is new, what is gone, and what became of every result that is in both.

Pure functions. A result has moved beyond its range where one of its two values lies outside the range of the other;
the exact range counts in place of the usual one where that holds, so that no range of no width makes news.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from bd.report.editions.records import MAIN, Board, Characteristic, Edition, Group, Model, Question, Result

__all__ = ["Comparison", "PlaceChange", "ResultChange", "compare"]

T = TypeVar("T")


@dataclass(frozen=True)
class ResultChange:
    """One result in both editions."""

    before: Result
    now: Result


@dataclass(frozen=True)
class PlaceChange:
    """A model of both editions whose place on the main board is another; None: without a place."""

    model: str
    before: float | None
    now: float | None


@dataclass(frozen=True)
class Things:
    """What one edition holds and the other does not."""

    characteristics: tuple[Characteristic, ...]
    groups: tuple[Group, ...]
    questions: tuple[Question, ...]
    models: tuple[Model, ...]
    results: tuple[Result, ...]

    @property
    def none(self) -> bool:
        """Whether there is nothing of any kind."""
        return not (self.characteristics or self.groups or self.questions or self.models or self.results)


@dataclass(frozen=True)
class Comparison:
    """Everything that differs between an edition and the one before it."""

    before: Edition
    now: Edition
    new: Things
    gone: Things
    moved: tuple[ResultChange, ...]
    """Beyond the range."""
    verdicts: tuple[ResultChange, ...]
    """With another verdict."""
    within: tuple[ResultChange, ...]
    """With another value, within the range, and the same verdict."""
    unjudged: tuple[ResultChange, ...]
    """With another value and the same verdict, where neither edition has a range to hold it against."""
    both: int
    """Results in both."""
    places: tuple[PlaceChange, ...]
    """On the main board, in the order of today's places."""
    boards: int
    """Boards of levels in both."""
    boards_changed: int
    """How many of those put models that are placed on both in another order or on other places."""

    @property
    def same(self) -> bool:
        """Whether nothing differs that a reader could see."""
        return self.new.none and self.gone.none and not (self.moved or self.verdicts or self.places or self.changed)

    @property
    def changed(self) -> int:
        """Results of another value that make no news."""
        return len(self.within) + len(self.unjudged)


def compare(before: Edition, now: Edition) -> Comparison:
    """Return what differs between two editions."""
    earlier = {result.key: result for result in before.results}
    pairs = [ResultChange(earlier[each.key], each) for each in now.results if each.key in earlier]
    other = [pair for pair in pairs if _differs(pair)]
    moved = tuple(pair for pair in other if _beyond(pair))
    verdicts = tuple(pair for pair in pairs if pair.before.verdict != pair.now.verdict)
    quiet = [pair for pair in other if not _beyond(pair) and pair.before.verdict == pair.now.verdict]
    boards, changed = _boards(before, now)
    return Comparison(
        before=before,
        now=now,
        new=_only_in(now, before),
        gone=_only_in(before, now),
        moved=moved,
        verdicts=verdicts,
        within=tuple(pair for pair in quiet if _judged(pair)),
        unjudged=tuple(pair for pair in quiet if not _judged(pair)),
        both=len(pairs),
        places=_places(before, now),
        boards=boards,
        boards_changed=changed,
    )


def _only_in(one: Edition, other: Edition) -> Things:
    return Things(
        characteristics=_rest(one.characteristics, other.characteristics, lambda each: each.id),
        groups=_rest(one.groups, other.groups, lambda each: (each.characteristic, each.id)),
        questions=_rest(one.questions, other.questions, lambda each: each.id),
        models=_models(one, other),
        results=_rest(one.results, other.results, lambda each: each.key),
    )


def _models(one: Edition, other: Edition) -> tuple[Model, ...]:
    """Return the models of one edition that the other knows neither as a model nor as a build of another.

    Results are known by their build: one that now stands under another model is not gone, and neither is its model.
    """
    known = {build for model in other.models for build in (model.id, *model.builds)}
    return tuple(each for each in one.models if each.id not in known)


def _rest(one: Iterable[T], other: Iterable[T], key: Callable[[T], object]) -> tuple[T, ...]:
    known = {key(each) for each in other}
    return tuple(each for each in one if key(each) not in known)


def _differs(pair: ResultChange) -> bool:
    before, now = pair.before, pair.now
    return (before.value, before.lo, before.hi) != (now.value, now.lo, now.hi)


def _reach(result: Result) -> tuple[float, float] | None:
    """Return the range that a value of another edition is held against."""
    if result.exact is not None:
        return result.exact
    if result.lo is None or result.hi is None:
        return None
    return (result.lo, result.hi if result.most is None else max(result.hi, result.most))


def _outside(value: float, reach: tuple[float, float] | None) -> bool:
    return reach is not None and not reach[0] <= value <= reach[1]


def _beyond(pair: ResultChange) -> bool:
    before, now = pair.before, pair.now
    return _outside(now.value, _reach(before)) or _outside(before.value, _reach(now))


def _judged(pair: ResultChange) -> bool:
    return _reach(pair.before) is not None or _reach(pair.now) is not None


def _main(edition: Edition) -> Board:
    return next((board for board in edition.boards if board.address == MAIN), Board(MAIN, {}))


def _places(before: Edition, now: Edition) -> tuple[PlaceChange, ...]:
    earlier, later = _main(before).places, _main(now).places
    both = [model.id for model in now.models if model.id in {each.id for each in before.models}]
    found = [PlaceChange(model, earlier.get(model), later.get(model)) for model in both]
    changed = [change for change in found if change.before != change.now]
    return tuple(sorted(changed, key=lambda change: (change.now is None, change.now or 0.0)))


def _boards(before: Edition, now: Edition) -> tuple[int, int]:
    """Return how many boards of levels are in both, and how many of them place models otherwise."""
    earlier = {board.address: board.places for board in before.boards if board.address != MAIN}
    pairs = [(earlier[each.address], each.places) for each in now.boards if each.address in earlier]
    return len(pairs), sum(any(old[m] != new[m] for m in old if m in new) for old, new in pairs)
