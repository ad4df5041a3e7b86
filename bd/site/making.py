"""What every part of the site is made from; one value, so that a part is a function of it and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bd.report import contract
from bd.site.downloads import Downloads
from bd.site.history import Step
from bd.site.keys import key_of
from bd.site.known import Known
from bd.site.names import Names
from bd.site.pages import Pages
from bd.site.paths import file_of
from bd.site.receiptfacts import KnownReceipts
from bd.site.records.parts import Page
from bd.site.render import Renderer
from bd.site.settings import Settings
from bd.site.write import File

__all__ = ["Making", "PageFiles"]


@dataclass(frozen=True)
class Making:
    """One site on its way."""

    root: Path
    """The project's folder."""
    names: Names
    """The data file, read and checked, and what it calls things."""
    settings: Settings
    pages: Pages
    """Every page that the data file names, and the one for addresses that do not exist."""
    renderer: Renderer
    downloads: Downloads
    """The whole data as files."""
    receipts: KnownReceipts
    """What is known of the texts and answers behind every cell, as far as they are there."""
    known: Known
    history: tuple[Step, ...] = ()
    """The data of every day on which data was published, today's first."""

    @property
    def data(self) -> contract.Leaderboard:
        """The data file itself."""
        return self.names.data

    @cached_property
    def frame(self) -> str:
        """The key of everything that a page shows besides its record."""
        return self.known.key(self.known.inputs.below("templates:"), self.renderer.frame.key)

    def page_file(self, page: Page, key: str = "", behind: str = "") -> File:
        """Return the file of a page; `key` is that of its record."""
        head = page.head
        return File(
            path=file_of(head.address),
            data=lambda: self.renderer.render(page),
            behind=behind or f"{head.title!r} ({head.address})",
            key=key_of(self.frame, key or key_of(page)),
            listed=head.indexed,
        )


PageFiles = Callable[[Page, str], Iterator[File]]
"""Yields files that belong to one page, from the page and the key of its record."""
