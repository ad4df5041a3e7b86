"""The page for addresses that do not exist."""

from __future__ import annotations

from bd.site.names import Names
from bd.site.paths import MISSING
from bd.site.records.pages import MissingPage
from bd.site.records.parts import Head, Link

__all__ = ["missing_page"]


def missing_page(names: Names) -> MissingPage:
    """Return the page, with the ways to all that is there."""
    head = Head(
        address=MISSING,
        title="No such page",
        description="This address has no page. Everything on the site can be reached from the home page.",
        heading="There is no page here",
        indexed=False,
    )
    links = [names.home(), *(Link(d.label, d.address) for d in names.dimensions.values())]
    return MissingPage(head, tuple(links))
