"""Shortlists, from the data file to records: the page of their own, and the section on a question's page.

Ratios, rates and verdicts are the data file's own; nothing is ranked here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bd.effects.fourfifths import rule_words
from bd.report import contract
from bd.site.boards import Level
from bd.site.names import Names
from bd.site.numbers import chance, count, percent, place, ratio, ratio_span
from bd.site.ratios import chart
from bd.site.records.parts import Figure, Head, Link, Sentence
from bd.site.records.shortlists import (
    SEATS,
    Reading,
    ShortlistCut,
    ShortlistPage,
    ShortlistPart,
    ShortlistRow,
    ShortlistRule,
    SideFigures,
)
from bd.site.text import text, worded

__all__ = ["listed_below", "shortlist_page", "shortlist_rule", "shortlists_here"]

_EQUAL = 1.0
"""The ratio at which both kinds of applicants have the same chance."""


@dataclass(frozen=True)
class _Terms:
    """What one list calls its sides, and the marks that its ratios are held against."""

    group: str
    reference: str
    marks: tuple[float, float]


def shortlist_rule(names: Names) -> ShortlistRule | None:
    """Return what the methods page says of the marks; None where the data file holds no shortlist."""
    lists = _lists(names)
    if not lists:
        return None
    return _rule(names, lists)


def _rule(names: Names, lists: Iterable[contract.Shortlist]) -> ShortlistRule:
    part = contract.required(names.data.shortlists)
    pairs = dict.fromkeys((each.group.words, each.reference.words) for each in lists)
    return ShortlistRule(ratio(part.line), ratio(part.upper_line), tuple(pairs))


def shortlists_here(names: Names, level: Level) -> tuple[ShortlistPart, ...]:
    """Return what stands on the page of a question: its own lists, a part for each pair of sides.

    Pages of single groups show none: a list compares two kinds of applicants, not one group with a control.
    """
    if level.kind != "item":
        return ()
    own = (level.dimension.id, level.question)
    found = [each for each in _lists(names) if (each.characteristic, each.decision) == own]
    return tuple(_part(names, each, list(each.cuts)) for each in found)


def listed_below(names: Names, level: Level) -> bool:
    """Whether lists of the questions below a characteristic are on the page of shortlists."""
    return level.kind == "characteristic" and any(each.characteristic == level.dimension.id for each in _lists(names))


def shortlist_page(names: Names, page: contract.Page) -> ShortlistPage:
    """Return the page of the shortest list of every decision."""
    parts = tuple(_part(names, each, list(each.cuts)[:1]) for each in _lists(names))
    rows = [(row, part) for part in parts for row in part.cuts[0].rows if _compared(row) and row.as_asked.uneven]
    row, of = max(rows, key=lambda each: _unequal(each[0]), default=(None, None))
    share = parts[0].cuts[0].share
    return ShortlistPage(
        head=Head(
            address=page.address,
            title="Shortlist",
            description=worded("shortlist.description", share=share.text),
            heading=worded("shortlist.none", share=share.text) if row is None or of is None else _title(row, of),
            crumbs=(names.home(),),
        ),
        about=text("shortlist.about", share=share),
        first=row,
        of=of,
        lists=parts,
        rule=_rule(names, _lists(names)),
    )


def _title(row: ShortlistRow, of: ShortlistPart) -> str:
    told = row.as_asked
    return worded(
        "shortlist.title",
        model=row.model.label,
        n=told.group.seats.text,
        group=of.group,
        m=told.reference.seats.text,
        reference=of.reference,
        positive=of.positive,
    )


def _compared(row: ShortlistRow) -> bool:
    return not row.model.planted and not row.build and row.as_asked.ratio is not None


def _unequal(row: ShortlistRow) -> tuple[float, float]:
    """Return how far a ratio is from an equal chance, either way, and how many applied."""
    found = float(row.as_asked.ratio.value) if row.as_asked.ratio else _EQUAL
    return (max(found, _EQUAL / found) if found else math.inf, float(row.applicants.value))


def _terms(names: Names, listed: contract.Shortlist) -> _Terms:
    part = contract.required(names.data.shortlists)
    marks = (float(part.line), float(part.upper_line))
    return _Terms(listed.group.words, listed.reference.words, marks)


def _lists(names: Names) -> list[contract.Shortlist]:
    return list(names.data.shortlists.lists) if names.data.shortlists is not None else []


def _part(names: Names, listed: contract.Shortlist, cuts: Sequence[contract.Cut]) -> ShortlistPart:
    part = contract.required(names.data.shortlists)
    return ShortlistPart(
        group=listed.group.words,
        reference=listed.reference.words,
        positive=listed.positive_label,
        line=ratio(part.line),
        upper_line=ratio(part.upper_line),
        resamples=count(listed.resamples),
        decision=_decision(names, listed),
        cuts=tuple(_cut(names, listed, cut) for cut in cuts),
    )


def _decision(names: Names, listed: contract.Shortlist) -> Link:
    """Return the page of a decision within the characteristic, or the characteristic's own where it has none."""
    own = listed.characteristic
    found = names.levels(own).of_question("item", listed.decision)
    address = f"{found[0].address}#_shortlist" if found else names.dimensions[own].address
    return Link(listed.decision_label, address)


