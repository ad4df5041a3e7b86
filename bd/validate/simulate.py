"""Run one case: study after study is simulated and scored, and what should hold is counted.

Several studies stand on one list of texts and share its re-draws, a block; that this does not matter is shown by
`Count.dispersion`, and by cases whose blocks hold one study each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bd.validate.boards import family, places, unequal
from bd.validate.cases import Case
from bd.validate.chance import Chance
from bd.validate.controls import missing, sampled
from bd.validate.counts import difference, frames, rate, ratio
from bd.validate.coverage import Tally
from bd.validate.shifts import shift, stereotype

__all__ = ["BLOCK", "KINDS", "simulate"]

Kind = Callable[[Case, Chance, str, int, Tally], None]

KINDS: Mapping[str, Kind] = {
    "rate": rate,
    "between": rate,
    "difference": difference,
    "alarm": difference,
    "sampled": sampled,
    "missing": missing,
    "shift": shift,
    "stereotype": stereotype,
    "ratio": ratio,
    "frames": frames,
    "family": family,
    "unequal": unequal,
    "places": places,
    "power": difference,
    "power-shift": shift,
    "within": rate,
    "within-difference": difference,
    "within-shift": shift,
    "sharing": rate,
}
"""What can be simulated: each puts some studies on one list of texts, whose ids begin with the name it is given."""

BLOCK = 50
"""Studies that share a list of texts, and so its re-draws."""


def simulate(case: Case, studies: int, seed: int) -> Tally:
    """Return what was counted in `studies` simulated studies, or as many times that as the case says."""
    tally = Tally()
    left, block = round(studies * case.number("times", 1)), 0
    size = int(case.number("block", BLOCK))
    while left > 0:
        now = min(size, left)
        tally.next_block()
        KINDS[case.kind](case, Chance(seed, case.name, block), f"{case.name}-{seed}-{block}", now, tally)
        left, block = left - now, block + 1
    return tally
