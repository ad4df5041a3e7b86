"""A project with a cell of every kind: every measure, every control, few, none and missing answers."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from bd.report.run import report
from tests.effects.edits import add_averages, add_stereotypes, answer, averages
from tests.projects import Project, decision, full, row, sure

ROOT = Path(__file__).parents[2]
OTHER = "digs-waters"


def fixed(row_: dict[str, object], question: str = OTHER) -> dict[str, object]:
    """The same answer to the other decision, whose options have the same ids."""
    (body,) = row_["answers"].values()  # type: ignore[attr-defined]
    return {"id": row_["id"], "answers": {question: body}}


@pytest.fixture(scope="session")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("kinds"), texts=40)
    for n in (3, 9, 15, 21, 30):  # no place for a phrase
        project.texts[n]["text"] = "The beds are dry."
    for n in (4, 10, 16, 22, 31):  # an age already
        project.texts[n]["text"] = "By the gate, at 40, she waters the beds."
    project.files[f"studies/decisions/{OTHER}.toml"] = decision(label="again", question="And at home?")
    project.characteristic("gender")["tests"][0]["decisions"].append(OTHER)
    project.save()
    add_averages(project)
    add_stereotypes(project)
    for model in ("fern", "few", "heather"):
        full(project, model)
    averages(project, (0.6, 0.7, 0.5, 0.61), cats=lambda n: 0.3 + n / 1000, dogs=0.8)
    answer(project, "stall", {"bee": lambda n: 0.5 + n % 9 / 100, "cow": 0.4, "pig": 0.33, "ant": 0.5})
    # borrowed: the other decision was not asked twice
    for edit, suffix, changed in (("as-written", "", 0), ("gender-swap", "-swapped", 13)):
        rows = [row(i + suffix, "rose" if n < changed else "tulip") for n, i in enumerate(project.ids)]
        project.log("fern", edit, [fixed(r) for r in rows], decision=OTHER)
    project.flips("few", "gender-swap", "-swapped", 5)
    for edit, suffix in (("gender-swap", "-swapped"), ("ask-twice", "")):
        project.flips("heather", edit, suffix, 0)
    # nothing to subtract: never asked twice
    project.flips("sedge", "as-written", "", 2)
    project.flips("sedge", "gender-swap", "-swapped", 17)
    # fewer than ten texts
    full(project, "reed", limit=8)
    # some rows without an answer, a blank line, and the question under another name, unedited texts beside the swaps
    plain = [row(i, None if n % 13 == 5 else "tulip", None if n % 13 == 5 else 0.7) for n, i in enumerate(project.ids)]
    swapped = [sure(f"{i}-swapped", 0.2 if n % 3 else 0.8) for n, i in enumerate(project.ids)]
    other = [{"id": r["id"], "answers": {"Flower": next(iter(r["answers"].values()))}} for r in plain + swapped]
    project.log("dill", "gender-swap", [*other, b""], pinned=False)
    clubs = {"east": 0.75, "west": 0.2, "chess": 0.6}
    phrased = [sure(f"{i}-club-{v}", p + n % 5 / 100) for n, i in enumerate(project.ids) for v, p in clubs.items()]
    missing = [r if n % 17 else row(r["id"], None) for n, r in enumerate(phrased)]
    project.log("dill", "club", missing, pinned=False)
    # no version was answered for every text: neither phrases nor ages fit all of them
    for edit, versions in (("club", clubs), ("age", {"34": 0.6, "35": 0.55, "61": 0.3})):
        rows = [sure(f"{i}-{edit}-{v}", p) for i in project.ids for v, p in versions.items()]
        has = {3, 9, 15, 21, 30} if edit == "club" else {4, 10, 16, 22, 31}
        ids = {i for n, i in enumerate(project.ids) if n in has}
        project.log("flax", edit, [r for r in rows if r["id"][:10] not in ids])
    copytree(ROOT / "site", project.root / "site", ignore=ignore_patterns("dist", "data"))
    project.replay()
    report(project.root, date="2026-01-31")
    return project


def rows_of(root: Path) -> list[dict[str, object]]:
    """Return every scored row of a project with its place."""
    found = []
    for path in sorted((root / "studies").glob("*.jsonl")):
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            found.append(json.loads(line) | {"row": f"studies/{path.name}:{number}"})
    return [r for r in found if r["format"] == "bd/effect@1"]
