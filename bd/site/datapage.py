"""The data page: what can be downloaded, which files every number comes from, and how to check them."""

from __future__ import annotations

from collections.abc import Iterator

from bd.site.cursor import Cursor
from bd.site.names import Names
from bd.site.records import DataPage, FileLine, Head, Licence, LogGroup, ScoredFile
from bd.site.reported import reported_sources
from bd.site.words import listed

__all__ = ["data_page"]

_DESCRIPTION = "Download everything shown on this site, and see from which saved answers each number was worked out."


def data_page(names: Names, page: Cursor) -> DataPage:
    """Return the data page."""
    origin = names.data["provenance"]
    return DataPage(
        head=Head(page["address"].text, "Data", _DESCRIPTION, "Data, and how to check it", (names.home(),)),
        schema=names.data["schema"].text,
        date=origin["generated"].text,
        commit=origin["record_commit"].text,
        release=origin["release"]["label"].text,
        command=origin["command"].text,
        scored=tuple(_scored(names, source) for source in origin["sources"]),
        logs=tuple(_logs(names)),
        texts=tuple(_texts(names)),
        licences=tuple(_licences(names)),
        reported=reported_sources(names),
    )


def _build_words(names: Names, build: str) -> str:
    for model in names.models.values():
        if build in names.builds(model.id):
            second = names.build_label(model.id, build)
            return f"{model.label} ({second})" if second else model.label
    return build


def _scored(names: Names, source: Cursor) -> ScoredFile:
    builds = listed(_build_words(names, build) for build in source["builds"].value)
    return ScoredFile(source["path"].text, source["about"].text, builds, source["regenerated_by"].text)


def _logs(names: Names) -> Iterator[LogGroup]:
    """Yield the files of answers of each build, in the order of the models."""
    found: dict[str, set[tuple[str, str]]] = {}
    for row in _answered(names):
        files = found.setdefault(row["build"].text, set())
        files.update((each["path"].text, each["sha256"].text) for each in row["answers"])
    order = [build for model in names.models for build in names.builds(model)]
    for build in sorted(found, key=order.index):
        yield LogGroup(_build_words(names, build), tuple(FileLine(*each) for each in sorted(found[build])))


def _answered(names: Names) -> Iterator[Cursor]:
    """Yield everything in the data file that names the files it was worked out from."""
    yield from names.data["floors"]["ask_twice"]
    for dimension in names.dimensions.values():
        for part in ("cells", "builds"):
            for _, cell in dimension[part].items():
                yield from (facet for facet in cell["facets"] if facet["status"].value == "measured")


def _texts(names: Names) -> Iterator[FileLine]:
    sets = {q["texts"]["id"].text: q["texts"]["sha256"].text for q in names.questions.values()}
    yield from (FileLine(f"studies/texts/{name}.jsonl", sha256) for name, sha256 in sorted(sets.items()))


def _licences(names: Names) -> Iterator[Licence]:
    sets = {q["texts"]["label"].text: q["texts"]["licence"].text for q in names.questions.values()}
    yield from (Licence(f"Texts: {label}", terms) for label, terms in sorted(sets.items()))
    for engine in names.data["engines"]:
        yield Licence(f"Model: {engine['label'].text}", engine["licence"].text)
