"""Where a level's page stands among the others: the pages above, below and beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.site.boards import Level, first_line, level_of
from bd.site.charts import board_chart
from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import points
from bd.site.records import Block, Card, Link, Nav, Sentence
from bd.site.scale import Scale

__all__ = ["blocks", "crumbs", "siblings"]


def crumbs(names: Names, level: Level) -> Iterator[Link]:
    """Yield the pages above, the highest first."""
    yield names.home()
    if level.kind != "characteristic":
        yield Link(level.dimension["label"].text, level.dimension["address"].text)
    if level.kind == "cell":
        group = next(each for each in _levels(level.dimension, "group") if each["group"].value == level.group)
        yield Link(_group_label(level.dimension, level.group), group["address"].text)


def _levels(dimension: Cursor, kind: str) -> list[Cursor]:
    return [each for each in dimension["breakdown"]["levels"] if each["kind"].value == kind]


def _group_label(dimension: Cursor, group: str | None) -> str:
    return dimension["breakdown"]["groups"].find(id=group)["label"].text


def blocks(names: Names, level: Level, scale: Scale | None) -> Iterator[Block]:
    """Yield the levels below, the largest effects first, each with its chart on the page's scale."""
    groups, items, cells = (_levels(level.dimension, kind) for kind in ("group", "item", "cell"))
    if level.kind == "characteristic":
        below = [("By group", groups), ("By question", items)]
    elif level.kind == "group":
        below = [("By question", [each for each in cells if each["group"].value == level.group])]
    elif level.kind == "item":
        below = [("By group", [each for each in cells if each["item"].value == level.question])]
    else:
        below = []
    for label, levels in below:
        if levels:
            by_group = label == "By group"
            cards = (_card(names, level.dimension, each, by_group, scale) for each in _sorted(levels))
            yield Block(label, tuple(cards))


def _sorted(levels: Iterable[Cursor]) -> list[Cursor]:
    def weight(level: Cursor) -> tuple[int, float]:
        line = first_line(level["board"])
        if line is None:
            return (3, 0.0)
        return (0 if line["clear"].value else 1 if "rank" in line else 2, -line["value"].value)

    return sorted(levels, key=weight)


def _card(names: Names, dimension: Cursor, level: Cursor, by_group: bool, scale: Scale | None) -> Card:
    group, item, address = level["group"].value, level["item"].value, level["address"].text
    label = _group_label(dimension, group) if by_group else names.questions[item]["label"].text
    here = level_of(names, names.data["pages"].find(address=address))
    line = first_line(level["board"])
    return Card(
        link=Link(label, address),
        finding=_summary(names, level, line),
        chart=board_chart(names, here, scale, id=address.strip("/").replace("/", "-"), title=label),
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
    dimension = level.dimension
    if level.kind == "characteristic":
        links = [Link(each["label"].text, each["address"].text) for each in names.dimensions.values()]
        yield from _nav("Other characteristics", links, here)
        return
    if level.kind == "group":
        links = [
            Link(_group_label(dimension, e["group"].value), e["address"].text) for e in _levels(dimension, "group")
        ]
        yield from _nav("Other groups", links, here)
        return
    if level.kind == "item":
        items = _levels(dimension, "item")
        yield from _nav("Other questions", [Link(_question(names, e), e["address"].text) for e in items], here)
        return
    cells = _levels(dimension, "cell")
    same_group = [e for e in cells if e["group"].value == level.group]
    same_item = [e for e in cells if e["item"].value == level.question]
    group = _group_label(dimension, level.group)
    yield from _nav(
        f"{group}, other questions", [Link(_question(names, e), e["address"].text) for e in same_group], here
    )
    others = [Link(_group_label(dimension, e["group"].value), e["address"].text) for e in same_item]
    question = names.questions[str(level.question)]["label"].text
    yield from _nav(f"Other groups, {question}", others, here)
    item = next((e for e in _levels(dimension, "item") if e["item"].value == level.question), None)
    if item is not None:
        yield Nav("All groups together", (Link(question, item["address"].text),))


def _question(names: Names, level: Cursor) -> str:
    return names.questions[level["item"].text]["label"].text


def _nav(label: str, links: Iterable[Link], here: str) -> Iterator[Nav]:
    others = tuple(link for link in links if link.to != here)
    if others:
        yield Nav(label, others)
