"""The tables of each kind of page, and the list of all.

They are read from the data file for what the page shows, the whole of each table, so that columns stay what they are
when a page is laid out anew. Which kind of page has which is told by `bd.site.kinds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.boards import Level, level_of
from bd.site.names import Names
from bd.site.order import engines_in_order, largest_first
from bd.site.records.changes import ChangesPage
from bd.site.records.pages import DataPage
from bd.site.records.parts import Page
from bd.site.tables import boards, evidence, models, results
from bd.site.tables.changes import CHANGES, changes
from bd.site.tables.columns import Parts, Rows, Table
from bd.site.tables.examples import EXAMPLES
from bd.site.tables.files import FILES, files
from bd.site.tables.shown import OTHER

__all__ = [
    "PAGE_TABLES",
    "asked_twice_tables",
    "builds_tables",
    "changes_tables",
    "data_tables",
    "engine_tables",
    "engines_tables",
    "home_tables",
    "level_tables",
    "methods_tables",
    "no_tables",
    "reported_tables",
    "shortlist_tables",
    "topic_tables",
]

PAGE_TABLES: tuple[Table, ...] = (
    results.RESULTS,
    boards.BOARD,
    boards.main_board(()),
    boards.PAIRS,
    boards.BELOW,
    results.LEFT_OUT,
    results.WAYS,
    models.MODELS,
    models.BUILDS,
    models.SKILLS,
    models.REPEATS,
    models.COMPARED,
    models.SAME_TEXTS,
    evidence.QUESTIONS,
    EXAMPLES,
    evidence.SHORTLISTS,
    evidence.REPORTED,
    evidence.TERMS,
    FILES,
    CHANGES,
    OTHER,
)
"""Every table that a page may have; the main board also has a column of places for each characteristic."""


def home_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of the home page: the main board, every board, and the results they rest on."""
    dimensions = list(names.dimensions.values())
    counted = [each for each in dimensions if each.kind == "characteristic"]
    yield boards.main_board(counted).fill(names, boards.main_lines(names))
    lines = (boards.board_lines(names, d, d, d.address) for d in dimensions)
    yield boards.BOARD.fill(names, (each for board in lines for each in board))
    yield results.RESULTS.fill(names, _first_results(names, dimensions))


def _first_results(names: Names, dimensions: Iterable[contract.Characteristic]) -> Iterator[Parts]:
    """Yield the results that boards of characteristics rest on."""
    for dimension in dimensions:
        lines, board = results.headlines(dimension.board), dimension.address
        for facet in results.facets_of(dimension.breakdown.cells):
            parts = results.result_parts(dimension, facet, lines, board)
            if parts["headline"]:
                yield parts


def level_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of a level: its results, its board, what stands below it, and how it was asked."""
    address = page.head.address
    level = level_of(names, names.page(address))
    lines = results.headlines(level.board)
    found = [
        results.result_parts(level.dimension, facet, lines, address)
        for facet in largest_first(results.facets_of(level.cells))
    ]
    yield results.RESULTS.fill(names, found)
    yield boards.BOARD.fill(names, boards.board_lines(names, level.dimension, _place(names, level, address), address))
    yield boards.PAIRS.fill(names, boards.pairs(level.board))
    yield boards.BELOW.fill(names, boards.below(names, level))
    yield from _beside(names, found)
    yield evidence.SHORTLISTS.fill(names, evidence.shortlists_of(names, level))
    yield evidence.REPORTED.fill(names, evidence.reported(names, address))


def _place(names: Names, level: Level, address: str) -> contract.Characteristic | contract.Level:
    """Return the characteristic of a level, or the entry of the level below it that the page is about."""
    if level.kind == "characteristic":
        return level.dimension
    return names.levels(level.dimension.id).at(address)


def _beside(names: Names, found: Iterable[Parts]) -> Iterator[Rows]:
    """Yield what stands beside results wherever they are shown."""
    each = list(found)
    yield results.LEFT_OUT.fill(names, results.causes(each))
    yield results.WAYS.fill(names, results.ways(each))
    yield evidence.QUESTIONS.fill(names, evidence.questions(names, results.questions_of(each)))


def engines_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of the list of models."""
    yield models.MODELS.fill(names, models.models(names))
    yield models.BUILDS.fill(names, models.builds(engines_in_order(names)))


def engine_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of a model: its result on each characteristic, its builds, skills and repeats."""
    model = contract.required(names.page(page.head.address).engine)
    yield results.RESULTS.fill(names, results.topics(names, model))
    yield models.MODELS.fill(names, (e for e in models.models(names) if e["engine"] is names.engine(model)))
    yield models.BUILDS.fill(names, models.builds([names.engine(model)]))
    yield models.SKILLS.fill(names, models.skills(names, model))
    yield models.REPEATS.fill(names, models.repeats(names, model))


def topic_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of a model on one characteristic."""
    entry = names.page(page.head.address)
    dimension, model = names.dimensions[contract.required(entry.characteristic)], entry.engine
    lines, board = results.headlines(dimension.board), dimension.address
    own = [f for f in results.facets_of(dimension.breakdown.cells) if f.engine == model]
    found = [results.result_parts(dimension, f, lines, board) for f in largest_first(own)]
    yield results.RESULTS.fill(names, found)
    yield from _beside(names, found)


def builds_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of the builds of a model, compared."""
    entries = [each for each in names.data.builds if each.address == page.head.address]
    yield models.COMPARED.fill(names, models.compared(entries))
    yield models.SAME_TEXTS.fill(names, models.same_texts(entries))


def methods_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of the methods page."""
    yield evidence.TERMS.fill(names, evidence.terms(names))
    yield models.REPEATS.fill(names, models.repeats(names))
    yield evidence.QUESTIONS.fill(names, evidence.questions(names, names.questions))


def asked_twice_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of what was asked twice."""
    yield models.REPEATS.fill(names, models.repeats(names))
    yield from reported_tables(names, page)


def shortlist_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the table of every list."""
    yield evidence.SHORTLISTS.fill(names, evidence.shortlists(contract.required(names.data.shortlists).lists))


def reported_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield the tables of what others reported for a page."""
    yield evidence.REPORTED.fill(names, evidence.reported(names, page.head.address))


def data_tables(names: Names, page: DataPage) -> Iterator[Rows]:
    """Yield the table of the files that the data page lists."""
    yield FILES.fill(names, files(page))


def changes_tables(names: Names, page: ChangesPage) -> Iterator[Rows]:
    """Yield the table of what changed."""
    yield CHANGES.fill(names, changes(page))


def no_tables(names: Names, page: Page) -> Iterator[Rows]:
    """Yield nothing: the numbers that a page shows are listed all the same."""
    return iter(())
