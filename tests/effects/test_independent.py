"""Scored rows worked out once more from the logs, by code that shares nothing with `bd` but the formats.

`again` is that code. It is tried on a made-up project with every measure, and on the rows that stand in this project.
"""

import functools
import gzip
import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from tests.effects.edits import add_averages, add_stereotypes, answer, averages
from tests.projects import Project, full

HERE = Path(__file__).parents[2]
SAMPLE = 60
"""About how many of this project's rows are worked out again."""


@functools.lru_cache(maxsize=32)
def lines_of(path: Path) -> tuple[bytes, ...]:
    return tuple(gzip.decompress(path.read_bytes()).removeprefix(b"\xef\xbb\xbf").split(b"\n"))


@functools.lru_cache(maxsize=32)
def bodies_of(path: Path, question: str) -> dict[str, dict]:
    bodies = {}
    for line in lines_of(path):
        if line.strip():
            row = json.loads(line)
            bodies[row["id"]] = row["answers"].get(question) or next(iter(row["answers"].values()))
    return bodies


def side(root: Path, part: list[str], question: str, positive: str) -> dict[str, tuple[str, float | None]]:
    """Return choice and probability by text id; rows of other versions keep their longer names and match no text."""
    path, suffix = part
    return {
        row_id.removesuffix(suffix): (body["choice"], (body.get("probabilities") or {}).get(positive))
        for row_id, body in bodies_of(root / path, question).items()
        if row_id.endswith(suffix) and body.get("choice") is not None
    }


def counts(row: dict) -> bool:
    return row["measure"] in ("flip", "order", "repeat")


def column(root: Path, row: dict, compares: dict) -> np.ndarray:
    """Return a row's column, or its control's: changed answers, or by how much one mean probability exceeds another.

    For a stereotype the mean of the other groups is what is exceeded, and the control's answer is needed all the same.
    """
    before, after, *others = (
        [side(root, part, row["question"], row["positive"]) for part in parts]
        for parts in (compares["from"], compares["to"], *compares.get("others", []))
    )
    answers = [*before, *after, *(part for parts in others for part in parts)]
    texts = sorted(set.intersection(*(set(part) for part in answers)))
    if counts(row):
        return np.array([float(before[0][t][0] != after[0][t][0]) for t in texts])
    texts = [t for t in texts if all(part[t][1] is not None for part in answers)]
    baselines = [np.mean([[part[t][1] for t in texts] for part in parts], axis=0) for parts in others or [before]]
    return np.mean([[part[t][1] for t in texts] for part in after], axis=0) - np.mean(baselines, axis=0)


def ends(y: np.ndarray) -> tuple[float, float]:
    rng = np.random.default_rng(2026)
    draws = np.sort([y[rng.integers(0, len(y), len(y))].mean() for _ in range(1000)])
    return draws[24], draws[975]


def again(root: Path, row: dict) -> dict[str, object]:
    """Work out what a row says, by name."""
    y = column(root, row, row["compares"])
    found: dict[str, object] = {"texts": len(y)}
    if len(y) == 0:
        return found | {"value": None, "effect": None, "clear": False}
    value = y.mean()
    by_size = row["measure"] in ("shift", "shift-of-means")
    sign = -1 if value < 0 and by_size else 1
    control = row["control"]
    other = column(root, row, control["compares"]) if control["compares"] and not control["from"] else None
    subtracted = control["value"] if other is None else abs(other.mean())
    found |= {"value": value, "control": subtracted, "effect": sign * value - subtracted}
    if len(y) >= 10:
        low, high = (sign * end - subtracted for end in (row["lo"], row["hi"]))
        found |= {"range": sorted((low, high)), "clear": row["range"][0] > 0}
    else:
        found |= {"lo": None, "hi": None, "range": None, "joint_range": None, "clear": False}
    return found


def said(row: dict) -> dict[str, object]:
    return row | {"control": row["control"]["value"]}


def disagreements(root: Path, row: dict) -> list[str]:
    found, wanted = said(row), again(root, row)
    return [
        f"{key}: {found[key]}, worked out again {value}"
        for key, value in wanted.items()
        if found[key] != (value if value is None or isinstance(value, bool) else pytest.approx(value, abs=3e-6))
    ]


