"""The part `overall.agreement`: whether the characteristics of the main board agree on the order of the models.

What is compared is `bd.board.agreement`'s part, the statistics are `bd.agree`'s. Here they are put together with what
the replay said of ranges and reliability, and told in words for a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from bd.agree.compare import BEYOND_CHANCE, NOT_BEYOND_CHANCE, TOO_NOISY, verdict
from bd.agree.concordance import LEAST, concordance
from bd.agree.orders import tau_b
from bd.agree.part import concordance_part, digits
from bd.agree.reliability import NOISY, ceiling
from bd.board.agreement import Compared, compared
from bd.board.overall import MainBoard
from bd.board.records import AgreementRow
from bd.report.words import Words
from bd.said import many

__all__ = ["agreement_lines", "agreement_part"]

_SAID = {
    BEYOND_CHANCE: "The characteristics agree on the order of the models more than chance does",
    NOT_BEYOND_CHANCE: "The characteristics do not agree on the order of the models more than chance does",
    TOO_NOISY: "Too noisy to tell whether the characteristics agree on the order of the models",
}


def agreement_part(words: Words, board: MainBoard, row: AgreementRow | None) -> dict[str, Any]:
    """Return whether the counted characteristics agree on the order of the models.

    Parameters
    ----------
    words
        For the rule by which characteristics and models are chosen.
    board
        The main board.
    row
        What re-draws say of it; None where that is not known, and then there is no range and no reliability.
    """
    chosen = compared(board)
    found = concordance(chosen.places * -1.0) if chosen.enough else None
    reliable = dict(zip(board.counted, row.reliabilities, strict=True)) if row is not None else {}
    own = None if row is None else [reliable[name] for name in chosen.characteristics]
    return {
        "verdict": verdict(found, own),
        "rule": words.agreement_rule,
        "least": LEAST,
        "noisy_below": NOISY,
        "dimensions": list(chosen.characteristics),
        "engines": list(chosen.models),
        "gaps": list(chosen.gaps),
        "no_order": list(chosen.no_order),
        "without_one": list(_without_one(chosen)),
        "reliability": [{"dimension": n, "value": r, "noisy": _noisy(r)} for n, r in reliable.items()],
        "pairs": [_pair(board, a, b, reliable) for a, b in combinations(board.counted, 2)],
    } | concordance_part(found, None if row is None or found is None else row.range)


def _noisy(reliability: float | None) -> bool:
    return reliability is None or reliability < NOISY


def _without_one(chosen: Compared) -> Iterator[dict[str, Any]]:
    """Yield W with each characteristic, and then with each model, left out: a finding that hangs on one of them."""
    for kind, axis, left_out in (("dimension", 0, chosen.characteristics), ("engine", 1, chosen.models)):
        for number, name in enumerate(left_out):
            found = concordance(np.delete(chosen.places, number, axis) * -1.0)
            if found is not None:
                yield {
                    "kind": kind,
                    "id": name,
                    "w": digits(found.w),
                    "null_95": digits(found.null_95),
                    "beyond_chance": found.beyond_chance,
                }


def _pair(board: MainBoard, a: str, b: str, reliable: Mapping[str, float | None]) -> dict[str, Any]:
    """Return two characteristics compared on every model that has a place on both."""
    both = [row.positions for row in board.rows if a in row.positions and b in row.positions]
    first, second = reliable.get(a), reliable.get(b)
    known = first is not None and second is not None
    return {
        "a": a,
        "b": b,
        "engines": len(both),
        "tau_b": digits(tau_b([places[a] for places in both], [places[b] for places in both])),
        "ceiling": digits(ceiling(first or 0.0, second or 0.0)) if known else None,
        "noisy": bool(reliable) and (_noisy(first) or _noisy(second)),
    }


def agreement_lines(board: Mapping[str, Any]) -> list[str]:
    """Return what a data file says of it, in words for a terminal; nothing where it says nothing."""
    found = board["overall"].get("agreement")
    if found is None:
        return []
    compared_on = f"{many(len(found['dimensions']), 'characteristic')} on {many(len(found['engines']), 'model')}"
    if found["w"] is None:
        return [f"Whether the characteristics agree on the order of the models cannot be told: {compared_on} compared"]
    ends = found["range"]
    ranged = "" if ends is None else f", 95% range {ends[0]:.2f} to {ends[1]:.2f}"
    return [
        f"{_SAID[found['verdict']]}: W = {found['w']:.2f}{ranged}, p = {found['p']:.2g}; {compared_on}. "
        f"Chance alone gives {found['null_mean']:.2f} on average and up to {found['null_95']:.2f} in 95 of 100",
        *_left_out(board, found),
    ]


def _left_out(board: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    labels = {each["id"]: each["label"] for each in board["dimensions"]}
    for key, why in (("gaps", "models have no place there"), ("no_order", "all models share one place there")):
        if found[key]:
            yield f"Left out, since {why}: {', '.join(labels[name] for name in found[key])}"