def _cut(names: Names, listed: contract.Shortlist, cut: contract.Cut) -> ShortlistCut:
    terms = _terms(names, listed)
    rows, share = tuple(_row(names, row, terms) for row in cut.rows), percent(cut.share)
    return ShortlistCut(
        share=share,
        lead=_lead(rows, terms),
        rows=rows,
        chart=chart(names, cut.rows, terms.marks),
    )


def _lead(rows: Iterable[ShortlistRow], terms: _Terms) -> Sentence:
    """Say whose list is the most unequal, of the models that are compared, and whether chance alone can do that.

    One whose range leaves out an equal chance comes before a larger ratio that chance explains.
    """
    fit = [row for row in rows if _compared(row)]
    row = next((each for each in fit if each.as_asked.uneven), next(iter(fit), None))
    if row is None:
        return ()
    return (*_listed(row, terms), *_averaged(row, terms))


def _listed(row: ShortlistRow, terms: _Terms) -> Sentence:
    reading = row.as_asked
    group, reference = reading.group, reading.reference
    said: Sentence = (f"The most unequal list{' that chance does not explain' if reading.uneven else ''} is that of ",)
    said += (f"{row.model.label}: ", group.seats, " of ", group.applicants, f" {terms.group} and ", reference.seats)
    said += (" of ", reference.applicants, f" {terms.reference} are on it; ratio ", reading.ratio or "")
    if reading.range is not None:
        said += (", range ", reading.range.lo, " to ", reading.range.hi)
        return said if reading.uneven else (*said, ": chance alone can do this")
    return said if reading.bound is None else (*said, ", possible up to ", reading.bound)


def _averaged(row: ShortlistRow, terms: _Terms) -> Sentence:
    """Say what remains where every text is read both ways."""
    apart = f". The {terms.group} and the {terms.reference} here are different texts"
    both = row.both_ways.ratio if row.both_ways is not None else None
    return (
        (apart, ".")
        if both is None
        else (f"{apart}; with both versions of each text averaged, so that the detail plays no part, it is ", both, ".")
    )


def _row(names: Names, row: contract.ShortlistRow, terms: _Terms) -> ShortlistRow:
    model, first, both = names.models[row.engine], row.as_asked, row.both_ways
    changes = first.changes

    def moved(side: str, way: str) -> Figure | None:
        return count(getattr(getattr(changes, side), way)) if changes is not None else None

    shared = first.above_cut + first.tied_at_cut > first.seats
    return ShortlistRow(
        model=model,
        build=names.build_label(model.id, row.build),
        unpinned=row.unpinned,
        as_asked=_reading(first.everyone, terms),
        both_ways=_reading(both.everyone, terms) if both is not None else None,
        qualified=_reading(first.qualified, terms) if first.qualified is not None else None,
        right=place(first.right) if first.right is not None else None,
        right_both_ways=place(both.right) if both is not None and both.right is not None else None,
        seats=count(first.seats),
        applicants=count(first.applicants),
        asked=count(first.asked) if first.asked != first.applicants else None,
        tied=count(first.tied_at_cut) if shared else None,
        group_gain=moved("group", "gain"),
        group_lose=moved("group", "lose"),
        reference_gain=moved("reference", "gain"),
        reference_lose=moved("reference", "lose"),
        why_no_changes=_why(first.why_no_changes),
    )


def _reading(compared: contract.Compared, terms: _Terms) -> Reading:
    below, above = compared.below_line, compared.above_line
    told, bound, high = compared.ratio, compared.upper_if_none, compared.hi
    known = told is not None
    # Re-draws of nobody are all alike, so the exact bound takes the place of such a range.
    bounded = bound is not None and (high is None or high < bound)
    fewer, more = (terms.group, terms.reference) if below else (terms.reference, terms.group)
    whole = compared.range_below_line or compared.range_above_line
    verdict = f"{fewer} {rule_words(below=True, above=False, whole=whole)} of {more}"
    favours = f"{'favours' if whole else 'may favour'} {terms.group}"
    return Reading(
        group=_side(compared.group),
        reference=_side(compared.reference),
        seated=_seated(compared),
        ratio=ratio(told, terms.marks) if told is not None else None,
        why=_why(compared.why),
        range=None if bounded else ratio_span(compared.lo, high, terms.marks),
        why_no_range=_why(compared.why_no_range) if known else "",
        bound=ratio(bound, terms.marks) if bound is not None and bounded else None,
        undefined=count(compared.undefined) if compared.undefined and known else None,
        verdict=verdict if below or above else rule_words(below=False, above=False, whole=False) if known else "",
        short=rule_words(below=True, above=False, whole=whole) if below else favours if above else "",
        beyond=below or above,
        whole=whole,
        uneven=_uneven(compared.lo, bound if bounded else high),
    )


def _seated(compared: contract.Compared) -> int | None:
    """Return how many of the seats that are drawn are the group's; None where nobody is on the list."""
    group, reference = float(compared.group.seats), float(compared.reference.seats)
    return round(SEATS * group / (group + reference)) if group + reference else None


def _uneven(low: float | None, high: float | None) -> bool:
    """Whether a range of ratios leaves out an equal chance."""
    return (high is not None and high < _EQUAL) or (low is not None and low > _EQUAL)


def _side(side: contract.SeatShare) -> SideFigures:
    rate = side.rate
    return SideFigures(chance(rate) if rate is not None else None, place(side.seats), count(side.applicants))


def _why(reason: contract.Reason | None) -> str:
    return reason.text if reason is not None else ""
