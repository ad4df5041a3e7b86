"""Shortlists are explained as every other number is: counts, ratio, range, and lines that work them out again."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.effects.saved import read_shortlists
from bd.effects.shortlisted import Shortlisted
from bd.explain.shortlist import shortlist_id
from bd.report.run import report
from bd.report.state import DATA_FILE
from tests.effects.test_shortlist import pool
from tests.explain.conftest import ROOT
from tests.explain.test_snippet import explained, printed
from tests.projects import Project

LATE = [round(0.3 + n * 37 % 50 / 100, 2) for n in range(20)]
EARLY = [round(0.4 + n * 23 % 50 / 100, 2) for n in range(20)]


def published(project: Project) -> Project:
    copytree(ROOT / "site", project.root / "site", ignore=ignore_patterns("dist", "data"))
    project.replay()
    report(project.root, date="2026-01-31")
    return project


@pytest.fixture(scope="module")
def gardeners(tmp_path_factory: pytest.TempPathFactory) -> Project:
    swapped = [round(p + 0.1, 2) for p in LATE], [round(p - 0.05, 2) for p in EARLY]
    return published(pool(tmp_path_factory.mktemp("pool"), LATE, EARLY, *swapped, shares=(0.1, 0.5)))


@pytest.fixture(scope="module")
def silent(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Some were not answered, and nobody of one side is picked in some re-draws."""
    late = [None if n % 5 == 0 else p / 2 for n, p in enumerate(LATE)]
    swapped = [p if p is None else 0.4 for p in late], EARLY
    return published(pool(tmp_path_factory.mktemp("silent"), late, EARLY, *swapped, shares=(0.25,)))


def check(root: Path, row: Shortlisted, address: str) -> None:
    found = explained(root, address, shortlist_id(row))
    low, high = row.everyone.range or (None, None)
    wanted = {"ratio": row.everyone.ratio, "low": low, "high": high}
    if row.everyone.ratio is None:
        assert found["snippet"] == ""
        return
    told = printed(root, found["snippet"])
    # the shortest form prints no names
    assert list(told.values()) == [number for number in wanted.values() if number is not None]
    assert len(found["snippet"].splitlines()) <= 20
    assert [line for line in found["snippet"].splitlines() if len(line) > 100 and not line.startswith("asked, ")] == []


def test_every_shortlist_of_a_made_up_project(gardeners: Project) -> None:
    rows = read_shortlists(gardeners.root)
    assert {(r.share, r.variant) for r in rows} == {(s, v) for s in (0.1, 0.5) for v in ("as-asked", "both-ways")}
    for row in rows:
        check(gardeners.root, row, "/gender/#fern")


def test_shortlists_with_applicants_who_gave_no_answer(silent: Project) -> None:
    rows = read_shortlists(silent.root)
    assert {row.applicants for row in rows} == {36}
    for row in rows:
        check(silent.root, row, "/gender/#fern")


def test_what_is_told(gardeners: Project) -> None:
    row = next(r for r in read_shortlists(gardeners.root) if (r.share, r.variant) == (0.5, "as-asked"))
    command = ["explain", "/gender/#fern", "--cell", shortlist_id(row), "--project", str(gardeners.root)]
    told = " ".join(CliRunner().invoke(main, command).stdout.split())
    for part in (
        "Row studies/tulip-rose-shortlist.jsonl:",
        "the first 20 have a place.",
        f"ratio {row.everyone.ratio}",
        f"range {row.everyone.range[0]} to {row.everyone.range[1]}" if row.everyone.range else "",
        "of late, each alone read as the other side:",
        "not ranked: shortlists stand beside the boards and move nobody's place",
    ):
        assert part in told, part


def test_a_shortlist_that_was_edited_is_explained_to_nobody(gardeners: Project, tmp_path: Path) -> None:
    copytree(gardeners.root, tmp_path / "copy")
    path = tmp_path / "copy" / "studies" / "tulip-rose-shortlist.jsonl"
    first, *rest = (json.loads(line) for line in path.read_bytes().splitlines())
    first["everyone"]["ratio"] = 0.123456
    path.write_text("".join(json.dumps(row) + "\n" for row in (first, *rest)))
    row = read_shortlists(tmp_path / "copy")[0]
    command = ["explain", "/gender/#fern", "--cell", shortlist_id(row), "--project", str(tmp_path / "copy")]
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1
    assert "not what the saved answers give; run `bd verify`" in result.stderr


def test_a_shortlist_of_the_committed_data() -> None:
    rows = [row for row in read_shortlists(ROOT) if row.everyone.range is not None]
    if not rows:
        pytest.skip("nothing is committed yet")
    board = json.loads((ROOT / DATA_FILE).read_bytes())
    pages = {(p["characteristic"], p["question"]): p["address"] for p in board["pages"] if p["group"] is None}
    for row in rows[:: max(1, len(rows) // 3)]:
        page = pages.get((row.characteristic, row.decision), pages[row.characteristic, None])
        check(ROOT, row, f"{page}#{row.build}")
