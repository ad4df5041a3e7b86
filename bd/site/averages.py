"""The averages behind the effects of one cell: how probable the followed option was in each version of the texts."""

from __future__ import annotations

from bd.report import contract
from bd.site.boards import Level
from bd.site.names import Names
from bd.site.numbers import points
from bd.site.openings import label_of
from bd.site.order import largest_first
from bd.site.records.boards import AverageRow, Averages
from bd.site.records.parts import Figure
from bd.site.verdicts import as_written, averages

__all__ = ["averages_of"]

_UNEDITED, _BEFORE, _AFTER = "As it was written", "Compared with", "Changed"
_OTHERS = "Average of the other groups"


def averages_of(names: Names, level: Level) -> Averages | None:
    """Return the averages of a level of one cell that follows confidence; None for any other."""
    if len(level.cells) != 1:
        return None
    cell = level.cells[0]
    known = largest_first(facet for facet in cell.measured if averages(facet) is not None)
    if not known:
        return None
    test, first = names.test_of(known[0]), averages(known[0])
    others = first is not None and first.others is not None
    heads = {
        "written": _UNEDITED if any(as_written(facet) is not None for facet in known) else "",
        "control": label_of(test, "control") or label_of(test, "from") or _BEFORE,
        "change": label_of(test, "measured", known[0].group) or _AFTER,
        "others": _OTHERS if others else "",
    }
    # A score sets the group against the others, so the control stands last; everything else starts from it.
    order = ("change", "others", "control", "written") if others else ("written", "control", "change")
    shown = [key for key in order if heads[key]]
    return Averages(
        positive=known[0].positive_label,
        heads=tuple(heads[key] for key in shown),
        rows=tuple(_row(names, facet, shown) for facet in known),
    )


def _row(names: Names, facet: contract.Result, shown: list[str]) -> AverageRow:
    def figure(key: str) -> Figure | None:
        found = averages(facet)
        at = as_written(facet) if key == "written" or found is None else getattr(found, key)
        return points(at, names.digits) if at is not None else None

    model = names.models[facet.engine]
    return AverageRow(model, names.build_label(model.id, facet.build), tuple(figure(key) for key in shown))
