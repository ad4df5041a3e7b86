"""Boards of a level, from the data file to records.

The order, the places and the reasons are the data file's own; nothing is ranked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from bd.report.words import SHARED_POINTS
from bd.site.counted import direction
from bd.site.cursor import Cursor
from bd.site.marks import exact_because, marks
from bd.site.names import Names
from bd.site.numbers import count, place, points, share, span
from bd.site.records.boards import BoardLine, Boards, Pair
from bd.site.records.parts import Link, Span, Unmeasured
from bd.site.verdicts import ALIKE, AMONG_GROUPS, ENOUGH, REVERSE, fewer, frame_differs, possible, sign, verdict

__all__ = [
    "OWN",
    "PARTS",
    "PLACED",
    "Level",
    "boards",
    "drawn_lines",
    "facet_of",
    "first_line",
    "head_facet",
    "head_of",
    "lead_line",
    "level_of",
    "loose",
    "unmeasured",
]

MOST_PAIRS = 100
"""Pairs of models in the table of a page; the file beside it holds all."""
PLACED = ("ranked", "not_detected")
"""The parts of a board whose lines have a place."""
OWN = (*PLACED, "shown")
"""Those whose lines are models themselves, neither planted ones nor second builds."""
PARTS = (*OWN, "planted", "builds")
"""All parts, in their order."""
_SHORT = {
    REVERSE: f"{REVERSE} than the other groups",
    ALIKE: f"{ALIKE}: {ENOUGH} moves it alike, by over {SHARED_POINTS} on average",
}
"""Reasons in a few words, which may stand beside every model."""


@dataclass(frozen=True)
class Level:
    """A level of a characteristic, with what the data file says about it, wherever in the file that stands."""

    dimension: Cursor
    kind: str
    group: str | None
    question: str | None
    board: Cursor
    heads: dict[str, Cursor]
    """By build, second builds included; only those with a number."""
    cells: tuple[Cursor, ...]
    """Entries of `breakdown.cells`, in the study's order."""

    @cached_property
    def measured(self) -> tuple[Cursor, ...]:
        """The models' own results that have a number, cell by cell; second builds are left out."""
        facets = (facet for cell in self.cells for _, facet in cell["engines"].items())
        return tuple(facet for facet in facets if facet["status"].value == "measured")

    @cached_property
    def measures(self) -> frozenset[str]:
        """What those results measure."""
        return frozenset(facet["measure"].text for facet in self.measured)


def level_of(names: Names, page: Cursor) -> Level:
    """Return the level that a page of the data file shows."""
    dimension = names.dimensions[page["characteristic"].text]
    group, question = page["group"].value, page["question"].value
    levels = names.levels(page["characteristic"].text)
    if page["level"].value == "characteristic":
        heads = [*dimension["cells"].items(), *dimension["builds"].items()]
        measured = {build: head for build, head in heads if head["status"].value == "measured"}
        return Level(dimension, "characteristic", None, None, dimension["board"], measured, levels.cells)
    found = levels.at(page["address"].text)
    return Level(
        dimension=dimension,
        kind=page["level"].text,
        group=group,
        question=question,
        board=found["board"],
        heads=dict([*found["heads"].items(), *found["builds"].items()]),
        cells=levels.cells_of(found["facets"].value),
    )


def facet_of(level: Level, line: Cursor) -> Cursor:
    """Return the result behind a line of a board, or behind a head."""
    cell = next(c for c in level.cells if c["facet"].value == _told(line)["facet"].text)
    engine, build = line["engine"].text, line["build"].text
    return cell["engines"][engine] if build == engine else cell["builds"][build]


def head_of(dimension: Cursor, model: str) -> Cursor | None:
    """Return what a model is known by on a characteristic, or a second build where it was only asked in those."""
    own = dimension["cells"][model]
    builds = (cell for _, cell in dimension["builds"].items() if cell["engine"].value == model)
    return next((head for head in (own, *builds) if head["status"].value == "measured"), None)


def head_facet(head: Cursor) -> Cursor:
    """Return the result that a head is placed by."""
    return head["facets"].find(id=head["headline"]["facet"].value)


def _told(line: Cursor) -> Cursor:
    """Return where a line, or a head, tells what a model is placed by."""
    return line["headline"] if "headline" in line else line  # noqa: SIM401 - a Cursor is no dict


def first_line(board: Cursor) -> Cursor | None:
    """Return the line that a level is summed up by; None where no model but planted ones was measured.

    The first with a place or, where no model takes one, the largest of those that are shown without.
    """
    placed = next((line for part in PLACED for line in board[part]), None)
    return placed or max(board["shown"], key=lambda line: abs(line["value"].value), default=None)


def loose(line: Cursor, facet: Cursor) -> bool:
    """Return whether a clear effect is clear only where it is looked at alone: it is not to be called so by itself.

    Not with all results that a line of a board, or a head, was picked from counted at once; or not with whole families
    of similar texts drawn anew.
    """
    if not (facet["ranked"].value and facet["detected"].value):
        return False
    told = _told(line)
    family = told["family_range"] if "family_range" in told and line["n_facets"].value > 1 else None
    return frame_differs(facet) or (family is not None and family.known and bool(family["lo"].value <= 0))


def lead_line(level: Level) -> Cursor | None:
    """Return the line that is told of a level: the first that is clear however counted, else as `first_line`."""
    firm = (line for line in level.board["ranked"] if not loose(line, facet_of(level, line)))
    return next(firm, None) or first_line(level.board)


