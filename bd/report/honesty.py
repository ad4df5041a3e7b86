"""The part `honesty`: things to know before reading, with numbers worked out from the results they stand beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from bd.board import Cell, Standings, points, show_points
from bd.effects.columns import MEASURES
from bd.effects.records import Effect
from bd.report.names import Names
from bd.report.words import Words
from bd.study.records import CHECK, COUNTED, NOISE

__all__ = ["honesty_part"]

_MILLION = 1_000_000


def honesty_part(
    names: Names, words: Words, effects: Iterable[Effect], found: Sequence[Standings]
) -> list[dict[str, Any]]:
    """Return the paragraphs; a sentence whose number is not known here is left out."""
    effects = tuple(effects)
    counted = _check_facts(names, found) | _count_facts(names, found) | _answer_facts(names, found)
    facts = _repeat_facts(names, effects, found) | counted | _loaded(names, effects) | _people(names)
    parts = []
    for each in words.honesty:
        text = each["text"]
        for fact in each.get("facts", ()):
            with suppress(KeyError):
                text = f"{text} {fact.format_map(facts)}"
        parts.append({"id": each["id"], "title": each["title"], "text": text})
    return parts


def _repeat_facts(names: Names, effects: Iterable[Effect], found: Iterable[Standings]) -> dict[str, str]:
    """Return which model changes its answers most when asked again, of the builds that have a place.

    A second build may draw its answers where the ranked one does not: its noise is not that of the model compared here.
    """
    noise = {c.id for c in names.study.characteristics if c.kind == NOISE}
    placed = {s.headline.build for f in found for s in f.top.board.standings if f.characteristic.kind == COUNTED}
    rows = [e for e in effects if e.characteristic in noise and e.value and e.build in placed]
    if not rows:
        return {}
    most = min(rows, key=lambda e: (-(e.value or 0), e.build, e.decision))
    return {
        "repeat_model": names.label(most.model),
        "repeat_points": show_points(points(most.value or 0)),
        "repeat_decision": names.decision(most.decision).label,
    }


def _check_facts(names: Names, found: Sequence[Standings]) -> dict[str, str]:
    heads = [s.headline for f in found if f.characteristic.kind == CHECK for s in f.top.board.clear]
    if not heads:
        return {}
    return _told(names, "check", min(heads, key=lambda h: (-h.size, h.model)).cell)


def _answer_facts(names: Names, found: Iterable[Standings]) -> dict[str, str]:
    """Return the largest and the smallest clear effect on answers of the models that have a place."""
    cells = [
        cell
        for each in found
        if each.characteristic.kind == COUNTED
        for standing in each.top.board.standings
        for cell in standing.headline.cells
        if cell.ranked and cell.clear and MEASURES[cell.effect.measure].counts
    ]
    if not cells:
        return {}
    largest = min(cells, key=lambda cell: (-cell.size, cell.effect.key))
    smallest = min(cells, key=lambda cell: (cell.size, cell.effect.key))
    people = {"small_people": f"{round(_MILLION * smallest.size):,}"}
    return _told(names, "edit", largest) | _told(names, "small", smallest) | people


def _told(names: Names, name: str, cell: Cell) -> dict[str, str]:
    return {
        f"{name}_model": names.label(cell.effect.model),
        f"{name}_points": show_points(points(cell.size)),
        f"{name}_decision": names.decision(cell.key.question).label,
    }


def _loaded(names: Names, effects: Iterable[Effect]) -> dict[str, str]:
    """Return the first loaded question that was asked: one that compares groups with each other."""
    asked = sorted({e.decision for e in effects if MEASURES[e.measure].against_others})
    return {"loaded": names.decision(asked[0]).question} if asked else {}


def _people(names: Names) -> dict[str, str]:
    """Return who is in the texts, as far as the study says so."""
    sets = dict.fromkeys(decision.texts for _, decision in sorted(names.study.decisions.items()))
    said = dict.fromkeys(people for each in sets if (people := names.study.texts[each].people))
    return {"people": " ".join(said)} if said else {}


def _count_facts(names: Names, found: Sequence[Standings]) -> dict[str, str]:
    cells = [c for f in found for model in names.models for c in f.cells.get(model, {}).values()]
    measured = [c for c in cells if c.measured and c.effect.model not in names.planted]
    if not measured:
        return {}
    # A clear reverse is clear, the other way: it is no result that the texts could not tell.
    other_way = sum(c.clearly_reverse for c in measured)
    unclear = sum(not c.clear for c in measured) - other_way
    return {"measured": f"{len(measured):,}", "unclear": f"{unclear:,}", "other_way": f"{other_way:,}"}
