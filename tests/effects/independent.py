"""One scored row from answers alone, worked out once more by code that shares nothing with `bd` but the rules.

A cell is given as plain lists: what each version of each text was answered. The arithmetic of rows is written twice in
all, in `bd.effects` and here. Which version stands on which side is told by the tests that call this.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

Answer = tuple[str, int | None] | None
"""The choice, and the positive option's probability in millionths if it was told; None where there is no answer."""
Side = Sequence[Answer]
"""One version of every text."""
Column = list[Fraction | None]

COUNTS = ("flip", "order", "repeat")
BY_SIZE = ("shift", "shift-of-means")
FROM_CONTROL = ("shift", "stereotype")


@dataclass(frozen=True)
class Asked:
    """One cell: what was asked, and what was answered."""

    measure: str
    ids: tuple[str, ...]
    """Of the texts in every list, in order; these are re-drawn."""
    before: Sequence[Side]
    after: Sequence[Side]
    others: Sequence[Sequence[Side]] = ()
    control: tuple[Sequence[Side], Sequence[Side]] | None = None
    """What the control changes from and to, where it has answers of its own."""
    control_kind: str = "none"
    """`version`, `halves`, `repeat` or `none`."""
    control_ids: tuple[str, ...] | None = None
    """Where the control was asked about other texts."""
    written: Side | None = None
    sampled: bool = False
    group: str | None = None


def column(asked: Asked, before: Sequence[Side], after: Sequence[Side], others: Sequence[Sequence[Side]]) -> Column:
    """Return each text's number, None where an answer is missing."""
    counts = asked.measure in COUNTS
    needed = [*before, *after, *(side for other in others for side in other)]
    found: Column = []
    for place in range(len(needed[0])):
        if not all(_told(side[place], counts) for side in needed):
            found.append(None)
        elif counts:
            found.append(Fraction(_choice(before[0][place]) != _choice(after[0][place])))
        else:
            baselines = [_mean(sides, place) for sides in (others or [before])]
            found.append(_mean(after, place) - sum(baselines) / len(baselines))
    return found


def _told(answer: Answer, counts: bool) -> bool:
    return answer is not None and (counts or answer[1] is not None)


def _choice(answer: Answer) -> str:
    assert answer is not None
    return answer[0]


def _mean(sides: Sequence[Side], place: int) -> Fraction:
    given = [side[place] for side in sides]
    return Fraction(sum(answer[1] for answer in given), 1_000_000 * len(given))  # type: ignore[index, misc]


def _average(y: Column) -> Fraction | None:
    known = [v for v in y if v is not None]
    return sum(known, Fraction(0)) / len(known) if known else None


@functools.lru_cache(maxsize=16)
def places(ids: tuple[str, ...]) -> np.ndarray:
    """Return which texts each of 1,000 re-draws holds: the high bits of raw Philox output, times how many there are."""
    digest = hashlib.sha256("".join(f"{line}\n" for line in ("bd/redraw@1", "0", *ids)).encode()).digest()
    key, n = int.from_bytes(digest[:16], "big"), np.uint64(len(ids))
    raw = [np.random.Philox(key=key, counter=k << 128).random_raw(len(ids)) for k in range(1000)]
    return ((np.array(raw) >> np.uint64(32)) * n >> np.uint64(32)).astype(np.int64)


def drawn(y: Column, ids: tuple[str, ...]) -> np.ndarray:
    """Return the mean in every re-draw, nan where no text with a number was drawn."""
    unit = math.lcm(*(v.denominator for v in y if v is not None))
    whole = np.array([0 if v is None else int(v * unit) for v in y])
    known = np.array([v is not None for v in y], dtype=np.int64)
    at = places(ids)
    with np.errstate(invalid="ignore"):
        return whole[at].sum(axis=1) / (known[at].sum(axis=1) * unit)


def ends(draws: np.ndarray) -> tuple[float, float]:
    """Return the 25th smallest and the 25th largest of 1,000."""
    known = sorted(draw for draw in draws.tolist() if not math.isnan(draw))
    beyond = len(known) // 40
    return known[beyond - 1], known[-beyond]


