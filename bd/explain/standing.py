"""How a build got its place at a level: which effects it was ordered among, and what they are picked from.

All of it is read from the data file; how places are given is `bd.board.places`' part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from bd.board.digits import show_points
from bd.errors import BdError
from bd.explain.address import Target
from bd.report.state import DATA_FILE

__all__ = [
    "board_lines",
    "first_build",
    "headline_lines",
    "labels_of",
    "main_lines",
    "model_lines",
    "place_lines",
    "reported_lines",
]

Json = Mapping[str, Any]
_Named = TypeVar("_Named")
_Known = TypeVar("_Known")
_LISTS = ("ranked", "not_detected", "shown", "planted", "builds")


def headline_lines(head: Json, cells: int) -> Iterator[str]:
    """Yield how the headline of a build was picked."""
    found, clear = head["headline"], head["n_facets_detected"]
    many = "the only one here" if cells == 1 else f"of {cells} cells here, {clear} clear"
    if found["clear"]:
        yield f"headline: the largest clear effect ({many})"
    elif head["ranked"]:
        yield f"headline: the largest effect, since none is clear ({many})"
    else:
        yield f"headline: the largest effect that is shown, since none may be ranked ({many})"
    if found.get("picked_from", 1) == 1:  # nothing was picked
        return
    family, unselected = found.get("family_range"), found.get("unselected")
    if family is not None:
        ends = f"{show_points(family['lo'])} to {show_points(family['hi'])}"
        yield f"range that holds for all {found['picked_from']} cells it was picked from at once: {ends}"
    if unselected is not None:
        yield f"picked on half of the texts and measured on the other: {show_points(unselected)}"


def place_lines(level: Json, dimension: Json, labels: Mapping[str, str], build: str) -> Iterator[str]:
    """Yield the place of a build at a level of a characteristic, and the board that it was ordered on."""
    board = level["board"]
    where, line = next((name, line) for name in _LISTS for line in board[name] if line["build"] == build)
    yield _place(board, where, line)
    yield from board_lines(level, dimension, labels, build)


def _place(board: Json, where: str, line: Json) -> str:
    placed = len(board["ranked"]) + len(board["not_detected"])
    if where == "planted":
        return "no place: a planted model is shown and moves nobody"
    if where == "builds":
        return "no place: another build of the model has it"
    if where == "shown":
        return f"no place: {'; '.join(each['text'] for each in line['why'])}"
    if where == "not_detected" and placed == 1:
        return "no clear effect, and no other model to compare with"
    if where == "not_detected":
        return f"place {line['rank']:g} of {placed}: shared by all without a clear effect, below those with one"
    ends = line.get("place_range")
    between = "" if not ends else f"at {ends[0]}" if ends[0] == ends[1] else f"between {ends[0]} and {ends[1]}"
    certain = f"; the data put it {between}" if between else ""
    tied = ", shared with equal effects" if line["tied"] else ""
    return f"place {line['rank']:g} of {placed}{tied}: clear effects come first, the largest first{certain}"


def board_lines(level: Json, dimension: Json, labels: Mapping[str, str], build: str | None = None) -> Iterator[str]:
    """Yield every line of a level's board; that of the build is marked."""
    board, facets = level["board"], _facets(dimension)
    for where in _LISTS:
        for line in board[where]:
            mark = ">" if line["build"] == build else " "
            place = f"{line['rank']:g}" if "rank" in line else "-"
            name = f"{_described(labels, line['build'])} (#{line['build']})"
            effect = _effect(line, _described(facets, (line["build"], line["facet"])))
            yield f"{mark} {place:>4}  {effect}  {name}: {line['facet_label']}"
    for model in board["unmeasured"]:
        yield f"     -  not measured  {labels[model]} (#{model})"


def first_build(board: Json) -> str | None:
    """Return the build of a board's first line; None where it is empty."""
    return next((line["build"] for where in _LISTS for line in board[where]), None)


def reported_lines(board: Json, address: str) -> Iterator[str]:
    """Yield what else a page shows: figures that others reported, of which no answers are held."""
    for source in board.get("reported", ()):
        count = sum(address in cell["pages"] for each in source["characteristics"] for cell in each["cells"])
        if count:
            who = source["label"]
            more = "1 more figure on this page was" if count == 1 else f"{count:,} more figures on this page were"
            yield f"{more} reported by {who}; their answers are not held here"


