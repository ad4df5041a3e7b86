"""All rows of a log at once: JSON straight to Arrow columns, checked column by column, no Python object for a row.

A row that has an answer, nothing that stands in its place, and breaks no rule is usual. Rows that are not are named and
left to `bd.answers.rows`; so is the whole log, wherever these columns could hide a fault: a name too many, a row twice,
two objects in a line, two models; or where they would take longer than the rows. A key that stands twice in an object
the parser refuses by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
from numpy.typing import NDArray

from bd.answers.alike import Alike, RowNames
from bd.answers.arrow import floats_of, places_among, strings, values_of
from bd.answers.digest import SortedSum
from bd.answers.rows import ASKED, FAILED, REFUSED, ROUNDING, STATED, SUM_TOLERANCE, RowReader, millionths
from bd.answers.unpack import Lines, LogFaultError, pieces, too_short

__all__ = ["Columns", "read_columns"]

_LONG = 1900
"""Bytes of a line that cannot be nested deeper than a row read by itself may be, a thousand times."""
_MOST_FIELDS = 100
"""Names in the rows of a piece. Each is a column, so that rows which all name something else would take long."""
_SINGLE = (pa.types.is_string, pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean)
"""Kinds of values that rows may say of their model; a text that looks like a day is read as one, and by itself."""
_OPEN, _CLOSED = ord("{"), ord("}")


@dataclass(frozen=True)
class Columns:
    """The rows of a log; every array has one place for each, in the order of the file."""

    rows: RowNames
    choices: NDArray[np.int8]
    """Index of the chosen option, -1 where there is no answer."""
    millionths: NDArray[np.int32]
    """Probability of the positive option in millionths, -1 where none is given."""
    causes: NDArray[np.int8]
    """Index into `bd.answers.rows.CAUSES`; 0 where there is an answer."""
    sha256: str
    """`lines_sha256` of the log."""
    asked: pa.StringArray | None
    """What each row says is the SHA-256 of the text that was asked; None where no row says so."""
    stated: dict[str, Any]
    """As in `bd.answers.rows.Rows`."""


def read_columns(
    data: bytes, question: str, options: Sequence[str], positive: str, reader: RowReader, alike: Alike
) -> Columns | None:
    """Return the rows of a log, or None where they must be read one by one; that also tells what is wrong with it.

    Parameters
    ----------
    data
        The file's bytes.
    question, options, positive
        As for `RowReader`.
    reader
        Reads the rows that are not usual.
    alike
        Rows of logs that were read before.
    """
    total, parts, name = SortedSum(), list[_Part](), None
    count = size = 0
    try:
        for lines in pieces(data):
            count, size = count + len(lines) - 1, size + len(lines.text)
            full = np.flatnonzero(lines.ends > lines.starts)
            if not len(full):
                continue
            name = name or _name(lines[int(full[0])], question)
            part = name and _part(lines, full, name, options, positive, reader)
            if not part:
                return None
            parts.append(part)
            total.add(lines)
    except LogFaultError:
        return None
    if not parts or too_short(count, size):
        return None
    ids = pa.concat_arrays([part.ids for part in parts])
    rows = alike.rows(ids, np.concatenate([part.lines for part in parts]))
    stated = _joined(part.stated for part in parts)
    if rows is None or stated is None:
        return None
    return Columns(
        rows=rows,
        choices=np.concatenate([part.choices for part in parts]),
        millionths=np.concatenate([part.millionths for part in parts]),
        causes=np.concatenate([part.causes for part in parts]),
        sha256=total.hexdigest(data),
        asked=_asked([part.asked for part in parts], [len(part.ids) for part in parts]),
        stated=stated,
    )


@dataclass(frozen=True)
class _Part:
    """Some rows of a log, as in `Columns` and `RowNames`."""

    ids: pa.StringArray
    choices: NDArray[np.int8]
    millionths: NDArray[np.int32]
    causes: NDArray[np.int8]
    lines: NDArray[np.int32]
    asked: pa.StringArray | None
    stated: dict[str, Any]


def _part(
    lines: Lines, full: NDArray[np.int64], name: str, options: Sequence[str], positive: str, reader: RowReader
) -> _Part | None:
    """Return the rows in those lines that are not empty."""
    begins, ends = lines.starts[full], lines.ends[full]
    if (ends - begins).max() > _LONG or not _one_object_a_line(lines.text, begins, ends):
        return None
    # Text that is no UTF-8 is passed through unseen by the parser.
    table = _table(lines.text, name, options) if _utf8(lines.text) else None
    if table is None or table.num_rows != len(full):
        return None
    stated = _stated(table)
    if stated is None:
        return None
    body = table.column("answers").combine_chunks().flatten()[0]
    choices, given = _choices(body, options), _probabilities(body, options)
    probabilities, causes = given[list(options).index(positive)], np.zeros(len(full), dtype=np.int8)
    usual = _valid(choices, given) & _follows(choices, given, list(options).index(positive), reader)
    others = np.flatnonzero(~usual | _instead(table, body))
    if len(others):
        found = zip(*reader.some(lines[n] for n in full[others].tolist()), strict=True)
        choices, probabilities = choices.copy(), probabilities.copy()
        choices[others], probabilities[others], causes[others] = (list(part) for part in found)
    numbers = (full + lines.first).astype(np.int32)
    ids, asked = table.column("id").combine_chunks(), _column(table, ASKED)
    return _Part(ids, choices, millionths(probabilities), causes, numbers, asked, stated)


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


def _table(text: bytes, name: str, options: Sequence[str]) -> pa.Table | None:
    """Return some rows as a table with `id` and `answers`; None if they do not all have the usual form."""
    wanted = {option: pa.float64() for option in options}
    body = {"choice": pa.string(), "probabilities": pa.struct(list(wanted.items()))}
    answers = pa.struct([(name, pa.struct(list(body.items())))])
    try:
        table = pj.read_json(
            pa.BufferReader(text),
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
    asked = _column(table, ASKED)
    return table if usual and (asked is None or pa.types.is_string(asked.type)) else None


def _column(table: pa.Table, name: str) -> pa.Array | None:
    """Return a column; None where there is none, or nothing in it."""
    found = table.column(name).combine_chunks() if name in table.column_names else None
    return None if found is None or pa.types.is_null(found.type) else found


def _stated(table: pa.Table) -> dict[str, Any] | None:
    """Return what rows say of the model; None where they do not all say the same, or no single value."""
    stated = {}
    for path in STATED:
        found = _column(table, path[0])
        for key in path[1:]:
            known = found is not None and pa.types.is_struct(found.type) and found.type.get_field_index(key) >= 0
            found = _field(found, key) if known else None
        if found is None or pa.types.is_null(found.type):
            continue
        if not any(is_kind(found.type) for is_kind in _SINGLE):
            return None
        values = pc.drop_null(pc.unique(found)).to_pylist()
        if len(values) > 1:
            return None
        stated.update({".".join(path): value for value in values})
    return stated


def _joined(several: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what all parts say of the model together; None where one says another thing."""
    joined: dict[str, Any] = {}
    for stated in several:
        if any(joined.setdefault(name, value) != value for name, value in stated.items()):
            return None
    return joined


