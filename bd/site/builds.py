"""The page that compares two builds of one model: whether verdicts agree, and how far results and answers differ."""

from __future__ import annotations

from bd.report import contract
from bd.site.names import Names
from bd.site.numbers import chance, count, points, share, span
from bd.site.records.builds import BuildCell, BuildSide, BuildsPage, Compared, SameAnswers
from bd.site.records.parts import Head, Link, Sentence
from bd.site.words import plain

__all__ = ["builds_page", "machine_findings"]


def _comparisons(names: Names, model: str) -> list[contract.BuildPair]:
    """Return the entries of the data file that compare a model's builds."""
    if names.data.builds is None:
        return []
    return [entry for entry in names.data.builds if entry.engine == model]


def builds_page(names: Names, page: contract.Page) -> BuildsPage:
    """Return the page that compares the builds of a model."""
    model = names.models[contract.required(page.engine)]
    compared = tuple(_compared(names, entry) for entry in _comparisons(names, model.id))
    said = tuple(piece for each in compared for piece in each.finding)
    return BuildsPage(
        head=Head(
            address=page.address,
            title=page.label,
            description=plain(said),
            heading=page.label,
            crumbs=(names.home(), Link("Models", "/engines/"), Link(model.label, model.address)),
        ),
        model=model,
        compared=compared,
    )


def machine_findings(names: Names, model: str) -> tuple[Sentence, ...]:
    """Return, for a model's own page, what another machine does to its numbers; empty where no build shows that."""
    entries = [entry for entry in _comparisons(names, model) if _only_machine(entry) and entry.largest_move is not None]
    return tuple(
        (
            f"The same weights were asked on {_machines(entry, 'other')} too: the verdict stays the same on ",
            count(entry.n_same_verdict),
            " of ",
            count(entry.n_cells),
            " results, and the largest effect of the machine is ",
            points(contract.required(entry.largest_move), names.digits),
            " points.",
            *_beyond(entry),
        )
        for entry in entries
    )


def _only_machine(entry: contract.BuildPair) -> bool:
    return entry.only_machine is not None and bool(entry.only_machine)


def _machines(entry: contract.BuildPair, side: str) -> str:
    return " and ".join(getattr(contract.required(entry.machines), side))


def _beyond(entry: contract.BuildPair) -> Sentence:
    """Return the words on distances that a range does not cover; empty where there are none."""
    if entry.n_beyond_range is None or not entry.n_beyond_range:
        return ()
    return (
        " On ",
        count(entry.n_beyond_range),
        f" of these results the effect on {_machines(entry, 'other')} lies outside the 95% range of that on "
        f"{_machines(entry, 'main')}: a range tells what other texts would have given, not what another machine would.",
    )


def _compared(names: Names, entry: contract.BuildPair) -> Compared:
    model, build = entry.engine, entry.build
    labels = {b.id: b.label for b in names.engine(model).builds}
    cells = sorted(entry.cells, key=lambda cell: (cell.same_verdict, -abs(cell.move)))
    return Compared(
        main=labels[model],
        other=labels[build],
        finding=_finding(names, entry, labels[model], labels[build]),
        cells=tuple(_cell(names, cell) for cell in cells),
        answers=tuple(_answers(names, each) for each in entry.answers),
    )


def _finding(names: Names, entry: contract.BuildPair, main: str, other: str) -> Sentence:
    said: Sentence = ()
    if _only_machine(entry):
        said = (
            f"Both are the same package with the same weights, asked on {_machines(entry, 'main')} and on "
            f"{_machines(entry, 'other')}: only the machine differs. ",
        )
    said += (
        f"“{main}” and “{other}” come to the same verdict on ",
        count(entry.n_same_verdict),
        " of ",
        count(entry.n_cells),
        " results.",
    )
    if entry.largest_move is not None:
        said += (
            " The largest distance between them is ",
            points(contract.required(entry.largest_move), names.digits),
            " points",
        )
        said += (*_at(names, entry, main, other), ".")
    return (*said, *(_beyond(entry) if _only_machine(entry) else ()), " ")


def _at(names: Names, entry: contract.BuildPair, main: str, other: str) -> Sentence:
    """Return the words on where two builds are furthest apart, and the range there."""
    cell = max(entry.cells, key=lambda each: abs(each.move))
    side = cell.main
    ends = span(side.lo, side.hi, names.digits)
    told: Sentence = () if ends is None else (", 95% range ", ends.lo, " to ", ends.hi)
    return (
        f", on {names.dimensions[cell.characteristic].label}: {cell.facet_label} ({main} ",
        points(side.value, names.digits),
        *told,
        f"; {other} ",
        points(cell.other.value, names.digits),
        ")",
    )


def _cell(names: Names, cell: contract.BuildCell) -> BuildCell:
    characteristic = names.dimensions[cell.characteristic].label
    return BuildCell(
        link=Link(f"{characteristic}: {cell.facet_label}", cell.address),
        main=_side(names, cell.main),
        other=_side(names, cell.other),
        same=cell.same_verdict,
        move=points(cell.move, names.digits),
    )


def _side(names: Names, side: contract.BuildSide) -> BuildSide:
    return BuildSide(
        value=points(side.value, names.digits),
        range=span(side.lo, side.hi, names.digits),
        texts=count(side.n),
        clear=side.clear,
    )


def _answers(names: Names, each: contract.SameAnswers) -> SameAnswers:
    return SameAnswers(
        question=names.questions[each.item].label,
        texts=count(each.n),
        same=share(each.same_answer),
        mean_move=chance(each.mean_move),
        max_move=chance(each.max_move),
    )
