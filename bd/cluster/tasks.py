"""What runs in a worker: one task a log, one a decision, and one a part of a large list of texts.

Every task sees first that its worker has the sender's version. Tasks are functions of what they are given and keep
nothing, so that any of them can be done again elsewhere when a worker is lost.
"""

from __future__ import annotations

import pickle
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add

from dask.sizeof import sizeof
from distributed import get_worker

from bd.answers.fit import Asked, FoundLog, ReadDecision, Reading, ReadLog, read_log, together
from bd.answers.outline import Outline
from bd.cluster.version import OtherVersionError, Version, own
from bd.cores import use_at_most
from bd.effects.drawn import Scored
from bd.effects.score import Prepared
from bd.effects.sums import Sums
from bd.effects.weights import Part
from bd.memory import be_sparing
from bd.replay.parts import Basis, Rates, basis_of
from bd.study.records import Decision, Study

__all__ = ["Decided", "Looked", "Sent", "Work", "added", "cut", "decide", "look", "packed", "read", "score"]
__all__ += ["study_of", "sums_of", "told"]

Outlines = Mapping[tuple[str, int | None], Outline]


@dataclass(frozen=True)
class Sent:
    """What goes with every task."""

    version: Version
    run: str
    """Names this replay among others on the same machines."""
    most_counted: int
    """Lists of more texts are re-drawn by weights."""

    def check(self) -> None:
        """Raise `OtherVersionError` where this process works with something else than the sender."""
        be_sparing()
        use_at_most(1)  # a worker has as many threads as it may use cores, and each does a task
        differences = self.version.differences(own())
        if differences:
            raise OtherVersionError(f"the worker {get_worker().address} has {differences}; install the same on all")


@dataclass(frozen=True)
class Work:
    """One decision."""

    decision: str
    logs: tuple[FoundLog, ...]


@dataclass(frozen=True)
class Looked:
    """Which stacks of a decision are large."""

    worker: str
    """The address of who has looked, and has everything at hand."""
    texts: Mapping[int, int]
    """By the place of each large stack among all: how many texts it has."""


@dataclass(frozen=True)
class Decided:
    """One decision, worked out as far as it follows from its own answers alone."""

    basis: Basis
    scored: Scored | None
    """None where something is borrowed from other decisions."""
    sums: tuple[Sums, ...] = field(repr=False)
    """Of every stack, so that no text is drawn a second time; none where all is scored."""
    outlines: Outlines = field(repr=False)


def packed(study: Study) -> bytes:
    """Return a study as it is sent to the scheduler, which gives it to every worker."""
    return zlib.compress(pickle.dumps(study, pickle.HIGHEST_PROTOCOL), 1)


def study_of(sent: Sent, data: bytes) -> Study:
    """Return the study that was packed."""
    sent.check()
    found = pickle.loads(zlib.decompress(data))
    assert isinstance(found, Study)
    return found


def read(sent: Sent, log: FoundLog, decision: Decision) -> Reading:
    """Read one log; what is wrong with it is what comes back."""
    sent.check()
    return read_log(log.path, decision)


def look(sent: Sent, study: Study, work: Work, logs: Sequence[Reading]) -> Looked:
    """Tell which stacks of a decision are large; the decision is kept at hand for `cut`."""
    sent.check()
    stacks = _at_hand(sent, study, work, logs).prepared.stacks
    return Looked(get_worker().address, {n: len(stack.ids) for n, stack in enumerate(stacks) if stack.large})


def cut(sent: Sent, study: Study, work: Work, logs: Sequence[Reading], stack: int, first: int, last: int) -> Part:
    """Hand out a part of a large stack."""
    sent.check()
    return _at_hand(sent, study, work, logs).prepared.stacks[stack].part(first, last)


def sums_of(sent: Sent, part: Part) -> Sums:
    """Return what a part adds to the sums."""
    sent.check()
    return part.sums()


