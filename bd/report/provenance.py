"""The part `provenance`: from which answers the file was made, by what, and for which day.

The day and the commit are given, never looked up: the same call writes the same bytes on any machine, on any day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import bd
from bd.effects.records import Effect
from bd.effects.saved import scored_path
from bd.errors import UsageError
from bd.files import is_day, sha256_bytes
from bd.report.names import Names

__all__ = ["Release", "answers_digest", "check_stated", "provenance_part"]

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = 8


@dataclass(frozen=True)
class Release:
    """Which release of the results this is."""

    version: str
    tag: str | None = None
    date: str | None = None
    url: str | None = None

    @property
    def released(self) -> bool:
        """A release has a tag."""
        return self.tag is not None

    @property
    def label(self) -> str:
        """The words shown to readers."""
        return self.version if self.released else f"{self.version}, unreleased"


def answers_digest(effects: Iterable[Effect]) -> str:
    """Return one SHA-256 over every log behind the effects, so that equal answers can be told from changed ones."""
    logs = sorted({each for effect in effects for each in effect.answers})
    return sha256_bytes("".join(f"{sha256}  {path}\n" for path, sha256 in logs).encode())


def provenance_part(
    names: Names, effects: Iterable[Effect], *, date: str, commit: str | None, release: Release | None
) -> dict[str, Any]:
    """Return where everything comes from.

    Raises
    ------
    UsageError
        The date is no day, or the commit no full hash.
    """
    check_stated(date, commit)
    effects = list(effects)
    release = release or Release(bd.__version__)
    return {
        "record_commit": commit,
        "record_commit_short": None if commit is None else commit[:_SHORT],
        "answers_sha256": answers_digest(effects),
        "generated": date,
        "command": f"bd report --json --date {date}",
        "release": {
            "version": release.version,
            "tag": release.tag,
            "date": release.date,
            "released": release.released,
            "url": release.url,
            "label": release.label,
        },
        "sources": _sources(names, effects),
    }


def check_stated(date: str, commit: str | None) -> None:
    """See that day and commit are written as a data file states them; UsageError where they are not."""
    if not is_day(date):
        raise UsageError(f"date {date!r} is not a day such as 2026-01-31")
    if commit is not None and not _COMMIT.fullmatch(commit):
        raise UsageError(f"commit {commit!r} is not a full hash of 40 or 64 hexadecimal digits")


def _sources(names: Names, effects: Iterable[Effect]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], tuple[str, set[str]]] = {}
    for effect in effects:
        _, builds = found.setdefault((effect.decision, effect.edit), (effect.characteristic, set()))
        builds.add(effect.build)
    return [
        {
            "id": f"{decision}-{edit}",
            "path": scored_path(decision, edit),
            "regenerated_by": "bd replay",
            "about": f"{names.characteristic(characteristic).label}: {names.decision(decision).label}",
            "builds": sorted(builds),
        }
        for (decision, edit), (characteristic, builds) in sorted(found.items())
    ]
