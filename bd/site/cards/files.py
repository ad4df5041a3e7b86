"""The part of the site that cards are: one picture beside each page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bd.site.cards.content import Asked
from bd.site.cards.layout import draw
from bd.site.cards.place import NAME, carded
from bd.site.cards.records import Card
from bd.site.kinds import kind_of
from bd.site.making import Making, PageFiles
from bd.site.names import HOME, Names
from bd.site.paths import file_of
from bd.site.records.parts import Page
from bd.site.settings import Settings
from bd.site.write import File

__all__ = ["card_files", "card_of"]


def card_files(making: Making) -> PageFiles:
    """Return what yields the card of a page; receipts and the like point to the page above them."""
    names, accent = making.names, making.settings.light.accent

    def files(page: Page, key: str) -> Iterator[File]:
        head = page.head
        if carded([head.address]):
            card = card_of(names, page, making.settings)
            path, behind = file_of(head.address + NAME), f"the card of {head.title!r} ({head.address})"
            yield File(path, partial(_drawn, card, accent), behind, making.known.key(card, accent))

    return files


def card_of(names: Names, page: Page, settings: Settings) -> Card:
    """Return the card of a page; its description stands on cards without a number."""
    head = page.head
    card = Card(
        address=head.address,
        site="" if head.address == HOME else settings.title,
        heading=head.heading,
        words=head.description,
        date=names.data.provenance.generated,
        where=settings.base_url.partition("://")[2] + head.address.lstrip("/"),
    )
    return kind_of(page).card(Asked(names, getattr(page, "finding", ()), card))


def _drawn(card: Card, accent: str) -> bytes:
    return draw(card, accent).png()