def _described(found: Mapping[_Named, _Known], named: _Named) -> _Known:
    """Return what a data file says of something that it names; one that was edited or merged may not say it."""
    if named not in found:
        what = " ".join(named) if isinstance(named, tuple) else named
        raise BdError(f"{DATA_FILE}: names '{what}', which it does not describe; write it again with `bd report`")
    return found[named]


def _facets(dimension: Json) -> dict[tuple[str, str], Json]:
    """Return what the data file publishes of each result of a characteristic, by build and cell."""
    cells = (dimension["cells"] | dimension["builds"]).values()
    return {(facet["build"], facet["id"]): facet for cell in cells for facet in cell["facets"] if "build" in facet}


def _effect(line: Json, facet: Json) -> str:
    """Return an effect with the range that its page shows; clear or not is told where the range does not tell it."""
    value = f"{show_points(line['value']):>6}"
    if line["lo"] is None:
        return f"{value}  no range"
    remark = "" if line["clear"] else "  not clear" if facet["ranked"] or line["lo"] <= 0 else "  not ranked"
    exact = facet["exact_range"] if facet["few"] else None
    low, high = exact or (line["lo"], line["hi"])
    return f"{value}  [{show_points(low)}, {show_points(high)}]{' exact' if exact else ''}{remark}"


def main_lines(board: Json, labels: Mapping[str, str], build: str | None) -> Iterator[str]:
    """Yield the main board, or how one model got its average place."""
    rows = {row["engine"]: row for row in board["overall"]["rows"]}
    if build is None:
        for row in rows.values():
            place = "-" if row["rank"] is None else f"{row['rank']:g}"
            yield f"  {place:>4}  average place {_mean(row)}  {labels[row['engine']]} (#{row['engine']})"
        return
    row = rows.get(build)
    if row is None:
        yield "no place on the main board: planted models and second builds have none"
        return
    dimensions = {d["id"]: d["label"] for d in board["dimensions"]}
    for name, position in row["positions"].items():
        clear = "  no clear effect" if name in row["not_detected"] else ""
        yield f"  {position:>4g}  {dimensions[name]} (/{name}/#{build}){clear}"
    yield from _average(row, len(board["overall"]["counted"]))
    if row["rank"] is not None:
        tied = ", shared" if row["tied"] else ""
        yield f"place {row['rank']:g} of {len(rows)}{tied}: the lowest average, of the largest effects, is first"
    for key, words in (("untested", "incomplete, never tested on"), ("set_aside", "tested and set aside on")):
        if row[key]:
            yield f"{words}: {', '.join(dimensions[name] for name in row[key])}"


def _average(row: Json, counted: int) -> Iterator[str]:
    """Yield how the average place came to be, or why there is none."""
    if row["mean_rank"] is not None:
        places = " + ".join(f"{position:g}" for position in row["positions"].values())
        yield f"average: ({places}) / {row['ranked_on']} = {_mean(row)}"
    elif row["too_few"]:
        yield f"no average: a place on {row['ranked_on']} of {counted} characteristics, too few to compare"


def _mean(row: Json) -> str:
    return "-" if row["mean_rank"] is None else f"{row['mean_rank']:g}"


def model_lines(board: Json, target: Target) -> Iterator[str]:
    """Yield one line for each characteristic that a model was measured on."""
    for dimension in board["dimensions"]:
        head = (dimension["cells"] | dimension["builds"]).get(target.build)
        if head is None or head["status"] != "measured":
            continue
        found = head["headline"]
        facet = _described(_facets(dimension), (str(target.build), found["facet"]))
        where = f"{dimension['address']}#{target.build}"
        yield f"  {_effect(found, facet)}  {where}: {found['facet_label']}"


def labels_of(board: Json) -> dict[str, str]:
    """Return what every model and build is called, a second build as the site does: the model, and which build."""
    builds = {
        build["id"]: f"{engine['label']} ({build['label']})"
        for engine in board["engines"]
        for build in engine["builds"]
        if not build["main"]
    }
    return {engine["id"]: engine["label"] for engine in board["engines"]} | builds
