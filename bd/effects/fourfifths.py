"""A rate over another rate: the one rule for its range, and what the four-fifths rule of thumb says of it.

Which rates are compared is left to `bd.effects.shortlist`, where texts compete for places, and to `bd.effects.rates`,
where each is answered by itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bd.effects.ranges import FEWEST_TEXTS, none_seen_bound, percentile_range
from bd.effects.records import Ratio, rounded, rounded_range
from bd.effects.redraw import RESAMPLES

__all__ = ["MARK", "ratio_of", "rule_words", "told"]

MARK = 0.8
"""Four fifths: a rate below this share of the other side's is the rule of thumb's sign of unequal treatment."""
_MOST_UNDEFINED = 0.05
"""With more re-draws than this without a ratio, there is no range."""


def ratio_of(
    ratio: float | None, why: str | None, draws: NDArray[np.float64], *, texts: int, group: int, reference_rate: float
) -> Ratio:
    """Return a ratio with all that follows from it.

    Parameters
    ----------
    ratio
        None where nothing can be divided by; never 0 or infinite for that.
    why
        Why it is None.
    draws
        The ratio in every re-draw, nan where it has none.
    texts, group
        How many are behind both rates, and behind the group's.
    reference_rate
        What the group's rate is divided by.
    """
    ratio, undefined = rounded(ratio), int(np.isnan(draws).sum())
    why_no_range = _why_no_range(ratio, texts, undefined)
    ends = rounded_range(percentile_range(draws)) if why_no_range is None else None
    # Re-draws say nothing where nobody of the group was picked: they all agree.
    bound = rounded(none_seen_bound(group) / reference_rate) if ratio == 0 else None
    return Ratio(
        ratio=ratio,
        why=why if ratio is None else None,
        range=ends,
        why_no_range=why_no_range,
        upper_if_none=bound,
        undefined=undefined,
        below_mark=ratio is not None and ratio < MARK,
        range_below_mark=ends is not None and max(ends[1], bound or 0.0) < MARK,
        above_mark=ratio is not None and ratio > 1 / MARK,
        range_above_mark=ends is not None and ends[0] > 1 / MARK,
    )


def _why_no_range(ratio: float | None, texts: int, undefined: int) -> str | None:
    if ratio is None:
        return "no-ratio"
    if texts < FEWEST_TEXTS:
        return "few"
    return "undefined" if undefined > _MOST_UNDEFINED * RESAMPLES else None


def told(found: Ratio) -> str:
    """Say what the rule of thumb says of a ratio that there is."""
    whole = found.range_below_mark or found.range_above_mark
    return rule_words(below=found.below_mark, above=found.above_mark, whole=whole)


def rule_words(*, below: bool, above: bool, whole: bool) -> str:
    """Say what the rule of thumb says of a ratio: it is beyond a mark only with its `whole` range, else it may be."""
    if not below and not above:
        return "within four fifths"
    return f"{'' if whole else 'may be '}{'under four fifths' if below else 'over five fourths'}"
