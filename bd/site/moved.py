"""Addresses whose page is gone: a permalink, once built, stays or leads on.

The table `[moved]` of `site/site.toml` names where some lead; every other one that `bd.site.remembered` remembers leads
to the nearest page that is left. Hosts that read `_redirects` send a reader on by themselves; for all others a
small page stands at the old address, which leads on without scripts and tells search engines the new one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from bd.errors import Problem, ProblemsError
from bd.site.inputs import ADDRESSES, SETTINGS
from bd.site.making import Making
from bd.site.records.pages import MovedPage
from bd.site.records.parts import Head, Link
from bd.site.remembered import gone, read_addresses
from bd.site.write import File

__all__ = ["moved_files", "moves_of"]


def moves_of(making: Making, addresses: Collection[str]) -> Mapping[str, str]:
    """Return where each address without a page leads, those that people named first.

    Parameters
    ----------
    making
        The site.
    addresses
        Every address that has a page.

    Raises
    ------
    ProblemsError
        An old address in the settings still has a page, or a new one has none; one problem for each.
    """
    problems = [Problem(SETTINGS, None, fault) for fault in _faults(making, addresses)]
    if problems:
        raise ProblemsError(problems)
    named = dict(making.settings.moved)
    return named | {old: new for old, new in gone(read_addresses(making.root), addresses).items() if old not in named}


def moved_files(making: Making, moves: Mapping[str, str]) -> Iterator[File]:
    """Yield a page for each address that leads on."""
    named = dict(making.settings.moved)
    for old, new in moves.items():
        if old in named:
            head = Head(old, "Moved", "This page has moved.", "This page has moved", indexed=False)
            yield making.page_file(MovedPage(head, "It is now at", Link(new, new)), behind=f"{SETTINGS} (moved)")
        else:
            head = Head(
                old,
                "No longer here",
                "What this page showed is no longer shown.",
                "This page is no longer here",
                indexed=False,
            )
            yield making.page_file(MovedPage(head, "The nearest page is", Link(new, new)), behind=ADDRESSES)


def _faults(making: Making, addresses: Collection[str]) -> Iterator[str]:
    for old, new in making.settings.moved:
        if old in addresses:
            yield f'moved: "{old}" is a page of the site; take the line away, or rename what has the page'
        if new not in addresses:
            yield f'moved: "{old}" leads to "{new}", which is no page of the site; name one that is'
