"""The one rule for what a reported value comes to beyond its control: value less control, where both are published.

Signs stay as the source has them. Nothing else is ever worked out from a reported figure.
"""

from __future__ import annotations

from bd.effects.records import DIGITS
from bd.report.reported.records import ControlKind, Measure, Range, ReportedControl

__all__ = ["beyond_control"]


def beyond_control(
    value: float,
    lo: float | None,
    hi: float | None,
    *,
    control: ReportedControl | None,
    kind: ControlKind | None,
    measure: Measure,
) -> tuple[float | None, Range | None]:
    """Return the effect and its range; None where the source does not publish what it takes.

    A control that is to be subtracted gives value less control, its range less the control's point. Where the
    comparison is within the value, a difference is the effect itself; a count of changed answers is not, since nothing
    has been taken from it.
    """
    if control is None or kind is None:
        return None, None
    within = 0.0 if measure.difference else None
    taken = control.value if kind.subtract else within
    if taken is None:
        return None, None
    ends = None if lo is None or hi is None else (_less(lo, taken), _less(hi, taken))
    return _less(value, taken), ends


def _less(value: float, taken: float) -> float:
    return round(value - taken, DIGITS) + 0.0
