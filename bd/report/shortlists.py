"""The part `shortlists`: who is among the first when a model puts all applicants in order.

It stands beside the boards and moves nobody's place. Rates, shares and ratios are fractions, as in the scored
rows, and not percentage points; a ratio of 1 is an equal chance.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from bd.effects.fourfifths import MARK
from bd.effects.records import DIGITS
from bd.effects.saved import shortlist_path
from bd.effects.shortlisted import AS_ASKED, BOTH_WAYS, Compared, Shortlisted, SideCount
from bd.report.names import Names
from bd.report.rates import ratio_part, reason_part
from bd.report.words import Words
from bd.study.records import Shortlist
from bd.study.shortlist import SHORTLIST

__all__ = ["shortlist_sources", "shortlists_part"]


def shortlists_part(names: Names, words: Words, rows: Iterable[Shortlisted]) -> dict[str, Any]:
    """Return every list, in the study's order; models that have no other result here have no page and are left out."""
    found: dict[tuple[str, ...], list[Shortlisted]] = defaultdict(list)
    for row in rows:
        if row.model in names.models:
            found[row.characteristic, row.decision, row.edit, row.label, row.group, row.reference].append(row)
    lists = [
        _list_part(names, words, characteristic.id, decision, shortlist, found[key])
        for characteristic in names.study.characteristics
        for shortlist in characteristic.shortlists
        for decision in shortlist.decisions
        for key in [(characteristic.id, decision, *_sides(shortlist))]
        if key in found
    ]
    return {"line": MARK, "upper_line": 1 / MARK, "lists": lists}


def shortlist_sources(names: Names, rows: Iterable[Shortlisted]) -> list[dict[str, Any]]:
    """Return the files of shortlists, as `provenance` lists scored files."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for row in rows:
        builds, characteristics = found.setdefault(row.decision, (set(), set()))
        builds.add(row.build)
        characteristics.add(names.characteristic(row.characteristic).label)
    return [
        {
            "id": f"{decision}-{SHORTLIST}",
            "path": shortlist_path(decision),
            "regenerated_by": "bd replay",
            "about": f"{', '.join(sorted(characteristics))}: {names.decision(decision).label}, {SHORTLIST}",
            "builds": sorted(builds),
        }
        for decision, (builds, characteristics) in sorted(found.items())
    ]


def _sides(shortlist: Shortlist) -> tuple[str, str, str, str]:
    return (shortlist.edit, shortlist.label, shortlist.group.value, shortlist.reference.value)


def _list_part(
    names: Names, words: Words, characteristic: str, decision: str, shortlist: Shortlist, rows: list[Shortlisted]
) -> dict[str, Any]:
    asked = names.decision(decision)
    return {
        "characteristic": characteristic,
        "decision": decision,
        "decision_label": asked.label,
        "positive": asked.positive,
        "positive_label": asked.option(asked.positive).label,
        "edit": shortlist.edit,
        "label": shortlist.label,
        "group": {"value": shortlist.group.value, "words": shortlist.group.words},
        "reference": {"value": shortlist.reference.value, "words": shortlist.reference.words},
        "study": shortlist_path(decision),
        "resamples": max(row.resamples for row in rows),
        "cuts": [
            {"share": share, "rows": _rows(names, words, [row for row in rows if row.share == share])}
            for share in sorted({row.share for row in rows})
        ],
    }


def _rows(names: Names, words: Words, rows: Iterable[Shortlisted]) -> list[dict[str, Any]]:
    """Return one row a build, the most unequal first; planted models and second builds come last."""
    builds: dict[str, dict[str, Shortlisted]] = defaultdict(dict)
    for row in rows:
        builds[row.build][row.variant] = row
    place = {model: n for n, model in enumerate(names.models)}

    def weight(variants: Mapping[str, Shortlisted]) -> tuple[Any, ...]:
        row = variants[AS_ASKED]
        return (row.build != row.model, row.model in names.planted, -_distance(row), place[row.model], row.build)

    return [_row(names, words, each) for each in sorted(builds.values(), key=weight)]


def _distance(row: Shortlisted) -> float:
    """Return how far a ratio is from 1, the same both ways; nothing for none."""
    ratio = row.everyone.ratio
    if ratio is None:
        return -1.0
    return math.inf if ratio == 0 else max(ratio, 1 / ratio)


def _row(names: Names, words: Words, variants: Mapping[str, Shortlisted]) -> dict[str, Any]:
    first = variants[AS_ASKED]
    logs = sorted({each for row in variants.values() for each in row.answers})
    return {
        "engine": first.model,
        "build": first.build,
        "planted": first.model in names.planted,
        "unpinned": any(row.unpinned for row in variants.values()),
        "as_asked": _reading(words, first),
        "both_ways": _reading(words, variants[BOTH_WAYS]) if BOTH_WAYS in variants else None,
        "answers": [{"path": path, "sha256": sha256} for path, sha256 in logs],
    }


def _reading(words: Words, row: Shortlisted) -> dict[str, Any]:
    changes = row.changes
    return {
        "asked": row.asked,
        "applicants": row.applicants,
        "seats": row.seats,
        "above_cut": row.above_cut,
        "tied_at_cut": row.tied_at_cut,
        "everyone": _compared(words, row.everyone),
        "qualified": None if row.qualified is None else _compared(words, row.qualified),
        "right": None
        if row.qualified is None
        else round(row.qualified.group.seats + row.qualified.reference.seats, DIGITS),
        "changes": None
        if changes is None
        else {
            "applicants": changes.applicants,
            "group": {"lose": changes.group.lose, "gain": changes.group.gain},
            "reference": {"lose": changes.reference.lose, "gain": changes.reference.gain},
        },
        "why_no_changes": reason_part(words.shortlist, row.why_no_changes),
    }


def _compared(words: Words, compared: Compared) -> dict[str, Any]:
    sides = {"group": _side(compared.group), "reference": _side(compared.reference)}
    return ratio_part(words.shortlist, compared) | sides


def _side(side: SideCount) -> dict[str, Any]:
    return {"applicants": side.applicants, "seats": side.seats, "rate": side.rate}
