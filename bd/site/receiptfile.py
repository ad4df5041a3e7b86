"""`receipts.csv.gz`: every text behind some cells, in every version, with every answer and the line it came from.

One line a text and version. The bytes must be the same on every machine, and the compression of Python's own library
differs with the zlib that it was built with; so both the lines and the packing are `pyarrow`'s, which brings its own
and stands in the lock file.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from bd.answers.read import MILLION
from bd.receipts import SharedReceipts, SharedWitness
from bd.site.tables.write import guarded

__all__ = ["receipt_file"]

Column = tuple[str, pa.Array]
"""Name and values."""

_LEVEL = 6
"""The highest takes half as long again, for files one in a hundred smaller."""
_SYSTEM, _UNKNOWN = 9, 255
"""Place of the byte of a gzip header that names the system it was made on, and what says that it is not told."""


def receipt_file(cells: SharedReceipts) -> bytes:
    """Return the receipts of cells that share them as gzipped CSV.

    Columns are `text`, `side`, `group`, `version`, `label` and `words`; then, each for all builds side by side, the
    answer, the probability of the option that is followed, whether the text counts in the build's value and in its
    control (told on the changed side, for the cell of that group), and the line and the log of the answer. What is
    alike stands together, which also packs best.
    """
    table = pa.table(dict(_columns(cells)))
    lines = io.BytesIO()
    csv.write_csv(table, lines)
    return _packed(lines.getvalue())


def _packed(data: bytes) -> bytes:
    """Return gzip of one member without a name or a time, whatever the system."""
    packed = bytearray(pa.Codec("gzip", compression_level=_LEVEL).compress(data, asbytes=True))
    packed[_SYSTEM] = _UNKNOWN
    return bytes(packed)


def _columns(cells: SharedReceipts) -> Iterator[Column]:
    texts, slots = len(cells.texts), len(cells.slots)
    which, version = pa.array(np.repeat(np.arange(texts), slots)), pa.array(np.tile(np.arange(slots), texts))
    yield "text", _strings(cells.texts).take(which)
    yield "side", _strings(" and ".join(slot.roles) for slot in cells.slots).take(version)
    yield "group", _strings(slot.group for slot in cells.slots).take(version)
    yield "version", _strings(slot.id for slot in cells.slots).take(version)
    yield "label", _strings(slot.label for slot in cells.slots).take(version)
    yield "words", _strings(text for each in zip(*(slot.texts for slot in cells.slots), strict=True) for text in each)
    for part in (_answers, _chances, _counts, _control_counts, _lines, _logs):
        for witness in cells.witnesses:
            yield from part(cells, witness)


def _answers(cells: SharedReceipts, witness: SharedWitness) -> Iterator[Column]:
    choices = _side_by_side(cells, [None if each is None else each.choices for each in witness.said])
    yield f"{witness.build}: answer", _strings(cells.options).take(pa.array(choices, mask=choices < 0))


def _chances(cells: SharedReceipts, witness: SharedWitness) -> Iterator[Column]:
    millionths = _side_by_side(cells, [None if each is None else each.millionths for each in witness.said])
    yield f"{witness.build}: probability of {cells.positive}", pa.array(millionths / MILLION, mask=millionths < 0)


def _counts(cells: SharedReceipts, witness: SharedWitness) -> Iterator[Column]:
    yield f"{witness.build}: counts", _told(cells, [None if each is None else each[0] for each in witness.counts])


def _control_counts(cells: SharedReceipts, witness: SharedWitness) -> Iterator[Column]:
    found = [None if each is None else each[1] for each in witness.counts]
    if any(each is not None for each in found):
        yield f"{witness.build}: counts in the control", _told(cells, found)


def _told(cells: SharedReceipts, versions: Sequence[NDArray[np.bool_] | None]) -> pa.Array:
    found = _side_by_side(cells, versions)
    return pa.array(found == 1, mask=found < 0)


def _lines(cells: SharedReceipts, witness: SharedWitness) -> Iterator[Column]:
    lines = _lines_of(cells, witness)
    yield f"{witness.build}: line", pa.array(lines, pa.int32(), mask=lines < 0)


def _logs(cells: SharedReceipts, witness: SharedWitness) -> Iterator[Column]:
    paths = _strings(None if each is None else each.log for each in witness.said)
    version = np.tile(np.arange(len(cells.slots)), len(cells.texts))
    yield f"{witness.build}: log", paths.take(pa.array(version, mask=_lines_of(cells, witness) < 0))


def _lines_of(cells: SharedReceipts, witness: SharedWitness) -> NDArray[np.int64]:
    """Return the line of every answer, -1 where there is no row."""
    found = [None if each is None else np.where(each.lines > 0, each.lines, -1) for each in witness.said]
    return _side_by_side(cells, found)


def _side_by_side(cells: SharedReceipts, versions: Sequence[NDArray[Any] | None]) -> NDArray[np.int64]:
    """Return one column for all versions, those of a text one after the other; -1 for a version without answers."""
    blank = np.full(len(cells.texts), -1)
    return np.stack([blank if each is None else each for each in versions], axis=1).ravel().astype(np.int64)


def _strings(values: Iterable[str | None]) -> pa.Array:
    """Return words as a spreadsheet may hold them; half of a pair of surrogates becomes a question mark."""
    kept = (None if value is None else guarded(value).encode("utf-8", "replace") for value in values)
    return pa.array(list(kept), pa.binary()).cast(pa.string())
