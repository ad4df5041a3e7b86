"""Where a level's page stands among the others: the pages above, below and beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.site.boards import Level, first_line, level_of
from bd.site.charts import board_chart
from bd.site.cursor import Cursor
from bd.site.levels import Levels
from bd.site.names import Names
from bd.site.numbers import points
from bd.site.records import Block, Card, Link, Nav, Sentence
from bd.site.scale import Scale

__all__ = ["MOST_LINES", "blocks", "crumbs", "siblings"]

MOST_LINES = 400
"""Lines of the small charts of a page, all together."""


def crumbs(names: Names, level: Level) -> Iterator[Link]:
    """Yield the pages above, the highest first."""
    yield names.home()
    if level.kind != "characteristic":
        yield Link(level.dimension["label"].text, level.dimension["address"].text)
    if level.kind == "cell":
        levels = _levels(names, level)
        group = levels.of_group("group", level.group)[0]
        yield Link(_group_label(levels, level.group), group["address"].text)


def _levels(names: Names, level: Level) -> Levels:
    return names.levels(level.dimension["id"].text)


def _group_label(levels: Levels, group: str | None) -> str:
    return levels.groups[group]["label"].text


def blocks(names: Names, level: Level, scale: Scale | None) -> Iterator[Block]:
    """Yield the levels below, the largest effects first, each with its chart on the page's scale."""
    there = _levels(names, level)
    if level.kind == "characteristic":
        below = [("By group", there.of("group")), ("By question", there.of("item"))]
    elif level.kind == "group":
        below = [("By question", there.of_group("cell", level.group))]
    elif level.kind == "item":
        below = [("By group", there.of_question("cell", level.question))]
    else:
        below = []
    for label, levels in below:
        if levels:
            by_group = label == "By group"
            # one alone has the chart that the page opens with; very many lines would outweigh the page
            drawn = len(levels) > 1 and len(levels) * len(names.models) <= MOST_LINES
            cards = (_card(names, level.dimension, each, by_group, scale, drawn) for each in _sorted(names, levels))
            yield Block(label, tuple(cards))


def _sorted(names: Names, levels: Iterable[Cursor]) -> list[Cursor]:
    def weight(level: Cursor) -> tuple[int, float]:
        line = first_line(level["board"])
        if line is None:
            return (3, 0.0)
        return (0 if line["clear"].value else 1 if "rank" in line else 2, -line["value"].value)

    return sorted(levels, key=weight)


def _card(names: Names, dimension: Cursor, level: Cursor, by_group: bool, scale: Scale | None, drawn: bool) -> Card:
    group, item, address = level["group"].value, level["item"].value, level["address"].text
    label = _group_label(names.levels(dimension["id"].text), group) if by_group else names.questions[item]["label"].text
    here = level_of(names, names.page(address))
    line = first_line(level["board"])
    return Card(
        link=Link(label, address),
        finding=_summary(names, level, line),
        chart=board_chart(names, here, scale, id=address.strip("/").replace("/", "-"), title=label) if drawn else None,
    )


def _summary(names: Names, level: Cursor, line: Cursor | None) -> Sentence:
    """Say in a few words what a level found."""
    if line is None:
        return ("planted models only" if level["board"]["planted"].value else "not measured",)
    model, value = names.models[line["engine"].text], points(line["value"], names.digits)
    if "rank" not in line:
        return (f"{model.label}, ", value, " points, not ranked")
    if line["clear"].value:
        return (f"{model.label}, ", value, " points")
    return (f"no clear effect; the largest {model.label}, ", value, " points")


def siblings(names: Names, level: Level, here: str) -> Iterator[Nav]:
    """Yield lists of the pages on the same step."""
    levels = _levels(names, level)
    if level.kind == "characteristic":
        links = [Link(each["label"].text, each["address"].text) for each in names.dimensions.values()]
        yield from _nav("Other characteristics", links, here)
        return
    if level.kind == "group":
        links = [Link(_group_label(levels, e["group"].value), e["address"].text) for e in levels.of("group")]
        yield from _nav("Other groups", links, here)
        return
    if level.kind == "item":
        items = levels.of("item")
        yield from _nav("Other questions", [Link(_question(names, e), e["address"].text) for e in items], here)
        return
    same_group = levels.of_group("cell", level.group)
    same_item = levels.of_question("cell", level.question)
    group = _group_label(levels, level.group)
    yield from _nav(
        f"{group}, other questions", [Link(_question(names, e), e["address"].text) for e in same_group], here
    )
    others = [Link(_group_label(levels, e["group"].value), e["address"].text) for e in same_item]
    question = names.questions[str(level.question)]["label"].text
    yield from _nav(f"Other groups, {question}", others, here)
    for item in levels.of_question("item", level.question)[:1]:
        yield Nav("All groups together", (Link(question, item["address"].text),))


def _question(names: Names, level: Cursor) -> str:
    return names.questions[level["item"].text]["label"].text


def _nav(label: str, links: Iterable[Link], here: str) -> Iterator[Nav]:
    others = tuple(link for link in links if link.to != here)
    if others:
        yield Nav(label, others)
