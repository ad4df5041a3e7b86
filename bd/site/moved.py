"""Addresses that moved: a permalink, once public, stays or leads on.

The table `[moved]` of `site/site.toml` names them. Hosts that read `_redirects` send a reader on by themselves; for all
others a small page stands at the old address, which leads on without scripts and tells search engines the new one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bd.errors import Problem, ProblemsError
from bd.site.inputs import SETTINGS
from bd.site.making import Making
from bd.site.records import Head, Link, MovedPage
from bd.site.write import File

__all__ = ["moved_files"]


def moved_files(making: Making, addresses: Collection[str]) -> Iterator[File]:
    """Yield a page for each address that moved.

    Parameters
    ----------
    making
        The site.
    addresses
        Every address that has a page.

    Raises
    ------
    ProblemsError
        An old address still has a page, or a new one has none; one problem for each.
    """
    problems = [Problem(SETTINGS, None, fault) for fault in _faults(making, addresses)]
    if problems:
        raise ProblemsError(problems)
    for old, new in making.settings.moved:
        head = Head(old, "Moved", "This page has moved.", "This page has moved")
        yield making.page_file(MovedPage(head, Link(new, new)), behind=f"{SETTINGS} (moved)")


def _faults(making: Making, addresses: Collection[str]) -> Iterator[str]:
    for old, new in making.settings.moved:
        if old in addresses:
            yield f'moved: "{old}" is a page of the site; take the line away, or rename what has the page'
        if new not in addresses:
            yield f'moved: "{old}" leads to "{new}", which is no page of the site; name one that is'