def work_out(asked: Asked, borrowed: Fraction | None = None) -> dict[str, Any]:
    """Return what the row of a cell must say; whether it is attributable takes the other cells (`marked`)."""
    y = column(asked, asked.before, asked.after, asked.others)
    other = None if asked.control is None else column(asked, *asked.control, ())
    if other is not None and asked.control_kind in ("version", "halves"):
        both = [a is not None and b is not None for a, b in zip(y, other, strict=True)]
        y, other = (_only(y, both), _only(other, both)) if any(both) else (y, None)
    beyond = None if other is None else _average(other)
    value, texts = _average(y), sum(v is not None for v in y)
    sign = -1 if value is not None and value < 0 and asked.measure in BY_SIZE else 1
    other_sign = -1 if beyond is not None and beyond < 0 and asked.measure in BY_SIZE else 1
    control = other_sign * (beyond or 0)
    found: dict[str, Any] = {
        "texts": texts,
        "value": _digits(value),
        "control": _digits(control),
        "effect": None if value is None else _digits(sign * value - control),
        "cannot_see_change": _blind(asked),
        "mostly_control": _mostly_control(asked, y, sign),
        **dict.fromkeys(("lo", "hi", "range", "joint_range")),
    }
    if texts >= 10:
        draws = drawn(y, asked.ids)
        low, high = ends(draws)
        less = float(control)
        joint = sign * draws
        if other is not None and beyond is not None:
            joint = joint - other_sign * drawn(other, asked.control_ids or asked.ids)
        found |= {"lo": _digits(low), "hi": _digits(high)}
        found["range"] = [_digits(end - less) for end in sorted((sign * low, sign * high))]
        found["joint_range"] = [_digits(end) for end in ends(joint)]
    found["clear"] = found["range"] is not None and found["range"][0] > 0 and not found["cannot_see_change"]
    return found


def _only(y: Column, texts: Sequence[bool]) -> Column:
    return [v if counted else None for v, counted in zip(y, texts, strict=True)]


def _digits(value: float | Fraction | None) -> float | None:
    return None if value is None else round(float(value), 6) + 0.0


def _blind(asked: Asked) -> bool:
    """Tell whether the change moved no probability of any text; asking the same text again is no change."""
    if asked.measure == "repeat":
        return False
    first, *rest = [*asked.before, *asked.after]
    for side in rest:
        pairs = [(a[1], b[1]) for a, b in zip(first, side, strict=True) if _told(a, False) and _told(b, False)]  # type: ignore[index]
        if not pairs or any(a != b for a, b in pairs):
            return False
    return True


def _mostly_control(asked: Asked, y: Column, sign: int) -> bool:
    """Tell whether the change alone moved the model by less than half of what separates it from the control."""
    if asked.measure != "shift" or asked.written is None:
        return False
    sides = ([asked.written], asked.before, asked.after)
    texts = [n for n, v in enumerate(y) if v is not None and _told(asked.written[n], False)]
    if not texts:
        return False
    written, control, change = (round(sum(_mean(side, n) for n in texts) / len(texts) * 1_000_000) for side in sides)
    effect, alone = sign * (change - control), sign * (change - written)
    return effect > 0 and 2 * alone < effect


def why_unfit(asked: Asked) -> set[str]:
    """Return every reason why a cell must not be ranked, whoever else stands beside it."""
    found = work_out(asked)
    if found["value"] is None:
        return {"no-answers"}
    counts, reasons = asked.measure in COUNTS, set()
    if found["texts"] < 10:
        reasons.add("too-few-texts")
    if Fraction(found["texts"], len(asked.ids)) < Fraction(95, 100):
        reasons.add("too-few-answered")
    if asked.measure == "repeat":
        return reasons
    sides = [side for pair in asked.control or () for side in pair]
    sides = sides or (list(asked.before) if asked.measure in FROM_CONTROL else [])
    answered = sum(all(_told(side[n], counts) for side in sides) for n in range(len(sides[0]))) if sides else 0
    if sides and (answered < 10 or Fraction(answered, len(sides[0])) < Fraction(95, 100)):
        reasons.add("control-unanswered")
    elif not sides and not counts:
        reasons.add("no-control")
    if counts and asked.sampled and not (asked.control and answered):
        reasons.add("no-repeat")
    return reasons


def attributable(cells: Sequence[Asked]) -> list[bool]:
    """Return, for the cells of one test, whether each is its group's own doing."""
    if cells[0].measure not in BY_SIZE or cells[0].group is None:
        return [True] * len(cells)
    fit = [not why_unfit(cell) for cell in cells]
    values = [Fraction(str(work_out(c)["value"])) for c, has_a_say in zip(cells, fit, strict=True) if has_a_say]
    sizes = sorted(abs(v) for v in values)
    alike = (
        len(values) > 1
        and len({v > 0 for v in values}) == 1
        and 0 not in values
        and sum(sizes) / len(sizes) > Fraction(3, 100)
        and sizes[-1] <= 2 * sizes[0]
    )
    return [not (alike and has_a_say) for has_a_say in fit]


def disagreements(row: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return where a row says something else; numbers may differ by a digit in the last place."""
    told = row | {"control": row["control"]["value"]}
    return [f"{key}: {told[key]}, worked out again {v}" for key, v in found.items() if not _same(told[key], v)]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    if one is None or other is None or isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str):
        return bool(one == other)
    return bool(abs(one - other) < 1.1e-6)
