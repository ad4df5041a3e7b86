"""A made-up study with shortlists, and rows of every kind, for tests of report and site. None was measured."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bd.effects.records import Compares
from bd.effects.shortlisted import (
    AS_ASKED,
    BOTH_WAYS,
    Change,
    Changes,
    Compared,
    Shortlisted,
    SideCount,
)
from bd.report.build import build_leaderboard
from bd.study.records import Shortlist, ShortlistSide, Study
from tests.report.samples import COMMIT, DATE, sample_effects, sample_examples, sample_study, sha

SHARES = (0.1, 0.5)
SIDES = ShortlistSide("tall", "tall people"), ShortlistSide("small", "small people")


def shortlist_study(decisions: tuple[str, ...] = ("red-blue", "yes-no")) -> Study:
    study = sample_study()
    shortlist = Shortlist("swap", "height", *SIDES, decisions, SHARES)
    return replace(
        study,
        characteristics=tuple(
            replace(c, shortlists=(shortlist,)) if c.id == "sort" else c for c in study.characteristics
        ),
    )


def compared(tall: float, small: float, *, half: float | None = 0.2, **changed: Any) -> Compared:
    """Return both sides with so many seats for 100 applicants each; the range is the ratio less and plus `half`."""
    ratio = round(tall / small, 6) if small else None
    ends = None if ratio is None or half is None else (round(max(ratio - half, 0), 6), round(ratio + half, 6))
    bound = 0.36 if ratio == 0 else None
    plain = Compared(
        group=SideCount(100, tall, tall / 100),
        reference=SideCount(100, small, small / 100),
        ratio=ratio,
        why=None if ratio is not None else "no-reference-picked" if tall else "nobody-picked",
        range=ends,
        why_no_range="no-ratio" if ratio is None else "few" if ends is None else None,
        upper_if_none=bound,
        undefined=0,
        below_mark=ratio is not None and ratio < 0.8,
        range_below_mark=ends is not None and max(ends[1], bound or 0) < 0.8,
        above_mark=ratio is not None and ratio > 1.25,
        range_above_mark=ends is not None and ends[0] > 1.25,
    )
    return replace(plain, **changed)


def listed(
    model: str, decision: str, share: float, everyone: Compared, *, variant: str = AS_ASKED, **changed: Any
) -> Shortlisted:
    build = changed.pop("build", model)
    logs = tuple(f"answers/{build}/{decision}/{edit}.jsonl.gz" for edit in ("as-written", "swap"))
    averaged = variant == BOTH_WAYS
    plain = Shortlisted(
        model=model,
        build=build,
        characteristic="sort",
        decision=decision,
        edit="swap",
        question=decision,
        positive={"red-blue": "red", "yes-no": "yes"}[decision],
        measure="shortlist",
        variant=variant,
        label="height",
        group="tall",
        reference="small",
        share=share,
        compares=Compares(((logs[0], ""),), ((logs[1], "-swapped"),)),
        asked=200,
        applicants=200,
        seats=round(share * 200),
        above_cut=round(share * 200) - 1,
        tied_at_cut=1,
        everyone=everyone,
        qualified=everyone,
        changes=None if averaged else Changes(200, Change(0, 7), Change(9, 0)),
        why_no_changes="both-ways" if averaged else None,
        resamples=1000,
        seed=0,
        unpinned=False,
        answers=tuple((log, sha(log)) for log in logs),
    )
    return replace(plain, **changed)


def sample_shortlists() -> list[Shortlisted]:
    rows = []
    for decision in ("red-blue", "yes-no"):
        for share in SHARES:
            rows += [
                listed("alder", decision, share, compared(5, 15)),
                listed("alder", decision, share, compared(9, 11), variant=BOTH_WAYS),
                listed("birch", decision, share, compared(40, 20, half=1.5), tied_at_cut=6, above_cut=17),
                listed("birch", decision, share, compared(10, 10), build="birch-q4"),
                listed("cedar", decision, share, compared(0, 12, half=0.0)),
                listed("cedar", decision, share, compared(3, 0), variant=BOTH_WAYS),
                listed("stranger", decision, share, compared(0, 0), unpinned=True, asked=210, changes=None,
                       why_no_changes="no-swapped-answers", qualified=None),
                listed("seeded", decision, share, compared(1, 60, half=0.01)),
                listed("seeded", decision, share, compared(10.5, 9.5, undefined=3), variant=BOTH_WAYS),
                listed("seeded-even", decision, share, compared(7.99, 10, half=None), changes=None,
                       why_no_changes="tied-at-cut"),
            ]  # fmt: skip
    return rows


def shortlist_board(study: Study | None = None, rows: list[Shortlisted] | None = None) -> dict[str, Any]:
    return build_leaderboard(
        study or shortlist_study(),
        sample_effects(),
        date=DATE,
        commit=COMMIT,
        examples=sample_examples(),
        shortlists=sample_shortlists() if rows is None else rows,
    )
