"""From a data file to an edition. Only what every version of the file has is needed, so that an older one will do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bd.errors import BdError
from bd.report.editions.records import (
    CLEAR,
    MAIN,
    UNCLEAR,
    Board,
    Characteristic,
    Edition,
    Group,
    Model,
    Question,
    Result,
)

__all__ = ["edition_of"]

_Json = Mapping[str, Any]


def edition_of(board: _Json, *, source: str) -> Edition:
    """Return the edition that a data file makes.

    Parameters
    ----------
    board
        What `bd.report.datafile.read_leaderboard` returned.
    source
        What the file is called, for messages.

    Raises
    ------
    BdError
        The file lacks something that an edition is made of; the message names it.
    """
    try:
        return _edition(board)
    except KeyError as error:
        raise BdError(f"{source}: holds no {error} where an edition needs it; write it again with bd report") from None
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        raise BdError(f"{source}: not as a data file must be ({error}); write it again with bd report") from None


def _edition(board: _Json) -> Edition:
    origin, dimensions = board["provenance"], board["dimensions"]
    return Edition(
        date=str(origin["generated"]),
        commit=origin["record_commit"],
        schema=board["schema"],
        digits=board["digits"],
        models=tuple(_model(engine) for engine in board["engines"]),
        characteristics=tuple(Characteristic(d["id"], d["label"]) for d in dimensions),
        groups=tuple(Group(d["id"], g["id"], g["label"]) for d in dimensions for g in d["breakdown"]["groups"]),
        questions=tuple(Question(each["id"], each["label"]) for each in board["questions"]),
        results=tuple(_results(dimensions)),
        boards=tuple(_boards(board)),
    )


def _model(engine: _Json) -> Model:
    builds = {build["id"]: build["label"] for build in engine["builds"]}
    return Model(engine["id"], engine["label"], engine["planted"], builds)


def _results(dimensions: list[_Json]) -> Iterator[Result]:
    for number, dimension in enumerate(dimensions):
        for part in ("cells", "builds"):
            for build, cell in dimension[part].items():
                for place, facet in enumerate(cell["facets"]):
                    if facet["status"] == "measured":
                        at = f"/dimensions/{number}/{part}/{build}/facets/{place}"
                        yield _result(dimension["id"], facet, at)


def _result(characteristic: str, facet: _Json, at: str) -> Result:
    exact = facet["exact_range"] if facet["few"] else None
    return Result(
        characteristic=characteristic,
        group=facet["group"],
        question=facet["item"],
        edit=facet["edit"],
        model=facet["engine"],
        build=facet["build"],
        measure=facet["measure"],
        address=facet["address"],
        label=facet["label"],
        value=facet["excess"]["value"],
        lo=facet["excess"]["lo"],
        hi=facet["excess"]["hi"],
        exact=None if exact is None else (exact[0], exact[1]),
        most=facet["upper_if_none"],
        verdict=_verdict(facet),
        n=facet["n"],
        at=at,
    )


def _verdict(facet: _Json) -> str:
    for reason in facet["why_not_ranked"]:
        return str(reason["id"])
    return CLEAR if facet["detected"] else UNCLEAR


def _boards(board: _Json) -> Iterator[Board]:
    yield Board(MAIN, {row["engine"]: row["rank"] for row in board["overall"]["rows"]}, "/overall/rows")
    for number, dimension in enumerate(board["dimensions"]):
        yield Board(dimension["address"], dimension["ranks"], f"/dimensions/{number}/ranks")
        for place, level in enumerate(dimension["breakdown"]["levels"]):
            at = f"/dimensions/{number}/breakdown/levels/{place}/ranks"
            yield Board(level["address"], level["ranks"], at)
