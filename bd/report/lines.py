"""The main board as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bd.report.agreement import agreement_lines

__all__ = ["board_lines"]


def board_lines(board: Mapping[str, Any]) -> list[str]:
    """Return the main board of a data file: place, model, and its place on each characteristic.

    A place in brackets is one without a clear effect; `-` is not measured, `*` shown but not ranked.
    """
    labels = {engine["id"]: engine["label"] for engine in board["engines"]}
    columns = [d for d in board["dimensions"] if d["id"] in board["overall"]["counted"]]
    head = ["place", "model", "average", *(d["label"] for d in columns)]
    rows = [_row(row, labels, columns) for row in board["overall"]["rows"]]
    lines = _aligned([head, *rows])
    planted = [labels[engine] for engine in board["overall"]["planted"]]
    if planted:
        lines += ["", f"Planted, shown on the pages and never ranked: {', '.join(planted)}"]
    said = agreement_lines(board)
    return [*lines, "", *said] if said else lines


def _row(row: Mapping[str, Any], labels: Mapping[str, str], columns: Iterable[Mapping[str, Any]]) -> list[str]:
    cells = [_cell(row, column["id"]) for column in columns]
    name = labels[row["engine"]] + (" (incomplete)" if row["incomplete"] else "")
    mean = "-" if row["mean_rank"] is None else f"{row['mean_rank']:.2f}"
    return ["-" if row["rank"] is None else f"{row['rank']:g}", name, mean, *cells]


def _cell(row: Mapping[str, Any], dimension: str) -> str:
    if dimension not in row["positions"]:
        return "*" if dimension in row["shown"] else "-"
    place = f"{row['positions'][dimension]:g}"
    return f"({place})" if dimension in row["not_detected"] else place


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
