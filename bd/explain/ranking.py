"""At most twenty lines of Python that work a shortlist out again: who is among the first, and the range of the ratio.

As in `bd.explain.snippet`, they need numpy and the saved answers alone.
"""

from __future__ import annotations

from fractions import Fraction

from bd.answers.read import MILLION
from bd.effects.shortlisted import BOTH_WAYS, Shortlisted
from bd.explain.pieces import IMPORTS, MOST_LINES, asked_lines, draw_lines, log_call, narrow, reader_lines
from bd.explain.reading import Reading

__all__ = ["ranking_snippet"]


def ranking_snippet(reading: Reading, row: Shortlisted) -> str:
    """Return the lines for a row; the ratio is that among all applicants.

    Parameters
    ----------
    reading
        The logs of the row; probabilities are read.
    row
        With a ratio, and with a range or without.
    """
    known = set(reading.answered(row.compares.from_[0]))
    lines = [IMPORTS, *reader_lines(reading), f"y = {log_call(reading, row.compares.from_[0])}"]
    if row.variant == BOTH_WAYS:
        known &= set(reading.answered(row.compares.to[0]))
        lines[-1:] = [
            f"own, swapped = {log_call(reading, row.compares.from_[0])}, {log_call(reading, row.compares.to[0])}",
            "y = {t: own[t] + swapped[t] for t in own if t in swapped}",
        ]
    lines += [
        *asked_lines(reading, known),
        f'side = {{t["id"]: t["{row.label}"] for t in map(json.loads, open("{reading.texts_path}", "rb"))}}',
        "P, S = np.array([y.get(t, -1) for t in ids]), np.array([side[t] for t in ids])",
        *_ratio(row, whole=known >= set(reading.asked_ids)),
    ]
    if row.everyone.range is not None:
        drawn = "d = np.sort([x for x in (ratio((w >> 32) * len(ids) >> 32) for w in raw) if x == x])"
        lines += [*draw_lines(), drawn]
    return "\n".join(map(narrow, [*lines, *_printing(row, MOST_LINES - len(lines))])) + "\n"


def _printing(row: Shortlisted, left: int) -> list[str]:
    """Return the lines that print the ratio and its range, without their names where only one line is left."""
    found = {"ratio": "ratio(np.arange(len(ids)))"}
    if row.everyone.range is not None:
        end = (row.resamples - row.everyone.undefined) // 40
        found |= {"low": f"d[{end - 1}]", "high": f"d[-{end}]"}
    if left < 2:
        return [f"print(*(round(float(x), 6) + 0.0 for x in ({', '.join(found.values())},)))"]
    named = ", ".join(f"{name}={what}" for name, what in found.items())
    return [f"for name, x in dict({named}).items():", "    print(name, round(float(x), 6) + 0.0)"]


def _ratio(row: Shortlisted, *, whole: bool) -> list[str]:
    """Return the function that ranks and cuts those who were drawn; who has no answer is no applicant."""
    share = Fraction(round(row.share * MILLION), MILLION)
    # To the nearest whole place, halves up, in whole numbers.
    seats = f"max(({2 * share.numerator} * len(x) + {share.denominator}) // {2 * share.denominator}, 1)"
    return [
        "def ratio(at):  # one side's rate of places over the other's; ties at the cut share what is left",
        *([] if whole else ["    at = at[P[at] >= 0]"]),
        f'    x, g, r = P[at], S[at] == "{row.group}", S[at] == "{row.reference}"',
        f"    up, tied = x > (cut := np.sort(x)[-(n := {seats})]), x == cut",
        "    a, b = ((up & s).sum() * tied.sum() + (n - up.sum()) * (tied & s).sum() for s in (g, r))",
        "    return a * r.sum() / (b * g.sum()) if b * g.sum() else np.nan",
    ]
