"""What every part of the site is made from; one value, so that a part is a function of it and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bd.receipts import Receipts
from bd.site.downloads import Downloads
from bd.site.history import Step
from bd.site.records import Page
from bd.site.render import Renderer
from bd.site.settings import Settings

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
    receipts: Receipts
    """The texts and answers behind every cell, as far as they are there."""
    history: tuple[Step, ...] = ()
    """The data of every day on which data was published, today's first."""
