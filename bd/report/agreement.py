"""The part `overall.agreement`: whether the characteristics of the main board agree on the order of the models.

What is compared is `bd.board.agreement`'s part, the statistics are `bd.agree`'s. Here they are put together with what
the replay said of ranges and reliability, and told in words for a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from bd.agree.compare import verdict
from bd.agree.concordance import LEAST, concordance
from bd.agree.orders import tau_b
from bd.agree.part import concordance_part, digits
from bd.agree.reliability import NOISY, ceiling
from bd.board.agreement import Compared, compared
from bd.board.overall import MainBoard
from bd.board.records import AgreementRow
from bd.report.words import Words

__all__ = ["agreement_part"]


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
