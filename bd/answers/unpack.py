"""From a log's bytes to its lines: gzip of one or several members, UTF-8, a line ends at a line feed alone.

What the lines say is `bd.answers.read`'s part, their sum `bd.answers.digest`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

from bd.jsons import BOM

__all__ = ["Lines", "LogFaultError", "pieces", "too_short", "unpack"]

_CHUNK = 2**15
"""Bytes unpacked at a time. What follows the end of a member is copied, so a log of many members needs small ones."""
_PIECE = 2**20
"""Bytes of a piece, at least: few enough that what nobody needs of its rows takes little room, so many that those who
parse pieces seldom wait for each other."""
_PART = 2**18
"""Bytes of a log that are searched for line ends at a time."""
_MOST = 2**30
"""Bytes that a log may unpack to; no honest one comes near, and a gzip bomb must not fill the memory."""
_SHORTEST = len('{"id":"a","answers":{}}\n')
"""Bytes that a line takes on average where each holds a row; a file of nothing but line ends would fill the memory."""
_FEW_LINES = 100_000
"""Up to so many lines may be as short as they like."""
_LONGEST = 2**24
"""Bytes of a line. Some megabytes of what a model said besides are honest; but Python's objects for what a line says
take up to thirty times its bytes, and of a longer one they would fill the memory."""
_DAMAGED: type[Exception] = isal_zlib.error  # type: ignore[assignment]  # the stub says an instance
_TOO_LONG = f"a line of more than {_LONGEST:,} bytes is no row of answers; write each row on a line of its own"
_LINE_FEED = 10
_GZIP = b"\x1f\x8b"
_POINTERS = (b"version https://git-lfs", b"/annex/objects/", b".git/annex/objects", b"../.git/annex")
_OTHERS = {b"\xfd7zXZ": "xz", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip", b"{": "plain JSON"}
"""What files begin with that are no gzip, and what they are."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class LogFaultError(Exception):
    """A log that must not enter any number; `line` is 1-based, None where the whole file is meant."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Lines:
    """Lines without their ends; the last one is empty where the text ends as it should.

    Parameters
    ----------
    text
        All of them, as they stand in the unpacked file.
    first
        The number of the first in its file, where lines are counted from 1.

    Raises
    ------
    LogFaultError
        There are so many that few of them can hold a row.
    """

    def __init__(self, text: bytes, first: int = 1) -> None:
        self.text = text
        self.first = first
        feeds = _feeds(text)
        self.starts: NDArray[np.int64] = np.concatenate([[0], feeds + 1], dtype=np.int64)
        """Where in the text each line begins."""
        self.ends: NDArray[np.int64] = np.append(feeds, len(text)).astype(np.int64)
        """Where it ends, its line feed left out."""

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, n: int) -> bytes:
        return self.text[self.starts[n] : self.ends[n]]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.text.split(b"\n"))


def _feeds(text: bytes) -> NDArray[np.int64]:
    """Return where the line feeds stand; a part at a time, so that what is in between stays in a processor's cache."""
    data, found, count = np.frombuffer(text, dtype=np.uint8), [], 0
    for first in range(0, len(data), _PART):
        found.append(np.flatnonzero(data[first : first + _PART] == _LINE_FEED) + first)
        count += len(found[-1])
        if too_short(count, len(text)):
            message = f"more than {len(text) // _SHORTEST:,} lines in {len(text):,} bytes are too short for answers"
            raise LogFaultError(f"{message}; take out lines without a row", _first_short(text))
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def too_short(lines: int, size: int) -> bool:
    """Tell whether so many lines of so many bytes are too short for rows."""
    return lines > _FEW_LINES and lines * _SHORTEST > size


def pieces(data: bytes) -> Iterator[Lines]:
    """Yield the lines of a log, some at a time, so that its text need not be held; errors are as for `unpack`."""
    first, held, size = 1, list[bytes](), 0
    for text in _inflated(data):
        held.append(text)
        size += len(text)
        end = text.rfind(b"\n") + 1 if size >= _PIECE else 0
        if end:
            held[-1] = text[:end]
            lines = _numbered(held, first)
            yield lines
            first += len(lines) - 1
            held, size = [text[end:]], len(text) - end
    yield _numbered(held, first)


def _numbered(parts: Iterable[bytes], first: int) -> Lines:
    text = b"".join(parts)
    return Lines(text.removeprefix(BOM) if first == 1 else text, first)


def unpack(data: bytes) -> Lines:
    """Return the lines of a log.

    Raises
    ------
    LogFaultError
        The file is no gzip, is cut off or damaged, begins like UTF-16, or has lines that are too short or too long.
    """
    parts: list[bytes] = []
    try:
        parts.extend(_inflated(data))
    except LogFaultError as fault:
        fault.line = sum(part.count(b"\n") for part in parts) + 1 if parts else None
        raise
    text = b"".join(parts)
    if text.startswith(_GZIP):
        raise LogFaultError("packed twice: what it unpacks to is gzip again; unpack it once, with gunzip", 1)
    if text.startswith(_UTF16):
        raise LogFaultError("not UTF-8; save the log as UTF-8", 1)
    lines = Lines(text.removeprefix(BOM))
    long = lines.ends - lines.starts > _LONGEST
    if long.any():  # one that began and ended in what was unpacked at once
        raise LogFaultError(_TOO_LONG, int(long.argmax()) + 1)
    return lines


def _inflated(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of every member, one after the other; zeros between members are padding."""
    size, open_line, member, found = 0, 0, None, False
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        while chunk:
            if member is None:
                chunk = chunk.lstrip(b"\0") if found else chunk
                member = isal_zlib.decompressobj(wbits=31) if chunk else None
                continue
            try:
                text = member.decompress(chunk)
            except _DAMAGED as error:
                if not found and not start:
                    raise LogFaultError(_instead_of_gzip(chunk, error)) from error
                raise LogFaultError(f"not gzip, or damaged ({error}); fetch the file again") from error
            found, size = True, size + len(text)
            if size > _MOST:
                raise LogFaultError(f"unpacks to more than {_MOST:,} bytes, so it is no log of answers; fetch it again")
            yield text
            end = text.rfind(b"\n") + 1
            open_line = len(text) - end if end else open_line + len(text)
            if open_line > _LONGEST:
                raise LogFaultError(_TOO_LONG)
            chunk = member.unused_data
            if member.eof:
                member = None
    if member is not None or not found:
        raise LogFaultError("cut off: the gzip stream has no end; fetch the file again, or ask again")


def _instead_of_gzip(data: bytes, error: Exception) -> str:
    """Say what a file is that is no gzip, and what to do."""
    begin = data.removeprefix(BOM).lstrip()
    if any(begin.startswith(each) for each in _POINTERS) or b".git/annex/objects" in begin[:200]:
        return "stands for data that was not fetched; fetch it, with git lfs pull or git annex get"
    for sign, kind in _OTHERS.items():
        if begin.startswith(sign):
            return f"not gzip but {kind}; unpack it, and pack it with gzip"
    return f"not gzip, or damaged ({error}); fetch the file again"


def _first_short(text: bytes) -> int:
    """Return the first line that is too short for a row, counted from 1."""
    at = line = 0
    while (end := text.find(b"\n", at)) - at + 1 >= _SHORTEST:
        at, line = end + 1, line + 1
    return line + 1