def drawn_lines(level: Level) -> list[Cursor]:
    """Return the lines of a board that are drawn; planted models and second builds stand in the table alone."""
    return [line for part in OWN for line in level.board[part]]


def boards(names: Names, level: Level) -> Boards:
    """Return the boards of a level."""
    seen: set[str] = set()

    def lines(part: str) -> tuple[BoardLine, ...]:
        return tuple(_line(names, level, line, seen) for line in level.board[part])

    return Boards(
        clear=lines("ranked"),
        not_clear=lines("not_detected"),
        shown=lines("shown"),
        planted=lines("planted"),
        builds=lines("builds"),
        unmeasured=unmeasured(names, level.cells, [model for model in names.models if model not in seen]),
        cells_vary=len(level.cells) > 1,
        beyond=_beyond(level),
        pairs=tuple(islice(_pairs(names, level.board), MOST_PAIRS)),
        more_pairs=max(0, _number_of_pairs(level.board) - MOST_PAIRS),
    )


def _beyond(level: Level) -> str:
    """Say what a clear effect lies beyond."""
    control, others = "what the control edit did", "the average of the other groups"
    if level.measures <= set(AMONG_GROUPS):
        return others
    return f"{control}, or {others}" if level.measures & set(AMONG_GROUPS) else control


def _number_of_pairs(board: Cursor) -> int:
    return len(board["pairs"].value) if "pairs" in board else 0


def _pairs(names: Names, board: Cursor) -> Iterator[Pair]:
    if "pairs" not in board:
        return
    for pair in board["pairs"]:
        ends = span(pair["lo"], pair["hi"], names.digits)
        if ends is not None:
            yield Pair(
                first=names.models[pair["a"].text],
                second=names.models[pair["b"].text],
                difference=points(pair["difference"], names.digits),
                range=ends,
                worse=share(pair["worse"]),
                apart=pair["lo"].value > 0,
            )


def _line(names: Names, level: Level, line: Cursor, seen: set[str]) -> BoardLine:
    facet, model = facet_of(level, line), names.models[line["engine"].text]
    build, digits = line["build"].text, names.digits
    anchor = "" if build in seen else build
    seen.add(build)
    head = level.heads[build]["headline"]
    # where nothing is clear, a place would only say whose texts are fewer
    placed = "rank" in line and bool(level.board["ranked"].value)
    # what cells without a single change leave possible counts at every level above them
    alone = len(level.cells) == 1
    own = possible(facet)
    bounds = [at for at in (own, None if alone else line["upper_if_none"]) if at is not None and at.known]
    upper = max(bounds, key=lambda at: at.value, default=line["hi"])
    # a clear effect has its range beside it, and none of what other cells leave open
    return BoardLine(
        model=model,
        build=names.build_label(model.id, build),
        anchor=anchor,
        place=place(line["rank"]) if placed else None,
        tied=placed and bool("tied" in line and line["tied"].value),
        clear=line["clear"].value,
        value=points(line["value"], digits),
        range=span(line["lo"], line["hi"], digits),
        exact=_exact(facet, digits),
        exact_because=exact_because(facet),
        mark=sign(facet),
        direction=direction(facet) if line["value"].value and not fewer(facet) else (),
        texts=count(head["n"]),
        where=Link(_name_of(level, facet), facet["address"].text),
        cells=count(line["n_facets"]),
        cells_clear=count(line["n_facets_detected"]),
        found_from=points(line["min_detectable"], digits) if line["min_detectable"].value else None,
        possible_to=points(upper, digits)
        if upper.known and not line["clear"].value and verdict(facet) != REVERSE
        else None,
        places=_places(line) if placed else None,
        tier=count(line["tier"]) if placed and "tier" in line and line["tier"].known else None,
        family=_family(line, digits),
        why=_why(line, facet),
        marks=tuple(marks(facet)),
    )


def _name_of(level: Level, facet: Cursor) -> str:
    """Return what the cell of a result is called; where another test asks the same, with what is measured."""
    there = (cell for cell in level.cells if cell["group"].value == facet["group"].value)
    several = sum(cell["item"].value == facet["item"].value for cell in there) > 1
    return f"{facet['label'].text}: {facet['raw']['label'].text}" if several else facet["label"].text


def _why(line: Cursor, facet: Cursor) -> tuple[str, ...]:
    """Return why a line takes no place; what a whole board may have in common is told once, above it."""
    if verdict(facet) in _SHORT:
        return (_SHORT[verdict(facet)],)
    return tuple(reason["text"].text for reason in line["why"]) if "why" in line else ()


def _exact(facet: Cursor, digits: int) -> Span | None:
    ends = facet["exact_range"]
    return span(ends[0], ends[1], digits) if facet["few"].value and ends.known else None


def _places(line: Cursor) -> Span | None:
    if "place_range" not in line or not line["place_range"].known:
        return None
    first, last = line["place_range"]
    return Span(place(first), place(last))


def _family(line: Cursor, digits: int) -> Span | None:
    if "family_range" not in line or not line["family_range"].known:
        return None
    return span(line["family_range"]["lo"], line["family_range"]["hi"], digits)


def unmeasured(names: Names, cells: Sequence[Cursor], models: Iterable[str]) -> tuple[Unmeasured, ...]:
    """Return the models without a number in any of these cells, each with its reasons."""

    def why(model: str) -> str:
        facets = (cell["engines"][model] for cell in cells)
        return "; ".join(dict.fromkeys(f["why"].text for f in facets if f["status"].value == "missing"))

    return tuple(Unmeasured(names.models[model], why(model)) for model in models)
