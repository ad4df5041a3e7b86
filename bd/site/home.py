"""The home page: what was found, the test on one text as a picture, and the heat map of all models."""

from __future__ import annotations

from dataclasses import replace

from bd.report import contract
from bd.site.agreement import agreement_here
from bd.site.boards import facet_of, first_line, level_of, loose
from bd.site.evidence import example_of
from bd.site.heat import shaded, squares
from bd.site.names import HOME, Names
from bd.site.numbers import count, place
from bd.site.records.boards import MainBoard, MainLine
from bd.site.records.evidence import Example, Version
from bd.site.records.pages import HomePage
from bd.site.records.parts import Figure, Head, Link, Sentence, Span, Term
from bd.site.records.pictures import Square, Swing
from bd.site.settings import Settings
from bd.site.swings import Moved, swing
from bd.site.text import text, worded
from bd.site.titles import result_title
from bd.site.verdicts import RATES
from bd.site.words import listed, plain

__all__ = ["home_page", "main_board", "warnings"]

_CHARACTERISTIC = "characteristic"
"""The kind that is a detail about a person; the other checks the method."""


def home_page(names: Names, settings: Settings) -> HomePage:
    """Return the home page."""
    found = _example(names)
    example = None if found is None else _compared(found)
    counted = [each for each in names.dimensions.values() if each.kind == _CHARACTERISTIC]
    own = [model for model in names.models.values() if not model.planted]
    return HomePage(
        head=Head(HOME, settings.title, settings.description, plain(_finding(names)) or settings.title),
        lead=text("home.about", models=str(len(own)), topics=str(len(counted))),
        example=example,
        picture=None if example is None else _picture(example),
        example_finding=() if example is None else _example_finding(example),
        board=main_board(names),
        checks=tuple(_check(each) for each in names.dimensions.values() if each not in counted),
        waiting=tuple((each.label, each.why) for each in names.data.waiting),
        warnings=warnings(names),
        agreement=agreement_here(names),
    )


def _finding(names: Names) -> Sentence:
    """Return the largest clear result of all characteristics as a title: of answers, where any are counted."""
    found = []
    for dimension in names.dimensions.values():
        if dimension.kind != _CHARACTERISTIC:
            continue
        level = level_of(names, names.page(dimension.address))
        for line in level.board.ranked:
            facet = facet_of(level, line)
            if not loose(line, facet):
                found.append((facet.measure in RATES, facet.excess.value, facet))
    return result_title(names, max(found, key=lambda each: each[:2])[2]) if found else ()


def _check(dimension: contract.Characteristic) -> Link:
    return Link(dimension.label, dimension.address)


def _picture(example: Example) -> Swing | None:
    """Return the example as a picture: where each model stood, and where it stands with the change."""
    asked = [each for each in example.answers if each.before.chance and each.after.chance]
    before, after = (_changed_word(version) for version in example.versions)
    moved = [
        Moved(
            model=each.model,
            to=each.model.address,
            before=_percent(each.before.chance),
            after=_percent(each.after.chance),
            said=worded("swing.says", option=each.after.choice) if each.changed else "",
        )
        for each in asked
        if each.before.chance and each.after.chance
    ]
    other = next((option for option in example.options if option != example.positive), "")
    return swing("test", example.question, (other, example.positive), (before, after, ""), moved, whole=True)


def _percent(chance: Figure) -> tuple[float, Figure]:
    return float(chance.value) * 100, chance


def _changed_word(version: Version) -> str:
    """Return the first words of a text that differ, or what the version is called."""
    return next((run.text.strip() for run in version.runs if run.changed and run.text.strip()), version.label)


def warnings(names: Names) -> tuple[Term, ...]:
    """Return what should be known before reading."""
    return tuple(Term(each.id, each.title, each.text) for each in names.data.honesty)


def _example(names: Names) -> Example | None:
    """Return the example of the first characteristic that has one, of the cell that its sentence is about if it can."""
    for dimension in names.dimensions.values():
        line = first_line(dimension.board)
        first = None if line is None else line.facet
        cells = sorted(dimension.breakdown.cells, key=lambda cell: cell.facet != first)
        for cell in cells:
            if cell.example is not None:
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
    overall = names.data.overall
    columns = [each for each in names.dimensions.values() if each.kind == _CHARACTERISTIC]
    rows = tuple(overall.rows)
    colours = shaded([tuple(squares(names, row.engine, columns, _untested(row))) for row in rows])
    lines = tuple(_line(names, row, each) for row, each in zip(rows, colours, strict=True))
    return MainBoard(
        columns=tuple(Link(each.label, each.address) for each in columns),
        lines=lines,
        planted=tuple(names.models[model] for model in overall.planted),
        rule=overall.rule,
        firm=_firm(names, overall),
        firm_rules=overall.firmness.text if overall.firmness is not None else "",
        counted=count(overall.n_dimensions),
        incomplete=tuple(line.model for line in lines if line.untested),
    )


def _untested(row: contract.OverallRow) -> list[str]:
    return list(row.untested) if row.untested is not None else []


def _firm(names: Names, overall: contract.Overall) -> Sentence:
    """Say in one sentence how firm the order is."""
    if overall.firmness is None or not overall.firmness.rules:
        return ()
    found, first = overall.firmness, [row for row in overall.rows if row.rank is not None]
    stays = sum(rule.stays for rule in found.rules)
    every = len(found.rules)
    key = "home.firm" if stays == every and not found.changed else "home.not-firm"
    top = names.models[first[0].engine].label
    counts = {"changed": count(found.changed), "pairs": count(found.pairs)}
    return text(key, rules=str(every), first=top, stays=str(stays), **counts)


def _line(names: Names, row: contract.OverallRow, squares: tuple[Square, ...]) -> MainLine:
    return MainLine(
        model=names.models[row.engine],
        place=place(row.rank) if row.rank is not None else None,
        tied=row.tied,
        places=_place_span(row.place_range),
        tier=count(row.tier) if row.tier is not None else None,
        mean=place(row.mean_rank) if row.mean_rank is not None else None,
        mean_range=_place_span(row.mean_place_range),
        ranked_on=count(row.ranked_on),
        untested=names.called(row.untested),
        set_aside=names.called(row.set_aside),
        too_few=row.too_few,
        squares=squares,
    )


def _place_span(ends: tuple[float, float] | None) -> Span | None:
    return None if ends is None else Span(place(ends[0]), place(ends[1]))
