"""Reading `studies/reported/<source>.toml`: who published, and what the words of that source mean in this study.

Every fault is told with its file; whether the figures themselves are sound is `bd.report.reported.read`'s part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Protocol, TypeVar

from bd.errors import Problem
from bd.files import is_day, slug_fault
from bd.report.reported.records import (
    EFFECT,
    SOURCE_FORMAT,
    TELLS,
    ControlKind,
    Edit,
    Measure,
    Named,
    Question,
    ReportedGroup,
    Source,
)
from bd.study.records import Study
from bd.study.toml import Table, read_toml

__all__ = ["read_source"]


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_HasId)


def read_source(path: Path, shown: str, study: Study, problems: list[Problem]) -> Source | None:
    """Read one description; None if it cannot be used, with every reason added to `problems`.

    Parameters
    ----------
    path
        Where the file is.
    shown
        The file's name in messages, relative to the project.
    study
        What the source's words are tied to.
    """
    before = len(problems)
    if fault := slug_fault(path.stem):
        what = f"the file's name is the source's id and address, and {path.stem!r} {fault}"
        problems.append(Problem(shown, None, what))
    table = read_toml(path, shown, SOURCE_FORMAT, problems)
    if table is None:
        return None
    source = Source(
        id=path.stem,
        label=table.text("label"),
        about=table.text("about"),
        as_of=_day(table),
        citation=table.text("citation"),
        licence=table.text("licence", ""),
        models=_each(table, "models", _named),
        edits=_each(table, "edits", _edit(study)),
        measures=_each(table, "measures", _measure),
        questions=_each(table, "questions", _question(study)),
        groups=_each(table, "groups", _group(study)),
        samples=_each(table, "samples", _named),
        variants=_each(table, "variants", _named),
        controls=_each(table, "controls", _control),
        intervals=_each(table, "intervals", _named),
        path=shown,
    )
    table.done()
    return source if len(problems) == before else None


def _day(table: Table) -> str:
    text = table.text("as_of")
    if text and not is_day(text):
        table.reader.fault(f"as_of {text!r} is not a day such as 2026-01-31", "as_of")
    return text


def _each(table: Table, key: str, build: Callable[[Table], T]) -> dict[str, T]:
    """Return the tables headed `[[key]]` by id, in the file's order, which is the order on pages."""
    found: dict[str, T] = {}
    for each in table.tables(key, required=False):
        built = build(each)
        each.done()
        if built.id in found:
            table.reader.fault(f"[[{key}]] {built.id!r} stands twice")
        found[built.id] = built
    return found


def _named(table: Table) -> Named:
    return Named(table.text("id"), table.text("label"), table.text("about", ""))


def _edit(study: Study) -> Callable[[Table], Edit]:
    known = [c.id for c in study.characteristics]

    def build(table: Table) -> Edit:
        edit = Edit(
            id=table.text("id"),
            words=table.text("words", ""),
            characteristic=table.optional_text("characteristic"),
            left_out=table.optional_text("left_out"),
        )
        name = f"[[edits]] {edit.id!r}"
        if (edit.characteristic is None) == (edit.left_out is None):
            table.reader.fault(f"{name}: say either which characteristic it belongs to or why it is left_out", edit.id)
        if edit.characteristic is not None and not edit.words:
            table.reader.fault(f"{name}: words are missing: what was changed, for readers", edit.id)
        _known(table, name, "characteristic", edit.characteristic, known)
        return edit

    return build


def _measure(table: Table) -> Measure:
    measure = Measure(
        id=table.text("id"),
        label=table.text("label"),
        difference=table.flag("difference", False),
        left_out=table.optional_text("left_out"),
        tells=table.text("tells", EFFECT),
    )
    if measure.tells not in TELLS:
        known = ", ".join(TELLS)
        table.reader.fault(f"[[measures]] {measure.id!r}: tells {measure.tells!r} is none of {known}", measure.tells)
    elif measure.difference and measure.tells != EFFECT:
        table.reader.fault(f"[[measures]] {measure.id!r}: a {measure.tells} is no difference", measure.id)
    return measure


def _question(study: Study) -> Callable[[Table], Question]:
    def build(table: Table) -> Question:
        question = Question(table.text("id"), table.text("label"), table.optional_text("decision"))
        _known(table, f"[[questions]] {question.id!r}", "decision", question.decision, study.decisions)
        return question

    return build


def _group(study: Study) -> Callable[[Table], ReportedGroup]:
    known = [g.id for c in study.characteristics for g in c.groups]

    def build(table: Table) -> ReportedGroup:
        group = ReportedGroup(table.text("id"), table.text("label"), table.optional_text("group"))
        _known(table, f"[[groups]] {group.id!r}", "group", group.group, known)
        return group

    return build


def _control(table: Table) -> ControlKind:
    return ControlKind(table.text("id"), table.text("label"), table.flag("subtract", False))


def _known(table: Table, where: str, what: str, name: Any, known: Collection[str]) -> None:
    if name is not None and name not in known:
        table.reader.fault(f"{where}: {what} {name!r} is not in this study", f'{what} = "{name}"')
