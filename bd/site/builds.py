"""The page that compares two builds of one model: whether verdicts agree, and how far results and answers differ."""

from __future__ import annotations

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import chance, count, points, share, span
from bd.site.records.builds import BuildCell, BuildSide, BuildsPage, Compared, SameAnswers
from bd.site.records.parts import Head, Link, Sentence
from bd.site.words import plain

__all__ = ["builds_page", "machine_findings"]


def _comparisons(names: Names, model: str) -> list[Cursor]:
    """Return the entries of the data file that compare a model's builds."""
    if "builds" not in names.data:
        return []
    return [entry for entry in names.data["builds"] if entry["engine"].value == model]


def builds_page(names: Names, page: Cursor) -> BuildsPage:
    """Return the page that compares the builds of a model."""
    model = names.models[page["engine"].text]
    compared = tuple(_compared(names, entry) for entry in _comparisons(names, model.id))
    said = tuple(piece for each in compared for piece in each.finding)
    return BuildsPage(
        head=Head(
            address=page["address"].text,
            title=page["label"].text,
            description=plain(said),
            heading=page["label"].text,
            crumbs=(names.home(), Link("Models", "/engines/"), Link(model.label, model.address)),
        ),
        model=model,
        compared=compared,
    )


def machine_findings(names: Names, model: str) -> tuple[Sentence, ...]:
    """Return, for a model's own page, what another machine does to its numbers; empty where no build shows that."""
    entries = [entry for entry in _comparisons(names, model) if _only_machine(entry) and entry["largest_move"].known]
    return tuple(
        (
            f"The same weights were asked on {_machines(entry, 'other')} too: the verdict stays the same on ",
            count(entry["n_same_verdict"]),
            " of ",
            count(entry["n_cells"]),
            " results, and the largest effect of the machine is ",
            points(entry["largest_move"], names.digits),
            " points.",
            *_beyond(entry),
        )
        for entry in entries
    )


def _only_machine(entry: Cursor) -> bool:
    return "only_machine" in entry and bool(entry["only_machine"].value)


def _machines(entry: Cursor, side: str) -> str:
    return " and ".join(each.text for each in entry["machines"][side])


def _beyond(entry: Cursor) -> Sentence:
    """Return the words on distances that a range does not cover; empty where there are none."""
    if "n_beyond_range" not in entry or not entry["n_beyond_range"].value:
        return ()
    return (
        " On ",
        count(entry["n_beyond_range"]),
        f" of these results the effect on {_machines(entry, 'other')} lies outside the 95% range of that on "
        f"{_machines(entry, 'main')}: a range tells what other texts would have given, not what another machine would.",
    )


def _compared(names: Names, entry: Cursor) -> Compared:
    model, build = entry["engine"].text, entry["build"].text
    labels = {b["id"].text: b["label"].text for b in names.engine(model)["builds"]}
    cells = sorted(entry["cells"], key=lambda cell: (cell["same_verdict"].value, -abs(cell["move"].value)))
    return Compared(
        main=labels[model],
        other=labels[build],
        finding=_finding(names, entry, labels[model], labels[build]),
        cells=tuple(_cell(names, cell) for cell in cells),
        answers=tuple(_answers(names, each) for each in entry["answers"]),
    )


def _finding(names: Names, entry: Cursor, main: str, other: str) -> Sentence:
    said: Sentence = ()
    if _only_machine(entry):
        said = (
            f"Both are the same package with the same weights, asked on {_machines(entry, 'main')} and on "
            f"{_machines(entry, 'other')}: only the machine differs. ",
        )
    said += (
        f"“{main}” and “{other}” come to the same verdict on ",
        count(entry["n_same_verdict"]),
        " of ",
        count(entry["n_cells"]),
        " results.",
    )
    if entry["largest_move"].known:
        said += (" The largest distance between them is ", points(entry["largest_move"], names.digits), " points")
        said += (*_at(names, entry, main, other), ".")
    return (*said, *(_beyond(entry) if _only_machine(entry) else ()), " ")


def _at(names: Names, entry: Cursor, main: str, other: str) -> Sentence:
    """Return the words on where two builds are furthest apart, and the range there."""
    cell = max(entry["cells"], key=lambda each: abs(each["move"].value))
    side = cell["main"]
    ends = span(side["lo"], side["hi"], names.digits)
    told: Sentence = () if ends is None else (", 95% range ", ends.lo, " to ", ends.hi)
    return (
        f", on {names.dimensions[cell['characteristic'].text]['label'].text}: {cell['facet_label'].text} ({main} ",
        points(side["value"], names.digits),
        *told,
        f"; {other} ",
        points(cell["other"]["value"], names.digits),
        ")",
    )


def _cell(names: Names, cell: Cursor) -> BuildCell:
    characteristic = names.dimensions[cell["characteristic"].text]["label"].text
    return BuildCell(
        link=Link(f"{characteristic}: {cell['facet_label'].text}", cell["address"].text),
        main=_side(names, cell["main"]),
        other=_side(names, cell["other"]),
        same=cell["same_verdict"].value,
        move=points(cell["move"], names.digits),
    )


def _side(names: Names, side: Cursor) -> BuildSide:
    return BuildSide(
        value=points(side["value"], names.digits),
        range=span(side["lo"], side["hi"], names.digits),
        texts=count(side["n"]),
        clear=side["clear"].value,
    )


def _answers(names: Names, each: Cursor) -> SameAnswers:
    return SameAnswers(
        question=names.questions[each["item"].text]["label"].text,
        texts=count(each["n"]),
        same=share(each["same_answer"]),
        mean_move=chance(each["mean_move"]),
        max_move=chance(each["max_move"]),
    )
