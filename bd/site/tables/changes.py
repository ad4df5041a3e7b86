"""What differs between the data of one day and the edition before it, as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

from bd.report import contract
from bd.site.records.changes import CellTopic, ChangedTopic, ChangesPage, Past, Side
from bd.site.records.parts import Figure
from bd.site.tables.columns import Parts, Table, Value, number, text, whole
from bd.site.tables.units import PLACES, POINTS, TEXTS

__all__ = ["CHANGES", "changes"]

_SIDES = (("before", "in the edition before"), ("now", "on the day of the page"))


def changes(page: ChangesPage) -> Iterator[Parts]:
    """Yield every change that the page lists."""
    yield from _changed("changed verdict", page.verdicts)
    yield from _changed("moved beyond its range", page.moved)
    for line in page.places:
        places = {"before_place": _at(line.before), "now_place": _at(line.now)}
        yield {"kind": "changed place on the main board", "model": line.model.label, **places}
    yield from _cells("new result", page.new_results)
    yield from _cells("result gone", page.gone_results)


def _changed(kind: str, topics: Iterable[ChangedTopic]) -> Iterator[Parts]:
    for topic in topics:
        for line in topic.lines:
            where = {"kind": kind, "topic": topic.topic.label, "cell": line.cell.label, "address": line.cell.to}
            yield {**where, "model": line.model, **_side("before", line.before), **_side("now", line.now)}


def _side(name: str, side: Side) -> dict[str, Value]:
    numbers = {"effect": side.value, "lo": side.lo, "hi": side.hi, "texts": side.texts}
    return {f"{name}_{key}": _at(each) for key, each in numbers.items()} | {f"{name}_verdict": side.verdict}


def _at(found: Figure | Past | None) -> Value:
    """Return a number of today's data with its place there, one of an earlier edition without."""
    if found is None:
        return None
    value: float = orjson.loads(found.value)
    return contract.standing(value, found.key) if isinstance(found, Figure) else value


def _cells(kind: str, topics: Iterable[CellTopic]) -> Iterator[Parts]:
    for topic in topics:
        if topic.whole:
            yield {"kind": kind, "topic": topic.topic.label, "cell": "the whole characteristic"}
        for line in topic.lines:
            cell = {"cell": line.cell.label, "address": line.cell.to, "model": line.models}
            yield {"kind": kind, "topic": topic.topic.label, **cell}


CHANGES = Table(
    "changes",
    "One change between the data of a day and the edition before it",
    (
        text("kind", "What kind of change", "kind"),
        text("characteristic_label", "What the characteristic is called", "topic"),
        text("cell_label", "Group and question", "cell"),
        text("model_label", "What the model is called; several where results are new or gone", "model"),
        *(
            column
            for side, when in _SIDES
            for column in (
                number(f"{side}_effect", f"Effect {when}", f"{side}_effect", POINTS),
                number(f"{side}_lo", f"Lower end of its 95% range {when}", f"{side}_lo", POINTS),
                number(f"{side}_hi", f"Upper end of its 95% range {when}", f"{side}_hi", POINTS),
                text(f"{side}_verdict", f"Verdict {when}", f"{side}_verdict"),
                whole(f"{side}_texts", f"Texts {when}", f"{side}_texts", TEXTS),
                number(f"{side}_place", f"Place on the main board {when}", f"{side}_place", PLACES),
            )
        ),
        text("address", "Page of the result, followed by the model; empty where it has none today", "address"),
    ),
)
