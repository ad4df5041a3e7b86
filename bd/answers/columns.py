"""All rows of a log at once: JSON straight to Arrow columns, checked column by column, no Python object for a row.

A row that has an answer and breaks no rule is usual. Rows that are not are named and left to `bd.answers.rows`; so is
the whole log, wherever these columns could hide a fault: a name too many, a row twice, two objects in a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
from numpy.typing import NDArray

from bd.answers.rows import ROUNDING, SUM_TOLERANCE
from bd.answers.unpack import Lines

__all__ = ["Columns", "read_columns"]

_LONG = 1900
"""Bytes of a line that cannot be nested deeper than a row read by itself may be, a thousand times."""
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
    table = _table(lines, lines[int(np.flatnonzero(full)[0])], question, options)
    # Text that is no UTF-8 is passed through unseen by the parser.
    if table is None or table.num_rows != len(begins) or not _utf8(lines.text):
        return None
    ids = table.column("id").combine_chunks()
    if ids.null_count or len(pc.unique(ids)) != len(ids):
        return None
    body = table.column("answers").combine_chunks().flatten()[0]
    choices = _choices(body, options)
    given = _probabilities(body, options)
    return Columns(
        ids=ids,
        choices=choices,
        probabilities=given[list(options).index(positive)],
        usual=_usual(choices, given, sampled),
        lines=(np.flatnonzero(full) + 1).astype(np.int32),
    )


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


def _table(lines: Lines, first: bytes, question: str, options: Sequence[str]) -> pa.Table | None:
    """Return the rows as a table with `id` and `answers`; None if they do not all have the usual form."""
    name = _name(first, question)
    if name is None:
        return None
    wanted = {option: pa.float64() for option in options}
    body = {"choice": pa.string(), "probabilities": pa.struct(list(wanted.items()))}
    answers = pa.struct([(name, pa.struct(list(body.items())))])
    try:
        table = pj.read_json(
            pa.BufferReader(lines.text),
            # Arrow's own pool keeps what a log no longer needs; the system's gives it to the next.
            memory_pool=pa.system_memory_pool(),
            # One block, read by the thread that asks: logs are read beside each other.
            read_options=pj.ReadOptions(use_threads=False, block_size=len(lines.text) + 1),
            parse_options=pj.ParseOptions(
                explicit_schema=pa.schema([("id", pa.string()), ("answers", answers)]),
                newlines_in_values=True,
                unexpected_field_behavior="infer",
            ),
        )
    except pa.ArrowInvalid:
        return None
    return table if _as_wanted(table.schema.field("answers").type, name, wanted) else None


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
    chosen = pc.index_in(_field(body, "choice"), value_set=pa.array(options, pa.string()))
    found: NDArray[np.int8] = pc.fill_null(chosen, -1).to_numpy().astype(np.int8)
    return found


def _probabilities(body: pa.StructArray, options: Sequence[str]) -> list[NDArray[np.float64]]:
    """Return each option's probabilities, nan where none is given."""
    given = _field(body, "probabilities")
    return [pc.fill_null(_field(given, option), np.nan).to_numpy(zero_copy_only=False) for option in options]


def _field(struct: pa.StructArray, name: str) -> pa.Array:
    """Return a part of a struct, null where the struct is."""
    return pc.struct_field(struct, name)


def _usual(choices: NDArray[np.int8], given: list[NDArray[np.float64]], sampled: bool) -> NDArray[np.bool_]:
    """Return where there is an answer and no rule is broken; `bd.answers.rows` states the rules."""
    least, most = np.minimum.reduce(given), np.maximum.reduce(given)
    with np.errstate(invalid="ignore", over="ignore"):  # an infinite number is not usual
        total = given[0]
        for each in given[1:]:  # in the order in which a single row is added up
            total = total + each
        usual = (choices >= 0) & (least >= 0) & (most <= 1) & (np.abs(total - 1) <= SUM_TOLERANCE)
    if sampled:
        return np.asarray(usual)
    of_choice = np.stack(given)[np.maximum(choices, 0), np.arange(len(choices))]
    return np.asarray(usual & (of_choice >= most - ROUNDING))