def added(sent: Sent, sums: Sequence[Sums]) -> Sums:
    """Add up what several parts add to the sums."""
    sent.check()
    return reduce(add, sums)


def decide(sent: Sent, study: Study, work: Work, logs: Sequence[Reading], large: Mapping[int, Sums]) -> Decided:
    """Work a decision out, given the sums of its large stacks."""
    sent.check()
    held = _at_hand(sent, study, work, logs)
    _AT_HAND.held = None
    for place, sums in large.items():
        held.prepared.stacks[place].give(sums)
    basis = basis_of(study, held.read, held.prepared)
    if not basis.borrowers:
        return Decided(basis, held.prepared.scored({}), (), {})
    return Decided(basis, None, tuple(stack.sums for stack in held.prepared.stacks), held.outlines)


def told(sent: Sent, decided: Decided) -> tuple[Basis, Scored | None]:
    """Return what the sender needs to know of a decision; the rest stays with the worker."""
    sent.check()
    return decided.basis, decided.scored


def score(sent: Sent, study: Study, work: Work, logs: Sequence[Reading], decided: Decided, borrowed: Rates) -> Scored:
    """Return a decision's effects, once it is known what it borrows."""
    sent.check()
    held = _prepared(sent, study, work, logs, decided.outlines)
    for stack, sums in zip(held.prepared.stacks, decided.sums, strict=True):
        stack.give(sums)
    return held.prepared.scored(borrowed)


@dataclass(frozen=True)
class _Held:
    name: tuple[str, str]
    read: ReadDecision
    prepared: Prepared
    outlines: Outlines


class _AtHand(threading.local):
    """The decision that this thread is at, so that it is not prepared anew for each of its parts."""

    held: _Held | None = None


_AT_HAND = _AtHand()


def _at_hand(sent: Sent, study: Study, work: Work, logs: Sequence[Reading]) -> _Held:
    held = _AT_HAND.held
    if held is None or held.name != (sent.run, work.decision):
        _AT_HAND.held = None  # let go before the next is made
        held = _AT_HAND.held = _prepared(sent, study, work, logs, {})
    return held


def _prepared(sent: Sent, study: Study, work: Work, logs: Sequence[Reading], known: Outlines) -> _Held:
    asked = Asked(study, work.decision, known=known)
    read_ = together(study, work.decision, zip(work.logs, logs, strict=True), asked, names=False)
    prepared = Prepared(study, read_.tables, sent.most_counted)
    return _Held((sent.run, work.decision), read_, prepared, asked.outlines)


def _size_of_log(read_: ReadLog) -> int:
    log = read_.log
    if isinstance(log, Exception):
        return len(str(log))
    arrays = (log.choices, log.millionths, log.causes, log.lines)
    return int(log.row_ids.nbytes) + sum(array.nbytes for array in arrays)


def _size_of_sums(sums: Sums) -> int:
    return sums.redrawn.nbytes + sums.first.nbytes + sums.total.nbytes


def _size_of_part(part: Part) -> int:
    return part.columns.nbytes + int(sizeof(part.ids))


def _size_of_decided(decided: Decided) -> int:
    draws = decided.scored.draws.values() if decided.scored else ()
    outlines = sum(a.nbytes for o in decided.outlines.values() for a in (o.asked, *o.left_out.values()))
    return sum(map(_size_of_sums, decided.sums)) + sum(d.effect.nbytes + d.halves.nbytes for d in draws) + outlines


def _size_of_study(study: Study) -> int:
    return sum(len(text.text) for texts in study.texts.values() for text in texts.texts)


# Workers count what they hold by these, to stay within their memory and to move what is smaller.
sizeof.register(ReadLog, _size_of_log)
sizeof.register(Sums, _size_of_sums)
sizeof.register(Part, _size_of_part)
sizeof.register(Decided, _size_of_decided)
sizeof.register(Study, _size_of_study)
