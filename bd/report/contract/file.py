"""The whole data file, and what it says of itself."""

from __future__ import annotations

import gc
from typing import Annotated, Any, Literal

from msgspec import Meta, convert
from msgspec.json import schema as json_schema

from bd.errors import BdError
from bd.report.contract.base import Address, Named, Record, Sha256, Slug, Whole, located
from bd.report.contract.levels import Characteristic
from bd.report.contract.models import BuildPair, Model, Repeats
from bd.report.contract.overall import Overall
from bd.report.contract.reported import ReportedSource
from bd.report.contract.shortlists import Shortlists
from bd.report.state import DATA_FILE

__all__ = [
    "Leaderboard",
    "Note",
    "NoteLink",
    "Option",
    "Page",
    "Provenance",
    "Question",
    "Release",
    "Source",
    "Term",
    "TextSet",
    "Waiting",
    "check",
    "read",
    "schema",
]


class Option(Record):
    """One answer that a question offers."""

    id: Slug
    label: str


class TextSet(Record):
    """The texts that a question is asked about."""

    id: Slug
    label: str
    noun: str
    about: str
    licence: str
    sha256: Sha256
    people: str | None = None
    """Who the people in the texts are, where the study says so."""


class Question(Record):
    """One question as it is put."""

    id: Slug
    label: str
    question: str
    options: Annotated[tuple[Option, ...], Meta(min_length=2)]
    positive: Slug
    area: str | None
    """The part of life that it is about, in words."""
    search: tuple[str, ...]
    """Other words that readers look for it by."""
    law: str | None
    n_texts: Whole
    texts: TextSet

    def option(self, id: str) -> str:
        """Return what an option is called; BdError if the question has none of this id."""
        for each in self.options:
            if each.id == id:
                return each.label
        raise BdError(f"{DATA_FILE}: the question {self.id!r} has no option {id!r}; write it again with bd report")


class Page(Record):
    """One page of the site."""

    address: Address
    level: Literal[
        "home",
        "characteristic",
        "group",
        "item",
        "cell",
        "engines",
        "engine",
        "engine-characteristic",
        "methods",
        "asked-twice",
        "shortlist",
        "data",
        "reported",
        "builds",
    ]
    label: str
    characteristic: Slug | None
    group: Slug | None
    question: Slug | None
    engine: Named | None


class Release(Record):
    """Which release wrote the file."""

    version: str
    tag: str | None
    date: str | None
    released: bool
    url: str | None
    label: str


class Source(Record):
    """One file that results stand in."""

    id: Slug
    path: str
    regenerated_by: str | None
    about: str
    builds: tuple[Named, ...]
    engine: str | None = None
    n_bios: Whole | None = None


class Provenance(Record):
    """What the file was made from."""

    record_commit: Annotated[str, Meta(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$(?!\n)")] | None
    record_commit_short: str | None
    answers_sha256: Sha256
    generated: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)")]
    command: str
    release: Release
    sources: tuple[Source, ...]
    date_given: Literal[True] | None = None


class Waiting(Record):
    """A characteristic that no model has answered yet."""

    id: Slug
    label: str
    long: str
    kind: str
    why: str


class NoteLink(Record):
    """Where a note leads."""

    to: str
    label: str


class Note(Record):
    """What to know before a number is quoted."""

    id: Slug
    title: str
    text: str
    link: NoteLink | None = None


class Term(Record):
    """One word with what it means."""

    term: str
    text: str


class Leaderboard(Record):
    """The whole data file.

    Effects, ranges and shares are in percentage points with at most 4 decimals, places and counts are plain
    numbers, mean_abs_dp, max_abs_dp and p are fractions. null is "cannot be said", never zero.
    """

    schema: Literal["biased-decisions/leaderboard@4"]
    digits: Whole
    provenance: Provenance
    engines: tuple[Model, ...]
    dimensions: tuple[Characteristic, ...]
    waiting: tuple[Waiting, ...]
    overall: Overall
    floors: Repeats
    questions: tuple[Question, ...]
    pages: tuple[Page, ...]
    honesty: tuple[Note, ...]
    vocabulary: tuple[Term, ...]
    builds: tuple[BuildPair, ...]
    neutral: dict[str, Any] | None = None
    shortlists: Shortlists | None = None
    compliance: dict[str, Any] | None = None
    reported: tuple[ReportedSource, ...] | None = None


def check(data: dict[str, Any]) -> Leaderboard:
    """Return the data file as records, whose numbers do not know where they stand.

    Raises
    ------
    msgspec.ValidationError
        Something in it is not as the contract says.
    """
    return convert(data, Leaderboard)


def read(data: dict[str, Any]) -> Leaderboard:
    """Return the data file as records, each number knowing where it stands; raises as `check`."""
    collects = gc.isenabled()
    gc.disable()  # hundreds of thousands of objects in no cycle, each of which would be looked at again and again
    try:
        return located(check(data))
    finally:
        if collects:
            gc.enable()


def schema() -> dict[str, Any]:
    """Return the contract as a JSON Schema, for readers in other languages."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:bd:leaderboard-4"} | json_schema(
        Leaderboard
    )
