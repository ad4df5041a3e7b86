"""`site/data/editions/`: one compressed file for each day on which data was published.

`publish` alone writes here, a report or a site never does, so that an edition stays what was published.
"""

from __future__ import annotations

import gzip
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from bd.aside import entries
from bd.errors import BdError, Problem, ProblemsError
from bd.files import gzip_bytes, is_day, read_bytes, write_atomically
from bd.report.datafile import read_leaderboard
from bd.report.editions.freeze import edition_of
from bd.report.editions.lines import edition_lines, read_lines
from bd.report.editions.records import Edition
from bd.report.state import DATA_FILE

__all__ = ["EDITIONS", "Published", "edition_path", "publish", "read_editions"]

EDITIONS = "site/data/editions"
_NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.jsonl\.gz")


@dataclass(frozen=True)
class Published:
    """What `publish` did."""

    path: str
    """The edition's file, relative to the project."""
    edition: Edition
    changed: bool
    """Whether the file is new or other than before."""


def edition_path(date: str) -> str:
    """Return where the edition of a day stands, relative to the project."""
    return f"{EDITIONS}/{date}.jsonl.gz"


def publish(root: Path, *, file: Path | None = None, again: bool = False) -> Published:
    """Freeze a data file into the edition of its day.

    Parameters
    ----------
    root
        The project's folder.
    file
        The data file; by default the project's own.
    again
        Whether another edition of the same day is replaced.

    Raises
    ------
    BdError
        The data file cannot be read, or lacks what an edition is made of; or there is another edition of its day.
    """
    source = file or root / DATA_FILE
    if file is None and not source.exists():
        raise BdError(f"{source}: not there yet; run `bd replay` and `bd report` first")
    edition = edition_of(read_leaderboard(source), source=str(source))
    if not is_day(edition.date):
        raise BdError(f"{source}: its day is {edition.date!r}, not one such as 2026-01-31; write it with bd report")
    path, data = edition_path(edition.date), edition_lines(edition)
    read_lines(data, path=path, name="")  # whatever is written can be read
    if not (root / path).exists() or _unpacked(root / path, path) != data:
        if (root / path).exists() and not again:
            raise BdError(f"{path}: another edition of that day is published; give the data a new --date, or --again")
        return Published(path, edition, write_atomically(root / path, gzip_bytes(data)))
    return Published(path, edition, changed=False)


def read_editions(root: Path) -> tuple[Edition, ...]:
    """Return every edition of a project, the earliest first.

    Raises
    ------
    ProblemsError
        A file is no edition, or one of a newer version.
    """
    found = []
    for path in entries(root / EDITIONS):
        shown = f"{EDITIONS}/{path.name}"
        match = _NAME.fullmatch(path.name)
        if match is None or not is_day(match[1]):
            raise _fault(shown, "not named after a day, such as 2026-01-31.jsonl.gz; only `bd publish` writes here")
        edition = read_lines(_unpacked(path, shown), path=shown, name=path.name)
        if edition.date != match[1]:
            raise _fault(shown, f"holds the edition of {edition.date!r}; give it that name")
        found.append(edition)
    return tuple(found)


def _unpacked(path: Path, shown: str) -> bytes:
    try:
        return gzip.decompress(read_bytes(path))
    except (OSError, EOFError, zlib.error) as error:
        raise _fault(shown, f"cannot be unpacked ({error}); get it again, or publish it with --again") from None


def _fault(shown: str, message: str) -> ProblemsError:
    return ProblemsError([Problem(shown, None, message)])
