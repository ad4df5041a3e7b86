"""Results that are kept because they cost time to make: files under `.cache/bd/`, which may be deleted at any time.

A file's name says what its content follows from; its first line is the SHA-256 of the rest. A file that is cut off,
damaged or somebody else's is none. What is in them is left to whoever keeps it.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from bd.files import read_ordinary

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CACHE", "KeptFiles", "pack", "unpack"]

CACHE = ".cache/bd"
"""Relative to the project."""
_TOLD = "told"


class KeptFiles:
    """One folder of kept files.

    Parameters
    ----------
    folder
        Where they stand; made when the first is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._used: set[str] = set()
        self._later: dict[str, bytes] = {}

    def get(self, name: str) -> memoryview | None:
        """Return what was kept under a name; None where nothing was, or what is there cannot be believed."""
        self._used.add(name)
        try:
            data = memoryview(read_ordinary(self._folder / name))
        except OSError:
            return None
        whole = bytes(data[:65]) == _head(name, data[65:])
        return data[65:] if whole else None

    def keep(self, name: str, data: bytes) -> None:
        """Keep something; where that cannot be written, it is made again next time, and nothing else is lost.

        The bytes are not flushed to the disk: after a crash the first line tells that they are not whole.
        """
        self._used.add(name)
        beside = self._folder / f".{name}.{os.getpid()}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as out:
                out.write(_head(name, data))
                out.write(data)
            beside.replace(self._folder / name)
        except OSError:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def keep_later(self, name: str, data: bytes) -> None:
        """Keep something once `keep_all` says that it holds."""
        self._used.add(name)
        self._later[name] = data

    def keep_all(self) -> None:
        """Keep what was put off."""
        for name, data in self._later.items():
            self.keep(name, data)
        self._later.clear()

    def forget_others(self, also: Collection[str] = ()) -> None:
        """Delete what nobody asked for: it follows from what is no longer there."""
        with suppress(OSError):
            for entry in os.scandir(self._folder):
                if entry.name not in self._used and entry.name not in also:
                    Path(entry.path).unlink(missing_ok=True)


def pack(told: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return words and arrays as bytes that run no code when they are read."""
    import numpy as np

    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **arrays, **{_TOLD: np.frombuffer(orjson.dumps(told), dtype=np.uint8)})
    return out.getvalue()


def unpack(data: memoryview) -> tuple[Any, dict[str, NDArray[Any]]]:
    """Return what `pack` put together."""
    import numpy as np

    with np.load(io.BytesIO(data), allow_pickle=False) as found:
        arrays = dict(found.items())
    return orjson.loads(arrays.pop(_TOLD).tobytes()), arrays


def _head(name: str, data: bytes | memoryview) -> bytes:
    digest = hashlib.sha256(name.encode() + b"\n")  # so that no file can stand in another's place
    digest.update(data)
    return digest.hexdigest().encode() + b"\n"
