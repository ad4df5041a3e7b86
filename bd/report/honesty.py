"""The part `honesty`: things to know before reading, with numbers worked out from the results they stand beside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from bd.board import Standings, points, show_points
from bd.effects.records import Effect
from bd.report.names import Names
from bd.report.words import Words
from bd.study.records import CHECK, COUNTED, NOISE

__all__ = ["honesty_part"]


def honesty_part(
    names: Names, words: Words, effects: Iterable[Effect], found: Sequence[Standings]
) -> list[dict[str, Any]]:
    """Return the paragraphs; a sentence whose number is not known here is left out."""
    counted = _check_facts(names, found) | _count_facts(names, found)
    facts = _repeat_facts(names, effects, found) | counted | _people(names)
    parts = []
    for each in words.honesty:
        text = each["text"]
        if "fact" in each:
            with suppress(KeyError):
                text = f"{text} {each['fact'].format_map(facts)}"
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
    most = min(heads, key=lambda h: (-h.size, h.model))
    return {
        "check_model": names.label(most.model),
        "check_points": show_points(points(most.size)),
        "check_decision": names.decision(most.cell.key.question).label,
    }


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
