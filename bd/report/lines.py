"""The main board as lines for a terminal, with what its columns and marks mean."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bd.said import many

__all__ = ["agreement_lines", "board_lines", "brief_lines", "brief_part"]

_WIDTH = 100
"""Columns of a line of words."""
_NAMING = 2
"""So many first columns, place and model, say whose row it is."""
_LEGEND = (
    "place: from the largest effects down, equals share the average of theirs. range: the places that re-drawing the "
    "texts leaves open to a model. average: of its places on the characteristics that follow.",
    "In brackets: no clear effect. *: tested and set aside, not fit to be ranked. -: never tested, or without a place. "
    "incomplete: never tested on a characteristic that is counted. too few: a place on fewer than half of them, and "
    "so below the board.",
)
_SAID = {
    "beyond-chance": "The characteristics agree on the order of the models more than chance does",
    "not-beyond-chance": "The characteristics do not agree on the order of the models more than chance does",
    "too-noisy": "Too noisy to tell whether the characteristics agree on the order of the models",
}


def board_lines(board: Mapping[str, Any], width: int | None = None) -> list[str]:
    """Return the main board of a data file: place, model, its place on each characteristic, and what that means.

    Parameters
    ----------
    board
        The data file.
    width
        Columns of the terminal; a wider table is told in parts, one below the other. None for no limit.
    """
    labels = {engine["id"]: engine["label"] for engine in board["engines"]}
    planted = [labels[engine] for engine in board["overall"]["planted"]]
    words = [f"Planted, shown on the pages and never ranked: {', '.join(planted)}"] if planted else []
    columns = [d for d in board["dimensions"] if d["id"] in board["overall"]["counted"]]
    told = (*_LEGEND, "", *_missing(board, labels, columns), *words, *_firmness_lines(board), *agreement_lines(board))
    return [*brief_lines(board, width), "", *(line for each in told for line in _wrapped(each, width))]


def brief_lines(board: Mapping[str, Any], width: int | None = None) -> list[str]:
    """Return the table of the main board alone."""
    labels = {engine["id"]: engine["label"] for engine in board["engines"]}
    columns = [d for d in board["dimensions"] if d["id"] in board["overall"]["counted"]]
    head = ["place", "model", "range", "average", *(d["label"] for d in columns)]
    return list(_parts([head, *(_row(row, labels, columns) for row in board["overall"]["rows"])], width))


def brief_part(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return the order of the models for another program: who stands where, overall and on what counts."""
    labels = {engine["id"]: engine["label"] for engine in board["engines"]}
    return {
        "date": board["provenance"]["generated"],
        "counted": board["overall"]["counted"],
        "models": [
            {
                "id": row["engine"],
                "label": labels[row["engine"]],
                "place": row["rank"],
                "place_range": row.get("place_range"),
                "average": row["mean_rank"],
                "incomplete": row["incomplete"],
                "places": row["positions"],
            }
            for row in board["overall"]["rows"]
        ],
    }


def _missing(
    board: Mapping[str, Any], labels: Mapping[str, str], columns: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield what each model lacks a place on, and whether it was asked there."""
    called = {column["id"]: column["label"] for column in columns}
    for row in board["overall"]["rows"]:
        parts = [
            f"{words}: {', '.join(called[name] for name in row[key])}"
            for key, words in (("untested", "never tested"), ("set_aside", "tested and set aside"))
            if row.get(key)
        ]
        if parts:
            yield f"{labels[row['engine']]}, {'; '.join(parts)}"


def _row(row: Mapping[str, Any], labels: Mapping[str, str], columns: Iterable[Mapping[str, Any]]) -> list[str]:
    cells = [_cell(row, column["id"]) for column in columns]
    state = " (too few)" if row.get("too_few") else " (incomplete)" if row["incomplete"] else ""
    name = labels[row["engine"]] + state
    mean = "-" if row["mean_rank"] is None else f"{row['mean_rank']:.2f}"
    ends = row.get("place_range")
    may_be = "-" if ends is None else f"{ends[0]:g} to {ends[1]:g}"
    return ["-" if row["rank"] is None else f"{row['rank']:g}", name, may_be, mean, *cells]


def _cell(row: Mapping[str, Any], dimension: str) -> str:
    if dimension not in row["positions"]:
        return "*" if dimension in (*row["shown"], *row.get("set_aside", ())) else "-"
    place = f"{row['positions'][dimension]:g}"
    return f"({place})" if dimension in row["not_detected"] else place


def _parts(rows: list[list[str]], width: int | None) -> Iterator[str]:
    """Yield the table; where it is too wide, in parts that each begin with place and model."""
    widths = [max(len(row[n]) for row in rows) + 2 for n in range(len(rows[0]))]
    left = list(range(_NAMING, len(widths)))
    while left:
        taken = [left.pop(0)]
        while left and (width is None or sum(widths[n] for n in (*range(_NAMING), *taken, left[0])) - 2 <= width):
            taken.append(left.pop(0))
        yield from _aligned(rows, widths, (*range(_NAMING), *taken))
        yield from [""] if left else []


def _aligned(rows: list[list[str]], widths: Sequence[int], columns: Sequence[int]) -> Iterator[str]:
    return ("".join(row[n].ljust(widths[n]) for n in columns).rstrip() for row in rows)


def _wrapped(text: str, width: int | None) -> list[str]:
    return textwrap.wrap(text, min(width or _WIDTH, _WIDTH), break_long_words=False) or [""]


def _firmness_lines(board: Mapping[str, Any]) -> list[str]:
    found = board["overall"].get("firmness")
    return [] if found is None else [found["text"]]


def agreement_lines(board: Mapping[str, Any]) -> list[str]:
    """Return what a data file says of it, in words for a terminal; nothing where it says nothing."""
    found = board["overall"].get("agreement")
    if found is None:
        return []
    compared_on = f"{many(len(found['dimensions']), 'characteristic')} on {many(len(found['engines']), 'model')}"
    if found["w"] is None:
        return [f"Whether the characteristics agree on the order of the models cannot be told: {compared_on} compared"]
    ends = found["range"]
    ranged = "" if ends is None else f", 95% range {ends[0]:.2f} to {ends[1]:.2f}"
    return [
        f"{_SAID[found['verdict']]}: W = {found['w']:.2f}{ranged}, p = {found['p']:.2g}; {compared_on}. "
        f"Chance alone gives {found['null_mean']:.2f} on average and up to {found['null_95']:.2f} in 95 of 100",
        *_left_out(board, found),
    ]


def _left_out(board: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    labels = {each["id"]: each["label"] for each in board["dimensions"]}
    for key, why in (("gaps", "models have no place there"), ("no_order", "all models share one place there")):
        if found[key]:
            yield f"Left out, since {why}: {', '.join(labels[name] for name in found[key])}"
