"""What a page shows, as tables of plain values: for `data.csv` and `data.json` beside it, and for the whole data.

A table is a list of columns (`columns.py`); a column says where its value stands, in which unit, and what it means. The
same list writes the files and the dictionary on the data page, so that the two cannot disagree.
"""

from __future__ import annotations

from bd.site.tables.answers import ANSWERS
from bd.site.tables.columns import Column, Parts, Rows, Table
from bd.site.tables.pages import PAGE_TABLES, PageTables, Tabler
from bd.site.tables.results import EFFECTS, every_result
from bd.site.tables.write import csv_bytes, guarded

__all__ = [
    "ANSWERS",
    "EFFECTS",
    "PAGE_TABLES",
    "Column",
    "PageTables",
    "Parts",
    "Rows",
    "Table",
    "Tabler",
    "csv_bytes",
    "every_result",
    "guarded",
]
