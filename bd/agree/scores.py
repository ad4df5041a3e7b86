"""Signed scores of models on the items of several instruments: the records, and reading them from a table.

What the scores show is left to `bd.agree.nets` and `bd.agree.compare`.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from bd.agree.concordance import LEAST
from bd.agree.orders import MILLION
from bd.agree.table import CellRows
from bd.errors import BdError, Problem, ProblemsError
from bd.naming import looks, name_fault
from bd.said import brief, many

__all__ = ["COLUMNS", "Instrument", "Row", "instruments_of", "read_scores"]

COLUMNS = ("instrument", "model", "item", "score")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_DECIMAL_COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+")
_TOLD = 20
"""So many faults of one file are told at once."""

Row = tuple[str, str, str, float]
"""Instrument, model, item and score."""


@dataclass(frozen=True)
class Instrument:
    """One instrument's scores of every model that it was put to."""

    name: str
    models: tuple[str, ...]
    """Sorted, as are the items, so that the order of the rows moves no number."""
    items: tuple[str, ...]
    scores: NDArray[np.int64]
    """Shape (items, models), whole millionths; 0 where there is no score."""
    known: NDArray[np.bool_]
    """The same shape: which scores there are."""


def instruments_of(rows: Iterable[Row]) -> tuple[Instrument, ...]:
    """Return the instruments of some rows, sorted by name; no row may stand twice."""
    found: dict[str, dict[tuple[str, str], float]] = defaultdict(dict)
    for instrument, model, item, score in rows:
        found[instrument][model, item] = score
    return tuple(_instrument(name, found[name]) for name in sorted(found))


def _instrument(name: str, scores: Mapping[tuple[str, str], float]) -> Instrument:
    models = sorted({model for model, _ in scores})
    items = sorted({item for _, item in scores})
    place_of, column_of = ({each: n for n, each in enumerate(names)} for names in (items, models))
    table = np.zeros((len(items), len(models)), dtype=np.int64)
    known = np.zeros(table.shape, dtype=np.bool_)
    for (model, item), score in scores.items():
        at = place_of[item], column_of[model]
        table[at], known[at] = round(score * MILLION), True
    return Instrument(name, tuple(models), tuple(items), table, known)


def read_scores(data: bytes, name: str, remark: Callable[[str], None] = lambda said: None) -> tuple[Instrument, ...]:
    """Read the instruments of a table with the columns of `COLUMNS`, in any order; other columns are passed over.

    Parameters
    ----------
    data
        The file's bytes, UTF-8. Columns are parted by commas, semicolons, tabs or bars.
    name
        What it is called in a fault.
    remark
        Called with what is worth knowing and wrong with nothing: which columns are passed over.

    Raises
    ------
    BdError
        It is no such file, or holds fewer than three models.
    ProblemsError
        Rows are wrong: each is named with its line, the first twenty at most.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ProblemsError([Problem(name, line, "not UTF-8; save the file as UTF-8")]) from None
    problems: list[Problem] = []
    rows = list(_rows(CellRows(text, COLUMNS), name, problems, remark))
    if problems:
        raise ProblemsError(problems)
    models = {row[1] for row in rows}
    if len(models) < LEAST:
        raise BdError(
            f"{name}: holds {many(len(models), 'model')}, and an order takes {LEAST} or more; add rows of others"
        )
    return instruments_of(rows)


def _rows(cells: CellRows, name: str, problems: list[Problem], remark: Callable[[str], None]) -> Iterator[Row]:
    """Yield every row that is right, and put down what is wrong with the others."""
    rows = iter(cells)
    try:
        header = _Header(next(rows, []))
        if header.over:
            remark(f"{name}: passed over: {', '.join(map(brief, header.over))}")
        judge = _Judge()
        for row in rows:
            try:
                yield judge.row(header.own(row), cells.line)
            except ValueError as error:
                problems.append(Problem(name, cells.line, str(error)))
                if len(problems) == _TOLD:
                    return
    except (ValueError, csv.Error) as error:
        problems.append(Problem(name, cells.line, str(error)))


class _Header:
    """Which columns stand where; ValueError where one is missing, or a row does not fit."""

    def __init__(self, first: Sequence[str]) -> None:
        names = [cell.lower() for cell in first]
        missing = [column for column in COLUMNS if column not in names]
        if not names:
            raise ValueError(f"empty; its first line names the columns {', '.join(COLUMNS)}")
        if missing:
            raise ValueError(
                f"no column {', '.join(missing)}; the first line names {', '.join(COLUMNS)}, "
                "parted by commas, semicolons or tabs"
            )
        twice = [column for column in COLUMNS if names.count(column) > 1]
        if twice:
            raise ValueError(f"the column {twice[0]} stands twice")
        self._at = [names.index(column) for column in COLUMNS]
        self._width = len(names)
        self.over = [cell or f"column {n + 1}" for n, cell in enumerate(first) if n not in self._at]
        """Columns that are passed over."""

    def own(self, row: Sequence[str]) -> list[str]:
        """Return the cells of the columns that are read."""
        if len(row) <= max(self._at):
            raise ValueError(f"{len(row)} columns, fewer than the first line names")
        if any(row[self._width :]):
            raise ValueError(
                f"{len(row)} columns, more than the {self._width} that the first line names; "
                "write numbers as 0.25, not 0,25, and names with a comma in quotes"
            )
        return [row[at] for at in self._at]


class _Judge:
    """Rows are held against those before them: none stands twice, and no two names look alike."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, ...], int] = {}
        self._names: set[tuple[str, str]] = set()
        self._looks: dict[tuple[str, str], tuple[str, int]] = {}

    def row(self, cells: Sequence[str], number: int) -> Row:
        instrument, model, item, score = cells
        key = (instrument, model, item)
        for what, value in zip(COLUMNS, key, strict=False):
            if (what, value) not in self._names:
                self._judge(what, value, number)
        if key in self._rows:
            raise ValueError(f"{instrument} / {model} / {item} stands in line {self._rows[key]} too; keep one of them")
        found = instrument, model, item, _score(score)
        self._rows[key] = number
        return found

    def _judge(self, what: str, name: str, number: int) -> None:
        if not name:
            raise ValueError(f"no {what}; name it, or take the row away")
        if not name.isprintable():
            raise ValueError(f"{what} {name[:40]!r} holds a sign that cannot be printed; take it out")
        fault = name_fault(name)
        if fault:
            raise ValueError(f"{what} {name[:40]!r} {fault}")
        # Items may be called by codes in which capitals count; they are never shown.
        own = {normalize("NFKC", name)} if what == "item" else looks(name)
        for look in own:
            other, line = self._looks.setdefault((what, look), (name, number))
            if other != name:
                raise ValueError(
                    f"{what} {name[:40]!a} looks like {other[:40]!a} in line {line}; "
                    "spell them alike, or call one otherwise"
                )
        self._names.add((what, name))


def _score(text: str) -> float:
    if not text:
        raise ValueError("no score; where there is none, leave the row out")
    if _DECIMAL_COMMA.fullmatch(text):
        raise ValueError(f"score {text[:40]!r} has a decimal comma; write it with a point, such as 0.25")
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"score {text[:40]!r} is no number, such as 0.25")
    if not -1 <= float(text) <= 1:
        raise ValueError(f"score {text[:40]} is outside -1 to 1; bring every instrument to that scale first")
    return float(text)
