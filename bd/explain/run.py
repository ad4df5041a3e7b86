"""Explain an address: read the data file, the scored rows and the answers, and tell how the number came to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import orjson

from bd.answers.folder import read_answers
from bd.effects.records import Effect
from bd.effects.saved import read_effects, read_shortlists, scored_path
from bd.effects.shortlisted import Shortlisted
from bd.errors import BdError, ProblemsError
from bd.explain.address import REPEATS, Target, resolve
from bd.explain.cell import explain_cell
from bd.explain.found import Found, cell_id, dimension_of, find, level_of
from bd.explain.recompute import logs_of
from bd.explain.records import ExplainedCell, Explanation
from bd.explain.shortlist import explain_shortlist, shortlist_id, shortlists_at
from bd.explain.standing import (
    board_lines,
    first_build,
    headline_lines,
    labels_of,
    main_lines,
    model_lines,
    place_lines,
    reported_lines,
)
from bd.files import read_bytes
from bd.report.datafile import load_leaderboard, read_leaderboard
from bd.report.names import names_of
from bd.report.state import DATA_FILE
from bd.report.words import load_words
from bd.study.load import load_study
from bd.study.records import Study

__all__ = ["explain"]

_NEAREST = 3


def explain(
    root: Path,
    address: str,
    *,
    cell: str | None = None,
    every: bool = False,
    base_url: str | None = None,
    progress: Callable[[str], None] = lambda step: None,
) -> Explanation:
    """Tell how the numbers at an address came to be.

    Parameters
    ----------
    root
        The project's folder.
    address
        As a reader copies it, such as `/age/#alder`; without a model, everybody's headline is told in a line.
    cell
        The id of a cell at that address that is to be explained in place of the headline.
    every
        Explain every cell at that address.
    base_url
        Where the site stands, so that whole URLs are understood.
    progress
        Called with each cell before it is worked out again.

    Raises
    ------
    BdError
        There is no such address, model or cell, or no number there; or a number is not what the answers give.
    """
    board = read_leaderboard(root / DATA_FILE)
    try:
        return _explanation(root, board, address, cell, every, base_url, progress)
    except BdError:
        raise
    except Exception:
        load_leaderboard(root / DATA_FILE)  # checking it takes longer than all else; a file edited by hand is told here
        raise


def _explanation(
    root: Path,
    board: dict[str, Any],
    address: str,
    cell: str | None,
    every: bool,
    base_url: str | None,
    progress: Callable[[str], None],
) -> Explanation:
    study = load_study(root)
    target = resolve(board, study, address, base_url)
    if target.build is None:
        return Explanation(target.address, target.remark, None, tuple(_everybody(board, target)), (), ())
    labels = labels_of(board)
    if target.kind in ("home", "engine") and cell is None and not every:
        return Explanation(target.named, target.remark, labels[target.build], tuple(_model(board, target)), (), ())
    effects = read_effects(root)
    found = find(board, target, effects)
    there = {cell_id(e): e for e in found.effects} | {shortlist_id(r): r for r in _lists(root, target)}
    chosen = _chosen(target, found, there, cell, every)
    cells = tuple(_explained(root, study, effects, target, found, [there[each] for each in chosen], progress))
    overview = tuple(_overview(board, target, found))
    others = tuple(each for each in there if each not in chosen)
    return Explanation(target.named, target.remark, labels[target.build], overview, cells, others)


def _lists(root: Path, target: Target) -> tuple[Shortlisted, ...]:
    return shortlists_at(target, read_shortlists(root))


def _everybody(board: dict[str, Any], target: Target) -> Iterable[str]:
    """Yield a line for every model at an address that names none."""
    labels, level = labels_of(board), level_of(board, target)
    first: str = board["engines"][0]["builds"][0]["id"]
    if level is not None and target.characteristic is not None:
        first = first_build(level["board"]) or first
        yield from board_lines(level, dimension_of(board, target.characteristic), labels)
    elif target.kind in REPEATS:
        for row in board["floors"]["ask_twice"]:
            yield f"  {row['flip_pct']:>7.2f}  {labels[row['build']]} (#{row['build']}): {row['task_label']}"
    else:
        yield from main_lines(board, labels, None)
    yield from reported_lines(board, target.address)
    yield f"add a model to explain its number, as in {target.address}#{first}"


def _model(board: dict[str, Any], target: Target) -> Iterable[str]:
    if target.kind == "home":
        yield from main_lines(board, labels_of(board), target.build)
    else:
        yield from model_lines(board, target)
        yield "explain one of these addresses for the number behind it"


def _chosen(
    target: Target, found: Found, there: Mapping[str, Effect | Shortlisted], cell: str | None, every: bool
) -> tuple[str, ...]:
    """Return the ids of the cells that are to be explained, of those that are there."""
    if every:
        return tuple(there)
    if cell is None:
        return () if found.headline is None else (cell_id(found.headline),)
    if cell not in there:
        near = get_close_matches(cell, there, n=_NEAREST, cutoff=0.0)
        raise BdError(f"{target.named}: no cell {cell!r} with a number; the nearest: {', '.join(near)}")
    return (cell,)


def _explained(
    root: Path,
    study: Study,
    effects: Iterable[Effect],
    target: Target,
    found: Found,
    chosen: Iterable[Effect | Shortlisted],
    progress: Callable[[str], None],
) -> Iterable[ExplainedCell]:
    names, words = names_of(study, effects), load_words()
    answers = read_answers(root, study, builds=[str(target.build)])
    if answers.problems:
        raise ProblemsError(answers.problems)
    for row in chosen:
        progress(row.decision)
        if isinstance(row, Shortlisted):
            yield explain_shortlist(root, study, answers, row)
            continue
        logs, facet = logs_of(root, study, row, answers), found.facets.get(cell_id(row))
        yield explain_cell(names, words, logs, _row(root, row), headline=row == found.headline, facet=facet)


def _row(root: Path, effect: Effect) -> str:
    """Return the scored file of a row, and its line."""
    path = scored_path(effect.decision, effect.edit)
    wanted = (effect.build, effect.group, effect.measure)
    lines = read_bytes(root / path).splitlines()
    rows = ((number, orjson.loads(line)) for number, line in enumerate(lines, 1))
    return next(f"{path}:{n}" for n, row in rows if (row["build"], row["group"], row["measure"]) == wanted)


def _overview(board: dict[str, Any], target: Target, found: Found) -> Iterable[str]:
    if found.head is not None and found.level is not None and target.characteristic is not None:
        dimension = dimension_of(board, target.characteristic)
        yield from place_lines(found.level, dimension, labels_of(board), str(target.build))
        yield from headline_lines(found.head, len(found.effects))
    yield from reported_lines(board, target.address)
