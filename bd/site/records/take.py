"""What can be taken away from a page, and what the data page says of each file."""

from __future__ import annotations

from dataclasses import dataclass

from bd.site.records.parts import Link

__all__ = ["ColumnLine", "Download", "TableLine", "Take"]


@dataclass(frozen=True)
class Take:
    """What stands at the foot of a page."""

    links: tuple[Link, ...]
    """Files, and other forms of the page."""
    cite: str
    bibtex: str


@dataclass(frozen=True)
class Download:
    """A file of the whole data."""

    path: str
    """Within the site, such as `data/effects.csv`."""
    about: str
    media_type: str
    bytes: int
    size: str
    """The same in words."""
    sha256: str
    rows: int | None
    """None where the file is no table."""

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def address(self) -> str:
        """The file as an address of the site."""
        return f"/{self.path}"


@dataclass(frozen=True)
class ColumnLine:
    """One column in the dictionary."""

    name: str
    kind: str
    unit: str
    about: str


@dataclass(frozen=True)
class TableLine:
    """One table in the dictionary."""

    name: str
    about: str
    columns: tuple[ColumnLine, ...]
    files: tuple[str, ...]
    """Where it stands, in words."""
