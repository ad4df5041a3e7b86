"""Arrow arrays of texts and numbers.

`pyarrow.array`, `pyarrow.scalar` and `to_numpy` do the same, but they import pandas to see whether they were given
something of it, which takes longer than a small replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["floats_of", "give_back", "numbers", "places_among", "strings", "strings_or_none", "values_of"]


def give_back() -> None:
    """Give back to the system what is free in between; it would hold no array as large as those to come."""
    pa.default_memory_pool().release_unused()


def numbers(values: NDArray[Any]) -> pa.Array:
    """Return numbers as an Arrow array over the same memory."""
    values = np.ascontiguousarray(values)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(values)])


def strings(values: Iterable[str]) -> pa.StringArray:
    """Return texts as an Arrow array; UnicodeEncodeError if one holds half of a surrogate pair."""
    encoded = [value.encode() for value in values]
    ends = np.zeros(len(encoded) + 1, dtype=np.int32)
    np.cumsum([len(each) for each in encoded], out=ends[1:])
    return pa.StringArray.from_buffers(len(encoded), pa.py_buffer(ends), pa.py_buffer(b"".join(encoded)))


def strings_or_none(values: Sequence[str | None]) -> pa.StringArray:
    """Return texts as an Arrow array, null where there is none."""
    texts, there = strings(value or "" for value in values), np.array([value is not None for value in values])
    bits = pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.StringArray.from_buffers(len(values), *texts.buffers()[1:], bits)


def values_of(array: pa.Array, dtype: type[np.generic]) -> NDArray[Any]:
    """Return the numbers of an Arrow array without gaps, over the same memory."""
    return np.frombuffer(array.buffers()[1], dtype=dtype)[array.offset : array.offset + len(array)]


_NONE = numbers(np.array([-1], dtype=np.int32))[0]
_NAN = numbers(np.array([np.nan]))[0]


def places_among(values: pa.StringArray, others: pa.StringArray) -> NDArray[np.int32]:
    """Return where each text stands among others, -1 where it does not."""
    return values_of(pc.fill_null(pc.index_in(values, value_set=others), _NONE), np.int32)


def floats_of(array: pa.Array) -> NDArray[np.float64]:
    """Return the numbers of an Arrow array, nan where there is none."""
    return values_of(pc.fill_null(array, _NAN), np.float64)
