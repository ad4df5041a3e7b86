"""Boards of a level, from the data file to records.

The order, the places and the reasons are the data file's own; nothing is ranked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from bd.report import contract
from bd.report.words import SHARED_POINTS
from bd.site.counted import direction
from bd.site.marks import exact_because, marks
from bd.site.names import Names
from bd.site.numbers import count, place, points, share, span
from bd.site.records.boards import BoardLine, Boards, Pair
from bd.site.records.parts import Link, Span, Unmeasured
from bd.site.text import worded
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


@dataclass(frozen=True)
class Level:
    """A level of a characteristic, with what the data file says about it, wherever in the file that stands."""

    dimension: contract.Characteristic
    kind: str
    group: str | None
    question: str | None
    board: contract.Board
    heads: dict[str, contract.Head]
    """By build, second builds included; only those with a number."""
    cells: tuple[contract.Cell, ...]
    """Entries of `breakdown.cells`, in the study's order."""

    @cached_property
    def measured(self) -> tuple[contract.Result, ...]:
        """The models' own results that have a number, cell by cell; second builds are left out."""
        facets = (facet for cell in self.cells for facet in cell.engines.values())
        return tuple(facet for facet in facets if isinstance(facet, contract.Result))

    @cached_property
    def measures(self) -> frozenset[str]:
        """What those results measure."""
        return frozenset(facet.measure for facet in self.measured)


def level_of(names: Names, page: contract.Page) -> Level:
    """Return the level that a page of the data file shows."""
    characteristic = contract.required(page.characteristic)
    dimension = names.dimensions[characteristic]
    group, question = page.group, page.question
    levels = names.levels(characteristic)
    if page.level == "characteristic":
        return Level(dimension, "characteristic", None, None, dimension.board, heads_of(dimension), levels.cells)
    found = levels.at(page.address)
    return Level(
        dimension=dimension,
        kind=page.level,
        group=group,
        question=question,
        board=found.board,
        heads=heads_of(found),
        cells=levels.cells_of(found.facets),
    )


def facet_of(level: Level, line: contract.Line | contract.Head) -> contract.Result:
    """Return the result behind a line of a board, or behind a head."""
    cell = next(c for c in level.cells if c.facet == _told(line).facet)
    engine, build = line.engine, line.build
    facet = cell.engines[engine] if build == engine else cell.builds[build]
    assert isinstance(facet, contract.Result)  # a model without a number has no line
    return facet


def head_of(dimension: contract.Characteristic, model: str) -> contract.ModelMeasured | None:
    """Return what a model is known by on a characteristic, or a second build where it was only asked in those."""
    own = dimension.cells[model]
    builds = (cell for _, cell in dimension.builds.items() if cell.engine == model)
    return next((head for head in (own, *builds) if isinstance(head, contract.ModelMeasured)), None)


def head_facet(head: contract.ModelMeasured) -> contract.Result:
    """Return the result that a head is placed by."""
    return next(
        facet for facet in head.facets if isinstance(facet, contract.Result) and facet.id == head.headline.facet
    )


def _told(line: contract.Line | contract.Head) -> contract.Line | contract.Headline:
    """Return where a line, or a head, tells what a model is placed by."""
    return line.headline if isinstance(line, contract.Head) else line


def first_line(board: contract.Board) -> contract.Line | None:
    """Return the line that a level is summed up by; None where no model but planted ones was measured.

    The first with a place or, where no model takes one, the largest of those that are shown without.
    """
    placed = next((line for part in PLACED for line in board.part(part)), None)
    return placed or max(board.shown, key=lambda line: abs(line.value), default=None)


def loose(line: contract.Line | contract.Head, facet: contract.Result) -> bool:
    """Return whether a clear effect is clear only where it is looked at alone: it is not to be called so by itself.

    Not with all results that a line of a board, or a head, was picked from counted at once; or not with whole families
    of similar texts drawn anew.
    """
    if not (facet.ranked and facet.detected):
        return False
    told = _told(line)
    family = told.family_range if told.family_range is not None and line.n_facets > 1 else None
    return frame_differs(facet) or (family is not None and bool(family.lo <= 0))


def lead_line(level: Level) -> contract.Line | None:
    """Return the line that is told of a level: the first that is clear however counted, else as `first_line`."""
    firm = (line for line in level.board.ranked if not loose(line, facet_of(level, line)))
    return next(firm, None) or first_line(level.board)


def drawn_lines(level: Level) -> list[contract.Line]:
    """Return the lines of a board that are drawn; planted models and second builds stand in the table alone."""
    return [line for part in OWN for line in level.board.part(part)]


