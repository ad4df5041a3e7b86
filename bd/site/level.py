"""Pages of levels: a characteristic, a group, a question, or one group asked one question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.site.boards import Level, boards, facet_of, first_line, level_of, scale_of
from bd.site.cells import cell_groups
from bd.site.cursor import Cursor
from bd.site.evidence import asking_of, changes_of, first_example
from bd.site.names import Names
from bd.site.numbers import count, points
from bd.site.records import Block, Card, Head, LevelPage, Link, Nav, Sentence
from bd.site.reported import reported_here
from bd.site.shortlist import shortlists_here
from bd.site.words import finding, model_finding, plain

__all__ = ["level_finding", "level_page"]

_KICKERS = {
    "characteristic": "Characteristic",
    "check": "Check of the method",
    "group": "Group",
    "item": "Question",
    "cell": "One group, one question",
}


def level_page(names: Names, page: Cursor) -> LevelPage:
    """Return the page of a level."""
    level = level_of(names, page)
    dimension, top = level.dimension, level.kind == "characteristic"
    facets = [f for cell in level.cells for _, f in [*cell["engines"].items(), *cell["builds"].items()]]
    scale = scale_of(facets)
    said = level_finding(names, level)
    groups = cell_groups(names, level.cells, scale)
    return LevelPage(
        head=Head(
            address=page["address"].text,
            title=page["label"].text,
            description=plain(said),
            heading=dimension["long"].text if top else page["label"].text,
            crumbs=tuple(_crumbs(names, level)),
        ),
        kicker=_KICKERS[dimension["kind"].text if top else level.kind],
        finding=said,
        caution=_caution(names, level, page["address"].text),
        boards=boards(names, level, scale),
        blocks=tuple(_blocks(names, level)),
        cells=groups,
        asked=asking_of(names, (cell["item"].text for cell in level.cells)),
        changes=changes_of(dimension, names, level.cells),
        example=first_example(names, _by_interest(level)),
        notes=tuple(dimension["notes"].value) if top else (),
        siblings=tuple(_siblings(names, level, page["address"].text)),
        reported=reported_here(names, dimension["id"].text, page["address"].text),
        shortlists=shortlists_here(names, level),
    )


def _by_interest(level: Level) -> list[Cursor]:
    """Return the cells with that of the first line of the board in front."""
    line = first_line(level.board)
    first = None if line is None else line["facet"].value
    return sorted(level.cells, key=lambda cell: cell["facet"].value != first)


def level_finding(names: Names, level: Level) -> Sentence:
    """Return the sentence that a level is summed up in."""
    line = first_line(level.board)
    lead = None if line is None else (names.models[line["engine"].text].label, facet_of(level, line))
    said = finding(
        lead,
        contested=level.board["contested"].value,
        planted_only=bool(level.board["planted"].value),
        digits=names.digits,
    )
    return said + _larger_unranked(names, level, line)


def _larger_unranked(names: Names, level: Level, first: Cursor | None) -> Sentence:
    """Name the largest effect that has no place, where it is larger than the first that has one.

    A reader who stops after the first sentence must not miss what a rule keeps out of the order.
    """
    shown = max(level.board["shown"], key=lambda line: line["value"].value, default=None)
    if first is None or shown is None or "rank" not in first or shown["value"].value <= first["value"].value:
        return ()
    label = names.models[shown["engine"].text].label
    return (" Outside the order, ", *model_finding(label, facet_of(level, shown), names.digits))


def _picked(names: Names, line: Cursor) -> Sentence:
    """Say what the headline would be had it not been picked as the largest."""
    if "unselected" not in line or not line["unselected"].known:
        return ()
    said: Sentence = (" The largest of many reads too large on average: picked on one half of the texts and measured ",)
    said += ("on the other, it is ", points(line["unselected"], names.digits), " points")
    ends = line["family_range"]
    if ends.known:
        said += (", and with all of them counted at once its range is ", points(ends["lo"], names.digits), " to ")
        said += (points(ends["hi"], names.digits),)
    return (*said, ".")


def _caution(names: Names, level: Level, here: str) -> Sentence:
    line = first_line(level.board)
    if line is None:
        return ()
    said: Sentence = ()
    if facet_of(level, line)["chance"].value:
        said += ("This model cannot tell the options of that question apart: read its figure with care. ",)
    if line["n_facets"].value > 1:
        said += ("Of ", count(line["n_facets"]), " results of this model here, ")
        said += (
            count(line["n_facets_detected"]),
            f" {'counts' if line['n_facets_detected'].value == 1 else 'count'} as clear and ranked; ",
            Link("all are listed below", f"{here}#_cells"),
            ".",
        )
        said += _picked(names, line)
    family = line["family_range"] if "family_range" in line and line["n_facets"].value > 1 else None
    if line["clear"].value and family is not None and family.known and family["lo"].value <= 0:
        said += (" So counted, it is not clear.",)
    if line["clear"].value and not line["clear_joint"].value:
        said += (" With the control’s own uncertainty counted in, it is not clear.",)
    elif line["clear_joint"].value and not line["clear"].value:
        said += (" With the control’s own uncertainty counted in, it would be clear.",)
    return said


def _crumbs(names: Names, level: Level) -> Iterator[Link]:
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


def _blocks(names: Names, level: Level) -> Iterator[Block]:
    """Yield the levels below, the largest effects first."""
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
            yield Block(label, tuple(_card(names, level.dimension, each, by_group) for each in _sorted(levels)))


def _sorted(levels: Iterable[Cursor]) -> list[Cursor]:
    def weight(level: Cursor) -> tuple[int, float]:
        line = first_line(level["board"])
        if line is None:
            return (3, 0.0)
        return (0 if line["clear"].value else 1 if "rank" in line else 2, -line["value"].value)

    return sorted(levels, key=weight)


def _card(names: Names, dimension: Cursor, level: Cursor, by_group: bool) -> Card:
    group, item = level["group"].value, level["item"].value
    label = _group_label(dimension, group) if by_group else names.questions[item]["label"].text
    link, line = Link(label, level["address"].text), first_line(level["board"])
    if line is None:
        return Card(link, ("planted models only" if level["board"]["planted"].value else "not measured",), None, False)
    model, value = names.models[line["engine"].text], points(line["value"], names.digits)
    if "rank" not in line:
        words: Sentence = (f"{model.label}, ", value, " points, not ranked")
    elif line["clear"].value:
        words = (f"{model.label}, ", value, " points")
    else:
        words = (f"no clear effect; the largest {model.label}, ", value, " points")
    return Card(link, words, model, line["clear"].value)


def _siblings(names: Names, level: Level, here: str) -> Iterator[Nav]:
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
