"""The whole data as files under `/data/`, made before the page that lists them with their sizes and checksums."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

from bd.files import read_bytes, sha256_bytes
from bd.site.answerfile import AnswerFile, answer_file
from bd.site.columnar import rows_bytes
from bd.site.croissant import croissant
from bd.site.names import Names, names_of
from bd.site.records import Download
from bd.site.settings import Settings
from bd.site.tables import ANSWERS, EFFECTS, Table, csv_bytes, every_result
from bd.site.take import Edition, edition_of
from bd.site.write import File

__all__ = ["Downloads", "downloads_of", "size_words"]

_JSON, _CSV, _PARQUET = "application/json", "text/csv", "application/x-parquet"
_LEADERBOARD = "Everything shown on the site, in one file"
_EFFECTS = "Every result: one build of a model in one cell, with its range, control, verdict and place"
_SAME = "The same table as Parquet"
_ANSWERS = "Every saved answer that a number was worked out from"
_CROISSANT = "These files and their columns, described for machines (MLCommons Croissant)"


@dataclass(frozen=True)
class Downloads:
    """The files, and what is to be said of them."""

    files: tuple[File, ...]
    listed: tuple[Download, ...]
    """The same files, in the same order."""
    answers: AnswerFile | None
    """None where the project keeps no answers."""


def downloads_of(root: Path, data_file: str, data: dict[str, Any], settings: Settings) -> Downloads:
    """Make every file of the whole data.

    Parameters
    ----------
    root
        The project's folder.
    data_file
        Path of the data file within it.
    data
        What the data file holds.
    settings
        The site's own words.

    Raises
    ------
    BdError
        There are answers and no study that tells what they answer.
    """
    names, edition = names_of(data), edition_of(data, settings)
    maker = _Maker(names, edition)
    maker.add("leaderboard.json", read_bytes(root / data_file), _LEADERBOARD, _JSON, behind=data_file)
    effects = EFFECTS.fill(names, every_result(names))
    maker.add("effects.csv", csv_bytes(effects), _EFFECTS, _CSV, len(effects.rows))
    parquet = rows_bytes(effects, maker.words(EFFECTS))
    tables = [(EFFECTS, maker.add("effects.parquet", parquet, _SAME, _PARQUET, len(effects.rows)))]
    answers = answer_file(root, names, maker.words(ANSWERS))
    if answers is not None:
        tables.append((ANSWERS, maker.add("answers.parquet", answers.data, _ANSWERS, _PARQUET, answers.rows)))
    described = croissant(
        edition,
        description=settings.description,
        version=data["provenance"]["release"]["version"],
        cite=f"{edition.title}. Data of {edition.date}, {edition.words}.",
        files=list(maker.listed),
        tables=tables,
    )
    maker.add("croissant.json", described, _CROISSANT, "application/ld+json")
    return Downloads(tuple(maker.files), tuple(maker.listed), answers)


class _Maker:
    def __init__(self, names: Names, edition: Edition) -> None:
        self._names = names
        self._edition = edition
        self.files: list[File] = []
        self.listed: list[Download] = []

    def add(
        self, name: str, data: bytes, about: str, kind: str, rows: int | None = None, *, behind: str = ""
    ) -> Download:
        path = f"data/{name}"
        self.files.append(File(path, data, behind or f"the file {name} of the whole data"))
        self.listed.append(Download(path, about, kind, len(data), size_words(len(data)), sha256_bytes(data), rows))
        return self.listed[-1]

    def words(self, table: Table) -> dict[str, str]:
        """Return what a Parquet file says of itself."""
        words = {
            "title": f"{self._edition.title}: {table.name}",
            "about": f"{table.about}.",
            "date": self._edition.date,
            "version": self._edition.words,
            "licence": self._edition.licence,
            "url": self._edition.base_url,
        }
        return {key: value for key, value in words.items() if value}


def size_words(size: int) -> str:
    """Return a size as people read it, the unit on the same line as the number.

    Examples
    --------
    >>> [size_words(size).replace("\u00a0", " ") for size in (712, 45_210, 9_044_479)]
    ['712 bytes', '45 kB', '9.0 MB']
    """
    if size < 1000:
        return f"{size}\u00a0bytes"
    if size < 1_000_000:
        return f"{Decimal(size).scaleb(-3).quantize(Decimal(1), ROUND_HALF_UP)}\u00a0kB"
    return f"{Decimal(size).scaleb(-6).quantize(Decimal('0.1'), ROUND_HALF_UP)}\u00a0MB"
