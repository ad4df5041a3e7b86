"""One row of a shortlist: how often each side is among the first places, by one model's answers, at one cut.

The record and its line in `studies/<decision>-shortlist.jsonl` hold the same keys. How the numbers come about is left
to `bd.effects.shortlist`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bd.effects.records import Compares, LogSum, Ratio

__all__ = [
    "AS_ASKED",
    "BOTH_WAYS",
    "MEASURE",
    "SHORTLIST_FORMAT",
    "Change",
    "Changes",
    "Compared",
    "ShortlistKey",
    "Shortlisted",
    "SideCount",
]

SHORTLIST_FORMAT = "bd/shortlist@1"
MEASURE = "shortlist"
ShortlistKey = tuple[str, str, str, str, str, str, str, str, float]
"""Decision, build, characteristic, label, group, reference, edit, variant and share."""
VARIANTS = AS_ASKED, BOTH_WAYS = ("as-asked", "both-ways")
"""Ranked by the probability for the text as written, or by the mean of that and the one for its swapped copy."""


@dataclass(frozen=True)
class SideCount:
    """One side at one cut."""

    applicants: int
    seats: float
    """Places won; parts of one where applicants share the last."""
    rate: float | None
    """Seats over applicants; None where there is no applicant."""


@dataclass(frozen=True)
class Compared(Ratio):
    """Both sides at one cut, and the group's rate over the reference's."""

    group: SideCount
    reference: SideCount


@dataclass(frozen=True)
class Change:
    """How many applicants of one side lose or gain a place when read as the other side."""

    lose: int
    gain: int


@dataclass(frozen=True)
class Changes:
    """Each applicant's swapped answer put in place of their own, one at a time, while everybody else keeps theirs."""

    applicants: int
    """Those with both answers."""
    group: Change
    reference: Change


@dataclass(frozen=True)
class Shortlisted:
    """One model's list at one cut. Shares and rates are fractions, at most 6 decimals; None is "cannot be said"."""

    format: ClassVar = SHORTLIST_FORMAT
    model: str
    build: str
    """The folder under `answers/`; differs from `model` for a second build of one model."""
    characteristic: str
    decision: str
    edit: str
    """The swap whose answers stand for each text's copy."""
    question: str
    positive: str
    """The option by whose probability applicants are put in order."""
    measure: str
    """Always `shortlist`."""
    variant: str
    """One of `VARIANTS`."""
    label: str
    """The texts' label that tells the sides apart."""
    group: str
    """Its value for the side whose rate is divided."""
    reference: str
    """Its value for the side whose rate it is divided by."""
    share: float
    """How much of the pool is picked."""
    compares: Compares
    """As written, and swapped, where there is such a log."""
    asked: int
    """Texts that were to be asked about, in the versions that this variant needs."""
    applicants: int
    """Texts with every answer it needs: the pool."""
    seats: int
    """Places on the list: the share of the pool to the nearest whole number, at least one."""
    above_cut: int
    """Applicants with a whole place, since their probability is higher than that at the cut."""
    tied_at_cut: int
    """Applicants with the probability at the cut, who share the places left."""
    everyone: Compared
    """Among all applicants: rates of selection, as the four-fifths rule compares them."""
    qualified: Compared | None
    """Among those for whom the positive option is right; None where no answer is right."""
    changes: Changes | None
    why_no_changes: str | None
    """`both-ways` (the two readings are averaged already), `no-swapped-answers` or `tied-at-cut`."""
    resamples: int
    seed: int
    unpinned: bool
    """A log behind this row has no sidecar, so nothing proves to which texts its answers belong."""
    answers: tuple[LogSum, ...]
    """Every log behind this row."""

    @property
    def cell(self) -> ShortlistKey:
        """What tells it from every other row."""
        sides = (self.label, self.group, self.reference, self.edit)
        return (self.decision, self.build, self.characteristic, *sides, self.variant, self.share)
