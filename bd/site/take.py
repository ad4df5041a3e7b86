"""Taking a page along: the files beside it, and how to cite it. No clock: the day is that of the data."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from bd.report import contract
from bd.site.paths import absolute
from bd.site.records.parts import Head, Link
from bd.site.records.take import Take
from bd.site.settings import Settings

__all__ = ["Edition", "edition_of", "files_beside", "take_of"]

_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
"""What TeX reads as more than a sign."""


@dataclass(frozen=True)
class Edition:
    """Which edition of the data a site shows, and who made it."""

    title: str
    base_url: str
    date: str
    release: str
    """What the release calls itself."""
    commit: str
    """The commit of the answers, short; empty where there is none."""
    by: str = ""
    licence: str = ""
    licence_url: str = ""

    @property
    def words(self) -> str:
        """The edition in words, such as `version 1.2.0, answers of commit 0123abcd`."""
        return f"version {self.release}" + (f", answers of commit {self.commit}" if self.commit else "")


def edition_of(data: contract.Leaderboard, settings: Settings) -> Edition:
    """Return which edition of the data a site shows."""
    origin = data.provenance
    return Edition(
        title=settings.title,
        base_url=settings.base_url,
        date=origin.generated,
        release=origin.release.label,
        commit=origin.record_commit_short or "",
        by=settings.by,
        licence=settings.licence,
        licence_url=settings.licence_url,
    )


def files_beside(address: str) -> tuple[Link, Link]:
    """Return the table and the whole of a page, as addresses."""
    return Link("CSV", f"{address}data.csv"), Link("JSON", f"{address}data.json")


def take_of(head: Head, edition: Edition, tabled: Collection[str]) -> Take | None:
    """Return the foot of a page; None where the page has no files beside it.

    Parameters
    ----------
    tabled
        Addresses of the pages that have.
    """
    if head.address not in tabled:
        return None
    return Take((*files_beside(head.address), *head.also), _cite(head, edition), _bibtex(head, edition))


def _title(head: Head, edition: Edition) -> str:
    return edition.title if head.title == edition.title else f"{head.title}. {edition.title}"


def _cite(head: Head, edition: Edition) -> str:
    by = f"{edition.by}. " if edition.by else ""
    data = f"Data of {edition.date}, {edition.words}"
    return f"{by}{_title(head, edition)}. {data}. {absolute(edition.base_url, head.address)}"


def _bibtex(head: Head, edition: Edition) -> str:
    words = re.findall(r"[a-z0-9]+", head.address) or ["home"]
    fields = {
        "author": f"{{{_tex(edition.by)}}}" if edition.by else "",
        "title": f"{{{_tex(_title(head, edition))}}}",
        "year": edition.date[:4],
        "version": _tex(edition.words),
        "note": _tex(f"Data of {edition.date}"),
        "url": absolute(edition.base_url, head.address),
    }
    lines = "".join(f"  {key} = {{{value}}},\n" for key, value in fields.items() if value)
    return f"@misc{{{'-'.join(['bd', *words, edition.date])},\n{lines}}}"


def _tex(text: str) -> str:
    return "".join(_SIGNS.get(sign, sign) for sign in text)
