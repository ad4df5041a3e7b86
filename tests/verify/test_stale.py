"""Every line of a scored file that a replay would not write is named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bd.files import dump_json
from bd.verify.stale import stale_rows

PATH = "studies/tulip-rose-age.jsonl"


def row(build: str, **more: object) -> bytes:
    return dump_json({"format": "bd/effect@1", "build": build, "group": None, "value": 0.5} | more)


ROWS = [row("fern"), row("moss")]


def told(root: Path, lines: Sequence[bytes] | None) -> list[str]:
    (root / "studies").mkdir()
    if lines is not None:
        (root / PATH).write_bytes(b"".join(lines))
    return [str(each) for each in stale_rows(root, {PATH: b"".join(ROWS)})]


def test_the_same_bytes_are_not_stale(tmp_path: Path) -> None:
    assert told(tmp_path, ROWS) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (None, f"{PATH}: is missing; bd replay writes it"),
        ([row("fern", value=0.25), ROWS[1]], f"{PATH}:1: fern: value: file 0.25, replay 0.5"),
        ([row("fern", group=["a"]), ROWS[1]], f"{PATH}:1: fern ['a']: the saved answers give no such row"),
        ([ROWS[0]], f"{PATH}: moss: the row is missing"),
        ([*ROWS, row("sedge")], f"{PATH}:3: sedge: the saved answers give no such row"),
        ([*ROWS, ROWS[1]], f"{PATH}:3: moss: the saved answers give no such row"),
        ([*ROWS, b"{\n"], f"{PATH}:3: not a scored row"),
        ([b" " + ROWS[0], ROWS[1]], f"{PATH}:1: fern: the same values, written otherwise"),
        (ROWS[::-1], f"{PATH}: the rows stand in another order"),
        ([ROWS[0], ROWS[1].rstrip(b"\n")], f"{PATH}: the line ends are others"),
    ],
)
def test_what_differs_is_named(tmp_path: Path, lines: Sequence[bytes] | None, said: str) -> None:
    assert said in told(tmp_path, lines)


def test_rows_that_are_missing_are_told_in_their_own_order(tmp_path: Path) -> None:
    builds = [f"fern-{n}" for n in range(20)]
    (tmp_path / "studies").mkdir()
    (tmp_path / PATH).write_bytes(b"")
    found = [str(each) for each in stale_rows(tmp_path, {PATH: b"".join(map(row, builds))})]
    assert found == [f"{PATH}: {build}: the row is missing" for build in builds]


def test_rows_of_two_edits_or_characteristics_are_two_rows(tmp_path: Path) -> None:
    rows = [row("fern", characteristic=c, edit=e) for c in ("age", "size") for e in ("one", "two")]
    (tmp_path / "studies").mkdir()
    (tmp_path / PATH).write_bytes(b"".join(rows[1:]))
    assert len(list(stale_rows(tmp_path, {PATH: b"".join(rows)}))) == 1


def test_a_file_that_no_answer_stands_behind_is_named(tmp_path: Path) -> None:
    (tmp_path / "studies").mkdir()
    (tmp_path / "studies" / "old-age.jsonl").write_bytes(ROWS[0])
    (found,) = stale_rows(tmp_path, {})
    assert str(found) == "studies/old-age.jsonl: no saved answer stands behind it; bd replay removes it"
