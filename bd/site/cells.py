"""Tables of cells: every result below a level, with everything that is known about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bd.report import contract
from bd.site.counted import direction, tipped
from bd.site.marks import marks
from bd.site.names import Names
from bd.site.numbers import count, points, share, span
from bd.site.order import largest_first
from bd.site.rates import selection_rates
from bd.site.records.boards import CellGroup, CellRow, CommonResult, Way
from bd.site.records.parts import Figure, Link, Span, Unmeasured
from bd.site.verdicts import (
    AMONG_GROUPS,
    RATES,
    REVERSE,
    direction_counts,
    possible,
    sign,
    verdict,
    verdict_words,
)

__all__ = ["MOST_ROWS", "cell_groups", "folded", "topic_groups"]

MOST_ROWS = 400
"""Results in the table of a page that shows several cells: some 30 kB when compressed."""


def _facets(cell: contract.Cell) -> list[contract.Outcome]:
    return largest_first([*(f for f in cell.engines.values()), *(f for _, f in cell.builds.items())])


def cell_groups(names: Names, cells: Sequence[contract.Cell]) -> tuple[CellGroup, ...]:
    """Return one group for each cell, its models largest first; the cell with the largest effect comes first."""
    return tuple(_group(names, facets) for facets in _by_first(_facets(cell) for cell in cells))


def folded(groups: Sequence[CellGroup]) -> tuple[CellGroup, ...]:
    """Return groups with so few rows that a page stays light; what is left out stands on the page of each cell."""
    if sum(len(group.rows) for group in groups) <= MOST_ROWS:
        return tuple(groups)
    most = max(1, MOST_ROWS // len(groups))
    return tuple(
        replace(group, rows=group.rows[:most], unmeasured=(), more=len(group.rows[most:]) + len(group.unmeasured))
        for group in groups
    )


def topic_groups(names: Names, cells: Sequence[contract.Cell], model: str) -> tuple[CellGroup, ...]:
    """Return one group for each cell with the builds of one model alone; the cell with the largest effect first."""
    own = [[f for f in _facets(cell) if f.engine == model] for cell in cells]
    return tuple(_group(names, facets) for facets in _by_first(own))


def _by_first(groups: Iterable[list[contract.Outcome]]) -> list[list[contract.Outcome]]:
    """Return groups of results in the order of the first result of each."""
    found = {id(facets[0]): facets for facets in groups}
    return [found[id(first)] for first in largest_first(facets[0] for facets in found.values())]


def _group(names: Names, facets: Sequence[contract.Outcome]) -> CellGroup:
    missing = [f for f in facets if isinstance(f, contract.Missing)]
    return CellGroup(
        link=Link(facets[0].label, facets[0].address),
        measure=next((f.raw.label for f in facets if isinstance(f, contract.Result)), ""),
        rows=tuple(_row(names, facet) for facet in facets if isinstance(facet, contract.Result)),
        unmeasured=tuple(Unmeasured(names.models[f.engine], f.why) for f in missing),
    )


def _row(names: Names, facet: contract.Result) -> CellRow:
    model, excess, floor, raw = names.models[facet.engine], facet.excess, facet.floor, facet.raw

    def pts(at: float | None) -> Figure | None:
        return points(at, names.digits) if at is not None else None

    def ends(at: contract.Range | None) -> Span | None:
        return span(at[0], at[1], names.digits) if at is not None else None

    largest = possible(facet)
    among = facet.measure in AMONG_GROUPS
    return CellRow(
        model=model,
        build=names.build_label(model.id, facet.build),
        clear=facet.ranked and facet.detected,
        verdict=verdict_words(facet),
        why=tuple(reason.text for reason in facet.why_not_ranked),
        marks=tuple(marks(facet)),
        value=pts(raw.value),
        control=points(floor.value, names.digits),
        control_words=floor.label,
        control_kind=facet.control_kind,
        control_within=facet.measure not in RATES and facet.control_kind == _VERSION,
        effect=points(excess.value, names.digits),
        range=span(excess.lo, excess.hi, names.digits),
        joint=ends(facet.joint_range),
        exact=ends(facet.exact_range),
        texts=count(facet.n),
        left_out=tuple((cause, count(number)) for cause, number in facet.left_out.items()),
        mark=sign(facet),
        direction=direction(facet),
        direction_counts=_settled(facet),
        by_confidence=facet.measure not in RATES,
        tipped=_tipped(facet),
        ways=_ways(names, facet),
        accuracy=share(facet.accuracy) if facet.accuracy is not None else None,
        accuracy_range=_share_span(facet.accuracy_range),
        within_point=ends(facet.range_90) if facet.within_point else None,
        frames=count(facet.frames) if facet.frames is not None and facet.frame_range is not None else None,
        by_frame=ends(facet.frame_range),
        common=_common(names, facet.common),
        found_from=pts(facet.min_detectable) if facet.min_detectable else None,
        possible_to=None
        if largest is None or facet.detected or verdict(facet) == REVERSE
        else points(largest, names.digits),
        changed=count(facet.changed) if facet.changed is not None and not among else None,
        rates=selection_rates(facet),
        unpinned=facet.unpinned,
    )


_VERSION = "version"


def _settled(facet: contract.Result) -> tuple[Figure, Figure] | None:
    """Return the counts behind a direction that is told; where it is not, the words for it hold them."""
    counts = direction_counts(facet)
    if counts is None or not counts.settled:
        return None
    return count(counts.toward), count(counts.changed)


def _tipped(facet: contract.Result) -> tuple[Figure, Figure] | None:
    """Return how many answers changed and how many went the way that confidence did, where that is measured."""
    found = tipped(facet)
    return None if found is None else (count(found[0]), count(found[1]))


def _ways(names: Names, facet: contract.Result) -> tuple[Way, ...]:
    """Return both ways of an edit that goes both ways, each with the option that its changed answers went to.

    All texts are read one way, so what goes toward an option for the first kind comes away from it for the other.
    """
    ways, toward = facet.directions, facet.direction_label or ""
    if len(ways) < 2 or not toward:
        return ()
    labels = [option.label for option in names.questions[facet.item].options]
    away = next(label for label in labels if label != toward)
    to = (toward, away)
    return tuple(
        Way(w.from_, count(w.n), count(w.changed), count(w.toward), option) for w, option in zip(ways, to, strict=True)
    )


def _share_span(ends: contract.Range | None) -> Span | None:
    return Span(share(ends[0]), share(ends[1])) if ends is not None else None


def _common(names: Names, common: contract.CommonTexts | None) -> CommonResult | None:
    if common is None:
        return None
    value = points(common.value, names.digits) if common.value is not None else None
    ends = span(common.lo, common.hi, names.digits)
    return CommonResult(count(common.n), count(common.models), value, ends)
