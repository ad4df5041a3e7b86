"""A PNG of few colours from rows of palette indexes, with the same bytes on every machine.

The compressed part comes from pyarrow, whose packages bring the reference zlib along; what Python and Pillow compress
with differs between machines. See `docs/decisions/0012-the-bytes-of-a-picture.md`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

__all__ = ["png"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 7
"""The next one takes twice as long for files three in a hundred smaller."""
_ZLIB_HEADER = b"\x78\xda"
_GZIP_HEAD, _GZIP_TAIL = 10, 8
_PALETTE = 3
"""The PNG colour type of indexes into a palette."""
_SMALL = 4
"""Bits of an index where sixteen colours are enough; two share a byte."""


def png(pixels: np.ndarray[tuple[int, int], np.dtype[np.uint8]], palette: Sequence[tuple[int, int, int]]) -> bytes:
    """Return the file of a picture.

    Parameters
    ----------
    pixels
        Rows by columns, each an index into the palette.
    palette
        Red, green and blue, 0 to 255; at most 256 colours.
    """
    height, width = pixels.shape
    small = len(palette) <= 1 << _SMALL and width % 2 == 0
    packed = pixels[:, 0::2] << _SMALL | pixels[:, 1::2] if small else pixels
    rows = np.zeros((height, packed.shape[1] + 1), np.uint8)  # each row begins with 0, its filter: none
    rows[:, 1:] = packed
    header = struct.pack(">IIBBBBB", width, height, _SMALL if small else 2 * _SMALL, _PALETTE, 0, 0, 0)
    colours = bytes(channel for colour in palette for channel in colour)
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", _deflated(rows.tobytes())), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _deflated(data: bytes) -> bytes:
    packed: bytes = pa.Codec("gzip", compression_level=_LEVEL).compress(data, asbytes=True)
    return _ZLIB_HEADER + packed[_GZIP_HEAD:-_GZIP_TAIL] + struct.pack(">I", zlib.adler32(data))
