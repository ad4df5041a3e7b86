"""From tables to the bytes of files.

CSV is UTF-8 and its lines end in a line feed; a spreadsheet takes words that begin like a formula for one, so
such words get an apostrophe in front. Numbers are numbers and stay as they are, a minus included.
"""

from __future__ import annotations

import csv
import io

from bd.site.tables.columns import Rows, Value

__all__ = ["csv_bytes", "guarded"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def guarded(words: str) -> str:
    """Return words as they may stand in a spreadsheet.

    Examples
    --------
    >>> guarded("=1+1"), guarded("a-b"), guarded("@me")
    ("'=1+1", 'a-b', "'@me")
    """
    return f"'{words}" if words.startswith(_FORMULA) else words


def csv_bytes(rows: Rows) -> bytes:
    """Return a table as CSV; a field without a value is empty."""
    out, names = io.StringIO(), [column.name for column in rows.table.columns]
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(names)
    lines.writerows([_field(row[name]) for name in names] for row in rows.rows)
    return out.getvalue().encode("utf-8", "replace")


def _field(value: Value) -> Value:
    if isinstance(value, bool):
        return "true" if value else "false"
    return guarded(value) if isinstance(value, str) else value
