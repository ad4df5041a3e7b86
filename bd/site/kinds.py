"""The one table of kinds of pages: all in which one kind differs from another.

Whoever treats kinds of pages differently reads it here: planning, rendering, tables, cards, search, what machines are
told. So a new kind of page is a row, the function that makes it, its template, and its texts. What a row leaves out
is what most pages have: an entry in the search, a card of words, and files with the numbers that the page shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bd.report import contract
from bd.site.askedtwice import asked_twice_page
from bd.site.builds import builds_page
from bd.site.cards import content as cards
from bd.site.cards.records import Card
from bd.site.changes import changes_pages
from bd.site.datapage import data_page
from bd.site.downloads import Downloads
from bd.site.engine import engine_page, engine_topic_page, engines_page
from bd.site.history import Step
from bd.site.home import home_page
from bd.site.level import level_page
from bd.site.methods import methods_page
from bd.site.missing import missing_page
from bd.site.names import Names
from bd.site.records.builds import BuildsPage
from bd.site.records.changes import ChangesPage
from bd.site.records.pages import (
    AskedTwicePage,
    DataPage,
    EnginePage,
    EnginesPage,
    EngineTopicPage,
    HomePage,
    LevelPage,
    MethodsPage,
    MissingPage,
    MovedPage,
    StyleguidePage,
)
from bd.site.records.parts import Page
from bd.site.records.receipts import ReceiptsPage
from bd.site.records.reported import ReportedPage
from bd.site.records.shortlists import ShortlistPage
from bd.site.reported import reported_page
from bd.site.search import Entry, engine_entry, level_entry, methods_entries, no_entry, page_entry, topic_entry
from bd.site.settings import Settings
from bd.site.shortlist import shortlist_page
from bd.site.structured import page_dataset, whole_dataset
from bd.site.tables import each as tables
from bd.site.tables.columns import Rows
from bd.site.take import Edition

__all__ = ["KINDS", "Given", "Kind", "kind_of", "of_level"]

P = TypeVar("P", bound=Page)


@dataclass(frozen=True)
class Given:
    """What pages are made from."""

    names: Names
    """The data file."""
    settings: Settings
    downloads: Downloads | None = None
    """The whole data as files."""
    history: tuple[Step, ...] = ()
    """The data of every day on which data was published."""


def _none(given: Given) -> Iterable[Any]:
    return ()


def _elsewhere(given: Given, entry: contract.Page) -> Any:
    raise NotImplementedError("the data file names no page of this kind")


@dataclass(frozen=True)
class Kind(Generic[P]):
    """One kind of page."""

    record: type[P]
    """What a page of this kind is; no two kinds have the same."""
    template: str
    levels: tuple[str, ...] = ()
    """What the data file calls such pages; empty where it names none."""
    make: Callable[[Given, contract.Page], P] = _elsewhere
    """Makes a page that the data file names."""
    own: Callable[[Given], Iterable[P]] = _none
    """Makes all pages that the data file does not name, in their order."""
    tables: Callable[[Names, P], Iterable[Rows]] = tables.no_tables
    """The tables beside the page, the first as `data.csv`; numbers in none of them are listed by themselves."""
    card: Callable[[cards.Asked], Card] = cards.words_card
    """Fills in the picture for places that show a link with one."""
    found: Callable[[P], Iterable[Entry]] = page_entry
    """What search finds there."""
    dataset: Callable[[P, Edition], dict[str, Any]] | None = page_dataset
    """What machines are told of its data; None where they are told nothing."""
    within: bool = False
    """Whether it shows nothing of other characteristics than its own, so that changes there do not touch it."""


def _from_names(make: Callable[[Names, contract.Page], P]) -> Callable[[Given, contract.Page], P]:
    """Return what makes a page from the data file alone."""
    return lambda given, entry: make(given.names, entry)


KINDS: tuple[Kind[Any], ...] = (
    Kind(
        HomePage,
        "home.html",
        levels=("home",),
        make=lambda given, entry: home_page(given.names, given.settings),
        tables=tables.home_tables,
        card=cards.home_card,
        found=no_entry,  # every page has a link to it, and it holds nothing that has no page of its own
        dataset=None,
    ),
    Kind(
        LevelPage,
        "level.html",
        levels=("characteristic", "group", "item", "cell"),
        make=_from_names(level_page),
        tables=tables.level_tables,
        card=cards.level_card,
        found=level_entry,
        within=True,
    ),
    Kind(
        EnginesPage,
        "engines.html",
        levels=("engines",),
        make=_from_names(engines_page),
        tables=tables.engines_tables,
        dataset=None,
    ),
    Kind(
        EnginePage,
        "engine.html",
        levels=("engine",),
        make=_from_names(engine_page),
        tables=tables.engine_tables,
        card=cards.engine_card,
        found=engine_entry,
    ),
    Kind(
        EngineTopicPage,
        "engine-topic.html",
        levels=("engine-characteristic",),
        make=_from_names(engine_topic_page),
        tables=tables.topic_tables,
        card=cards.topic_card,
        found=topic_entry,
        within=True,
    ),
    Kind(
        BuildsPage,
        "builds.html",
        levels=("builds",),
        make=_from_names(builds_page),
        tables=tables.builds_tables,
        dataset=None,
    ),
    Kind(
        MethodsPage,
        "methods.html",
        levels=("methods",),
        make=_from_names(methods_page),
        tables=tables.methods_tables,
        found=methods_entries,
        dataset=None,
    ),
    Kind(
        AskedTwicePage,
        "asked-twice.html",
        levels=("asked-twice",),
        make=_from_names(asked_twice_page),
        tables=tables.asked_twice_tables,
        dataset=None,
    ),
    Kind(
        ShortlistPage,
        "shortlist.html",
        levels=("shortlist",),
        make=_from_names(shortlist_page),
        tables=tables.shortlist_tables,
        dataset=None,
    ),
    Kind(
        DataPage,
        "data.html",
        levels=("data",),
        make=lambda given, entry: data_page(given.names, entry, given.downloads),
        tables=tables.data_tables,
        dataset=whole_dataset,
    ),
    Kind(
        ReportedPage,
        "reported.html",
        levels=("reported",),
        make=_from_names(reported_page),
        tables=tables.reported_tables,
        dataset=None,
    ),
    Kind(
        ChangesPage,
        "changes.html",
        own=lambda given: changes_pages(given.names, given.history, given.settings.notes),
        tables=tables.changes_tables,
        found=no_entry,
        dataset=None,
    ),
    Kind(
        MissingPage,
        "missing.html",
        own=lambda given: [missing_page(given.names)],
        found=no_entry,
        dataset=None,
    ),
    # Below: made by parts of the site that see all other pages, and alone, without anything beside them.
    Kind(ReceiptsPage, "receipts.html"),
    Kind(StyleguidePage, "styleguide.html"),
    Kind(MovedPage, "moved.html"),
)
"""Every kind of page; those with pages of their own in the order in which these follow the pages of the data file."""

_BY_RECORD = {kind.record: kind for kind in KINDS}
_BY_LEVEL = {level: kind for kind in KINDS for level in kind.levels}


def kind_of(page: Page) -> Kind[Any]:
    """Return the kind of a page."""
    return _BY_RECORD[type(page)]


def of_level(level: str) -> Kind[Any]:
    """Return the kind of the pages that the data file calls so."""
    return _BY_LEVEL[level]
