"""The page of what was asked twice: how often answers change when nothing has, and which logs tell it."""

from __future__ import annotations

from collections.abc import Sequence

from bd.report import contract
from bd.site.engine import repeats_of
from bd.site.evidence import change_of
from bd.site.names import Names
from bd.site.numbers import rounded
from bd.site.records.pages import AskedTwicePage, Repeat
from bd.site.records.parts import Head, Sentence
from bd.site.reported import reported_here
from bd.site.text import text
from bd.site.words import plain

__all__ = ["asked_twice_page"]


def asked_twice_page(names: Names, page: contract.Page) -> AskedTwicePage:
    """Return the page of all repeats."""
    repeats = repeats_of(names)
    moved = tuple(each for each in repeats if float(each.changed.value))
    return AskedTwicePage(
        head=Head(
            address=page.address,
            title="Asked twice",
            description="How often each model changes its answer when the same text is put to it again, and which "
            "saved answers tell it.",
            heading=plain(_title(moved, repeats)),
            crumbs=(names.home(),),
        ),
        changes=tuple(change_of(names, test) for test in names.data.floors.tests),
        moved=moved,
        still=tuple(each for each in repeats if each not in moved),
        reported=reported_here(names, page.address),
    )


def _title(moved: Sequence[Repeat], repeats: Sequence[Repeat]) -> Sentence:
    if not repeats:
        return text("asked-twice.none")
    if not moved:
        return text("asked-twice.still", n=str(len(repeats)))
    first = moved[0]
    model = f"{first.model.label} ({first.build})" if first.build else first.model.label
    return text("asked-twice.moved", model=model, n=rounded(float(first.changed.value), 0))
