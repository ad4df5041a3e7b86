"""Grids of a level with several cells: its groups by its questions for each model, or its models by what there is.

Each square leads to its test. A grid is the overview; its heads lead to the pages of groups and questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bd.report import contract
from bd.site.boards import Level, drawn_lines
from bd.site.heat import shaded, square_of
from bd.site.names import Names
from bd.site.order import largest_first
from bd.site.records.parts import Link, Model
from bd.site.records.pictures import Grid, GridRow, Square
from bd.site.text import worded

__all__ = ["grids", "question_link"]

Key = tuple[str | None, str]
"""A group, or None, and a question."""


def grids(names: Names, level: Level, models: Sequence[str] | None = None) -> tuple[Grid, ...]:
    """Return the grids of a level, of all models of its board or of these; none where it has one cell."""
    if len(level.cells) <= 1:
        return ()
    groups = list(dict.fromkeys(cell.group for cell in level.cells))
    questions = list(dict.fromkeys(cell.item for cell in level.cells))
    shown = [names.models[model] for model in (_in_order(level) if models is None else models)]
    parts: list[tuple[Model | None, list[Link], list[Link], list[tuple[Square, ...]]]]
    if len(groups) > 1 and len(questions) > 1:
        rows = [_group_link(names, level, group) for group in groups]
        columns = [question_link(names, level, question) for question in questions]
        keys = [[(group, question) for question in questions] for group in groups]
        parts = [(model, rows, columns, [_squares(names, level, model, row) for row in keys]) for model in shown]
    elif len(groups) == len(questions) == 1:  # several tests ask the same
        columns = [Link(_measure(cell), "") for cell in level.cells]
        rows = [Link(model.label, model.address) for model in shown]
        tests = [tuple(_of_cells(names, level, model, [cell]) for cell in level.cells) for model in shown]
        parts = [(None, rows, columns, tests)]
    else:
        by_group = len(groups) > 1
        along: list[Key] = [(group, question) for group in groups for question in questions]
        columns = [
            _group_link(names, level, group) if by_group else question_link(names, level, question)
            for group, question in along
        ]
        squares = [_squares(names, level, model, along) for model in shown]
        rows = [Link(model.label, model.address) for model in shown]
        parts = [(None, rows, columns, squares)]
    colours = iter(shaded([row for *_, squares in parts for row in squares]))
    return tuple(
        _asked(Grid(model, tuple(columns), tuple(GridRow(row, next(colours)) for row in rows)))
        for model, rows, columns, _ in parts
    )


def _asked(grid: Grid) -> Grid:
    """Return a grid of one model without the columns in which it has no number; the board says why it has none."""
    if grid.model is None:
        return grid
    kept = [n for n in range(len(grid.columns)) if any(row.squares[n].value for row in grid.rows)]
    rows = tuple(GridRow(row.head, tuple(row.squares[n] for n in kept)) for row in grid.rows)
    return Grid(grid.model, tuple(grid.columns[n] for n in kept), rows)


def _in_order(level: Level) -> list[str]:
    """Return the models that have a number here, in the order of the board."""
    return list(dict.fromkeys(line.engine for line in drawn_lines(level)))


def _squares(names: Names, level: Level, model: Model, keys: Sequence[Key]) -> tuple[Square, ...]:
    return tuple(_square(names, level, model, key) for key in keys)


def _square(names: Names, level: Level, model: Model, key: Key) -> Square:
    return _of_cells(names, level, model, list(_cells(level, key)))


def _of_cells(names: Names, level: Level, model: Model, cells: Sequence[contract.Cell]) -> Square:
    """Return the square of a model for one group and question; of several tests, that of the largest effect."""
    found = [cell.engines[model.id] for cell in cells]
    if not found:
        return Square("", "", "never", worded("heat.never"))
    facet = next((each for each in largest_first(found) if isinstance(each, contract.Result)), found[0])
    placed = isinstance(facet, contract.Result) and bool(facet.ranked)
    return square_of(facet, facet.label, f"{facet.address}#{model.id}", placed=placed)


def _measure(cell: contract.Cell) -> str:
    facets = (facet for facet in cell.engines.values() if isinstance(facet, contract.Result))
    return next((facet.raw.label for facet in facets), "")


def _cells(level: Level, key: Key) -> Iterator[contract.Cell]:
    return (cell for cell in level.cells if (cell.group, cell.item) == key)


def _group_label(names: Names, level: Level, group: str | None) -> str:
    return "" if group is None else names.levels(level.dimension.id).groups[group].label


def _question(names: Names, question: str) -> str:
    return names.questions[question].label


def _group_link(names: Names, level: Level, group: str | None) -> Link:
    """Return the head of a group: its page or, on the page of a question, that of both."""
    levels = names.levels(level.dimension.id)
    if level.question is None:
        found = levels.of_group("group", group)
    else:
        found = [each for each in levels.of_group("cell", group) if each.item == level.question]
    return Link(_group_label(names, level, group), found[0].address if found else "")


def question_link(names: Names, level: Level, question: str) -> Link:
    """Return the head of a question: its page or, on the page of a group, that of both."""
    levels = names.levels(level.dimension.id)
    if level.group is None:
        found = levels.of_question("item", question)
    else:
        found = [each for each in levels.of_question("cell", question) if each.group == level.group]
    return Link(_question(names, question), found[0].address if found else "")