def boards(names: Names, level: Level) -> Boards:
    """Return the boards of a level."""
    seen: set[str] = set()

    def lines(part: str) -> tuple[BoardLine, ...]:
        return tuple(_line(names, level, line, seen) for line in level.board.part(part))

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


def _number_of_pairs(board: contract.Board) -> int:
    return len(board.pairs or ())


def _pairs(names: Names, board: contract.Board) -> Iterator[Pair]:
    for pair in board.pairs or ():
        ends = span(pair.lo, pair.hi, names.digits)
        if ends is not None:
            yield Pair(
                first=names.models[pair.a],
                second=names.models[pair.b],
                difference=points(pair.difference, names.digits),
                range=ends,
                worse=share(pair.worse),
                apart=pair.lo > 0,
            )


def _line(names: Names, level: Level, line: contract.Line, seen: set[str]) -> BoardLine:
    facet, model = facet_of(level, line), names.models[line.engine]
    build, digits = line.build, names.digits
    anchor = "" if build in seen else build
    seen.add(build)
    head = level.heads[build].headline
    # where nothing is clear, a place would only say whose texts are fewer
    placed = line if isinstance(line, contract.Placed) and level.board.ranked else None
    # what cells without a single change leave possible counts at every level above them
    alone = len(level.cells) == 1
    own = possible(facet)
    bounds = [at for at in (own, None if alone else line.upper_if_none) if at is not None]
    upper = max(bounds, default=line.hi)
    # a clear effect has its range beside it, and none of what other cells leave open
    return BoardLine(
        model=model,
        build=names.build_label(model.id, build),
        anchor=anchor,
        place=place(placed.rank) if placed else None,
        tied=placed is not None and placed.tied,
        clear=line.clear,
        value=points(line.value, digits),
        range=span(line.lo, line.hi, digits),
        exact=_exact(facet, digits),
        exact_because=exact_because(facet),
        mark=sign(facet),
        direction=direction(facet) if line.value and not fewer(facet) else (),
        texts=count(head.n),
        where=Link(_name_of(level, facet), facet.address),
        cells=count(line.n_facets),
        cells_clear=count(line.n_facets_detected),
        found_from=points(line.min_detectable, digits) if line.min_detectable else None,
        possible_to=points(upper, digits)
        if upper is not None and not line.clear and verdict(facet) != REVERSE
        else None,
        places=_places(line) if placed else None,
        tier=count(placed.tier) if placed and placed.tier is not None else None,
        family=_family(line, digits),
        why=_why(line, facet),
        marks=tuple(marks(facet)),
    )


def _name_of(level: Level, facet: contract.Result) -> str:
    """Return what the cell of a result is called; where another test asks the same, with what is measured."""
    there = (cell for cell in level.cells if cell.group == facet.group)
    several = sum(cell.item == facet.item for cell in there) > 1
    return f"{facet.label}: {facet.raw.label}" if several else facet.label


def _why(line: contract.Line, facet: contract.Result) -> tuple[str, ...]:
    """Return why a line takes no place; what a whole board may have in common is told once, above it."""
    told = verdict(facet)
    if told in (REVERSE, ALIKE):  # in a few words, which may stand beside every model
        return (worded(f"set-aside.{told}", enough=ENOUGH, points=SHARED_POINTS),)
    return tuple(reason.text for reason in line.why) if isinstance(line, contract.Shown) else ()


def _exact(facet: contract.Result, digits: int) -> Span | None:
    ends = facet.exact_range
    return span(ends[0], ends[1], digits) if facet.few and ends is not None else None


def _places(line: contract.Line) -> Span | None:
    if not isinstance(line, contract.Placed) or line.place_range is None:
        return None
    first, last = line.place_range
    return Span(place(first), place(last))


def _family(line: contract.Line, digits: int) -> Span | None:
    if line.family_range is None:
        return None
    return span(line.family_range.lo, line.family_range.hi, digits)


def unmeasured(names: Names, cells: Sequence[contract.Cell], models: Iterable[str]) -> tuple[Unmeasured, ...]:
    """Return the models without a number in any of these cells, each with its reasons."""

    def why(model: str) -> str:
        facets = (cell.engines[model] for cell in cells)
        return "; ".join(dict.fromkeys(f.why for f in facets if isinstance(f, contract.Missing)))

    return tuple(Unmeasured(names.models[model], why(model)) for model in models)


def heads_of(place: contract.Characteristic | contract.Level) -> dict[str, contract.Head]:
    """Return what each build is known by at a characteristic, or at a level below; only those with a number."""
    own: dict[str, contract.Head | contract.ModelMissing] = {}
    own |= place.heads if isinstance(place, contract.Level) else place.cells
    own |= place.builds
    return {build: head for build, head in own.items() if isinstance(head, contract.Head)}
