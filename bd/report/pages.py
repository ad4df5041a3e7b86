"""The part `pages`: every address of the site, with the level that it shows.

A site needs nothing else to know what there is; two pages of one address are an error here at the latest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bd.board import Level, Standings, engine_address
from bd.board.addresses import ASKED_TWICE, DATA, ENGINES, HOME, METHODS, SHORTLIST, builds_address, reported_address
from bd.errors import BdError
from bd.report.names import Names
from bd.report.reported import Reported

__all__ = ["pages_part"]


def pages_part(
    names: Names, found: Sequence[Standings], reported: Iterable[Reported] = (), *, shortlists: bool = False
) -> list[dict[str, Any]]:
    """Return every page: the fixed ones, those of the levels, of the models, and of what others reported.

    That of shortlists is there where the data holds some.

    Raises
    ------
    BdError
        If two pages would have one address; the message names what stands behind both.
    """
    pages = [
        _page(HOME, "home", "", "bd"),
        *_level_pages(names, found),
        _page(ENGINES, "engines", "", "bd"),
        *_engine_pages(names, found),
        _page(METHODS, "methods", "", "bd"),
        _page(ASKED_TWICE, "asked-twice", "", "bd"),
        *([_page(SHORTLIST, "shortlist", "", "bd")] if shortlists else []),
        _page(DATA, "data", "", "bd"),
        *(_page(reported_address(r.source.id), "reported", r.source.label, r.source.path) for r in reported),
    ]
    _refuse_collisions(pages)
    return [{key: value for key, value in page.items() if key != "behind"} for page in pages]


def _page(
    address: str,
    level: str,
    label: str,
    behind: str,
    *,
    characteristic: str | None = None,
    group: str | None = None,
    question: str | None = None,
    engine: str | None = None,
) -> dict[str, Any]:
    return {
        "address": address,
        "level": level,
        "label": label,
        "characteristic": characteristic,
        "group": group,
        "question": question,
        "engine": engine,
        "behind": behind,
    }


def _level_pages(names: Names, found: Iterable[Standings]) -> Iterable[dict[str, Any]]:
    for each in found:
        for level in each.levels:
            yield _page(
                level.address,
                level.kind,
                _level_label(names, each, level),
                _behind(names, each, level),
                characteristic=each.characteristic.id,
                group=level.group,
                question=level.question,
            )


def _level_label(names: Names, found: Standings, level: Level) -> str:
    parts = [found.characteristic.label]
    if level.group is not None:
        parts.append(names.group_label(found.characteristic, level.group))
    if level.question is not None:
        parts.append(names.decision(level.question).label)
    return ": ".join([parts[0], ", ".join(parts[1:])]) if parts[1:] else parts[0]


def _behind(names: Names, found: Standings, level: Level) -> str:
    if level.question is not None and level.group is None:
        return names.decision(level.question).path
    return found.characteristic.path


def _engine_pages(names: Names, found: Sequence[Standings]) -> Iterable[dict[str, Any]]:
    for model in names.models:
        behind = f"studies/models/{model}.toml"
        label = names.label(model)
        yield _page(engine_address(model), "engine", label, behind, engine=model)
        if any(b in each.cells and model in each.cells for each in found for b in names.builds[model] if b != model):
            yield _page(builds_address(model), "builds", f"{label}: its builds compared", behind, engine=model)
        for each in found:
            name = each.characteristic.id
            if any(build in each.top.heads for build in names.builds[model]):
                where = engine_address(model, name)
                title = f"{label}: {each.characteristic.label}"
                yield _page(where, "engine-characteristic", title, behind, characteristic=name, engine=model)


def _refuse_collisions(pages: Iterable[dict[str, Any]]) -> None:
    seen: dict[str, str] = {}
    for page in pages:
        address, behind = page["address"], page["behind"]
        if address in seen:
            raise BdError(f"{behind}: its page {address} is also that of {seen[address]}; rename one of the two")
        seen[address] = behind
