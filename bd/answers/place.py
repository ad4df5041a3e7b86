"""Where logs may lie: a folder of this machine, or whatever fsspec reaches by a URL, such as an object store."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from bd.errors import BdError, UsageError
from bd.files import read_ordinary
from bd.passwords import refuse_password

__all__ = ["INSTALL", "place_of", "reached", "read_at", "why"]

INSTALL = "run `make cluster` in bd's own folder; docs/cluster.md says what to install without make"
"""What to do where a package for URLs, or for workers, is missing."""


def place_of(url: str) -> Path:
    """Return the folder that a URL or a path names; what a URL gives is used like a path.

    Raises
    ------
    UsageError
        Nothing is installed that reaches it; or it holds a password.
    BdError
        No such folder is there, or it cannot be reached.
    """
    refuse_password(url)
    place = _remote(url) if "://" in url else Path(url).absolute()
    try:
        with reached(place):
            there = place.is_dir()
    except OSError as error:
        raise BdError(f"{url}: cannot be reached ({why(error)})") from error
    if not there:
        raise BdError(f"{url}: no folder is there; name the one that holds a folder for each model")
    return place


def _remote(url: str) -> Path:
    try:
        from upath import UPath

        found = UPath(url)
        _ = found.fs  # made now, so that what is not installed is told now
        return cast(Path, found)
    except ImportError as error:  # of a package for this kind of URL; without any, of universal-pathlib itself
        extra = "" if error.name != "upath" else f": {INSTALL}"
        raise UsageError(f"{url}: {error}{extra}") from error
    except ValueError as error:
        raise UsageError(f"{url}: {error}") from error
    except Exception as error:  # of whatever library it is
        raise BdError(f"{url}: cannot be reached ({error})") from error


@contextmanager
def reached(place: Path) -> Iterator[None]:
    """Have whatever goes wrong on the way to a place told as an OSError; behind a URL stand libraries of many kinds."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        if isinstance(place, Path):
            raise
        raise OSError(errno.EIO, str(error) or type(error).__name__) from error


def read_at(place: Path) -> bytes:
    """Return a file's bytes; an OSError where they cannot be read, for whatever reason."""
    with reached(place):
        return read_ordinary(place)


def why(error: OSError) -> str:
    """Return in a few words what went wrong; errors from behind a URL often have no number."""
    return error.strerror or ("no such file" if isinstance(error, FileNotFoundError) else str(error))
