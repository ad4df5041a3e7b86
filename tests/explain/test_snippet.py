"""The lines that are printed work every kind of row out again, to the digit, with numpy alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.report.state import DATA_FILE
from tests.explain.conftest import ROOT, rows_of
from tests.projects import Project

MADE_UP = [
    ("flip with repeat control", "/gender/#fern", "tulip-rose/gender-swap"),
    ("flip with borrowed control", "/gender/#fern", "digs-waters/gender-swap"),
    ("flip with a control version", "/age/#fern", None),
    ("flip with no control", "/gender/#sedge", None),
    ("few events", "/gender/#few", None),
    ("no event", "/gender/#heather", None),
    ("no event against a control version", "/age/#heather", None),
    ("order", "/option-order/#fern", None),
    ("repeat", "/methods/#fern", None),
    ("shift with a version control", "/club/#fern", "east/tulip-rose/club"),
    ("shift downwards", "/club/#fern", "west/tulip-rose/club"),
    ("shift of means with halves", "/pet/#fern", "cats/tulip-rose/pet"),
    ("shift of means with halves, three versions", "/pet/#fern", "dogs/tulip-rose/pet"),
    ("stereotype", "/stall/#fern", "bee/tulip-rose/stall"),
    ("reverse stereotype", "/stall/#fern", "pig/tulip-rose/stall"),
    ("fewer than ten texts", "/gender/#reed", None),
    ("shift of fewer than ten texts", "/club/#reed", None),
    ("missing answers, another name, beside the swaps", "/gender/#dill", None),
    ("shift with missing answers", "/club/#dill", None),
    ("no version for every text", "/club/#flax", None),
    ("flip, no version for every text", "/age/#flax", None),
]


def explained(root: Path, address: str, cell: str | None = None) -> dict[str, Any]:
    command = ["explain", address, "--json", "--project", str(root)]
    result = CliRunner().invoke(main, command + (["--cell", cell] if cell else []))
    assert result.exit_code == 0, result.output
    (found,) = json.loads(result.stdout)["cells"]
    return found


def printed(root: Path, code: str) -> dict[str, float]:
    """Run the lines as a reader would, in a process of their own, and return the fractions by name."""
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, float] = {}
    for line in done.stdout.splitlines():
        name, fraction, *points = line.split()
        if not name.isalpha():
            found |= dict(zip(("value", "control", "effect", "low", "high"), map(float, line.split()), strict=False))
            continue
        assert not points or float(points[1]) == round(100 * float(fraction), 4), name
        found[name] = float(fraction)
    return found


def digits(row: dict[str, Any]) -> dict[str, float]:
    low, high = row["range"] or (None, None)
    said = {
        "value": row["value"],
        "control": row["control"]["value"],
        "effect": row["effect"],
        "low": low,
        "high": high,
    }
    return {name: x for name, x in (said | {"most": row["upper_if_none"]}).items() if x is not None}


def check(root: Path, address: str, cell: str | None) -> dict[str, Any]:
    found = explained(root, address, cell)
    code = found["snippet"]
    assert "import bd" not in code
    assert "from bd" not in code
    row = next(r for r in rows_of(root) if r["row"] == found["row"])
    assert printed(root, code) == digits(row)
    return found | {"scored": row}


@pytest.mark.parametrize(("kind", "address", "cell"), MADE_UP, ids=[kind for kind, _, _ in MADE_UP])
def test_a_made_up_cell_of_every_kind(kinds: Project, kind: str, address: str, cell: str | None) -> None:
    lines = check(kinds.root, address, cell)["snippet"].splitlines()
    assert len(lines) <= 20
    assert [line for line in lines if len(line) > 100 and not line.startswith("asked, ")] == []


def test_the_made_up_cells_are_of_every_kind(kinds: Project) -> None:
    rows = [check(kinds.root, address, cell)["scored"] for _, address, cell in MADE_UP[:14]]
    found = {(r["measure"], r["control"]["kind"]) for r in rows}
    assert found == {
        ("flip", "repeat"),
        ("flip", "borrowed"),
        ("flip", "version"),
        ("flip", "none"),
        ("order", "repeat"),
        ("repeat", "none"),
        ("shift", "version"),
        ("shift-of-means", "halves"),
        ("stereotype", "version"),
    }
    assert {r["few"] for r in rows if r["measure"] == "flip"} == {True, False}
    assert {r["changed"] == 0 for r in rows if r["measure"] == "flip"} == {True, False}


def committed() -> list[tuple[str, str, str | None]]:
    """Return ten addresses of the committed data, of ten kinds as far as there are so many."""
    board = json.loads((ROOT / DATA_FILE).read_bytes())
    kinds: dict[tuple[object, ...], tuple[str, str, str | None]] = {}
    for dimension in board["dimensions"]:
        for model, cell in dimension["cells"].items():
            for f in (f for f in cell["facets"] if f["status"] == "measured"):
                kind = (f["measure"], f["control_kind"], f["few"], f["changed"] == 0)
                kinds.setdefault(kind, (" ".join(map(str, kind)), f"{f['address']}#{model}", f["id"]))
    repeated = board["floors"]["ask_twice"][0]["build"]
    return [("repeat", f"/methods/#{repeated}", None), *kinds.values()][:10]


@pytest.mark.parametrize(("kind", "address", "cell"), committed(), ids=lambda value: str(value).replace(" ", "-"))
def test_ten_addresses_of_the_committed_data(kind: str, address: str, cell: str | None) -> None:
    assert len(check(ROOT, address, cell)["snippet"].splitlines()) <= 20
