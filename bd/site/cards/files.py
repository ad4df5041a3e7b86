"""The part of the site that cards are: one picture beside each page."""

from __future__ import annotations

from collections.abc import Iterator

from bd.site.cards.content import card_of
from bd.site.cards.layout import draw
from bd.site.cards.place import NAME, carded
from bd.site.making import Making
from bd.site.names import names_of
from bd.site.paths import file_of
from bd.site.write import File

__all__ = ["card_files"]


def card_files(making: Making) -> Iterator[File]:
    """Yield the card of each page; receipts and the like point to the page above them."""
    names, own = names_of(making.data), carded(making.pages)
    entries = {page["address"].text: page for page in names.data["pages"]}
    for page in making.pages:
        head = page.head
        if head.address in own:
            card = card_of(names, entries.get(head.address), page, making.settings)
            picture = draw(card, making.settings.light.accent).png()
            yield File(file_of(head.address + NAME), picture, f"the card of {head.title!r} ({head.address})")
