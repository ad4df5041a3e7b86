"""What stands at an address: the cells below it, whose headline they make, and everybody's lines on its board.

Everything is read from the data file as it is published; the rows behind the cells come from the scored files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bd.board.cells import make_cell
from bd.effects.records import Effect
from bd.effects.saved import scored_path
from bd.errors import BdError
from bd.explain.address import REPEATS, Target
from bd.report.facets import facet_id

__all__ = ["Found", "cell_id", "dimension_of", "find", "level_of"]

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Found:
    """One build at one address."""

    effects: tuple[Effect, ...]
    """Every row of the build below the address that has a number, in the order of the pages."""
    headline: Effect | None
    """The one it is placed by, or for a model's repeats the largest."""
    head: Json | None
    """Its summary in the data file; None where the page has no board."""
    level: Json | None
    """The part of the data file that holds the board."""
    facets: Mapping[str, Json]
    """What the data file publishes of the cells, by their ids."""


def cell_id(effect: Effect) -> str:
    """Return what a cell is called within a page, as in the data file."""
    return facet_id(make_cell(effect).key)


def dimension_of(board: Json, characteristic: str) -> Json:
    """Return the part of a characteristic."""
    found: Json = next(d for d in board["dimensions"] if d["id"] == characteristic)
    return found


def level_of(board: Json, target: Target) -> Json | None:
    """Return the part that holds the board of a page; None where the page has none."""
    if target.characteristic is None:
        return None
    dimension = dimension_of(board, target.characteristic)
    levels = {level["address"]: level for level in dimension["breakdown"]["levels"]}
    found: Json = levels.get(target.address, dimension)
    return found


def find(board: Json, target: Target, effects: Iterable[Effect]) -> Found:
    """Return what a build has at an address.

    Raises
    ------
    BdError
        Nothing was measured there; the reason is told.
    """
    mine = [e for e in effects if e.build == target.build and e.value is not None]
    level = level_of(board, target)
    if level is None or target.characteristic is None:
        return _without_board(board, target, mine)
    dimension = dimension_of(board, target.characteristic)
    heads = level.get("heads", dimension["cells"]) | level["builds"]
    head = heads.get(target.build)
    facets = _facets(dimension, str(target.build))
    below = [f for f in facets.values() if target.group in (None, f["group"]) and target.question in (None, f["item"])]
    if head is None or head["status"] != "measured":
        raise BdError(f"{target.named}: no number: {'; '.join(_whys(head, below))}")
    rows = {cell_id(e): e for e in mine if e.characteristic == target.characteristic}
    standing = tuple(rows[f["id"]] for f in below if f["id"] in rows)
    headline = rows.get(head["headline"]["facet"])
    if headline is None:
        raise BdError(f"{target.named}: its headline {head['headline']['facet']} has no scored row; run `bd replay`")
    return Found(standing, headline, head, level, facets)


def _facets(dimension: Json, build: str) -> dict[str, Json]:
    cell = (dimension["cells"] | dimension["builds"]).get(build, {"facets": []})
    return {facet["id"]: facet for facet in cell["facets"]}


def _whys(head: Json | None, below: Iterable[Json]) -> list[str]:
    if head is not None:
        return [head["why"]]
    return list(dict.fromkeys(f["why"] for f in below if f["status"] == "missing")) or ["not measured here"]


def _without_board(board: Json, target: Target, mine: list[Effect]) -> Found:
    """Return the rows of a page that ranks nobody: how often a model changes its mind, or everything of a model."""
    noise = {f"{row['build']} {row['study']}" for row in board["floors"]["ask_twice"]}
    repeats = [e for e in mine if f"{e.build} {scored_path(e.decision, e.edit)}" in noise]
    rows = repeats if target.kind in REPEATS else mine
    if not rows:
        raise BdError(f"{target.named}: no number: this model was not asked twice")
    largest = max(repeats, key=lambda e: e.value or 0.0, default=None)
    facets: dict[str, Json] = {}
    for dimension in board["dimensions"]:
        facets |= _facets(dimension, str(target.build))
    return Found(tuple(rows), largest if target.kind in REPEATS else None, None, None, facets)
