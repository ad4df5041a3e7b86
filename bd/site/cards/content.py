"""From a page of the data file to its card: which number is the page's own, and what is said of it.

Numbers are those of the page's finding, and the words around them are the page's too; nothing is worked out anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bd.report import contract
from bd.site.boards import facet_of, head_facet, head_of, lead_line, level_of, loose
from bd.site.cards.records import Card, Drawing, Line, Row
from bd.site.names import Names
from bd.site.numbers import count, place, points, span
from bd.site.records.parts import Figure, Sentence
from bd.site.scale import drawn
from bd.site.verdicts import CLEAR, NOT_CLEAR, possible, told_range, unseen, verdict, verdict_words
from bd.site.words import capital, plain

__all__ = ["Asked", "engine_card", "home_card", "level_card", "topic_card", "words_card"]

_LEAST = 5.0
"""Percentage points that an axis is at least long, so that a tiny effect does not look like a large one."""
_ROOM = 0.04
"""Share of the axis left free beyond the range."""
_POINTS = "points"
_EFFECT = "/excess/value"
"""How the place of an effect ends in the data file."""
_UNSEEN = "points: exactly the same probabilities with and without the change"
_LOOSE = "Not clear with all results counted at once"
_ROWS = 8
"""Models that the home page's card has room for."""


@dataclass(frozen=True)
class Asked:
    """What a card is made from."""

    names: Names
    finding: Sentence
    """What the page says first; empty on pages that are not about one result."""
    card: Card
    """What every card has; a maker fills in the rest."""

    @property
    def entry(self) -> contract.Page:
        """The page in the data file; an error for a page that it does not name."""
        return self.names.page(self.card.address)


def words_card(asked: Asked) -> Card:
    """Return a card of words: what every page says of itself."""
    return asked.card


def level_card(asked: Asked) -> Card:
    """Return the card of a level: of the result that its board, and its finding, begin with."""
    level = level_of(asked.names, asked.entry)
    line = lead_line(level)
    if line is None:
        return asked.card
    facet = facet_of(level, line)
    if not _speaks_of(asked.finding, facet):
        return asked.card
    return _result_card(asked, line.engine, facet, line)


def _speaks_of(finding: Sentence, facet: contract.Result) -> bool:
    """Return whether no other result comes first in a finding: its number alone would then not be what was found."""
    keys = (piece.key for piece in finding if isinstance(piece, Figure) and piece.key.endswith(_EFFECT))
    return next(keys, contract.pointer(facet.excess.value)) == contract.pointer(facet.excess.value)


def topic_card(asked: Asked) -> Card:
    """Return the card of a model on one characteristic."""
    model = contract.required(asked.entry.engine)
    dimension = asked.names.dimensions[contract.required(asked.entry.characteristic)]
    head = head_of(dimension, model)
    return asked.card if head is None else _result_card(asked, model, head_facet(head), head)


def _result_card(asked: Asked, model: str, facet: contract.Result, line: contract.Line | contract.Head) -> Card:
    """Return the card of one model's result; the line of a board, or the head, says of how many it is the largest."""
    alone = loose(line, facet)
    names, value = asked.names, points(facet.excess.value, asked.names.digits)
    before, after = _around(asked.finding, value)
    return replace(
        asked.card,
        lead=before or names.models[model].label,
        number=value,
        after=after or (_UNSEEN if unseen(facet) else _POINTS),
        sure=verdict(facet) == CLEAR and not alone,
        verdict=_LOOSE if alone else plain(_verdict(facet, names.digits)),
        details=_details(asked, facet, line.n_facets),
        words="",
        drawing=_effect_drawing(names, model, facet),
    )


def _around(finding: Sentence, value: Figure) -> tuple[str, str]:
    """Return the words of a sentence around a number; nothing where it does not stand in it."""
    if value not in finding:
        return "", ""
    at = finding.index(value)
    before, after = plain(finding[:at]).rpartition(". ")[2], plain(finding[at + 1 : at + 2])
    return before.strip(), after.removesuffix(" (").strip()


def _verdict(facet: contract.Result, digits: int) -> Sentence:
    said = verdict(facet)
    if said == CLEAR:
        return ("A clear effect",)
    if said != NOT_CLEAR:
        return (f"{capital(verdict_words(facet))}: shown here and not ranked",)
    if unseen(facet):
        return ("This model cannot see the change, in any of ", count(facet.n), " texts")
    largest = possible(facet)
    remains: Sentence = () if largest is None else ("; up to ", points(largest, digits), " points remains possible")
    return ("No clear effect in ", count(facet.n), " texts", *remains)


