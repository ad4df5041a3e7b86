"""Workers for all tests of a file, and a project that needs all of them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path

import pytest

from bd.cluster import LOCAL, Machines, workers_of
from tests.projects import DECISION, Project, decision, full, option, row

OTHER = "lily-iris"


@pytest.fixture(scope="module")
def workers() -> Iterator[Machines]:
    """Two workers of this machine."""
    with workers_of(LOCAL, workers=2, memory="1GB") as ready:
        yield ready


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Two models on two decisions over sixty texts; the second decision borrows its repeats from the first."""
    made = Project(tmp_path, 60)
    asked = decision(label="lily or iris", question="And which flower?", positive="lily")
    asked["options"] = [option("lily"), option("iris")]
    del asked["truth"]
    made.files[f"studies/decisions/{OTHER}.toml"] = asked
    made.characteristic("gender")["tests"][0]["decisions"] = [DECISION, OTHER]
    made.save()
    full(made, "fern")
    full(made, "moss", limit=45)
    for model, changed in (("fern", 20), ("moss", 11)):
        for edit, suffix, few in (("as-written", "", 0), ("gender-swap", "-swapped", changed)):
            chosen = ("iris" if n < few else "lily" for n in range(60))
            rows = [row(f"{i}{suffix}", c, question=OTHER) for i, c in zip(made.ids, chosen, strict=True)]
            made.log(model, edit, rows, decision=OTHER)
    return made


@pytest.fixture
def alone(project: Project) -> dict[str, bytes]:
    """What a single process writes; all of it is deleted again."""
    project.replay()
    found = copy.copy(project.outputs())
    for path in found:
        (project.root / "studies" / path).unlink()
    return found
