"""All rows of a log at once: JSON straight to Arrow columns, checked column by column, no Python object for a row.

A row that has an answer and breaks no rule is usual. Rows that are not are named and left to `bd.answers.rows`; so is
the whole log, wherever these columns could hide a fault: a name too many, a row twice, two objects in a line; or where
they would take longer than the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
from numpy.typing import NDArray

from bd.answers.arrow import floats_of, places_among, strings
from bd.answers.rows import ROUNDING, SUM_TOLERANCE
from bd.answers.unpack import Lines

__all__ = ["Columns", "read_columns"]

_LONG = 1900
"""Bytes of a line that cannot be nested deeper than a row read by itself may be, a thousand times."""
_PIECE = 2**18
"""Bytes parsed at a time, so that what nobody needs of the rows is held for few of them."""
_MOST_FIELDS = 100
"""Names in the rows of a piece. Each is a column, so that rows which all name something else would take long."""
# Arrow's own pool keeps what a log no longer needs; the system's gives it to the next.
_POOL = pa.system_memory_pool()
_OPEN, _CLOSED = ord("{"), ord("}")


@dataclass(frozen=True)
class Columns:
    """The rows of a log; every array has one place for each, in the order of the file."""

    ids: pa.StringArray
    choices: NDArray[np.int8]
    """Index of the chosen option; anything where the row is not usual."""
    probabilities: NDArray[np.float64]
    """Of the positive option; the same."""
    usual: NDArray[np.bool_]
    lines: NDArray[np.int32]
    """In which line each row stands, counted from 1."""


def read_columns(lines: Lines, question: str, options: Sequence[str], positive: str, sampled: bool) -> Columns | None:
    """Return the rows of a log, or None where they must be read one by one; parameters as for `RowReader`."""
    full = lines.ends > lines.starts
    begins, ends = lines.starts[full], lines.ends[full]
    if not len(begins) or (ends - begins).max() > _LONG or not _one_object_a_line(lines.text, begins, ends):
        return None
    name = _name(lines[int(np.flatnonzero(full)[0])], question)
    # Text that is no UTF-8 is passed through unseen by the parser.
    if name is None or not _utf8(lines.text):
        return None
    text, parts = pa.py_buffer(lines.text), []
    for first, last in _pieces(begins, ends):
        start = int(begins[first])
        part = _part(text.slice(start, int(ends[last - 1]) - start), last - first, name, options)
        if part is None:
            return None
        parts.append(part)
    ids = pa.concat_arrays([part.ids for part in parts], _POOL)
    if ids.null_count or len(pc.unique(ids)) != len(ids):
        return None
    choices = np.concatenate([part.choices for part in parts])
    given = np.concatenate([part.given for part in parts], axis=1)
    return Columns(
        ids=ids,
        choices=choices,
        probabilities=given[list(options).index(positive)],
        usual=_usual(choices, given, sampled),
        lines=(np.flatnonzero(full) + 1).astype(np.int32),
    )


@dataclass(frozen=True)
class _Part:
    """Some rows of a log."""

    ids: pa.StringArray
    choices: NDArray[np.int8]
    given: NDArray[np.float64]
    """Shape (options, rows); nan where no probability is given."""


def _pieces(begins: NDArray[np.int64], ends: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield from which line to which (left out) one piece goes."""
    first = 0
    while first < len(begins):
        last = max(first + 1, int(np.searchsorted(ends, begins[first] + _PIECE)))
        yield first, last
        first = last


def _part(text: pa.Buffer, rows: int, name: str, options: Sequence[str]) -> _Part | None:
    table = _table(text, name, options)
    if table is None or table.num_rows != rows:
        return None
    body = table.column("answers").combine_chunks().flatten()[0]
    return _Part(table.column("id").combine_chunks(), _choices(body, options), _probabilities(body, options))


def _one_object_a_line(text: bytes, begins: NDArray[np.int64], ends: NDArray[np.int64]) -> bool:
    """Tell whether each line looks like an object; with as many objects as lines, no object then crosses a line end.

    Nowhere in JSON does a `{` follow a `}` without a comma between.
    """
    data = np.frombuffer(text, dtype=np.uint8)
    return bool((data[begins] == _OPEN).all() and (data[ends - 1] == _CLOSED).all())


def _utf8(text: bytes) -> bool:
    if text.isascii():
        return True
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _table(text: pa.Buffer, name: str, options: Sequence[str]) -> pa.Table | None:
    """Return some rows as a table with `id` and `answers`; None if they do not all have the usual form."""
    wanted = {option: pa.float64() for option in options}
    body = {"choice": pa.string(), "probabilities": pa.struct(list(wanted.items()))}
    answers = pa.struct([(name, pa.struct(list(body.items())))])
    try:
        table = pj.read_json(
            pa.BufferReader(text),
            memory_pool=_POOL,
            # One block, read by the thread that asks: logs are read beside each other.
            read_options=pj.ReadOptions(use_threads=False, block_size=len(text) + 1),
            parse_options=pj.ParseOptions(
                explicit_schema=pa.schema([("id", pa.string()), ("answers", answers)]),
                newlines_in_values=True,
                unexpected_field_behavior="infer",
            ),
        )
    except pa.ArrowInvalid:
        return None
    usual = _fields(table.schema) <= _MOST_FIELDS and _as_wanted(table.schema.field("answers").type, name, wanted)
    return table if usual else None


def _fields(several: Iterable[pa.Field]) -> int:
    """Count the fields of a table, those of objects and lists within it included."""
    return sum(1 + _fields([t.field(n) for n in range(t.num_fields)]) for t in (each.type for each in several))


def _name(first: bytes, question: str) -> str | None:
    """Return under which name the first row keeps its answer."""
    try:
        answers = orjson.loads(first)["answers"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None
    names = list(answers) if isinstance(answers, dict) else []
    return question if question in names else names[0] if len(names) == 1 else None


def _as_wanted(answers: Any, name: str, options: dict[str, Any]) -> bool:
    """Tell whether no row names another question, or another option, than those that were looked for."""
    if [field.name for field in answers] != [name]:
        return False
    return {field.name for field in answers.field(name).type.field("probabilities").type} == set(options)


def _choices(body: pa.StructArray, options: Sequence[str]) -> NDArray[np.int8]:
    """Return the index of each choice, -1 for none or none of the options."""
    return places_among(_field(body, "choice"), strings(options)).astype(np.int8)


def _probabilities(body: pa.StructArray, options: Sequence[str]) -> NDArray[np.float64]:
    """Return each option's probabilities, nan where none is given."""
    given = _field(body, "probabilities")
    return np.stack([floats_of(_field(given, option)) for option in options])


def _field(struct: pa.StructArray, name: str) -> pa.Array:
    """Return a part of a struct, null where the struct is."""
    return pc.struct_field(struct, name)


def _usual(choices: NDArray[np.int8], given: NDArray[np.float64], sampled: bool) -> NDArray[np.bool_]:
    """Return where there is an answer and no rule is broken; `bd.answers.rows` states the rules."""
    least, most = given.min(axis=0), given.max(axis=0)
    with np.errstate(invalid="ignore", over="ignore"):  # an infinite number is not usual
        total = given[0]
        for each in given[1:]:  # in the order in which a single row is added up
            total = total + each
        usual = (choices >= 0) & (least >= 0) & (most <= 1) & (np.abs(total - 1) <= SUM_TOLERANCE)
    if sampled:
        return np.asarray(usual)
    of_choice = given[np.maximum(choices, 0), np.arange(len(choices))]
    return np.asarray(usual & (of_choice >= most - ROUNDING))
