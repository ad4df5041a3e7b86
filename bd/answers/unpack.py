"""From a log's bytes to its lines: gzip of one or several members, UTF-8, a line ends at a line feed alone.

What the lines say is `bd.answers.read`'s part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from isal import isal_zlib
from numpy.typing import NDArray

__all__ = ["Lines", "LogFaultError", "lines_sha256", "unpack"]

_CHUNK = 2**16
"""Bytes unpacked at a time. What follows the end of a member is copied, so a log of many members needs small ones."""
_PART = 2**18
"""Bytes of a log that are searched for line ends at a time."""
_AT_ONCE = 2**14
"""Lines put in order at a time: all of them would be the whole log once more."""
_MOST = 2**30
"""Bytes that a log may unpack to; no honest one comes near, and a gzip bomb must not fill the memory."""
_SHORTEST = len('{"id":"a","answers":{}}\n')
"""Bytes that a line takes on average where each holds a row; a file of nothing but line ends would fill the memory."""
_FEW_LINES = 100_000
"""Up to so many lines may be of any length."""
_DAMAGED: type[Exception] = isal_zlib.error  # type: ignore[assignment]  # the stub says an instance
_LINE_FEED = 10
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class LogFaultError(Exception):
    """A log that must not enter any number; `line` is 1-based, None where the whole file is meant."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Lines:
    """The lines of a log without their ends; the last one is empty where the log ends as it should.

    Parameters
    ----------
    text
        All of them, as they stand in the unpacked file.

    Raises
    ------
    LogFaultError
        There are so many that few of them can hold a row.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
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

    def sha256(self) -> str:
        """Return `lines_sha256` of lines none of which is the beginning of another, as no two JSON objects are.

        So it does not matter that they are sorted with their line feeds; and they are sorted without an object a line.
        """
        count = len(self) - 1
        if not self.text.endswith(b"\n") or (self.ends[:count] == self.starts[:count]).any():
            return lines_sha256(self)
        buffers = [None, pa.py_buffer(self.starts), pa.py_buffer(self.text)]
        lines = pa.LargeBinaryArray.from_buffers(pa.large_binary(), count, buffers)
        pool = pa.system_memory_pool()  # Arrow's own would keep as much as the largest log, for every thread
        order, digest = pc.sort_indices(lines, memory_pool=pool), hashlib.sha256()
        for first in range(0, count, _AT_ONCE):
            some = pc.take(lines, order.slice(first, _AT_ONCE), memory_pool=pool)
            size = int(np.frombuffer(some.buffers()[1], dtype=np.int64)[len(some)])
            digest.update(memoryview(some.buffers()[2])[:size])
        return digest.hexdigest()


def _feeds(text: bytes) -> NDArray[np.int64]:
    """Return where the line feeds stand; a part at a time, so that what is in between stays in a processor's cache."""
    data, found, count = np.frombuffer(text, dtype=np.uint8), [], 0
    for first in range(0, len(data), _PART):
        found.append(np.flatnonzero(data[first : first + _PART] == _LINE_FEED) + first)
        count += len(found[-1])
        if count > _FEW_LINES and count * _SHORTEST > len(text):
            message = f"more than {len(text) // _SHORTEST:,} lines in {len(text):,} bytes are too short for answers"
            raise LogFaultError(f"{message}; take out lines without a row", _first_short(text))
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def unpack(data: bytes) -> Lines:
    """Return the lines of a log.

    Raises
    ------
    LogFaultError
        The file is no gzip, is cut off or damaged, begins like UTF-16, or has lines that are too short.
    """
    text = _gunzip(data)
    if text.startswith(_UTF16):
        raise LogFaultError("not UTF-8; save the log as UTF-8", 1)
    return Lines(text.removeprefix(_BOM))


def lines_sha256(lines: Iterable[bytes]) -> str:
    """Return the SHA-256 of the lines in sorted order, blank ones left out, each with a line feed.

    It says which answers stand in a log, whatever their order and however they are packed; anyone can work it out:
    `zcat LOG | LC_ALL=C sort | sha256sum`.
    """
    digest = hashlib.sha256()
    digest.update(b"".join(line + b"\n" for line in sorted(lines) if line and not line.isspace()))
    return digest.hexdigest()


def _gunzip(data: bytes) -> bytes:
    """Return the bytes of every member, one after the other; zeros between members are padding."""
    parts: list[bytes] = []
    size = 0
    member = None
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        while chunk:
            if member is None:
                chunk = chunk.lstrip(b"\0") if parts else chunk
                member = isal_zlib.decompressobj(wbits=31) if chunk else None
                continue
            try:
                parts.append(member.decompress(chunk))
            except _DAMAGED as error:
                line = _line_reached(parts) if parts else None
                raise LogFaultError(f"not gzip, or damaged ({error}); fetch the file again", line) from error
            size += len(parts[-1])
            if size > _MOST:
                raise LogFaultError(f"unpacks to more than {_MOST:,} bytes, so it is no log of answers; fetch it again")
            chunk = member.unused_data
            if member.eof:
                member = None
    if member is not None or not parts:
        message = "cut off: the gzip stream has no end; fetch the file again, or ask again"
        raise LogFaultError(message, _line_reached(parts))
    return b"".join(parts)


def _first_short(text: bytes) -> int:
    """Return the first line that is too short for a row, counted from 1."""
    at = line = 0
    while (end := text.find(b"\n", at)) - at + 1 >= _SHORTEST:
        at, line = end + 1, line + 1
    return line + 1


def _line_reached(parts: Iterable[bytes]) -> int:
    return sum(part.count(b"\n") for part in parts) + 1
