"""A made-up project that is replayed and reported, with the receipts of its data file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from bd.board.cells import CellKey
from bd.receipts import Receipts, open_receipts
from bd.report import contract
from bd.report.datafile import load_leaderboard
from bd.report.run import report
from bd.report.state import DATA_FILE
from tests.projects import DECISION, Project

DATE = "2026-11-30"


def key(characteristic: str, group: str | None = None, edit: str | None = None) -> CellKey:
    return CellKey(characteristic, group, DECISION, edit or characteristic)


def reported(project: Project) -> dict[str, Any]:
    """Replay a project, write its data file and return it."""
    project.replay()
    report(project.root, date=DATE)
    return load_leaderboard(project.root / DATA_FILE)


def receipts(project: Project) -> Receipts:
    return open_receipts(project.root, contract.read(reported(project)))


def log_line(root: Path, log: str, line: int) -> dict[str, Any]:
    """Return a row as `zcat LOG | sed -n LINEp` shows it."""
    return json.loads(gzip.decompress((root / log).read_bytes()).split(b"\n")[line - 1])
