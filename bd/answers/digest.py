"""The sum by which a log is known, however its lines are ordered or packed: SHA-256 over its lines in sorted order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bd.answers.unpack import Lines, pieces

__all__ = ["SortedSum", "lines_sha256"]

_MOST_HELD = 32 * 2**20
"""Bytes of a log that are held to be sorted; of a larger one some lines at a time, for each of which it is unpacked."""
_SAMPLED = 256
"""One line of so many tells where to divide the lines of a larger log."""
_AT_ONCE = 2**14
"""Lines put in order at a time: all of them would be the same text once more."""


def lines_sha256(lines: Iterable[bytes]) -> str:
    """Return the SHA-256 of the lines in sorted order, blank ones left out, each with a line feed.

    It says which answers stand in a log, whatever their order and however they are packed; anyone can work it out:
    `zcat LOG | LC_ALL=C sort | sha256sum`.
    """
    digest = hashlib.sha256()
    digest.update(b"".join(line + b"\n" for line in sorted(lines) if line and not line.isspace()))
    return digest.hexdigest()


class SortedSum:
    """`lines_sha256` of a log whose lines come some at a time, without an object a line.

    Only for lines none of which is the beginning of another, as no two JSON objects are: they are sorted with their
    line feeds.
    """

    def __init__(self) -> None:
        self._held = _Held()
        self._size = 0
        self._some: list[bytes] = []

    def add(self, lines: Lines) -> None:
        """Add the next lines; empty ones do not count."""
        lines = _without_empty(lines)
        self._some += [lines[n] for n in range(0, len(lines) - 1, _SAMPLED)]
        self._size += len(lines.text)
        if self._size <= _MOST_HELD:
            self._held.add(lines.text, lines.starts)
        else:
            self._held = _Held()

    def hexdigest(self, data: bytes) -> str:
        """Return the sum of all lines, given the log that they come from."""
        digest = hashlib.sha256()
        if self._size <= _MOST_HELD:
            self._held.sum_up(digest)
            return digest.hexdigest()
        parts, some = -(-self._size // _MOST_HELD), sorted(self._some)
        cuts = [some[len(some) * n // parts] for n in range(1, parts)]
        for low, high in zip([b"", *cuts], [*cuts, None], strict=True):
            held = _Held()
            for lines in pieces(data):
                held.add(*_between(_without_empty(lines), low, high))
            held.sum_up(digest)
        return digest.hexdigest()


class _Held:
    """Lines that are held to be sorted, each with its line feed."""

    def __init__(self) -> None:
        self._text = bytearray()
        self._starts: list[NDArray[np.int64]] = []

    def add(self, text: bytes | memoryview, starts: NDArray[np.int64]) -> None:
        """Add lines, given where each starts, and where one behind the last would."""
        self._starts.append(starts[:-1] + len(self._text))
        self._text += text

    def sum_up(self, digest: hashlib._Hash) -> None:
        """Add them to a sum in sorted order."""
        lines = _array(self._text, np.concatenate([*self._starts, [len(self._text)]], dtype=np.int64))
        order = pc.sort_indices(lines)
        for first in range(0, len(lines), _AT_ONCE):
            digest.update(_text(pc.take(lines, order.slice(first, _AT_ONCE)))[0])


def _without_empty(lines: Lines) -> Lines:
    """Return those lines that are not empty, each with its line feed."""
    count = len(lines) - 1
    if lines.text.endswith(b"\n") and (lines.ends[:count] > lines.starts[:count]).all():
        return lines
    return Lines(b"".join(line + b"\n" for line in lines if line))


def _between(lines: Lines, low: bytes, high: bytes | None) -> tuple[memoryview, NDArray[np.int64]]:
    """Return those lines that are not before one and before another, and where each starts."""
    found = _array(lines.text, lines.starts)
    found = found.filter(pc.greater_equal(found, pa.scalar(low, pa.large_binary())))
    if high is not None:
        found = found.filter(pc.less(found, pa.scalar(high, pa.large_binary())))
    return _text(found)


def _array(text: bytes | bytearray, starts: NDArray[np.int64]) -> pa.LargeBinaryArray:
    """Return lines as an Arrow array over the same memory."""
    buffers = [None, pa.py_buffer(starts), pa.py_buffer(text)]
    return pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(starts) - 1, buffers)


def _text(lines: pa.LargeBinaryArray) -> tuple[memoryview, NDArray[np.int64]]:
    """Return lines as one text, and where each starts; of an array that begins where its memory does."""
    starts: NDArray[np.int64] = np.frombuffer(lines.buffers()[1], dtype=np.int64)[: len(lines) + 1]
    return memoryview(lines.buffers()[2] or b"")[: int(starts[-1]) if len(starts) else 0], starts
