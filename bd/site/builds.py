"""The page that compares two builds of one model: whether verdicts agree, and how far results and answers differ."""

from __future__ import annotations

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.numbers import chance, count, points, share, span
from bd.site.records import BuildCell, BuildSide, BuildsPage, Compared, Head, Link, SameAnswers, Sentence
from bd.site.words import plain

__all__ = ["builds_page", "comparisons"]


def comparisons(names: Names, model: str) -> list[Cursor]:
    """Return the entries of the data file that compare a model's builds."""
    if "builds" not in names.data:
        return []
    return [entry for entry in names.data["builds"] if entry["engine"].value == model]


def builds_page(names: Names, page: Cursor) -> BuildsPage:
    """Return the page that compares the builds of a model."""
    model = names.models[page["engine"].text]
    compared = tuple(_compared(names, entry) for entry in comparisons(names, model.id))
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
    said: Sentence = (
        f"“{other}” and “{main}” come to the same verdict on ",
        count(entry["n_same_verdict"]),
        " of ",
        count(entry["n_cells"]),
        " results.",
    )
    if entry["largest_move"].known:
        said += (" The largest distance between them is ", points(entry["largest_move"], names.digits), " points. ")
    return said


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
