"""How many answers changed and which way they went, in words; where so few did that chance may do it, that is said.

Where confidence is what is measured, they are told all the same: a mean says nothing of how many answers it tips.
"""

from __future__ import annotations

from bd.report import contract
from bd.site.numbers import count, points
from bd.site.records.parts import Sentence
from bd.site.verdicts import RATES, SIGNED, as_written, direction_counts, direction_words

__all__ = ["besides", "by_control", "counted", "direction", "tipped"]

_DIGITS = 2
_UNSETTLED = "not enough to say which way"
_CHANCE = "so few may go one way by chance"
"""Where all of them did, so that the way is seen, and yet chance may have done it."""


def counted(facet: contract.Result) -> Sentence:
    """Say in how many texts the answer changed and which way, where that is what is counted."""
    if facet.measure not in RATES or facet.changed is None:
        return ()
    if not facet.changed:
        return (" In none of ", count(facet.n), " texts the answer changed.")
    changed: Sentence = (count(facet.changed), " of ", count(facet.n), " texts the answer changed")
    return (*_before(facet), *changed, *_way(facet), ".")


def _before(facet: contract.Result) -> Sentence:
    """Open a count of answers; where a control is to be subtracted from it, that is said."""
    if facet.floor.value == 0:
        return (" In ",)
    return (" Before the control’s ", points(facet.floor.value, _DIGITS), " of 100 are subtracted: in ")


def by_control(facet: contract.Result, digits: int) -> Sentence:
    """Say so where most of an effect is what the control phrase did, and not the change."""
    neither = as_written(facet)
    if not facet.mostly_control or neither is None:
        return ()
    return (" Most of this is what the control phrase did: with neither, it stands at ", points(neither, digits), "%.")


def tipped(facet: contract.Result) -> tuple[int, int] | None:
    """Return where the counts stand of answers that changed, and of those that went the way that confidence did.

    Where confidence is measured, between two options and read one way; None for everything else.
    """
    ways = facet.directions
    if facet.measure not in SIGNED or len(ways) != 1 or not facet.direction_label:
        return None
    return ways[0].changed, ways[0].toward


def besides(facet: contract.Result) -> Sentence:
    """Say in how many texts the answer itself changed, where confidence is what is measured; else nothing."""
    found = tipped(facet)
    if found is None:
        return ()
    changed, toward = found
    if not changed:
        return (" The answer itself changed in none of them.",)
    said: Sentence = (" The answer itself changed in ", count(changed), " of them")
    to = f"to “{facet.direction_label}”."
    if changed == toward:
        return (*said, f", {'' if changed == 1 else 'always '}{to}")
    if toward < 2:
        return (*said, f", {'once' if toward else 'never'} {to}")
    return (*said, ", ", count(toward), f" times {to}")


def _way(facet: contract.Result) -> Sentence:
    """Say which way changed answers went; a swap is read one way, so that it has one direction."""
    counts = direction_counts(facet)
    if counts is None or counts.changed == 1:
        return ()
    ways = facet.directions
    read = f" when {ways[1].from_}" if len(ways) == 2 else ""
    toward = f"toward “{facet.direction_label}”{read}"
    one_way = counts.toward == facet.changed
    if one_way and counts.settled:
        return (f", always {toward}, never the reverse",)
    some: Sentence = ("all ", count(counts.toward)) if one_way else (count(counts.toward),)
    said: Sentence = (", in ", *some, f" of them {toward}")
    return said if counts.settled else (*said, f": {_doubt(counts)}")


def _doubt(counts: contract.DirectionCounts) -> str:
    """Say why a count of answers tells no direction."""
    return _CHANCE if counts.toward == counts.changed else _UNSETTLED


def direction(facet: contract.Result) -> Sentence:
    """Say in a few words which way answers moved, or how many went one way where that is not enough to tell."""
    counts, words = direction_counts(facet), direction_words(facet)
    if words:
        return (words,)
    if counts is None or counts.changed == 1:
        return ()
    toward = f" changed answers toward “{facet.direction_label}”: {_doubt(counts)}"
    return (count(counts.toward), " of ", count(counts.changed), toward)
