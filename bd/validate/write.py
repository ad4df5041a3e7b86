"""The document: what was simulated, what was found, and in plain words what falls short and what is wide, and why.

Its sentences are kept in `document.md`; here every place of it that holds numbers is filled in.
"""

from __future__ import annotations

import string
import textwrap
from collections.abc import Sequence
from importlib.resources import files

from bd.validate import sums
from bd.validate.cases import Case
from bd.validate.demands import demands
from bd.validate.figures import Figures
from bd.validate.results import Result
from bd.validate.simulate import BLOCK
from bd.validate.tables import SECTIONS, percent, table

__all__ = ["document"]

_WIDTH = 118


def document(results: Sequence[Result], studies: int, seed: int, figures: Figures | None) -> str:
    """Return the whole document; the same results give the same bytes."""
    template = string.Template(files("bd.validate").joinpath("document.md").read_text("utf-8"))
    filled = {f"table_{name}": table(name, results) for name in SECTIONS}
    return template.substitute(
        filled,
        studies=f"{studies:,}",
        seed=seed,
        cases=len(results),
        block=BLOCK,
        held=_held(results),
        outside=_outside(results),
        sums_grid=sums.grid(),
        sums_short=sums.short(),
        sums_bands=sums.bands(),
        sums_exact=sums.exact_ranges(),
        larger=f"{sums.LARGER:,}",
        dispersion=_dispersion(results),
        figures=_figures(figures),
    )


def _held(results: Sequence[Result]) -> str:
    verdicts = [found for result in results for found in result.verdicts.values()]
    good, chance = verdicts.count("within"), verdicts.count("chance")
    return textwrap.fill(
        f"{len(verdicts)} shares are held to limits. {good} lie within them, {chance} lie outside by no more than "
        f"chance explains, and {len(verdicts) - good - chance} by more than that.",
        _WIDTH,
    )


def _outside(results: Sequence[Result]) -> str:
    lines = []
    for result in results:
        for demand in demands(result.case):
            if result.verdicts[demand.statistic] in ("short", "wide"):
                count, limits = result.counts[demand.statistic], demand.limits
                lines.append(
                    f"- {_named(result.case)}, `{demand.statistic}`: {percent(count.share)}, and not "
                    f"{percent(limits.low)} to {percent(limits.high)}"
                )
    return "\n".join(["By more than chance:", "", *lines] if lines else ["None is broken."])


def _named(case: Case) -> str:
    return ", ".join([case.kind, *(f"{key} {value}" for key, value in case.settings.items())])


def _dispersion(results: Sequence[Result]) -> str:
    found = [
        count.dispersion
        for result in results
        for name, count in result.counts.items()
        if name in ("range", "joint", "row", "frame_range", "all") and count.dispersion is not None
    ]
    square, freedom = sum(f[0] for f in found if f), sum(f[1] for f in found if f)
    return f"{square / freedom:.2f}" if freedom else "not known"


def _figures(figures: Figures | None) -> str:
    if figures is None:
        return "The published counts are not at hand here."
    left = " and ".join(f"{count} of the measure {measure}" for measure, count in figures.not_rebuilt.items())
    return textwrap.fill(
        f"Of {figures.all} published cells, {figures.rebuilt} can be rebuilt from what is published, and "
        f"{figures.agree} of these come out to the published digit: {figures.values} rates with a whole count "
        f"({figures.redrawn} of them with a range from 1,000 re-draws, which ours meets within three standard errors "
        f"of re-drawing, and {figures.wilson} with Wilson's range, which ours gives to the digit), and "
        f"{figures.shortlists} ratios of two shortlist rates. {figures.controls} controls have a count and come out "
        f"too. The others, {left}, are means of moves of confidence: their answers are not published, and no count "
        "stands for them, so that nothing can be rebuilt but the subtraction.",
        _WIDTH,
    )
