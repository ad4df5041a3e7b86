"""Somebody's table as rows of cells, whatever parts them: commas, semicolons, tabs or bars.

What the cells hold is `bd.agree.scores`' part.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator

__all__ = ["CellRows"]

_SEPARATORS = (",", ";", "\t", "|")
_SAID = re.compile(r'"?sep=(.)"?\W*?(?:\r\n|\r|\n)', re.IGNORECASE)
"""The first line in which a spreadsheet says what parts the columns."""


class CellRows:
    """The rows of a table, blank ones passed over; `csv.Error` for what is no table.

    Parameters
    ----------
    text
        The whole table.
    columns
        Names that its first row should hold: what parts them is taken to part all cells.
    """

    def __init__(self, text: str, columns: Collection[str]) -> None:
        said = _SAID.match(text)
        self._before = 0 if said is None else 1
        self._text = text if said is None else text[said.end() :]
        separator = said[1] if said else max(_SEPARATORS, key=lambda each: len(set(columns) & set(self._header(each))))
        self._lines = self._parted(separator)

    @property
    def line(self) -> int:
        """The line that was read last, counted from 1."""
        read: int = self._lines.line_num  # type: ignore[attr-defined]
        return max(read + self._before, 1)

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the cells of each row, without blanks around them."""
        return filter(any, ([cell.strip() for cell in row] for row in self._lines))

    def _parted(self, separator: str) -> Iterator[list[str]]:
        return csv.reader(io.StringIO(self._text, newline=""), delimiter=separator)

    def _header(self, separator: str) -> list[str]:
        try:
            first = next((row for row in self._parted(separator) if any(map(str.strip, row))), [])
        except csv.Error:  # told when the table is read
            return []
        return [cell.strip().lower() for cell in first]