def _details(asked: Asked, facet: contract.Result, of: int) -> Sentence:
    ends = span(*told_range(facet), asked.names.digits)
    parts: list[Sentence] = []
    if ends is not None and not unseen(facet):
        parts.append(("95% range ", ends.lo, " to ", ends.hi))
    if verdict(facet) != NOT_CLEAR:  # else the verdict says it
        parts.append((count(facet.n), " texts"))
    if facet.address != asked.entry.address:
        parts.append((facet.label,))
    if of > 1:
        parts.append(("the largest of ", count(of), " results"))
    if facet.planted:
        parts.append(("a planted model, which takes no place",))
    parts += [(reason.text,) for reason in facet.why_not_ranked]
    return _dotted(parts)


def _dotted(parts: list[Sentence]) -> Sentence:
    return tuple(piece for number, part in enumerate(parts) for piece in ((" · ", *part) if number else part))


def _effect_drawing(names: Names, model: str, facet: contract.Result) -> Drawing:
    value, lo, hi = drawn(facet)
    ends = [0.0, *(each for each in (value, lo, hi) if each is not None)]
    low, high = min(ends), max(ends)
    one = _row(names, model, value, (lo, hi), filled=verdict(facet) == CLEAR)
    high = max(high, low + _LEAST)
    room = (high - low) * _ROOM
    return Drawing(low - (room if low < 0 else 0.0), high + room, (Line(0.0, "no effect"),), (one,))


def _row(names: Names, model: str, at: float, ends: tuple[float | None, float | None], *, filled: bool) -> Row:
    engine = names.engine(model)
    return Row(at, *ends, engine.marker, engine.color, filled)


def engine_card(asked: Asked) -> Card:
    """Return the card of a model: its place on the main board."""
    names, model = asked.names, contract.required(asked.entry.engine)
    rows = [row for row in names.data.overall.rows if row.rank is not None]
    row = next((row for row in rows if row.engine == model), None)
    if row is None or row.rank is None:
        return asked.card
    ends = _ends(row.place_range)
    one = _row(names, model, row.rank, ends, filled=True)
    return replace(
        asked.card,
        lead="Place",
        number=place(row.rank),
        after="on the main board, where the largest effects come first",
        sure=True,
        verdict=plain(_place_range(row)),
        details=_standing(row),
        words="",
        drawing=_places_drawing(len(rows), (one,)),
    )


def _ends(ends: contract.Range | None) -> tuple[float | None, float | None]:
    return (None, None) if ends is None else ends


def _place_range(row: contract.OverallRow) -> Sentence:
    tied: Sentence = ("; it shares its place",) if row.tied else ()
    if row.place_range is None:
        return tuple(capital(str(piece).removeprefix("; ")) for piece in tied)
    first, last = row.place_range
    return ("It may have any place from ", place(first), " to ", place(last), *tied)


def _standing(row: contract.OverallRow) -> Sentence:
    number = row.ranked_on
    parts: list[Sentence] = [("Compared on ", count(number), f" characteristic{'' if number == 1 else 's'}")]
    if row.incomplete:
        parts.append(("never tested on one or more that count",))
    return _dotted(parts)


def _places_drawing(most: int, rows: tuple[Row, ...]) -> Drawing:
    """Return an axis of places with the first and the last named."""
    lines = (Line(1.0, "largest effects"), *((Line(float(most), "smallest"),) if most > 1 else ()))
    return Drawing(1.0, float(max(most, 2)), lines, rows)


def home_card(asked: Asked) -> Card:
    """Return the card of the home page: the average places of all models."""
    names, overall = asked.names, asked.names.data.overall
    rows = [row for row in overall.rows if row.mean_rank is not None and row.rank is not None]
    if not rows:
        return asked.card
    shown = (
        replace(
            _row(names, row.engine, contract.required(row.mean_rank), _ends(row.mean_place_range), filled=True),
            label=names.models[row.engine].label,
            figure=place(contract.required(row.mean_rank)),
        )
        for row in rows[:_ROWS]
    )
    return replace(
        asked.card,
        details=("Average place of each model on ", count(overall.n_dimensions), " characteristics, with its range"),
        words="",
        drawing=_places_drawing(len(rows), tuple(shown)),
    )
