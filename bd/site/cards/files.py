"""The part of the site that cards are: one picture beside each page that the data file names."""

from __future__ import annotations

from collections.abc import Iterator

from bd.site.cards.content import card_of
from bd.site.cards.layout import draw
from bd.site.cards.place import NAME
from bd.site.making import Making
from bd.site.names import names_of
from bd.site.paths import file_of
from bd.site.write import File

__all__ = ["card_files"]


def card_files(making: Making) -> Iterator[File]:
    """Yield the card of each page that the data file names."""
    names = names_of(making.data)
    entries = {page["address"].text: page for page in names.data["pages"]}
    for page in making.pages:
        head = page.head
        if head.address in entries:
            card = card_of(names, entries[head.address], page, making.settings)
            picture = draw(card, making.settings.light.accent).png()
            yield File(file_of(head.address + NAME), picture, f"the card of {head.title!r} ({head.address})")
