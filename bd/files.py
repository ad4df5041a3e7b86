"""Reading and writing files so that nothing is ever half-written.

Every file that `bd` writes goes through `write_atomically`: written beside its place, flushed to the disk, renamed.
What the bytes mean is left to the callers.
"""

from __future__ import annotations

import datetime
import errno
import gzip
import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from bd.errors import BdError

__all__ = [
    "SLUG",
    "dump_json",
    "dump_jsonl",
    "gzip_bytes",
    "is_day",
    "is_slug",
    "read_bytes",
    "read_ordinary",
    "sha256_bytes",
    "slug_fault",
    "write_atomically",
]

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SLUG_LENGTH = 64
_DEVICE = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")


def is_slug(text: str) -> bool:
    """Tell whether `text` may be an id: lower-case words and digits joined by single hyphens, at most 64 characters."""
    return len(text) <= _SLUG_LENGTH and SLUG.fullmatch(text) is not None


def is_day(text: object) -> bool:
    """Tell whether `text` is a day that exists, such as `2026-01-31`."""
    try:
        return isinstance(text, str) and datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def slug_fault(text: str) -> str | None:
    """Return why `text` can be no id that files or folders are called by, or None.

    Examples
    --------
    >>> slug_fault("e5-small"), slug_fault("aux")
    (None, "is a device on Windows, where no file can be called so; choose another")
    """
    if not is_slug(text):
        return "is not a slug: lower-case words and digits joined by single hyphens, at most 64 characters"
    if _DEVICE.fullmatch(text):
        return "is a device on Windows, where no file can be called so; choose another"
    return None


def sha256_bytes(data: bytes) -> str:
    """Return the SHA-256 of `data` in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read_ordinary(path: Path) -> bytes:
    """Return a file's bytes; OSError also for a pipe or a device, which might never end."""
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise OSError(errno.EINVAL, "not an ordinary file")
    return path.read_bytes()


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes; a file that cannot be read is a `BdError` that names it."""
    try:
        return read_ordinary(path)
    except OSError as error:
        raise BdError(f"{path}: cannot be read ({error.strerror})") from error


def write_atomically(path: Path, data: bytes) -> bool:
    """Write `data` to `path` beside it, flush it to the disk and rename; return whether the bytes changed.

    A file that already holds these bytes is left alone, its time stamp included. On any failure (a full disk, an
    interrupt) the earlier file stays as it was and the file beside it is removed.
    """
    try:
        if read_ordinary(path) == data:
            return False
    except OSError:
        pass
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise BdError(f"{path}: cannot be written ({error.strerror})") from error
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(beside).chmod(0o644)
        Path(beside).replace(path)
    except OSError as error:
        Path(beside).unlink(missing_ok=True)
        raise BdError(f"{path}: cannot be written ({error.strerror}); the earlier file is unchanged") from error
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return True


def dump_json(value: Any, *, indent: bool = False) -> bytes:
    """Return `value` as UTF-8 JSON with sorted keys and one line end; with `indent`, spread over lines."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(value, option=options | orjson.OPT_INDENT_2 if indent else options)


def dump_jsonl(rows: Iterable[Any]) -> bytes:
    """Return `rows` as JSON lines with sorted keys."""
    return b"".join(dump_json(row) for row in rows)


def gzip_bytes(data: bytes) -> bytes:
    """Compress without a time stamp or a file name, so that the same bytes in give the same bytes out."""
    return gzip.compress(data, compresslevel=9, mtime=0)
