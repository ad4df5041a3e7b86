"""Where a level's page stands among the others: the pages above, below and beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.boards import Level
from bd.site.levels import Levels
from bd.site.names import Names
from bd.site.records.parts import Link, Nav

__all__ = ["crumbs", "siblings"]


def crumbs(names: Names, level: Level) -> Iterator[Link]:
    """Yield the pages above, the highest first."""
    yield names.home()
    if level.kind != "characteristic":
        yield Link(level.dimension.label, level.dimension.address)
    if level.kind == "cell":
        levels = _levels(names, level)
        group = levels.of_group("group", level.group)[0]
        yield Link(_group_label(levels, level.group), group.address)


def _levels(names: Names, level: Level) -> Levels:
    return names.levels(level.dimension.id)


def _group_label(levels: Levels, group: str | None) -> str:
    return levels.groups[group].label


def siblings(names: Names, level: Level, here: str) -> Iterator[Nav]:
    """Yield lists of the pages on the same step."""
    levels = _levels(names, level)
    if level.kind == "characteristic":
        links = [Link(each.label, each.address) for each in names.dimensions.values()]
        yield from _nav("Other characteristics", links, here)
        return
    if level.kind == "group":
        links = [Link(_group_label(levels, e.group), e.address) for e in levels.of("group")]
        yield from _nav("Other groups", links, here)
        return
    if level.kind == "item":
        items = levels.of("item")
        yield from _nav("Other questions", [Link(_question(names, e), e.address) for e in items], here)
        return
    same_group = levels.of_group("cell", level.group)
    same_item = levels.of_question("cell", level.question)
    group = _group_label(levels, level.group)
    yield from _nav(f"{group}, other questions", [Link(_question(names, e), e.address) for e in same_group], here)
    others = [Link(_group_label(levels, e.group), e.address) for e in same_item]
    question = names.questions[str(level.question)].label
    yield from _nav(f"Other groups, {question}", others, here)
    for item in levels.of_question("item", level.question)[:1]:
        yield Nav("All groups together", (Link(question, item.address),))


def _question(names: Names, level: contract.Level) -> str:
    return names.questions[contract.required(level.item)].label


def _nav(label: str, links: Iterable[Link], here: str) -> Iterator[Nav]:
    others = tuple(link for link in links if link.to != here)
    if others:
        yield Nav(label, others)
