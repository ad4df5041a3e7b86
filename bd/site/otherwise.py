"""A cell's effects held against more than the control: against other phrases of the test, and no phrase at all."""

from __future__ import annotations

from collections.abc import Iterator

from bd.report import contract
from bd.site.boards import Level
from bd.site.names import Names
from bd.site.openings import label_of
from bd.site.verdicts import AMONG_GROUPS, CLEAR, as_written, verdict
from bd.site.words import listed

__all__ = ["beyond_both", "of_same_test", "otherwise"]


def of_same_test(level: Level) -> list[contract.Cell]:
    """Return the other cells of the test of a level of one cell: those of other groups, asked the same question."""
    here = level.cells[0]
    cells = level.dimension.breakdown.cells
    return [c for c in cells if c.facet != here.facet and (c.edit, c.item) == (here.edit, here.item)]


def otherwise(names: Names, level: Level) -> str:
    """Name the models that another phrase of the test clearly moves the other way; nothing for several cells."""
    if len(level.cells) != 1:
        return ""
    found = list(_opposite(level))
    models = dict.fromkeys(names.models[facet.engine].label for facet in found)
    phrases = dict.fromkeys(label_of(names.test_of(f), "measured", f.group) for f in found)
    if not found or not all(phrases):
        return ""
    told = listed(f"“{phrase}”" for phrase in phrases)
    which = f"With {told}" if len(phrases) == 1 else f"With one or more of {told}"
    return f"{which} in the same place, {listed(models)} clearly {_verb('move', models)} the other way."


def beyond_both(names: Names, level: Level) -> str:
    """Name the models that the control phrase moves the same way and further; nothing for several cells."""
    found = [facet for facet in _clear(level) if _between(facet)] if len(level.cells) == 1 else []
    models = dict.fromkeys(names.models[facet.engine].label for facet in found)
    if not models:
        return ""
    move, them = _verb("move", models), "it" if len(models) == 1 else "them"
    against = "Held against the texts as they were written, with neither phrase"
    return f"{against}, {listed(models)} {move} the other way: the control phrase alone moves {them} further."


def _verb(verb: str, subjects: dict[str, None]) -> str:
    return f"{verb}s" if len(subjects) == 1 else verb


def _clear(level: Level) -> Iterator[contract.Result]:
    """Yield the clear effects of models that are compared, of those that start from the control."""
    for facet in level.measured:
        compared = not facet.planted and facet.measure not in AMONG_GROUPS
        if compared and verdict(facet) == CLEAR:
            yield facet


def _opposite(level: Level) -> Iterator[contract.Result]:
    """Yield the clear effects of other phrases that go toward another answer than the same model's goes here."""
    here = {facet.engine: facet.direction_label for facet in _clear(level)}
    for cell in of_same_test(level):
        for model, facet in cell.engines.items():
            if not isinstance(facet, contract.Result) or verdict(facet) != CLEAR or not facet.direction_label:
                continue
            if here.get(model) not in (None, "", facet.direction_label):
                yield facet


def _between(facet: contract.Result) -> bool:
    """Tell whether an average lies between those of the texts as written and of the control, and off both by enough."""
    neither, least = as_written(facet), facet.min_detectable
    if neither is None or least is None or facet.points is None or facet.points.control is None:
        return False
    control, changed = facet.points.control, facet.points.change
    return bool((changed - neither) * (changed - control) < 0 and abs(changed - neither) >= least)
