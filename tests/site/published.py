"""A made-up site with editions before it: what was published, and what differs from it today."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

from bd.report.build import build_leaderboard
from bd.report.editions import publish
from tests.report import samples
from tests.site.sites import make_project

EARLIER = "2026-10-01"
EARLIEST = "2026-09-01"


def board_of(date: str, change: Callable[[Any], Any] | None = None) -> dict[str, Any]:
    """Return the sample's data file for a day, its effects as `change` leaves them; None takes one away."""
    effects = [each if change is None else change(each) for each in samples.sample_effects()]
    kept = [each for each in effects if each is not None]
    board = build_leaderboard(samples.sample_study(), kept, date=date, commit=samples.COMMIT)
    return copy.deepcopy(board)


def put_edition(root: Path, board: dict[str, Any], *, again: bool = False) -> None:
    """Publish a data file of its own day."""
    path = root / "earlier.json"
    path.write_bytes(orjson.dumps(board))
    publish(root, file=path, again=again)
    path.unlink()


def make_published(root: Path, *editions: dict[str, Any], today: dict[str, Any] | None = None) -> Path:
    """Write a project with today's data and these editions."""
    make_project(root, today or board_of(samples.DATE))
    for board in editions:
        put_edition(root, board)
    return root
