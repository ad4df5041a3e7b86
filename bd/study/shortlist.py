"""Shortlists as a characteristic's file asks for them: read, and checked against the rest of the study.

A shortlist puts all applicants of a decision in the order of a model's answers and compares how often each side is
among the first. Working it out is left to `bd.effects`.
"""

from __future__ import annotations

from collections.abc import Iterator

from bd.naming import looks
from bd.study import edits
from bd.study.plan import decision_texts
from bd.study.records import Characteristic, Shortlist, ShortlistSide, Study, Test
from bd.study.rules import twice
from bd.study.toml import Table

__all__ = ["SHORTLIST", "read_shortlist", "shortlist_faults"]

SHORTLIST = "shortlist"
"""What the scored files end in, so that no edit may be called so."""


def read_shortlist(table: Table) -> Shortlist:
    """Return one `[[shortlists]]` table as a record."""
    shortlist = Shortlist(
        edit=table.text("edit"),
        label=table.text("label"),
        group=_side(table.table("group")),
        reference=_side(table.table("reference")),
        decisions=table.texts("decisions"),
        shares=table.numbers("shares"),
    )
    table.done()
    return shortlist


def _side(table: Table) -> ShortlistSide:
    side = ShortlistSide(value=table.text("value"), words=table.text("words"))
    table.done()
    return side


def shortlist_faults(study: Study, characteristic: Characteristic) -> Iterator[str]:
    """Yield every breach of a rule by the shortlists of one characteristic, and by edits that take their name."""
    for test in characteristic.tests:
        if test.edit == SHORTLIST or test.edit.endswith(f"-{SHORTLIST}"):
            yield f"edit {test.edit!r}: files that end in {SHORTLIST!r} hold shortlists; give the edit another name"
    for number, shortlist in enumerate(characteristic.shortlists, 1):
        yield from (f"shortlists[{number}]: {m}" for m in _faults(study, characteristic, shortlist))
    asked = (
        (s.edit, s.label, s.group.value, s.reference.value, d) for s in characteristic.shortlists for d in s.decisions
    )
    yield from (f"shortlists: {key[-1]!r} is asked about twice with the same sides" for key in twice(asked))


def _faults(study: Study, characteristic: Characteristic, shortlist: Shortlist) -> Iterator[str]:
    if shortlist.group.value == shortlist.reference.value:
        yield f"group and reference are both {shortlist.group.value!r}; nothing would be compared"
    if looks(shortlist.group.words) & looks(shortlist.reference.words):
        yield f"group and reference are both called {shortlist.group.words!r}; no reader could tell them apart"
    if not shortlist.shares:
        yield "shares is empty, so no list is cut"
    yield from (f"share {s} must lie between 0 and 1, both left out" for s in shortlist.shares if not 0 < s < 1)
    yield from (f"share {s} stands twice" for s in twice(shortlist.shares))
    yield from (f"share {s} has more than six decimals" for s in shortlist.shares if round(s, 6) != s)
    if not shortlist.decisions:
        yield "decisions is empty, so nothing is compared"
    yield from (f"decision {d!r} stands twice" for d in twice(shortlist.decisions))
    for name in dict.fromkeys(shortlist.decisions):
        if name not in study.decisions:
            yield f"decision {name!r} has no file studies/decisions/{name}.toml"
            continue
        yield from _edit_faults(characteristic, shortlist, name)
        yield from _label_faults(study, shortlist, name)


def _edit_faults(characteristic: Characteristic, shortlist: Shortlist, decision: str) -> Iterator[str]:
    tests = [t for t in characteristic.tests if t.edit == shortlist.edit and decision in t.decisions]
    if not tests:
        yield f"edit {shortlist.edit!r} is not tested on {decision!r} in this file, so there are no swapped answers"
    elif not _goes_both_ways(tests[0]):
        yield f'edit {shortlist.edit!r} goes one way; averaging both ways needs a kind such as "swap", with one version'


def _goes_both_ways(test: Test) -> bool:
    both_ways = test.kind in edits.KINDS and edits.KINDS[test.kind].both_ways
    return both_ways and len(test.versions) == len(test.by_role("measured")) == 1


def _label_faults(study: Study, shortlist: Shortlist, name: str) -> Iterator[str]:
    decision = study.decisions[name]
    texts = study.texts.get(decision.texts)
    if texts is None:
        return  # told as a fault of the decision
    found = {str(t.labels[shortlist.label]) for t in decision_texts(decision, texts) if shortlist.label in t.labels}
    if not found:
        yield f"label {shortlist.label!r} is on no text of {name!r}"
        return
    for which, side in (("group", shortlist.group), ("reference", shortlist.reference)):
        if side.value not in found:
            known = ", ".join(sorted(found))
            yield f"{which} {side.value!r} is on no text of {name!r}; its values of {shortlist.label!r} are: {known}"
