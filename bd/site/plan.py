"""From the data file to page records: those that it names, and those that the site has besides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bd.site.downloads import Downloads
from bd.site.history import Step
from bd.site.kinds import KINDS, Given, of_level
from bd.site.names import Names
from bd.site.pages import Pages
from bd.site.records.parts import Page
from bd.site.settings import Settings

__all__ = ["plan_pages"]


def plan_pages(
    names: Names, settings: Settings, downloads: Downloads | None = None, history: Iterable[Step] = ()
) -> Pages:
    """Return all pages: those of the data file in its order, then those that kinds of pages add by themselves.

    Parameters
    ----------
    names
        The data file.
    settings
        The site's own words.
    downloads
        The whole data as files, for the page that lists them.
    history
        What `bd.site.history.read_history` returned; without it there are no pages of changes.
    """
    given = Given(names, settings, downloads, tuple(history))
    named = given.names.data.pages
    own = (page for kind in KINDS for page in kind.own(given))
    return Pages(
        [
            *((page.address, partial(of_level(page.level).make, given, page)) for page in named),
            *((page.head.address, partial(_as_it_is, page)) for page in own),
        ]
    )


def _as_it_is(page: Page) -> Page:
    return page
