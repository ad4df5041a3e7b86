"""Tables as Parquet: the same bytes from the same rows, on any machine, since no clock and no host takes part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bd.site.tables.columns import Rows, Table

__all__ = ["parquet_bytes", "rows_bytes", "schema_of"]

_LEVEL = 9
"""Of compression; named, so that another default changes no bytes."""

_TYPES = {
    "text": pa.string(),
    "whole number": pa.int64(),
    "number": pa.float64(),
    "yes or no": pa.bool_(),
}


def schema_of(table: Table) -> pa.Schema:
    """Return the columns of a table as Parquet knows them."""
    return pa.schema([(column.name, _TYPES[column.kind]) for column in table.columns])


def parquet_bytes(
    table: Table,
    batches: Iterable[pa.RecordBatch],
    words: Mapping[str, str],
    encodings: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """Return a Parquet file with a group of rows for each batch.

    Parameters
    ----------
    table
        Whose columns the batches have.
    batches
        Taken one at a time, so that they need not all be in memory.
    words
        What the file says of itself.
    encodings
        Of columns whose values rarely come twice; the others are numbered by their values.
    """
    out = BytesIO()
    settings: dict[str, Any] = {"compression": "zstd", "compression_level": _LEVEL, "store_schema": False}
    if encodings:
        numbered = [column.name for column in table.columns if column.name not in encodings]
        settings |= {"use_dictionary": numbered, "column_encoding": dict(encodings)}
    with pq.ParquetWriter(out, schema_of(table), **settings) as writer:
        for batch in batches:
            writer.write_batch(batch)
        writer.add_key_value_metadata(dict(words))
    return out.getvalue()


def rows_bytes(rows: Rows, words: Mapping[str, str]) -> bytes:
    """Return a table that is filled in as a Parquet file."""
    schema = schema_of(rows.table)
    columns = [pa.array([row[field.name] for row in rows.rows], field.type) for field in schema]
    return parquet_bytes(rows.table, [pa.record_batch(columns, schema=schema)], words)
