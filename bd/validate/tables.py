"""Tables of the document: one line a case, so that a case that is run again can be compared with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bd.validate import exact
from bd.validate.cases import Case
from bd.validate.coverage import Count, Mean
from bd.validate.demands import demands, expected_events
from bd.validate.results import Result

__all__ = ["SECTIONS", "Section", "line", "percent", "points", "rows", "table"]

Show = Callable[[Result], str]

_WORDS = {"within": "as it should be", "chance": "off by no more than chance"}
_SHORT = {"short": "**falls short**", "wide": "**too often**"}
_HEADINGS = {
    "n": "texts",
    "rate": "rate",
    "ratio": "ratio",
    "control": "control's rate",
    "shared": "events shared",
    "fixed": "control fixed",
    "elsewhere": "control's texts",
    "missing": "control missing",
    "lean": "times where changed",
    "law": "law",
    "add": "added",
    "groups": "groups",
    "beyond": "beyond others",
    "frames": "frames",
    "cells": "cells",
    "models": "models",
    "others": "of other cells",
    "noisy": "law of the others",
    "effect": "effect",
    "block": "studies on one list",
}
"""Settings that are told, in the order of the columns."""


@dataclass(frozen=True)
class Section:
    """One table of the document."""

    kinds: tuple[str, ...]
    columns: tuple[tuple[str, Show], ...]
    """Headings, and what stands below them."""
    judged: bool = True
    """Whether a verdict stands at the end of a line."""


def percent(share: float) -> str:
    """Return a share as readers see it, with one decimal.

    >>> percent(0.9555)
    '95.5%'
    """
    return f"{100 * share:.1f}%"


def points(fraction: float) -> str:
    """Return a fraction in points, with two decimals."""
    return f"{100 * fraction:.2f}"


def _share(name: str) -> Show:
    def show(result: Result) -> str:
        count: Count = result.counts[name]
        low, high = count.bounds
        return f"{percent(count.share)} ({100 * low:.1f} to {100 * high:.1f})"

    return show


def _bare(name: str) -> Show:
    return lambda result: percent(result.counts[name].share)


def _mean(name: str) -> Show:
    def show(result: Result) -> str:
        mean: Mean = result.means[name]
        return points(mean.value)

    return show


def _exactly(name: str) -> Show:
    def show(result: Result) -> str:
        case = result.case
        return percent({"range": exact.range_coverage, "row": exact.row_coverage}[name](case.n, case.number("rate")))

    return show


def _sum_of_alarms(result: Result) -> str:
    case = result.case
    return percent(exact.alarms(case.n, case.number("rate"))) if "fixed" in case.settings else "-"


def _events(result: Result) -> str:
    return f"{expected_events(result.case):.4g}"


def _control_events(result: Result) -> str:
    case = result.case
    return f"{case.number('control') * case.number('elsewhere', case.n):.4g}"


def _effect(result: Result) -> str:
    case = result.case
    return points(case.number("rate") - case.number("control") if "rate" in case.settings else case.number("add"))


def _dispersion(result: Result) -> str:
    found = result.counts["range"].dispersion
    return "-" if found is None else f"{found[0]:.0f} on {found[1]}"


SECTIONS = {
    "rates": Section(
        ("rate", "between"),
        (
            ("expected events", _events),
            ("`range`", _share("range")),
            ("exact sum", _exactly("range")),
            ("the row", _share("row")),
            ("exact sum", _exactly("row")),
            ("few", _bare("few")),
        ),
    ),
    "differences": Section(
        ("difference",),
        (
            ("events", _events),
            ("control's events", _control_events),
            ("`range`, less the control's point", _share("range")),
            ("`range`, whole difference", _bare("range_difference")),
            ("`joint_range`", _share("joint")),
            ("the row", _share("row")),
        ),
    ),
    "alarms": Section(
        ("alarm",),
        (("`clear`", _share("clear")), ("exact sum", _sum_of_alarms), ("`clear_joint`", _share("clear_joint"))),
    ),
    "sampled": Section(
        ("sampled",),
        (
            ("`joint_range`", _share("joint")),
            ("`clear`", _bare("clear")),
            ("`clear_joint`", _share("clear_joint")),
            ("clear, nothing subtracted", _bare("clear_alone")),
        ),
    ),
    "missing": Section(
        ("missing",),
        (
            ("`joint_range`, on texts with both", _share("joint")),
            ("the row", _share("row")),
            ("`joint_range`, on all texts", _bare("whole")),
            ("estimate within `range`", _bare("inside")),
            ("ranked", _bare("ranked")),
        ),
    ),
    "shifts": Section(
        ("shift",), (("rarest move, expected", _events), ("`range`", _share("range")), ("`clear`", _bare("clear")))
    ),
    "stereotypes": Section(("stereotype",), (("one group", _share("range")), ("another group", _share("joint")))),
    "ratios": Section(
        ("ratio",),
        (
            ("range of the ratio", _share("range")),
            ("called under four fifths", _share("under")),
            ("may be under", _bare("may_be")),
        ),
    ),
    "frames": Section(("frames",), (("`range`", _share("range")), ("`frame_range`", _share("frame_range")))),
    "families": Section(
        ("family",),
        (
            ("the headline's `family_range`", _share("headline")),
            ("its own `joint_range`", _bare("headline_alone")),
            ("all cells at once", _share("all")),
            ("all, each in its own", _bare("each_alone")),
        ),
    ),
    "selection": Section(
        ("family",), (("headline reads", _mean("reads")), ("`unselected` reads", _mean("unselected"))), judged=False
    ),
    "unequal": Section(
        ("unequal",),
        (
            ("the headline's `family_range`", _share("headline")),
            ("headline reads", _mean("reads")),
            ("`unselected` reads", _mean("unselected")),
            ("the truth of what is picked", _mean("true")),
        ),
    ),
    "places": Section(
        ("places",),
        (
            ("all in `place_range`", _share("all")),
            ("mean width", lambda result: f"{result.means['width'].value:.1f}"),
            ("all, by headlines alone", _bare("heads_all")),
            ("its width", lambda result: f"{result.means['heads_width'].value:.1f}"),
            ("all in re-drawn ranks", _bare("naive_all")),
            ("one in re-drawn ranks", _bare("naive_each")),
        ),
    ),
    "power": Section(
        ("power", "power-shift"),
        (
            ("effect, points", _effect),
            ("mean `min_detectable`", _mean("min_detectable")),
            ("`clear`", _share("clear")),
            ("`clear_joint`", lambda r: _share("clear_joint")(r) if "clear_joint" in r.counts else "-"),
        ),
    ),
    "within": Section(("within", "within-difference", "within-shift"), (("`within_point`", _share("within_point")),)),
    "sharing": Section(("sharing",), (("`range`", _share("range")), ("chi-square of the lists", _dispersion))),
}
"""The tables by name, in the order of the document."""


def _verdict(result: Result) -> str:
    words = []
    for name, found in result.verdicts.items():
        limits = next(d.limits for d in demands(result.case) if d.statistic == name)
        if found in _WORDS:
            words.append(_WORDS[found])
        elif found == "wide" and limits.low > 0:
            words.append("**too wide**")
        else:
            words.append(_SHORT[found])
    if not words:
        return "not held to limits"
    return words[0] if len(set(words)) == 1 else ", ".join(words)


def _settings(cases: Iterable[Case]) -> list[str]:
    used = {key for case in cases for key in case.settings}
    return [key for key in _HEADINGS if key in used]


def line(section: Section, result: Result, settings: Sequence[str]) -> str:
    """Return one line of a table."""
    told = [str(result.case.settings.get(key, "-")) for key in settings]
    cells = [*told, *(show(result) for _, show in section.columns)]
    return "| " + " | ".join([*cells, _verdict(result)] if section.judged else cells) + " |"


def rows(name: str, results: Iterable[Result], every: Iterable[Case]) -> list[str]:
    """Return the lines of one table for some results; `every` case of the table decides on its columns."""
    section = SECTIONS[name]
    settings = _settings(case for case in every if case.kind in section.kinds)
    return [line(section, result, settings) for result in results if result.case.kind in section.kinds]


def table(name: str, results: Sequence[Result]) -> str:
    """Return one table with its headings."""
    section = SECTIONS[name]
    cases = [r.case for r in results]
    settings = _settings(case for case in cases if case.kind in section.kinds)
    headings = [*(_HEADINGS[key] for key in settings), *(heading for heading, _ in section.columns)]
    ruler = ["---:"] * len(headings)
    if section.judged:
        headings, ruler = [*headings, "verdict"], [*ruler, "---"]
    lines = ["| " + " | ".join(cells) + " |" for cells in (headings, ruler)]
    return "\n".join([*lines, *rows(name, results, cases)])