def _asked(parts: Sequence[pa.StringArray | None], sizes: Sequence[int]) -> pa.StringArray | None:
    if all(part is None for part in parts):
        return None
    several = zip(parts, sizes, strict=True)
    return pc.utf8_lower(pa.concat_arrays([pa.nulls(n, pa.string()) if part is None else part for part, n in several]))


def _instead(table: pa.Table, body: pa.StructArray) -> NDArray[np.bool_]:
    """Return where something stands that may stand in the place of an answer: an error, or a refusal."""
    found = np.zeros(table.num_rows, dtype=np.bool_)
    for name in (FAILED, REFUSED):
        for each in (_column(table, name), _field(body, name) if body.type.get_field_index(name) >= 0 else None):
            if each is not None and each.null_count < len(each):
                found |= _said(pc.is_valid(each))
    if body.type.get_field_index("type") >= 0:
        kind = _field(body, "type")
        if pa.types.is_string(kind.type):
            found |= places_among(kind, strings([REFUSED])) >= 0
    return found


def _said(mask: pa.BooleanArray) -> NDArray[np.bool_]:
    return values_of(pc.cast(mask, pa.uint8()), np.uint8).astype(np.bool_)


def _fields(several: Iterable[pa.Field]) -> int:
    """Count the fields of a table, those of objects and lists within it included, to any depth."""
    found = list(several)
    for field in found:  # grows while it is gone through
        found += [field.type.field(n) for n in range(field.type.num_fields)]
    return len(found)


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


def _valid(choices: NDArray[np.int8], given: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return where there is an answer with probabilities; `bd.answers.rows` states the rules."""
    least, most = given.min(axis=0), given.max(axis=0)
    with np.errstate(invalid="ignore", over="ignore"):  # an infinite number is not usual
        total = given[0]
        for each in given[1:]:  # in the order in which a single row is added up
            total = total + each
        usual = (choices >= 0) & (least >= 0) & (most <= 1) & (np.abs(total - 1) <= SUM_TOLERANCE)
    return np.asarray(usual)


def _follows(
    choices: NDArray[np.int8], given: NDArray[np.float64], positive: int, reader: RowReader
) -> NDArray[np.bool_]:
    """Return where the choice is the one that valid probabilities lead to."""
    if reader.sampled:
        return np.ones(len(choices), dtype=np.bool_)
    of_choice = given[np.maximum(choices, 0), np.arange(len(choices))]
    if reader.cutoff is None:
        return np.asarray(of_choice >= given.max(axis=0) - ROUNDING)
    best_other = np.delete(given, positive, axis=0).max(axis=0, initial=0.0)
    left = (given[positive] < reader.cutoff) & (of_choice >= best_other - ROUNDING)
    return np.where(choices == positive, of_choice >= reader.cutoff - ROUNDING, left)
