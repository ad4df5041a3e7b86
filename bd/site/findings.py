"""What a level found: its first sentences, what else was found, and what weakens it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bd.report import contract
from bd.site.boards import OWN, Level, facet_of, first_line, lead_line, loose
from bd.site.leads import Lead, ModelCounts, finding
from bd.site.names import Names
from bd.site.numbers import count, points, size
from bd.site.openings import opening
from bd.site.records.parts import Link, Sentence
from bd.site.verdicts import REVERSE, direction_words, frame_differs, unseen, verdict, verdict_words
from bd.site.words import listed, unfavourable

__all__ = ["level_caution", "level_finding", "level_more"]

_OPEN_WAY = "whose way is open"
"""Said of a clear effect whose direction chance may give."""


def level_finding(names: Names, level: Level, here: str = "", *, reported: bool = False) -> Sentence:
    """Return the sentences that a level is summed up in, three at most.

    Parameters
    ----------
    names
        What the data file calls things.
    level
        The level.
    here
        The address of the page that the sentence stands on.
    reported
        Whether that page shows figures that others reported.
    """
    line, board = lead_line(level), level.board
    ranked, others, shown = ([_lead(names, level, each) for each in board.part(part)] for part in OWN)
    sure = [each for each in ranked if each.firm]
    unclear = tuple(each for each in others if not unseen(each.facet))
    counts = ModelCounts(
        placed=len(ranked) + len(unclear),
        clear=len(sure),
        alone=len(ranked) - len(sure),
        ways=_ways(sure) if level.question is not None or len(level.cells) == 1 else (),
        fragile=sum(not each.facet.clear_joint for each in sure),
        blind=len(others) - len(unclear),
        unclear=unclear,
        unplaced=tuple(shown),
        cells=len(level.cells),
        planted=bool(board.planted),
        reported=reported,
    )
    said = finding(None if line is None else _lead(names, level, line), counts, names.digits, here)
    return said + _other_way(names, level, here)


def _other_way(names: Names, level: Level, here: str) -> Sentence:
    """Name the largest move the favourable way, which has no place: who reads of the other alone reads half.

    A page of one cell says it in its first sentence.
    """
    found = [] if len(level.cells) == 1 else [facet for facet in level.measured if verdict(facet) == REVERSE]
    own = [facet for facet in found if not facet.planted]
    if not own:
        return ()
    facet = max(own, key=lambda each: abs(each.excess.value))
    label = names.models[facet.engine].label
    amount = size(facet.excess.value, names.digits)
    where: Sentence = (Link(facet.label, facet.address),) if facet.address != here else ()
    said = f" The largest move the other way: {label} is less sure of {unfavourable(facet)} by "
    return (said, amount, " percentage points on average", *((" (", *where, ")") if where else ()), ".")


def _ways(ranked: Iterable[Lead]) -> tuple[tuple[str, int], ...]:
    """Return which way clear effects go, with how many go it, the most first; nothing where none is known.

    Several cells can be told together where they ask one question, and so share its options.
    """
    ways = Counter(direction_words(each.facet) or _OPEN_WAY for each in ranked)
    known = sorted(ways.items(), key=lambda way: (way[0] == _OPEN_WAY, -way[1], way[0]))
    return () if set(ways) <= {_OPEN_WAY} else tuple(known)


def level_more(names: Names, level: Level, here: str) -> Sentence:
    """Return what else was found: which way the clear effects go, and what is larger than all that have a place."""
    return _directions(names, level) + _larger_unranked(names, level, here)


def _directions(names: Names, level: Level) -> Sentence:
    """Say whether the clear effects of one cell go the same way; several cells have options of their own."""
    if len(level.cells) != 1:
        return ()
    ways: dict[str, list[str]] = {}
    for line in level.board.ranked:
        toward = direction_words(facet_of(level, line))
        ways.setdefault(toward, []).append(names.models[line.engine].label)
    open_ = ways.pop("", [])
    found = sum(map(len, ways.values()))
    if found < 2:
        return ()
    if len(ways) == 1:
        told = next(iter(ways))
        both = f"Both clear effects go {told}" if found == 2 else f"All {found} clear effects go {told}"
        said = f" {both}." if not open_ else f" {listed(next(iter(ways.values())))} go {told}."
    else:
        told = "; ".join(f"{label} {listed(models)}" for label, models in ways.items())
        said = f" The clear effects do not all go the same way: {told}."
    return (said, f" Which way is open for {listed(open_)}.") if open_ else (said,)


def _lead(names: Names, level: Level, line: contract.Line) -> Lead:
    facet = facet_of(level, line)
    label = names.models[line.engine].label
    return Lead(label, opening(names, facet), facet, firm=not loose(line, facet))


def _larger_unranked(names: Names, level: Level, here: str) -> Sentence:
    """Name the largest effect that has no place, where it is larger than the first that has one."""
    if len(level.cells) == 1:  # its figures stand there one by one
        return ()
    first = first_line(level.board)
    shown = max(level.board.shown, key=lambda line: abs(line.value), default=None)
    if first is None or shown is None or not isinstance(first, contract.Placed) or abs(shown.value) <= first.value:
        return ()
    facet, label = facet_of(level, shown), names.models[shown.engine].label
    place: Sentence = ()
    if facet.address != here:
        place = (", ", Link(facet.label, facet.address))
    return (
        f" The largest figure without a place: {label}, ",
        points(shown.value, names.digits),
        f" points ({verdict_words(facet)}",
        *place,
        ").",
    )


def level_caution(names: Names, level: Level, here: str) -> Sentence:
    """Return what weakens the finding: many results to pick from, a wider range, a model that only guesses."""
    line = lead_line(level)
    if line is None:
        return ()
    said: Sentence = ()
    if facet_of(level, line).chance:
        said += ("This model cannot tell the options of that question apart: read its figure with care. ",)
    if line.n_facets > 1:
        said += (*_of_many(names, line, here), *_picked(names, line))
    family = line.family_range if line.family_range is not None and line.n_facets > 1 else None
    if line.clear and family is not None and family.lo <= 0:
        said += (" So counted, it is not clear.",)
    said += _by_frame(names, level)
    if line.clear and not line.clear_joint:
        said += (" With the control’s own uncertainty counted in, it is not clear.",)
    elif isinstance(line, contract.Placed) and line.clear_joint and not line.clear:
        said += (" With the control’s own uncertainty counted in, it would be clear.",)
    return said


def _by_frame(names: Names, level: Level) -> Sentence:
    """Name the clear effects that whole families of similar texts, drawn anew, would leave open."""
    if len(level.cells) != 1:
        return ()
    facets = [(line, facet_of(level, line)) for line in level.board.ranked]
    open_ = [names.models[line.engine].label for line, facet in facets if frame_differs(facet)]
    if not open_:
        return ()
    verb = "effect would not be" if len(open_) == 1 else "effects would not be"
    return (
        f" Many texts share sentences. Counted by families of similar texts, the {verb} clear for {listed(open_)}; ",
        Link("how that is done", "/methods/#by-frame"),
        ".",
    )


def _of_many(names: Names, line: contract.Line, here: str) -> Sentence:
    clear = line.n_facets_detected
    verb = "counts" if clear == 1 else "count"
    below = Link("all are listed below", f"{here}#_cells")
    return (
        "Of ",
        count(line.n_facets),
        f" results of {names.models[line.engine].label} here, ",
        count(clear),
        f" {verb} as clear and ranked; ",
        below,
        ".",
    )


def _picked(names: Names, line: contract.Line) -> Sentence:
    """Say what the headline would be had it not been picked as the largest."""
    if line.unselected is None:
        return ()
    said: Sentence = (" The largest of many reads too large on average: picked on one half of the texts and measured ",)
    said += ("on the other, it is ", points(line.unselected, names.digits), " points")
    ends = line.family_range
    if ends is not None:
        said += (", and with all of them counted at once its range is ", points(ends.lo, names.digits), " to ")
        said += (points(ends.hi, names.digits),)
    return (*said, ".")