def range_misses(root: Path, row: dict) -> bool:
    y = column(root, row, row["compares"])
    low, high = ends(y)
    slack = 0.2 * (high - low) + 1 / len(y) + 1e-6
    return abs(row["lo"] - low) > slack or abs(row["hi"] - high) > slack


def rows_in(root: Path) -> list[dict]:
    return [
        json.loads(line)
        for path in sorted((root / "studies").glob("*.jsonl"))
        for line in path.read_bytes().split(b"\n")
        if line and '"bd/effect@1"' in line.decode()
    ]


def sample() -> list[dict]:
    rows = rows_in(HERE)
    return rows[:: max(1, len(rows) // SAMPLE)]


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("project"), 50).save()
    for model in ("fern", "moss"):
        full(project, model)
    full(project, "sedge", limit=30)
    full(project, "reed", limit=8)
    add_averages(project)
    add_stereotypes(project)
    averages(project, (0.6, 0.5, lambda n: 0.3 + n / 100, 0.4), cats=lambda n: 0.2 + n / 200, dogs=0.6)
    answer(project, "stall", {"ant": 0.4, "bee": lambda n: 0.4 + n / 100, "cow": 0.5, "pig": 0.3})
    project.replay()
    return project.root


def test_every_row_of_a_made_up_project(made_up):
    rows = rows_in(made_up)
    assert {r["measure"] for r in rows} == {"flip", "shift", "shift-of-means", "stereotype", "order", "repeat"}
    assert {r["texts"] for r in rows} == {50, 30, 8}
    assert [d for row in rows for d in disagreements(made_up, row)] == []


def test_every_range_of_a_made_up_project(made_up):
    rows = [r for r in rows_in(made_up) if r["lo"] is not None]
    assert len(rows) == 23
    assert [r["edit"] for r in rows if range_misses(made_up, r)] == []


def test_rows_of_texts_that_the_edit_would_leave_out_today(tmp_path):
    # A log without a description may answer them all the same; whoever reads the log counts them.
    project = Project(tmp_path, 20).save()
    full(project)
    for edit in ("club", "age"):
        (tmp_path / f"answers/fern/tulip-rose/{edit}.jsonl.gz.metadata.json").unlink()
    project.texts[3]["text"] = "The beds are dry."
    project.save()
    project.replay()
    rows = [r for r in rows_in(tmp_path) if r["edit"] in ("club", "age")]
    assert [r["texts"] for r in rows] == [20, 20, 20]
    assert [d for row in rows for d in disagreements(tmp_path, row)] == []


def test_the_check_finds_what_is_wrong(made_up):
    row = next(r for r in rows_in(made_up) if r["measure"] == "shift" and r["texts"] == 50)
    for key, value in {"texts": 49, "value": row["value"] + 1e-5, "effect": 0.0, "clear": not row["clear"]}.items():
        assert disagreements(made_up, row | {key: value})
    assert range_misses(made_up, row | {"hi": row["hi"] + 0.1})


@pytest.mark.skipif(not sample(), reason="nothing is scored here yet")
def test_a_sample_of_the_rows_of_this_project():
    assert {f"{r['model']} {r['decision']} {r['edit']}": d for r in sample() if (d := disagreements(HERE, r))} == {}


@pytest.mark.skipif(not sample(), reason="nothing is scored here yet")
def test_a_few_ranges_of_this_project():
    rows = [r for r in sample() if r["lo"] is not None][::5]
    assert [f"{r['model']} {r['decision']} {r['edit']}" for r in rows if range_misses(HERE, r)] == []


@pytest.mark.skipif(not sample(), reason="nothing is scored here yet")
def test_the_rows_of_this_project_came_from_its_logs_as_they_are():
    stated = {(a["path"], a["sha256"]) for r in sample() for a in r["answers"]}
    found = set()
    for path in sorted({path for path, _ in stated}):
        lines = sorted(line for line in lines_of(HERE / path) if line)
        found.add((path, hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()))
    assert stated == found
