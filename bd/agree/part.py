"""What `bd agree` says as data for another program: plain numbers with six decimals, null for what cannot be said."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from bd.agree.compare import Agreement, Measured, Ranking
from bd.agree.concordance import Concordance

__all__ = ["agreement_part", "concordance_part", "digits"]

_DIGITS = 6


def digits(value: float | None) -> float | None:
    """Return a number as it is written, without a minus zero."""
    return None if value is None else round(value, _DIGITS) + 0.0


def agreement_part(found: Agreement) -> dict[str, Any]:
    """Return an agreement as data."""
    return {
        "verdict": found.verdict,
        "ordered_by": "signed" if found.signed else "size",
        "models": list(found.models),
        "instruments": [_measured(each) for each in found.instruments],
        "ranking": _ranking(found.ranking),
        "without_noisy": _ranking(found.without_noisy),
        "with_saturated": _ranking(found.with_saturated),
        "pairs": [
            asdict(each) | {"tau_b": digits(each.tau_b), "ceiling": digits(each.ceiling)} for each in found.pairs
        ],
    }


def concordance_part(found: Concordance | None, ends: tuple[float, float] | None) -> dict[str, Any]:
    """Return W with what stands beside it; null throughout where there is none."""
    return {
        "w": None if found is None else digits(found.w),
        "range": _range(ends),
        "p": None if found is None else digits(found.p),
        "null_mean": None if found is None else digits(found.null_mean),
        "null_95": None if found is None else digits(found.null_95),
        "mean_tau": None if found is None else digits(found.mean_tau),
        "shuffles": None if found is None else found.shuffles,
    }


def _range(ends: tuple[float, float] | None) -> list[float | None] | None:
    return None if ends is None else [digits(end) for end in ends]


def _measured(each: Measured) -> dict[str, Any]:
    return {
        "instrument": each.name,
        "models": each.models,
        "items": each.items,
        "detection": {
            "value": digits(each.detection.value),
            "range": _range(each.detection.range),
            "chance_95": digits(each.detection.chance_95),
            "detected": each.detection.detected,
        },
        "direction": {"value": digits(each.direction.value), "range": _range(each.direction.range)},
        "split_half": digits(each.half),
        "reliability": digits(each.reliability),
        "variance_ratio": digits(each.variance_ratio),
        "icc_2k": digits(each.icc),
        "items_needed": each.items_needed,
        "saturated": each.saturated,
        "noisy": each.noisy,
    }


def _ranking(found: Ranking) -> dict[str, Any]:
    names = {"instruments": list(found.instruments), "models": list(found.models)}
    return names | concordance_part(found.concordance, found.range)
