"""From the data file to page records: its own pages, those of changes, and the one for addresses that do not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from bd.site.askedtwice import asked_twice_page
from bd.site.builds import builds_page
from bd.site.changes import changes_pages
from bd.site.cursor import Cursor
from bd.site.datapage import data_page
from bd.site.downloads import Downloads
from bd.site.engine import engine_page, engine_topic_page, engines_page
from bd.site.history import Step
from bd.site.home import home_page
from bd.site.level import level_page
from bd.site.methods import methods_page
from bd.site.names import Names, names_of
from bd.site.pages import Pages
from bd.site.paths import MISSING
from bd.site.records.pages import MissingPage
from bd.site.records.parts import Head, Link, Page
from bd.site.reported import reported_page
from bd.site.settings import Settings

__all__ = ["plan_pages"]

_MAKERS: dict[str, Callable[[Names, Cursor], Page]] = {
    "characteristic": level_page,
    "group": level_page,
    "item": level_page,
    "cell": level_page,
    "engines": engines_page,
    "engine": engine_page,
    "engine-characteristic": engine_topic_page,
    "builds": builds_page,
    "methods": methods_page,
    "asked-twice": asked_twice_page,
    "reported": reported_page,
}
"""By the level of a page; `home` and `data` are apart, since they show more than the data file."""


def plan_pages(
    data: dict[str, Any], settings: Settings, downloads: Downloads | None = None, history: Iterable[Step] = ()
) -> Pages:
    """Return all pages: those of the data file in its order, those of changes, the one for missing addresses.

    Parameters
    ----------
    data
        What `bd.report.load_leaderboard` returned.
    settings
        The site's own words.
    downloads
        The whole data as files, for the page that lists them.
    history
        What `bd.site.history.read_history` returned; without it there are no pages of changes.
    """
    names = names_of(data)
    makers = _MAKERS | {
        "home": lambda names, page: home_page(names, settings),
        "data": lambda names, page: data_page(names, page, downloads),
    }
    own = ((page["address"].text, partial(makers[page["level"].text], names, page)) for page in names.data["pages"])
    others: tuple[Page, ...] = (*changes_pages(names, history, settings.notes), _missing_page(names))
    return Pages([*own, *((page.head.address, partial(_as_it_is, page)) for page in others)])


def _as_it_is(page: Page) -> Page:
    return page


def _missing_page(names: Names) -> MissingPage:
    head = Head(
        address=MISSING,
        title="No such page",
        description="This address has no page. Everything on the site can be reached from the home page.",
        heading="There is no page here",
    )
    links = [names.home(), *(Link(d["label"].text, d["address"].text) for d in names.dimensions.values())]
    return MissingPage(head, tuple(links))
