"""The picture of a level of one cell that follows confidence: as written, with the control, and with the change."""

from __future__ import annotations

from collections.abc import Iterator

from bd.report import contract
from bd.site.boards import Level, drawn_lines, facet_of
from bd.site.names import Names
from bd.site.numbers import points, span
from bd.site.openings import label_of
from bd.site.records.parts import Figure
from bd.site.records.pictures import Swing
from bd.site.swings import Moved, swing
from bd.site.text import worded
from bd.site.verdicts import as_written, averages, told_range

__all__ = ["level_picture"]


def level_picture(names: Names, level: Level) -> Swing | None:
    """Return the picture; None where there are several cells, or where answers are counted."""
    if len(level.cells) != 1:
        return None
    facets = [facet for facet in (facet_of(level, line) for line in drawn_lines(level)) if averages(facet) is not None]
    if not facets:
        return None
    test, question = names.test_of(facets[0]), names.questions[facets[0].item]
    others = any(found.others is not None for found in map(averages, facets) if found is not None)
    labels = (
        worded("swing.others") if others else label_of(test, "control") or label_of(test, "from"),
        label_of(test, "measured", facets[0].group),
        "" if others else worded("swing.written"),
    )
    positive = question.positive
    ends = [option.label for option in question.options if option.id != positive]
    followed = facets[0].positive_label
    return swing(
        "points",
        worded("swing.title", option=followed),
        (ends[0] if len(ends) == 1 else worded("swing.other"), followed),
        labels,
        list(_moved(names, level, facets)),
        whole=False,
    )


def _moved(names: Names, level: Level, facets: list[contract.Result]) -> Iterator[Moved]:
    for facet in facets:
        found, model = averages(facet), names.models[facet.engine]
        if found is None:
            continue
        before = found.others if found.others is not None else found.control
        if before is None or found.change is None:
            continue
        written = None if found.others is not None else as_written(facet)
        size = facet.excess.value
        yield Moved(
            model=model,
            to=names.engine_topic(model.id, level.dimension.id),
            before=_point(before, names.digits),
            after=_point(found.change, names.digits),
            written=None if written is None else _point(written, names.digits),
            value=points(size, 1),
            range=span(*told_range(facet), 1),
        )


def _point(at: float, digits: int) -> tuple[float, Figure]:
    return at, points(at, digits)
