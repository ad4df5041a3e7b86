"""What a group meets, question by question: the finding of each, under the part of life that it is about."""

from __future__ import annotations

from collections.abc import Iterator

from bd.site.boards import Level, level_of
from bd.site.grids import question_link
from bd.site.names import Names
from bd.site.records.parts import Sentence
from bd.site.records.pictures import Meaning
from bd.site.text import text
from bd.site.titles import level_title

__all__ = ["meaning_of"]


def meaning_of(names: Names, level: Level) -> Meaning | None:
    """Return what was found on each question of a group, in the order of the areas; None on other pages."""
    if level.kind != "group" or level.group is None:
        return None
    areas: dict[str, list[Sentence]] = {}
    for area, said in _found(names, level):
        areas.setdefault(area, []).append(said)
    group = names.levels(level.dimension.id).groups[level.group].label
    return Meaning(group, tuple((area, tuple(found)) for area, found in areas.items()))


def _found(names: Names, level: Level) -> Iterator[tuple[str, Sentence]]:
    for question in dict.fromkeys(cell.item for cell in level.cells):
        asked, link = names.questions[question], question_link(names, level, question)
        below = level_of(names, names.page(link.to))
        said = level_title(names, below, link.label, link)
        area = asked.area or ""
        yield area, said if link in said else text("meaning.found", question=link, found=said)
