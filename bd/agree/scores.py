"""Signed scores of models on the items of several instruments: the records, and reading them from a CSV file.

What the scores show is left to `bd.agree.nets` and `bd.agree.compare`.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bd.agree.concordance import LEAST
from bd.agree.orders import MILLION
from bd.errors import BdError, Problem, ProblemsError
from bd.said import many

__all__ = ["COLUMNS", "Instrument", "Row", "instruments_of", "read_scores"]

COLUMNS = ("instrument", "model", "item", "score")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
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


def read_scores(data: bytes, name: str) -> tuple[Instrument, ...]:
    """Read the instruments of a CSV file with the columns of `COLUMNS`, in any order; other columns are passed over.

    Parameters
    ----------
    data
        The file's bytes, UTF-8.
    name
        What it is called in a fault.

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
    rows = list(_rows(csv.reader(io.StringIO(text, newline="")), name, problems))
    if problems:
        raise ProblemsError(problems)
    models = {row[1] for row in rows}
    if len(models) < LEAST:
        raise BdError(
            f"{name}: holds {many(len(models), 'model')}, and an order takes {LEAST} or more; add rows of others"
        )
    return instruments_of(rows)


def _rows(lines: Iterator[list[str]], name: str, problems: list[Problem]) -> Iterator[Row]:
    """Yield every row that is right, and put down what is wrong with the others."""
    first: dict[tuple[str, ...], int] = {}
    at: tuple[int, ...] | None = None
    try:
        for row in lines:
            number = lines.line_num  # type: ignore[attr-defined]
            if not any(cell.strip() for cell in row):
                continue
            if at is None:
                at = _header(row)
                continue
            try:
                yield _row(row, at, number, first)
            except ValueError as error:
                problems.append(Problem(name, number, str(error)))
                if len(problems) == _TOLD:
                    return
        if at is None:
            raise ValueError(f"empty; its first line names the columns {', '.join(COLUMNS)}")
    except (ValueError, csv.Error) as error:
        problems.append(Problem(name, max(lines.line_num, 1), str(error)))  # type: ignore[attr-defined]


def _header(row: list[str]) -> tuple[int, ...]:
    names = [cell.strip().lower() for cell in row]
    missing = [column for column in COLUMNS if column not in names]
    if missing:
        raise ValueError(f"no column {', '.join(missing)}; the first line names {', '.join(COLUMNS)}")
    twice = [column for column in COLUMNS if names.count(column) > 1]
    if twice:
        raise ValueError(f"the column {twice[0]} stands twice")
    return tuple(names.index(column) for column in COLUMNS)


def _row(row: list[str], at: tuple[int, ...], number: int, first: dict[tuple[str, ...], int]) -> Row:
    if len(row) <= max(at):
        raise ValueError(f"{len(row)} columns, fewer than the first line names")
    instrument, model, item, score = (row[column].strip() for column in at)
    for what, value in zip(COLUMNS, (instrument, model, item), strict=False):
        if not value:
            raise ValueError(f"no {what}; name it, or take the row away")
        if not value.isprintable():
            raise ValueError(f"{what} {value[:40]!r} holds a sign that cannot be printed; take it out")
    key = (instrument, model, item)
    if key in first:
        raise ValueError(f"{instrument} / {model} / {item} stands in line {first[key]} too; keep one of them")
    first[key] = number
    return instrument, model, item, _score(score)


def _score(text: str) -> float:
    if not text:
        raise ValueError("no score; where there is none, leave the row out")
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"score {text[:40]!r} is no number, such as 0.25")
    if not -1 <= float(text) <= 1:
        raise ValueError(f"score {text[:40]} is outside -1 to 1; bring every instrument to that scale first")
    return float(text)
