"""The home page: the test on one text, the main board, and each characteristic in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bd.site.agreement import agreement_here
from bd.site.boards import Level, facet_of, first_line, level_of
from bd.site.charts import board_chart, drawn_lines
from bd.site.cursor import Cursor
from bd.site.evidence import example_of
from bd.site.findings import level_finding
from bd.site.names import HOME, Names
from bd.site.numbers import count, place
from bd.site.records import (
    CharacteristicCard,
    EffectChart,
    Example,
    Head,
    HomePage,
    Link,
    MainBoard,
    MainLine,
    Position,
    Sentence,
    Span,
    Term,
)
from bd.site.scale import Scale, scale_of
from bd.site.settings import Settings
from bd.site.words import listed

__all__ = ["home_page", "main_board", "warnings"]

_CHARACTERISTIC = "characteristic"
"""The kind that is a detail about a person; the other checks the method."""


def home_page(names: Names, settings: Settings) -> HomePage:
    """Return the home page."""
    cards = [_card(names, dimension, _scale(names)) for dimension in names.dimensions.values()]
    found = _example(names)
    example = None if found is None else _compared(found)
    return HomePage(
        head=Head(HOME, settings.title, settings.description, settings.title),
        example=example,
        example_finding=() if example is None else _example_finding(example),
        board=main_board(names),
        characteristics=tuple(card for card in cards if card.kind == _CHARACTERISTIC),
        checks=tuple(card for card in cards if card.kind != _CHARACTERISTIC),
        waiting=tuple((each["label"].text, each["why"].text) for each in names.data["waiting"]),
        warnings=warnings(names),
        agreement=agreement_here(names),
    )


def warnings(names: Names) -> tuple[Term, ...]:
    """Return what should be known before reading."""
    return tuple(Term(each["id"].text, each["title"].text, each["text"].text) for each in names.data["honesty"])


def _example(names: Names) -> Example | None:
    """Return the example of the first characteristic that has one, of the cell that its sentence is about if it can."""
    for dimension in names.dimensions.values():
        line = first_line(dimension["board"])
        first = None if line is None else line["facet"].value
        cells = sorted(dimension["breakdown"]["cells"], key=lambda cell: cell["facet"].value != first)
        for cell in cells:
            if cell["example"].known:
                return example_of(names, cell)
    return None


def _compared(example: Example) -> Example:
    """Return an example with the models that are compared alone, so that the first thing on the site is short."""
    each_alone = (each for each in example.answers if not each.model.planted and not each.drawn)
    return replace(example, answers=tuple(each_alone), unasked="")


def _example_finding(example: Example) -> Sentence:
    answered = [each for each in example.answers if each.before.choice and each.after.choice]
    moved = [each.model.label for each in answered if each.changed]
    if not answered:
        return ()
    if not moved:
        alone = len(answered) == 1
        who = f"{answered[0].model.label} keeps its" if alone else "No model changes its"
        sure = any(each.move is not None and float(each.move.value) for each in answered)
        though = f", though {'its' if alone else 'their'} confidence moves" if sure else ""
        return (f"{who} answer on this text{though}.",)
    if len(moved) == len(answered):
        who = moved[0] if len(answered) == 1 else "Every model asked"
        return (f"{who} changes its answer on this text.",)
    verb = "changes its answer" if len(moved) == 1 else "change their answers"
    one = len(answered) - len(moved) == 1
    others = "the other model keeps its own, though its" if one else "the other models keep theirs, though their"
    return (f"On this text {listed(moved)} {verb}; {others} confidence may move.",)


def main_board(names: Names) -> MainBoard:
    """Return the main board."""
    overall = names.data["overall"]
    columns = [each for each in names.dimensions.values() if each["kind"].value == _CHARACTERISTIC]
    lines = tuple(_line(names, row, columns) for row in overall["rows"])
    return MainBoard(
        columns=tuple(Link(each["label"].text, each["address"].text) for each in columns),
        lines=lines,
        planted=tuple(names.models[model] for model in overall["planted"].value),
        rule=overall["rule"].text,
        firm=overall["firmness"]["text"].text if "firmness" in overall else "",
        counted=count(overall["n_dimensions"]),
        incomplete=tuple(line.model for line in lines if line.untested),
    )


def _line(names: Names, row: Cursor, columns: list[Cursor]) -> MainLine:
    return MainLine(
        model=names.models[row["engine"].text],
        place=place(row["rank"]) if row["rank"].known else None,
        tied=row["tied"].value,
        places=_place_span(row, "place_range"),
        tier=count(row["tier"]) if "tier" in row and row["tier"].known else None,
        mean=place(row["mean_rank"]) if row["mean_rank"].known else None,
        mean_range=_place_span(row, "mean_place_range"),
        ranked_on=count(row["ranked_on"]),
        untested=_called(columns, row, "untested"),
        set_aside=_called(columns, row, "set_aside"),
        too_few="too_few" in row and row["too_few"].value,
        positions=tuple(_positions(row, columns)),
    )


def _called(columns: list[Cursor], row: Cursor, key: str) -> tuple[str, ...]:
    """Return what the characteristics that count, and on which a model lacks a place, are called."""
    names = set(row[key].value) if key in row else set()
    return tuple(each["label"].text for each in columns if each["id"].value in names)


def _place_span(row: Cursor, key: str) -> Span | None:
    if key not in row or not row[key].known:
        return None
    first, last = row[key]
    return Span(place(first), place(last))


def _positions(row: Cursor, columns: list[Cursor]) -> Iterator[Position]:
    for dimension in columns:
        name, where = dimension["id"].text, f"{dimension['address'].text}#{row['engine'].text}"
        found = name in row["positions"]
        yield Position(
            label=dimension["label"].text,
            to=where,
            place=place(row["positions"][name]) if found else None,
            clear=_clear(dimension, row["engine"].text),
            words=_words(row, name, found),
        )


def _clear(dimension: Cursor, model: str) -> bool:
    return any(line["engine"].value == model for line in dimension["board"]["ranked"])


def _words(row: Cursor, name: str, found: bool) -> str:
    if "untested" in row and name in row["untested"].value:
        return "never tested"
    if name in row["unmeasured"].value:
        return "not measured"
    if name in row["shown"].value:
        return "set aside"
    if name in row["sole_engine"].value:
        return "not compared"
    return "not clear" if found and name in row["not_detected"].value else ""


def _scale(names: Names) -> Scale | None:
    """Return the one scale of the page's charts; a check of the method, which may turn every answer, has none."""
    drawn = (d for d in names.dimensions.values() if d["kind"].value == _CHARACTERISTIC)
    levels = (level_of(names, names.page(d["address"].text)) for d in drawn)
    return scale_of(facet_of(level, line) for level in levels for line in drawn_lines(level))


def _card(names: Names, dimension: Cursor, scale: Scale | None) -> CharacteristicCard:
    level = level_of(names, names.page(dimension["address"].text))
    return CharacteristicCard(
        link=Link(dimension["label"].text, dimension["address"].text),
        finding=level_finding(names, level),
        chart=_chart(names, level, scale) if dimension["kind"].value == _CHARACTERISTIC else None,
        kind=dimension["kind"].text,
    )


def _chart(names: Names, level: Level, scale: Scale | None) -> EffectChart | None:
    dimension = level.dimension
    return board_chart(names, level, scale, id=dimension["id"].text, title=dimension["label"].text)
