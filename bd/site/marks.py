"""What stands in a few words beside a result wherever it stands in a table: each thing that weakens or explains it.

One list for boards and tables of results, so that no table forgets one. Sentences are `bd.site.words`' part.
"""

from __future__ import annotations

from collections.abc import Iterator

from bd.effects.ranges import FEWEST_EVENTS
from bd.report import contract
from bd.site.text import worded
from bd.site.verdicts import RATES, UNCONTROLLED, faint, fewer, frame_differs, told_range, unseen

__all__ = ["alike_everywhere", "exact_because", "marks"]


def marks(facet: contract.Result) -> Iterator[str]:
    """Yield the remarks on a result that was measured, the weightiest first."""
    if unseen(facet):
        yield worded("mark.unseen")
    if facet.measure in RATES and facet.control_kind == UNCONTROLLED:
        yield worded("level.no-repeat")
    if facet.chance:
        yield worded("mark.chance")
    if facet.mostly_control:
        yield worded("mark.control")
    if facet.ranked_on is not None and facet.ranked_on == "common":
        yield worded("mark.common")
    if fewer(facet):
        yield worded("mark.fewer")
    if faint(facet):
        yield worded("mark.faint")
    if facet.ranked and facet.detected != facet.clear_joint:
        yield worded("mark.joint" if facet.detected else "mark.joint-clear")
    if frame_differs(facet):
        yield worded("mark.frames")
    if alike_everywhere(facet) and not unseen(facet):
        yield worded("mark.alike")


def alike_everywhere(facet: contract.Result) -> bool:
    """Return whether a range has no width because every text moved by the same amount."""
    low, high = told_range(facet)
    return low is not None and low == high


def exact_because(facet: contract.Result) -> str:
    """Return why an exact range is told: few texts changed, or few did not."""
    changed, texts = facet.changed, facet.n
    return (
        "so few answers stayed the same"
        if changed is not None and texts - changed < FEWEST_EVENTS <= changed
        else "so few answers changed"
    )
