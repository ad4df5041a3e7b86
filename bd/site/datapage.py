"""The data page: what can be downloaded, what the columns mean, which files every number comes from, how to check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bd.report import contract
from bd.site.answerfile import AnswerFile, answered
from bd.site.downloads import Downloads
from bd.site.names import Names
from bd.site.records.pages import AnswersLine, DataPage, FileLine, Licence, LogGroup, ScoredFile
from bd.site.records.parts import Head
from bd.site.records.take import ColumnLine, TableLine
from bd.site.reported import reported_sources
from bd.site.tables.answers import ANSWERS
from bd.site.tables.columns import Table
from bd.site.tables.each import PAGE_TABLES
from bd.site.tables.results import EFFECTS
from bd.site.words import listed

__all__ = ["data_page"]

_DESCRIPTION = "Download everything shown on this site, and see from which saved answers each number was worked out."


def data_page(names: Names, page: contract.Page, downloads: Downloads | None = None) -> DataPage:
    """Return the data page."""
    origin = names.data.provenance
    answers = None if downloads is None else downloads.answers
    return DataPage(
        head=Head(page.address, "Data", _DESCRIPTION, "Data, and how to check it", (names.home(),)),
        schema=names.data.schema,
        date=origin.generated,
        commit=origin.record_commit or "",
        release=origin.release.label,
        command=origin.command,
        scored=tuple(_scored(names, source) for source in origin.sources),
        logs=tuple(_logs(names)),
        texts=tuple(_texts(names)),
        licences=tuple(_licences(names)),
        reported=reported_sources(names),
        downloads=() if downloads is None else downloads.listed,
        dictionary=tuple(_dictionary(answers is not None)),
        answers=None if answers is None else _answers_line(answers),
    )


def _answers_line(answers: AnswerFile) -> AnswersLine:
    return AnswersLine(f"{answers.rows:,}", f"{answers.logs:,}", answers.left_out)


def _dictionary(answers: bool) -> Iterator[TableLine]:
    yield _table(EFFECTS, ["effects.csv", "effects.parquet"])
    if answers:
        yield _table(ANSWERS, ["answers.parquet"])
    for table in PAGE_TABLES:
        # the columns of results are those of effects, told once
        if table.columns != EFFECTS.columns:
            yield _table(table, ["data.json beside a page"])


def _table(table: Table, files: Iterable[str]) -> TableLine:
    columns = (ColumnLine(each.name, each.kind, each.unit, each.about) for each in table.columns)
    return TableLine(table.name, table.about, tuple(columns), tuple(files))


def _build_words(names: Names, build: str) -> str:
    for model in names.models.values():
        if build in names.builds(model.id):
            second = names.build_label(model.id, build)
            return f"{model.label} ({second})" if second else model.label
    return build


def _scored(names: Names, source: contract.Source) -> ScoredFile:
    builds = listed(_build_words(names, build) for build in source.builds)
    return ScoredFile(source.path, source.about, builds, source.regenerated_by or "")


def _logs(names: Names) -> Iterator[LogGroup]:
    """Yield the files of answers of each build, in the order of the models."""
    found: dict[str, set[tuple[str, str]]] = {}
    for row in answered(names):
        files = found.setdefault(row.build, set())
        files.update((each.path, each.sha256) for each in row.answers)
    order = [build for model in names.models for build in names.builds(model)]
    for build in sorted(found, key=order.index):
        yield LogGroup(_build_words(names, build), tuple(FileLine(*each) for each in sorted(found[build])))


def _texts(names: Names) -> Iterator[FileLine]:
    sets = {q.texts.id: q.texts.sha256 for q in names.questions.values()}
    yield from (FileLine(f"studies/texts/{name}.jsonl", sha256) for name, sha256 in sorted(sets.items()))


def _licences(names: Names) -> Iterator[Licence]:
    sets = {q.texts.label: q.texts.licence for q in names.questions.values()}
    yield from (Licence(f"Texts: {label}", terms) for label, terms in sorted(sets.items()))
    for engine in names.data.engines:
        yield Licence(f"Model: {engine.label}", engine.licence)
