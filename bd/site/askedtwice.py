"""The page of what was asked twice: how often answers change when nothing has, and which logs tell it."""

from __future__ import annotations

from bd.site.cursor import Cursor
from bd.site.engine import repeats_of
from bd.site.evidence import change_of
from bd.site.names import Names
from bd.site.records import AskedTwicePage, Head
from bd.site.reported import reported_here

__all__ = ["asked_twice_page"]


def asked_twice_page(names: Names, page: Cursor) -> AskedTwicePage:
    """Return the page of all repeats."""
    return AskedTwicePage(
        head=Head(
            address=page["address"].text,
            title="Asked twice",
            description="How often each model changes its answer when the same text is put to it again, and which "
            "saved answers tell it.",
            heading="Asked twice: what changes when nothing has",
            crumbs=(names.home(),),
        ),
        changes=tuple(change_of(names, test) for test in names.data["floors"]["tests"]),
        repeats=repeats_of(names),
        reported=reported_here(names, page["address"].text),
    )
