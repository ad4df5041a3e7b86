"""The pages of changes: what differs between the data of one day and the edition before it.

What counts as a change is the part of `bd.report.editions.compare`, the sentences that of `bd.site.changewords`. A
thing that is gone is named by its label, without a link; whatever still has a page is linked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bd.report import contract
from bd.report.editions import EDITIONS, Comparison, Edition, Result, ResultChange
from bd.report.editions.compare import Things
from bd.said import many
from bd.site.changewords import first_said, quiet_said, said
from bd.site.history import Step
from bd.site.names import HOME, Names
from bd.site.numbers import count, place, points
from bd.site.records.changes import (
    CellLine,
    CellTopic,
    ChangedLine,
    ChangedTopic,
    ChangesPage,
    Count,
    EditionLine,
    NamedLine,
    NamedList,
    Past,
    PlaceLine,
    Side,
)
from bd.site.records.parts import Figure, Head, Link
from bd.site.text import worded
from bd.site.verdicts import CLEAR, called
from bd.site.words import listed

__all__ = ["CHANGES", "changes_pages", "edition_address", "said_of"]

CHANGES = "/changes/"
_BELOW = {"value": "/excess/value", "lo": "/excess/lo", "hi": "/excess/hi", "n": "/n"}
"""Where the numbers of a result stand below its place in the data file."""


def edition_address(file: str) -> str:
    """Return the address at which an edition can be downloaded."""
    return f"{EDITIONS.removeprefix('site')}/{file}"


def changes_pages(names: Names, history: Iterable[Step], notes: Mapping[str, str]) -> Iterator[ChangesPage]:
    """Yield `/changes/` about today's data, then a page for each earlier edition that has one before it.

    `notes` says by day what changed in the rules.
    """
    steps = list(history)
    if not steps:
        return
    today, *earlier = steps
    lines = tuple(_edition_line(step, today) for step in steps)
    pages = [(today, _page(names, today, CHANGES, lines))]
    compared = (step for step in earlier if step.comparison is not None)
    pages += [(step, _page(names, step, f"{CHANGES}{step.edition.date}/", ())) for step in compared]
    for step, page in pages:
        yield replace(page, note=notes.get(step.edition.date, ""))


def _edition_line(step: Step, today: Step) -> EditionLine:
    day = step.edition.date
    own = step is not today and step.comparison is not None
    return EditionLine(
        day=day,
        said=said_of(step),
        page=Link(f"All changes of {day}", f"{CHANGES}{day}/") if own else None,
        file=Link(f"Edition of {day}", edition_address(step.file)) if step.file else None,
    )


def said_of(step: Step) -> str:
    """Return the sentence about the data of one day."""
    return first_said(step.edition) if step.comparison is None else said(step.comparison)


def _page(names: Names, step: Step, address: str, editions: tuple[EditionLine, ...]) -> ChangesPage:
    top, day = address == CHANGES, step.edition.date
    title = "Changes" if top else f"Changes of {day}"
    crumbs = (names.home(),) if top else (names.home(), Link("Changes", CHANGES))
    head = Head(address, title, said_of(step), "What changed in the data" if top else title, crumbs)
    if step.comparison is None:
        nothing = "There is no earlier edition to compare these data with. "
        return ChangesPage(head, nothing + said_of(step), day, "", (), (), (), (), (), (), (), (), (), editions)
    return _compared(_Look(names, step.comparison), head, editions)


class _Look:
    """What things are called in either edition, and which of them have a page today."""

    def __init__(self, names: Names, found: Comparison) -> None:
        self.names, self.found = names, found
        both = (found.before, found.now)
        self.models = {model.id: model for edition in both for model in edition.models}
        self.topics = {each.id: each.label for edition in both for each in edition.characteristics}
        self.pages = {
            (page.level, page.characteristic, page.group, page.question): page.address for page in names.data.pages
        }

    def topic(self, characteristic: str) -> Link:
        known = self.names.dimensions.get(characteristic)
        label = self.topics.get(characteristic, characteristic)
        return Link(label, "" if known is None else known.address)

    def model(self, model: str) -> Link:
        known = self.names.models.get(model)
        label = self.models[model].label if model in self.models else model
        return Link(label, "" if known is None else known.address)

    def build(self, result: Result) -> str:
        model = self.models.get(result.model)
        label = result.model if model is None else model.label
        second = "" if model is None or result.build == result.model else model.builds.get(result.build, result.build)
        return f"{label} ({second})" if second else label

    def cell(self, result: Result) -> Link:
        if result.address not in self.names.addresses:
            return Link(result.label, "")
        return Link(result.label, result.address)

    def line(self, result: Result) -> Link:
        cell = self.cell(result)
        if not cell.to or result.model not in self.names.models:
            return cell
        known = result.build in self.models[result.model].builds
        return Link(cell.label, f"{cell.to}#{result.build if known else result.model}")


def _compared(look: _Look, head: Head, editions: tuple[EditionLine, ...]) -> ChangesPage:
    found = look.found
    return ChangesPage(
        head=head,
        said=said(found),
        day=found.now.date,
        before=found.before.date,
        counts=_counts(found),
        new=tuple(_named(look, found.new)),
        gone=tuple(_named(look, found.gone)),
        new_results=tuple(_cell_topics(look, found.new)),
        gone_results=tuple(_cell_topics(look, found.gone)),
        verdicts=tuple(_changed_topics(look, found.verdicts)),
        moved=tuple(_changed_topics(look, found.moved)),
        places=tuple(_place_lines(look)),
        quiet=quiet_said(found),
        editions=editions,
    )


def _counts(found: Comparison) -> tuple[Count, ...]:
    numbers = (
        (len(found.verdicts), "changed its verdict", "changed their verdict", "_verdicts"),
        (len(found.moved), "moved beyond its range", "moved beyond their range", "_moved"),
        (len(found.places), "changed its place on the main board", "changed places on the main board", "_places"),
        (len(found.new.results), "new result", "new results", "_new"),
        (len(found.gone.results), "result gone", "results gone", "_gone"),
        (len(found.within), "changed within its range", "changed within their range", ""),
    )
    return tuple(
        Count(f"{number:,}", one if number == 1 else many, anchor if number else "")
        for number, one, many, anchor in numbers
    )


def _named(look: _Look, things: Things) -> Iterator[NamedList]:
    topics = [NamedLine(look.topic(each.id)) for each in things.characteristics]
    models = [NamedLine(look.model(each.id)) for each in things.models]
    questions = [NamedLine(Link(each.label, ""), tuple(_asked(look, each.id))) for each in things.questions]
    for label, lines in (
        ("Characteristics", topics),
        ("Groups", list(_groups(look, things))),
        ("Questions", questions),
        ("Models", models),
    ):
        if lines:
            yield NamedList(label, tuple(lines))


def _groups(look: _Look, things: Things) -> Iterator[NamedLine]:
    """Yield a line for each characteristic with its groups."""
    found: dict[str, list[Link]] = {}
    for each in things.groups:
        to = look.pages.get(("group", each.characteristic, each.id, None), "")
        found.setdefault(each.characteristic, []).append(Link(each.label, to))
    for characteristic, links in found.items():
        yield NamedLine(Link(look.topic(characteristic).label, ""), tuple(links))


def _asked(look: _Look, question: str) -> Iterator[Link]:
    """Yield the page of a question under each characteristic that puts it."""
    for (level, topic, _, asked), to in look.pages.items():
        if (level, asked) == ("item", question):
            yield Link(look.topic(str(topic)).label, to)


def _by_topic(results: Iterable[Result]) -> dict[str, list[Result]]:
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.characteristic, []).append(result)
    return found


def _cell_topics(look: _Look, things: Things) -> Iterator[CellTopic]:
    whole = {each.id for each in things.characteristics}
    for topic, results in _by_topic(things.results).items():
        cells: dict[tuple[str, str], list[Result]] = {}
        for result in () if topic in whole else results:
            cells.setdefault((result.address, result.label), []).append(result)
        lines = (CellLine(look.cell(each[0]), listed(dict.fromkeys(map(look.build, each)))) for each in cells.values())
        yield CellTopic(look.topic(topic), many(len(results), "result"), topic in whole, tuple(lines))


def _changed_topics(look: _Look, changes: Iterable[ResultChange]) -> Iterator[ChangedTopic]:
    pairs = {pair.now: pair for pair in changes}
    for topic, results in _by_topic(pairs).items():
        lines = tuple(_changed_line(look, pairs[result]) for result in results)
        yield ChangedTopic(look.topic(topic), many(len(lines), "result"), lines)


def _changed_line(look: _Look, pair: ResultChange) -> ChangedLine:
    model = look.models.get(pair.now.model)
    return ChangedLine(
        cell=look.line(pair.now),
        model=look.build(pair.now),
        planted=model is not None and model.planted,
        before=_side(look.found.before, pair.before),
        now=_side(look.found.now, pair.now),
    )


def _side(edition: Edition, result: Result) -> Side:
    ranged = result.lo is not None and result.hi is not None
    return Side(
        value=_number(edition, result, "value"),
        lo=_number(edition, result, "lo") if ranged else None,
        hi=_number(edition, result, "hi") if ranged else None,
        verdict=_verdict(result.verdict),
        texts=_number(edition, result, "n"),
    )


def _number(edition: Edition, result: Result, part: str) -> Figure | Past:
    at = contract.standing(getattr(result, part), result.at + _BELOW[part])
    shown = count(at) if part == "n" else points(at, edition.digits)
    return _dated(edition, shown, result.at)


def _dated(edition: Edition, shown: Figure, line: str) -> Figure | Past:
    """Return a number as one of today's data, or as one of an earlier edition."""
    return Past(shown.text, shown.value, edition.date, line) if edition.file else shown


def _verdict(found: str) -> str:
    """Return a verdict in the words that every other page has for it."""
    clear = found == CLEAR
    why = () if clear or found == "not-clear" else (found,)
    return worded(f"verdict.{called(why, clear=clear)}")


def _place_lines(look: _Look) -> Iterator[PlaceLine]:
    for change in look.found.places:
        before = _place(look.found.before, change.model, change.before)
        yield PlaceLine(look.model(change.model), before, _place(look.found.now, change.model, change.now))


def _place(edition: Edition, model: str, found: float | None) -> Figure | Past | None:
    if found is None:
        return None
    board = next(board for board in edition.boards if board.address == HOME)
    at = f"{board.at}/{list(board.places).index(model)}/rank"
    return _dated(edition, place(contract.standing(found, at)), board.at)
