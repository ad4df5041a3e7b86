"""The section on shortlists of a level's page, from the data file to records.

Ratios, rates and verdicts are the data file's own; nothing is ranked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bd.effects.fourfifths import rule_words
from bd.site.boards import Level
from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import chance, count, percent, place, ratio, ratio_span
from bd.site.ratios import chart
from bd.site.records.parts import Figure, Link, Sentence
from bd.site.records.shortlists import (
    Overview,
    OverviewRow,
    Reading,
    ShortlistCut,
    ShortlistPart,
    ShortlistRow,
    ShortlistRule,
    SideFigures,
)

__all__ = ["shortlist_rule", "shortlists_here"]

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
    part = names.data["shortlists"]
    pairs = dict.fromkeys((each["group"]["words"].text, each["reference"]["words"].text) for each in lists)
    return ShortlistRule(ratio(part["line"]), ratio(part["upper_line"]), tuple(pairs))


def shortlists_here(names: Names, level: Level) -> tuple[ShortlistPart, ...]:
    """Return what stands on the page of a level: a part for each pair of sides.

    The page of a decision shows its own lists in full, that of a characteristic with several decisions an overview of
    them all. Pages of single groups show none: a list compares two kinds of applicants, not one group with a control.
    """
    lists = [each for each in _lists(names) if each["characteristic"].value == level.dimension["id"].value]
    if level.kind == "item":
        lists = [each for each in lists if each["decision"].value == level.question]
    elif level.kind != "characteristic":
        return ()
    pairs: dict[tuple[str, ...], list[Cursor]] = {}
    for each in lists:
        sides = (each[key]["value"].text for key in ("group", "reference"))
        pairs.setdefault((each["label"].text, *sides), []).append(each)
    return tuple(_part(names, level, found) for found in pairs.values())


def _terms(names: Names, listed: Cursor) -> _Terms:
    part = names.data["shortlists"]
    marks = (float(part["line"].value), float(part["upper_line"].value))
    return _Terms(listed["group"]["words"].text, listed["reference"]["words"].text, marks)


def _lists(names: Names) -> list[Cursor]:
    return list(names.data["shortlists"]["lists"]) if "shortlists" in names.data else []


def _part(names: Names, level: Level, lists: Sequence[Cursor]) -> ShortlistPart:
    part, first = names.data["shortlists"], lists[0]
    several = len(lists) > 1
    positives = {each["positive_label"].text for each in lists}
    return ShortlistPart(
        group=first["group"]["words"].text,
        reference=first["reference"]["words"].text,
        positive=positives.pop() if len(positives) == 1 else "",
        line=ratio(part["line"]),
        upper_line=ratio(part["upper_line"]),
        resamples=count(first["resamples"]),
        decisions=tuple(_decision(names, level, each) for each in lists) if several else (),
        overviews=tuple(_overviews(names, lists)) if several else (),
        cuts=() if several else tuple(_cut(names, first, cut) for cut in first["cuts"]),
    )


def _decision(names: Names, level: Level, listed: Cursor) -> Link:
    """Return the page of a decision within the characteristic, or the characteristic's own where it has none."""
    found = names.levels(level.dimension["id"].text).of_question("item", listed["decision"].text)
    address = f"{found[0]['address'].text}#_shortlist" if found else level.dimension["address"].text
    return Link(listed["decision_label"].text, address)


def _cut(names: Names, listed: Cursor, cut: Cursor) -> ShortlistCut:
    terms = _terms(names, listed)
    rows, share = tuple(_row(names, row, terms) for row in cut["rows"]), percent(cut["share"])
    return ShortlistCut(
        share=share,
        lead=_lead(rows, terms),
        rows=rows,
        chart=chart(names, cut["rows"], terms.marks),
    )


def _lead(rows: Iterable[ShortlistRow], terms: _Terms) -> Sentence:
    """Say whose list is the most unequal, of the models that are compared, and whether chance alone can do that.

    One whose range leaves out an equal chance comes before a larger ratio that chance explains.
    """
    fit = [row for row in rows if not row.model.planted and not row.build and row.as_asked.ratio is not None]
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


