"""Whether everything that a data file names is described in it: what a schema cannot say.

A file that `bd report` wrote always is; one that was edited, cut or merged by hand may not be, and each page would
stumble over it somewhere else. Pages take for granted what is checked here: a key that they miss is a fault in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from bd.errors import BdError
from bd.report import contract
from bd.report.state import DATA_FILE
from bd.site.boards import PARTS

__all__ = ["check_references"]

_Named = tuple[str, str, Any, Collection[Any]]
"""Where something is named, what kind of thing, by which id, and the ids that are described; or where it must stand,
what kind of thing, by which id, and the ids that stand there."""
_DESCRIBED = (("engines", "model"), ("questions", "question"), ("dimensions", "characteristic"))
_WITHIN = (("groups", "group", "id"), ("cells", "result", "facet"), ("levels", "place", "address"))
_LEVELS = ("group", "item", "cell")
_COUNTED = ("positions", "not_detected", "shown", "untested", "set_aside")
"""What a row of the main board says of characteristics, each by its id."""


def check_references(board: contract.Leaderboard) -> None:
    """Refuse a data file that names a model, question, group, test, result or place that it does not describe.

    Raises
    ------
    BdError
        Names the first such place, and what is missing; or what is described twice; or there is no home page.
    """
    if not any(page.level == "home" for page in board.pages):
        raise BdError(f"{DATA_FILE}: names no home page; write it again with bd report")
    for at, kind, name in _twice(board):
        raise BdError(f"{DATA_FILE}: {at} describes the {kind} {name!r} once more; write it again with bd report")
    for at, kind, name, known in _named(board):
        if name not in known:
            raise BdError(
                f"{DATA_FILE}: {at} names the {kind} {name!r}, which the file does not describe; write it again with "
                "bd report"
            )
    for at, kind, name, wanted in _alike(board):
        if name != wanted:
            raise BdError(
                f"{DATA_FILE}: {at} names the {kind} {name!r} where {wanted!r} belongs; write it again with bd report"
            )
    for at, kind, name, kept in _kept(board):
        if name not in kept:
            raise BdError(f"{DATA_FILE}: {at} has nothing on the {kind} {name!r}; write it again with bd report")


def _twice(board: contract.Leaderboard) -> Iterator[tuple[str, str, Any]]:
    """Yield where something is described that stands further up already."""
    described: list[tuple[str, str, str, tuple[Any, ...]]]
    described = [(f"/{part}", kind, "id", getattr(board, part)) for part, kind in _DESCRIBED]
    for n, dimension in enumerate(board.dimensions):
        here, breakdown = f"/dimensions/{n}/breakdown", dimension.breakdown
        described += [(f"{here}/{part}", kind, key, getattr(breakdown, part)) for part, kind, key in _WITHIN]
    for at, kind, key, entries in described:
        seen = set()
        for n, each in enumerate(entries):
            name = getattr(each, key)
            if name in seen:
                yield f"{at}/{n}", kind, name
            seen.add(name)


def _ids(entries: Iterable[Any]) -> frozenset[str]:
    return frozenset(each.id for each in entries)


def _named(board: contract.Leaderboard) -> Iterator[_Named]:
    engines, questions = _ids(board.engines), _ids(board.questions)
    for n, row in enumerate(board.overall.rows):
        yield f"/overall/rows/{n}", "model", row.engine, engines
        for part in _COUNTED:
            yield from ((f"/overall/rows/{n}/{part}", *each) for each in _characteristics(board, getattr(row, part)))
    yield from (("/overall/counted", *each) for each in _characteristics(board, board.overall.counted))
    for n, repeat in enumerate(board.floors.ask_twice):
        yield f"/floors/ask_twice/{n}", "model", repeat.engine, engines
    for n, each in enumerate(board.builds):
        yield f"/builds/{n}", "model", each.engine, engines
    for n, dimension in enumerate(board.dimensions):
        yield from _of_dimension(f"/dimensions/{n}", dimension, engines, questions)
        yield from _of_texts(f"/dimensions/{n}", dimension, engines)
    yield from _of_pages(board, engines)


def _characteristics(board: contract.Leaderboard, names: Iterable[str]) -> Iterator[tuple[str, str, Collection[str]]]:
    known = _ids(board.dimensions)
    yield from (("characteristic", name, known) for name in names)


def _of_pages(board: contract.Leaderboard, engines: Collection[str]) -> Iterator[_Named]:
    levels = {each.id: {at.address for at in each.breakdown.levels} for each in board.dimensions}
    for n, page in enumerate(board.pages):
        if page.engine is not None:
            yield f"/pages/{n}", "model", page.engine, engines
        if page.characteristic is not None:
            yield f"/pages/{n}", "characteristic", page.characteristic, levels
        if page.level in _LEVELS:
            yield f"/pages/{n}", "place", page.address, levels[page.characteristic or ""]


def _of_texts(at: str, dimension: contract.Characteristic, engines: Collection[str]) -> Iterator[_Named]:
    """Yield the models that the texts shown of each cell have answers of, wherever among the texts these stand."""
    for n, cell in enumerate(dimension.breakdown.cells):
        for part, shown in (("example", cell.example), ("extreme", cell.extreme)):
            if shown is not None:
                here = f"{at}/breakdown/cells/{n}/{part}"
                for held in (shown, shown.control, shown.moves, shown.unedited, shown.others):
                    yield from ((here, "model", model, engines) for model in (held.answers if held else ()))


def _of_dimension(
    at: str, dimension: contract.Characteristic, engines: Collection[str], questions: Collection[str]
) -> Iterator[_Named]:
    breakdown = dimension.breakdown
    groups, results = {None, *_ids(breakdown.groups)}, {cell.facet for cell in breakdown.cells}
    tests = {(test.edit, question) for test in dimension.tests for question in test.decisions}
    yield from ((f"{at}/tests", "question", question, questions) for _, question in sorted(tests))
    for n, cell in enumerate(breakdown.cells):
        here = f"{at}/breakdown/cells/{n}"
        yield here, "question", cell.item, questions
        yield here, "group", cell.group, groups
        yield here, "test", (cell.edit, cell.item), tests
        yield from ((here, "model", each.engine, engines) for each in cell.outcomes)
    for part, heads in (("cells", dimension.cells), ("builds", dimension.builds)):
        yield from ((f"{at}/{part}", "model", each.engine, engines) for each in heads.values())
    yield from _of_board(f"{at}/board", dimension.board, engines, results)
    for n, level in enumerate(breakdown.levels):
        here = f"{at}/breakdown/levels/{n}"
        yield from ((here, "result", facet, results) for facet in level.facets)
        yield from _of_board(f"{here}/board", level.board, engines, set(level.facets))


def _of_board(at: str, board: contract.Board, engines: Collection[str], results: Collection[str]) -> Iterator[_Named]:
    for part in PARTS:
        for n, line in enumerate(board.part(part)):
            yield f"{at}/{part}/{n}", "model", line.engine, engines
            yield f"{at}/{part}/{n}", "result", line.facet, results


def _kept(board: contract.Leaderboard) -> Iterator[_Named]:
    """Yield what pages look up by an id that stands somewhere else."""
    models, pages = [each.id for each in board.engines], {page.address for page in board.pages}
    builds = {each.id: _ids(each.builds) for each in board.engines}
    for each in board.builds:
        yield from (("/engines", "build", build, builds[each.engine]) for build in (each.engine, each.build))
    for n, dimension in enumerate(board.dimensions):
        here, breakdown = f"/dimensions/{n}", dimension.breakdown
        results = {cell.facet: {*cell.engines, *cell.builds} for cell in breakdown.cells}
        yield from _standing(here, dimension, pages)
        yield "/pages", "place", dimension.address, pages
        yield from ((f"{here}/cells", "model", model, dimension.cells) for model in models)
        for c, cell in enumerate(breakdown.cells):
            yield from ((f"{here}/breakdown/cells/{c}/engines", "model", model, cell.engines) for model in models)
        yield from _behind(here, dimension.board, dimension.cells | dimension.builds, results)
        for c, level in enumerate(breakdown.levels):
            yield "/pages", "place", level.address, pages
            heads = level.heads | level.builds
            yield from _behind(f"{here}/breakdown/levels/{c}", level.board, heads, results)


def _alike(board: contract.Leaderboard) -> Iterator[tuple[str, str, Any, Any]]:
    """Yield what a result says of itself, and what its place says of it."""
    for n, dimension in enumerate(board.dimensions):
        for c, cell in enumerate(dimension.breakdown.cells):
            for part, kind, outcomes in (("engines", "model", cell.engines), ("builds", "build", cell.builds)):
                for key, each in outcomes.items():
                    here = f"/dimensions/{n}/breakdown/cells/{c}/{part}/{key}"
                    yield (
                        here,
                        kind,
                        each.build if part == "builds" and isinstance(each, contract.Result) else each.engine,
                        key,
                    )
                    yield here, "result", each.id, cell.facet
                    yield here, "group", each.group, cell.group
                    yield here, "question", each.item, cell.item
                    yield here, "test", each.edit, cell.edit


def _standing(at: str, dimension: contract.Characteristic, pages: Collection[str]) -> Iterator[_Named]:
    """Yield the page that each result stands on, and the cells that the results of a model stand in."""
    held: dict[str, set[str]] = {}
    for cell in dimension.breakdown.cells:
        for key, each in [*cell.engines.items(), *cell.builds.items()]:
            yield "/pages", "place", each.address, pages
            held.setdefault(key, set()).add(cell.facet)
    for part, heads in (("cells", dimension.cells), ("builds", dimension.builds)):
        for key, head in heads.items():
            yield from ((f"{at}/{part}/{key}", "result", each.id, held.get(key, ())) for each in head.facets)


def _behind(
    at: str,
    board: contract.Board,
    heads: Mapping[str, Any],
    results: Mapping[str, Collection[str]],
) -> Iterator[_Named]:
    """Yield what stands behind the lines of a board: what sums up a build, and the build's result; and the reverse."""
    placed = {line.build for part in PARTS for line in board.part(part)}
    measured = (build for build, head in heads.items() if isinstance(head, contract.Head))
    yield from ((f"{at}/board", "build", build, placed) for build in measured)
    for part in PARTS:
        for line in board.part(part):
            yield at, "build", line.build, heads
            yield f"{at}: the result {line.facet!r}", "build", line.build, results[line.facet]
