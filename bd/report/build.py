"""From effects to the data file: each part made by its own module and put together here.

Nothing is read or written; the schema and the file are `bd.report.datafile`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bd.board import POINT_DIGITS, CellKey, Standings, main_board
from bd.board.levels import all_standings, with_rows
from bd.board.records import BoardRows
from bd.board.rows import check_rows
from bd.effects.records import Effect
from bd.effects.shortlisted import Shortlisted
from bd.report.builds import builds_part
from bd.report.datafile import SCHEMA_ID
from bd.report.dimensions import Beside, dimension_part
from bd.report.engines import engines_part
from bd.report.examples import AnswerSource
from bd.report.floors import floors_part
from bd.report.honesty import honesty_part
from bd.report.names import Names, names_of
from bd.report.overall import overall_part
from bd.report.pages import pages_part
from bd.report.provenance import Release, provenance_part
from bd.report.questions import questions_part
from bd.report.reported import Reported, reported_part
from bd.report.shortlists import shortlist_sources, shortlists_part
from bd.report.words import Words, load_words
from bd.study.records import NOISE, Study

__all__ = ["build_leaderboard"]


def build_leaderboard(
    study: Study,
    effects: Iterable[Effect],
    *,
    date: str,
    commit: str | None,
    examples: Mapping[CellKey, Mapping[str, Any]] | None = None,
    extremes: Mapping[CellKey, Mapping[str, Any]] | None = None,
    release: Release | None = None,
    reported: Sequence[Reported] = (),
    shortlists: Iterable[Shortlisted] = (),
    rows: BoardRows | None = None,
    source: AnswerSource | None = None,
) -> dict[str, Any]:
    """Return the whole data file, ready for `bd.report.write_leaderboard`.

    Parameters
    ----------
    study
        Everything that people wrote; models without a card are called by their id.
    effects
        Every scored row, in any order.
    date
        The day the file is made for, such as `2026-01-31`.
    commit
        Full hash of the commit that holds the answers, or None where there is none.
    examples
        Example texts, from `bd.report.find_examples`.
    extremes
        Texts on which a model's answer moved furthest, from `bd.report.find_extremes`.
    release
        Which release this is; by default the package's own version, unreleased.
    reported
        What others published; it is added at the end and takes part in nothing.
    shortlists
        Every row of a shortlist, in any order; they stand beside the boards and take part in nothing.
    rows
        How certain levels and places are, as the replay said with these effects; None leaves it out.
    source
        The saved answers, to compare those of two builds; None leaves that out.

    Raises
    ------
    BdError
        An effect does not belong to the study, `rows` to other effects, or two pages would have one address.
    UsageError
        The date or the commit is not written as it must be.
    """
    effects = sorted(effects, key=lambda e: (e.characteristic, e.decision, e.edit, e.key))
    names, words = names_of(study, effects), load_words()
    found = all_standings(study, effects, names.models, names.planted)
    main = main_board(found, names.models, names.planted)
    if rows is not None:
        check_rows(rows, found, main)
        found = with_rows(found, rows)
    beside, lists = Beside(examples or {}, extremes or {}), tuple(shortlists)
    board: dict[str, Any] = {
        "schema": SCHEMA_ID,
        "digits": POINT_DIGITS,
        "provenance": provenance_part(names, effects, date=date, commit=commit, release=release),
        "engines": engines_part(names, main),
        "dimensions": [
            dimension_part(names, words, each, beside, counted=each.characteristic.id in main.counted) for each in found
        ],
        "waiting": _waiting(names, found),
        "overall": overall_part(names, words, main, None if rows is None else rows.main),
        "builds": builds_part(names, found, source),
        "floors": floors_part(names, effects),
        "questions": questions_part(study),
        "pages": pages_part(names, found, reported, shortlists=bool(lists)),
        "honesty": honesty_part(names, words, effects, found),
        "vocabulary": [dict(term) for term in words.terms],
    }
    board |= _shortlists(names, words, board["provenance"], lists)
    return board | {"reported": reported_part(study, found, reported)} if reported else board


def _shortlists(
    names: Names, words: Words, provenance: Mapping[str, Any], rows: Sequence[Shortlisted]
) -> dict[str, Any]:
    """Return what shortlists add to the file: a part of their own, and their files among the sources."""
    if not rows:
        return {}
    sources = [*provenance["sources"], *shortlist_sources(names, rows)]
    return {
        "shortlists": shortlists_part(names, words, rows),
        "provenance": {**provenance, "sources": sorted(sources, key=lambda source: str(source["id"]))},
    }


def _waiting(names: Names, found: Iterable[Standings]) -> list[dict[str, str]]:
    """Name the characteristics that no model has answered yet: they have no page, and that is not a zero."""
    seen = {each.characteristic.id for each in found}
    return [
        {"id": c.id, "label": c.label, "long": c.long, "kind": c.kind, "why": "no model has been asked yet"}
        for c in names.study.characteristics
        if c.kind != NOISE and c.id not in seen
    ]
