"""The whole data as files under `/data/`, made before the page that lists them with their sizes and checksums."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Any

from bd.files import read_bytes, sha256_bytes
from bd.receipts import Saved
from bd.report.state import DATA_FILE
from bd.site.answerfile import AnswerFile, answer_file, logs_of
from bd.site.columnar import rows_bytes
from bd.site.croissant import croissant
from bd.site.known import Known
from bd.site.names import Names
from bd.site.records.take import Download
from bd.site.settings import Settings
from bd.site.tables.answers import ANSWERS
from bd.site.tables.columns import Rows, Table
from bd.site.tables.results import EFFECTS, every_result
from bd.site.tables.write import csv_bytes
from bd.site.take import Edition, edition_of
from bd.site.write import File

__all__ = ["Downloads", "downloads_of"]

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


def downloads_of(known: Known, names: Names, settings: Settings, saved: Saved) -> Downloads:
    """Return every file of the whole data; each is made only if it follows from other things than the last time.

    Parameters
    ----------
    known
        What the site rests on.
    names
        The data file.
    settings
        The site's own words.
    saved
        The answers that the project keeps.

    Raises
    ------
    BdError
        There are answers and no study that tells what they answer.
    """
    edition = edition_of(names.data, settings)
    maker = _Maker(known, edition)
    maker.add(
        "leaderboard.json", _LEADERBOARD, _JSON, known.data, lambda: (read_bytes(saved.root / DATA_FILE), {}), DATA_FILE
    )
    tables = [(EFFECTS, _effects(maker, names))]
    answers = None
    if saved.is_there:
        table, told = _answers(maker, names, saved)
        tables.append((ANSWERS, table))
        answers = AnswerFile(told["rows"], told["logs"], tuple(told["left_out"]))
    described = croissant(
        edition,
        description=settings.description,
        version=names.data.provenance.release.version,
        cite=f"{edition.title}. Data of {edition.date}, {edition.words}.",
        files=list(maker.listed),
        tables=tables,
    )
    maker.add("croissant.json", _CROISSANT, "application/ld+json", described, lambda: (described, {}))
    return Downloads(tuple(maker.files), tuple(maker.listed), answers)


def _effects(maker: _Maker, names: Names) -> Download:
    """Add the table of effects in both forms; return the one that machines read."""

    @cache
    def effects() -> Rows:
        return EFFECTS.fill(names, every_result(names))

    def as_csv() -> Made:
        return csv_bytes(effects()), {"rows": len(effects().rows)}

    def as_parquet() -> Made:
        return rows_bytes(effects(), maker.words(EFFECTS)), {"rows": len(effects().rows)}

    data = maker.known.data
    maker.add("effects.csv", _EFFECTS, _CSV, data, as_csv)
    listed, _ = maker.add("effects.parquet", _SAME, _PARQUET, (data, maker.words(EFFECTS)), as_parquet)
    effects.cache_clear()  # rows take ten times the memory of both files
    return listed


def _answers(maker: _Maker, names: Names, saved: Saved) -> tuple[Download, dict[str, Any]]:
    """Add the table of answers; return it, and what is to be said of it."""

    def made() -> Made:
        data, told = answer_file(saved, names, maker.words(ANSWERS))
        return data, asdict(told)

    named = {model: list(names.builds(model)) for model in names.models}
    behind = (logs_of(names), named, maker.words(ANSWERS), maker.known.inputs.below("answers/", "studies/"))
    return maker.add("answers.parquet", _ANSWERS, _PARQUET, behind, made)


Made = tuple[bytes, dict[str, Any]]
"""The bytes of a file, and what else is to be said of it, such as the number of its rows."""


class _Maker:
    def __init__(self, known: Known, edition: Edition) -> None:
        self.known = known
        self._edition = edition
        self.files: list[File] = []
        self.listed: list[Download] = []

    def add(
        self, name: str, about: str, kind: str, follows: object, make: Callable[[], Made], behind: str = ""
    ) -> tuple[Download, dict[str, Any]]:
        """Add a file, made from what it follows from; return it with what is said of it."""
        key, path, made = self.known.key(name, follows), f"data/{name}", cache(make)

        def tell() -> dict[str, Any]:
            data, more = made()
            return {"bytes": len(data), "sha256": sha256_bytes(data), "rows": None} | more

        told = self.known.facts.of(key, tell)
        size = told["bytes"]
        self.files.append(File(path, lambda: made()[0], behind or f"the file {name} of the whole data", key))
        self.listed.append(Download(path, about, kind, size, _size_words(size), told["sha256"], told["rows"]))
        return self.listed[-1], told

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


def _size_words(size: int) -> str:
    """Return a size as people read it, the unit on the same line as the number.

    Examples
    --------
    >>> [_size_words(size).replace("\u00a0", " ") for size in (712, 45_210, 9_044_479)]
    ['712 bytes', '45 kB', '9.0 MB']
    """
    if size < 1000:
        return f"{size}\u00a0bytes"
    if size < 1_000_000:
        return f"{Decimal(size).scaleb(-3).quantize(Decimal(1), ROUND_HALF_UP)}\u00a0kB"
    return f"{Decimal(size).scaleb(-6).quantize(Decimal('0.1'), ROUND_HALF_UP)}\u00a0MB"
