"""What stands in a few words beside a result wherever it stands in a table: each thing that weakens or explains it.

One list for boards and tables of results, so that no table forgets one. Sentences are `bd.site.words`' part.
"""

from __future__ import annotations

from collections.abc import Iterator

from bd.effects.ranges import FEWEST_EVENTS
from bd.report import contract
from bd.site.text import worded
from bd.site.verdicts import FAINT, RATES, UNCONTROLLED, faint, fewer, frame_differs, told_range, unseen

__all__ = ["alike_everywhere", "exact_because", "marks"]


def marks(facet: contract.Result) -> Iterator[str]:
    """Yield the remarks on a result that was measured, the weightiest first."""
    if unseen(facet):
        yield "cannot see the change: its probabilities are exactly the same"
    if facet.measure in RATES and facet.control_kind == UNCONTROLLED:
        yield worded("level.no-repeat")
    if facet.chance:
        yield "cannot tell these options apart; read its figures with care"
    if facet.mostly_control:
        yield "mostly what the control phrase did, not the change"
    if facet.ranked_on is not None and facet.ranked_on == "common":
        yield "counted on the texts that every model answered, and on no others"
    if fewer(facet):
        yield "the control edit changed more answers than the change did"
    if faint(facet):
        yield f"clear, {FAINT}"
    if facet.ranked and facet.detected != facet.clear_joint:
        yield f"{'not clear' if facet.detected else 'clear'} once the control’s own uncertainty is counted in"
    if frame_differs(facet):
        yield "not clear when families of similar texts are drawn anew"
    if alike_everywhere(facet) and not unseen(facet):
        yield "the same in every text, so that drawing texts anew gives its range no width"


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
