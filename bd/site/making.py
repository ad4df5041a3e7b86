"""What every part of the site is made from; one value, so that a part is a function of it and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from bd.site.downloads import Downloads
from bd.site.history import Step
from bd.site.keys import key_of
from bd.site.known import Known
from bd.site.paths import file_of
from bd.site.receiptfacts import KnownReceipts
from bd.site.records import Page
from bd.site.render import Renderer
from bd.site.settings import Settings
from bd.site.write import File

__all__ = ["Making"]


@dataclass(frozen=True)
class Making:
    """One site on its way."""

    root: Path
    """The project's folder."""
    data: dict[str, Any]
    """The data file, read and checked."""
    settings: Settings
    pages: tuple[Page, ...]
    """Every page that the data file names, and the one for addresses that do not exist."""
    renderer: Renderer
    downloads: Downloads
    """The whole data as files."""
    receipts: KnownReceipts
    """What is known of the texts and answers behind every cell, as far as they are there."""
    known: Known
    history: tuple[Step, ...] = ()
    """The data of every day on which data was published, today's first."""

    @cached_property
    def sums(self) -> Mapping[str, str]:
        """The key of each page's record, by its address."""
        return {page.head.address: key_of(page) for page in self.pages}

    @cached_property
    def frame(self) -> str:
        """The key of everything that a page shows besides its record."""
        return self.known.key(self.known.inputs.below("templates:"), self.renderer.frame.key)

    def page_file(self, page: Page, behind: str = "") -> File:
        """Return the file of a page."""
        head = page.head
        key = key_of(self.frame, self.sums.get(head.address) or key_of(page))
        behind = behind or f"{head.title!r} ({head.address})"
        return File(file_of(head.address), lambda: self.renderer.render(page), behind, key, self.renderer.listed(page))
