"""One shortlist explained: who is among the first places when a model's answers put all applicants in order.

Shortlists stand beside the boards of a characteristic and are ranked nowhere. What is told of other numbers is
`bd.explain.cell`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import orjson

from bd.answers.folder import Answers
from bd.effects.fourfifths import told
from bd.effects.rows import to_row
from bd.effects.saved import shortlist_path
from bd.effects.shortlist import shortlists
from bd.effects.shortlisted import BOTH_WAYS, Compared, Shortlisted, SideCount
from bd.errors import BdError
from bd.explain.address import Target
from bd.explain.ranking import ranking_snippet
from bd.explain.reading import Reading
from bd.explain.recompute import run_lines
from bd.explain.records import ExplainedCell, LogFile, Step
from bd.explain.steps import ratio_steps
from bd.files import read_bytes
from bd.report.words import load_words
from bd.said import many
from bd.study.records import Study
from bd.study.shortlist import SHORTLIST

__all__ = ["explain_shortlist", "shortlist_id", "shortlists_at"]


def shortlist_id(row: Shortlisted) -> str:
    """Return what a shortlist is called at an address."""
    return f"{SHORTLIST}/{row.decision}/{row.edit}/{row.group}-{row.reference}/{row.share:g}/{row.variant}"


def shortlists_at(target: Target, rows: Iterable[Shortlisted]) -> tuple[Shortlisted, ...]:
    """Return a build's shortlists on the pages of a characteristic, or of one of its questions."""
    if target.characteristic is None or target.group is not None:
        return ()
    mine = (r for r in rows if r.build == target.build and r.characteristic == target.characteristic)
    return tuple(r for r in mine if target.question in (None, r.decision))


def explain_shortlist(root: Path, study: Study, answers: Answers, row: Shortlisted) -> ExplainedCell:
    """Return everything about one shortlist.

    Raises
    ------
    BdError
        The saved answers do not give the row, or the short recomputation does not.
    """
    table = next((t for t in answers.tables if t.build == row.build and t.decision == row.decision), None)
    if table is None:
        raise BdError(f"answers/{row.build}/{row.decision}: not there, but a scored row came from it; run `bd replay`")
    again = shortlists(study, (table,))
    path = shortlist_path(row.decision)
    if to_row(row) not in [to_row(each) for each in again]:
        raise BdError(f"{path}: {row.build}, {shortlist_id(row)}: not what the saved answers give; run `bd verify`")
    parts = (*row.compares.from_, *(row.compares.to if row.variant == BOTH_WAYS else ()))
    used = tuple(dict.fromkeys((table, part[0]) for part in parts))
    reading = Reading(root, study, table, used, counts=False)
    code = "" if row.everyone.ratio is None else ranking_snippet(reading, row)
    decision = study.decisions[row.decision]
    positive = decision.option(row.positive).label
    return ExplainedCell(
        cell=shortlist_id(row),
        label=f"The first {row.share:.4g} of all applicants, {decision.label}",
        headline=False,
        row=_row(root, path, row),
        question=decision.question,
        options=tuple(option.label for option in decision.options),
        positive=positive,
        measure=f"rate of places on a shortlist, one side over the other ({row.measure})",
        changed=_order(row, positive),
        control="Nothing is subtracted: one side is compared with the other.",
        control_kind="none",
        example=None,
        asked=row.asked,
        texts=row.applicants,
        left_out=(),
        steps=tuple(_steps(row)),
        verdicts=tuple(_verdicts(row)),
        logs=tuple(LogFile(p, sha256, f"zcat {p} | LC_ALL=C sort | sha256sum") for p, sha256 in row.answers),
        snippet=code,
        printed=run_lines(root, code, _wanted(row)) if code else (),
    )


def _row(root: Path, path: str, row: Shortlisted) -> str:
    wanted = to_row(row)
    lines = enumerate(read_bytes(root / path).splitlines(), 1)
    number = next(n for n, line in lines if orjson.loads(line) == orjson.loads(orjson.dumps(wanted)))
    return f"{path}:{number}"


def _order(row: Shortlisted, positive: str) -> str:
    each = "the mean of its own answer and that to its swapped copy" if row.variant == BOTH_WAYS else "its own answer"
    return f"Texts are put in order by the probability of {positive}, {each}; the first {row.seats:,} have a place."


def _steps(row: Shortlisted) -> Iterable[Step]:
    found = row.everyone
    cut = f"{row.above_cut:,} above the cut, {row.tied_at_cut:,} tied at it share {row.seats - row.above_cut:,}"
    yield Step("places", f"{row.share:g} of {many(row.applicants, 'applicant')}; {cut}", (float(row.seats),), None)
    yield _rate(row.group, found.group)
    yield _rate(row.reference, found.reference)
    yield from _ratio(row, found)
    if row.qualified is not None and row.qualified.ratio is not None:
        yield Step(
            "qualified", "the same among those for whom the positive option is right", (row.qualified.ratio,), None
        )


def _rate(side: str, count: SideCount) -> Step:
    rate = None if count.rate is None else (count.rate,)
    return Step(f"rate of {side}"[:12], f"{count.seats:g} places of {many(count.applicants, 'applicant')}", rate, None)


def _ratio(row: Shortlisted, found: Compared) -> Iterable[Step]:
    how = f"the rate of {row.group} over that of {row.reference}, in each re-draw ranked and cut anew"
    return ratio_steps("ratio", how, found, found.group.applicants, row.resamples, load_words().shortlist)


def _verdicts(row: Shortlisted) -> Iterable[str]:
    found = row.everyone
    if found.ratio is not None:
        yield f"by the rule of thumb: {told(found)}"
    if row.changes is not None:
        for side, change in ((row.group, row.changes.group), (row.reference, row.changes.reference)):
            moves = f"{change.lose:,} would lose a place, {change.gain:,} gain one"
            yield f"of {side}, each alone read as the other side: {moves}"
    yield "not ranked: shortlists stand beside the boards and move nobody's place"


def _wanted(row: Shortlisted) -> dict[str, float]:
    low, high = row.everyone.range or (None, None)
    said = {"ratio": row.everyone.ratio, "low": low, "high": high}
    return {name: number for name, number in said.items() if number is not None}
