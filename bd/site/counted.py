"""How many answers changed and which way they went, in words; where so few did that chance may do it, that is said."""

from __future__ import annotations

from bd.site.cursor import Cursor
from bd.site.numbers import count
from bd.site.records import Sentence
from bd.site.verdicts import RATES, direction_counts, direction_words

__all__ = ["counted", "direction"]

_UNSETTLED = "not enough to say which way"


def counted(facet: Cursor) -> Sentence:
    """Say in how many texts the answer changed and which way, where that is what is counted."""
    if facet["measure"].value not in RATES or not facet["changed"].known:
        return ()
    if not facet["changed"].value:
        return (" In none of ", count(facet["n"]), " texts the answer changed.")
    return (" In ", count(facet["changed"]), " of ", count(facet["n"]), " texts the answer changed", *_way(facet), ".")


def _way(facet: Cursor) -> Sentence:
    """Say which way changed answers went; a swap is read one way, so that it has one direction."""
    counts = direction_counts(facet)
    if counts is None or counts["changed"].value == 1:
        return ()
    ways = facet["directions"]
    read = f" when {ways[1]['from'].text}" if len(ways.value) == 2 else ""
    toward = f"toward “{facet['direction_label'].text}”{read}"
    if counts["toward"].value == facet["changed"].value:
        said: Sentence = (f", in all of them {toward}",)
    else:
        said = (", in ", count(counts["toward"]), f" of them {toward}")
    return said if counts["settled"].value else (*said, f": {_UNSETTLED}")


def direction(facet: Cursor) -> Sentence:
    """Say in a few words which way answers moved, or how many went one way where that is not enough to tell."""
    counts, words = direction_counts(facet), direction_words(facet)
    if words:
        return (words,)
    if counts is None or counts["changed"].value == 1:
        return ()
    toward = f" changed answers toward “{facet['direction_label'].text}”: {_UNSETTLED}"
    return (count(counts["toward"]), " of ", count(counts["changed"]), toward)