def _row(names: Names, row: Cursor, terms: _Terms) -> ShortlistRow:
    model, first, both = names.models[row["engine"].text], row["as_asked"], row["both_ways"]
    changes = first["changes"]

    def moved(side: str, way: str) -> Figure | None:
        return count(changes[side][way]) if changes.known else None

    shared = first["above_cut"].value + first["tied_at_cut"].value > first["seats"].value
    return ShortlistRow(
        model=model,
        build=names.build_label(model.id, row["build"].text),
        unpinned=row["unpinned"].value,
        as_asked=_reading(first["everyone"], terms),
        both_ways=_reading(both["everyone"], terms) if both.known else None,
        qualified=_reading(first["qualified"], terms) if first["qualified"].known else None,
        seats=count(first["seats"]),
        applicants=count(first["applicants"]),
        asked=count(first["asked"]) if first["asked"].value != first["applicants"].value else None,
        tied=count(first["tied_at_cut"]) if shared else None,
        group_gain=moved("group", "gain"),
        group_lose=moved("group", "lose"),
        reference_gain=moved("reference", "gain"),
        reference_lose=moved("reference", "lose"),
        why_no_changes=_why(first["why_no_changes"]),
    )


def _reading(compared: Cursor, terms: _Terms) -> Reading:
    below, above = compared["below_line"].value, compared["above_line"].value
    known, bound, high = compared["ratio"].known, compared["upper_if_none"], compared["hi"]
    # Re-draws of nobody are all alike, so the exact bound takes the place of such a range.
    bounded = bound.known and (not high.known or high.value < bound.value)
    fewer, more = (terms.group, terms.reference) if below else (terms.reference, terms.group)
    whole = compared["range_below_line"].value or compared["range_above_line"].value
    verdict = f"{fewer} {rule_words(below=True, above=False, whole=whole)} of {more}"
    favours = f"{'favours' if whole else 'may favour'} {terms.group}"
    return Reading(
        group=_side(compared["group"]),
        reference=_side(compared["reference"]),
        ratio=ratio(compared["ratio"], terms.marks) if known else None,
        why=_why(compared["why"]),
        range=None if bounded else ratio_span(compared["lo"], high, terms.marks),
        why_no_range=_why(compared["why_no_range"]) if known else "",
        bound=ratio(bound, terms.marks) if bounded else None,
        undefined=count(compared["undefined"]) if compared["undefined"].value and known else None,
        verdict=verdict if below or above else rule_words(below=False, above=False, whole=False) if known else "",
        short=rule_words(below=True, above=False, whole=whole) if below else favours if above else "",
        beyond=below or above,
        whole=whole,
        uneven=_uneven(compared["lo"].value, bound.value if bounded else high.value),
    )


def _uneven(low: float | None, high: float | None) -> bool:
    """Whether a range of ratios leaves out an equal chance."""
    return (high is not None and high < _EQUAL) or (low is not None and low > _EQUAL)


def _side(side: Cursor) -> SideFigures:
    rate = side["rate"]
    return SideFigures(chance(rate) if rate.known else None, place(side["seats"]), count(side["applicants"]))


def _why(reason: Cursor) -> str:
    return reason["text"].text if reason.known else ""


def _overviews(names: Names, lists: Sequence[Cursor]) -> Iterator[Overview]:
    shares = sorted({cut["share"].value for each in lists for cut in each["cuts"]})
    for size in shares:
        cuts = [next((cut for cut in each["cuts"] if cut["share"].value == size), None) for each in lists]
        known = next(cut for cut in cuts if cut is not None)
        yield Overview(percent(known["share"]), tuple(_overview_rows(names, lists, cuts)))


def _overview_rows(names: Names, lists: Sequence[Cursor], cuts: Sequence[Cursor | None]) -> Iterator[OverviewRow]:
    by_build = [{row["build"].text: row for row in cut["rows"]} if cut is not None else {} for cut in cuts]
    found = {build: row for rows in by_build for build, row in rows.items()}
    models = list(names.models)

    def order(build: str) -> tuple[bool, bool, int, str]:
        engine = found[build]["engine"].text
        return (build != engine, names.models[engine].planted, models.index(engine), build)

    for build in sorted(found, key=order):
        model = names.models[found[build]["engine"].text]
        cells = (_overview_cell(names, each, rows.get(build)) for each, rows in zip(lists, by_build, strict=True))
        yield OverviewRow(model, names.build_label(model.id, build), tuple(cells))


def _overview_cell(names: Names, listed: Cursor, row: Cursor | None) -> tuple[Reading, Reading | None] | None:
    if row is None:
        return None
    terms, both = _terms(names, listed), row["both_ways"]
    return _reading(row["as_asked"]["everyone"], terms), _reading(both["everyone"], terms) if both.known else None
