"""Where the card of a page is, for the page itself and for what speaks of it; draws nothing, so it is light."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bd.site.paths import MISSING
from bd.site.records.parts import Head

__all__ = ["HEIGHT", "NAME", "WIDTH", "Picture", "carded", "picture_of"]

WIDTH, HEIGHT = 1200, 630
"""In pixels: what places that show links with a picture ask for."""
NAME = "card.png"


@dataclass(frozen=True)
class Picture:
    """A card as the head of a page names it."""

    address: str
    width: int
    height: int
    alt: str
    """What it shows, in words."""


def carded(addresses: Iterable[str]) -> frozenset[str]:
    """Return the addresses of the pages that have a card: all that the site is planned with, and that exist."""
    return frozenset(address for address in addresses if address != MISSING)


def picture_of(head: Head, site: str, known: Collection[str]) -> Picture:
    """Return the card of a page or, where it has none of its own, of the nearest page above it.

    Parameters
    ----------
    head
        What the page says about itself.
    site
        The site's title.
    known
        Addresses of the pages that have a card.

    Examples
    --------
    >>> picture_of(Head("/age/texts/2/", "Texts", "All texts.", "Texts"), "A site", {"/", "/age/"}).address
    '/age/card.png'
    """
    above = head.address
    while above not in known and above != "/":
        above = above.rstrip("/").rpartition("/")[0] + "/"
    own = above == head.address
    return Picture(above + NAME, WIDTH, HEIGHT, f"{head.heading}: {head.description}" if own else site)
