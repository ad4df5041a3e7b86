from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from bd.report.run import report
from tests.projects import Project, full

ROOT = Path(__file__).parents[2]
DATE = "2026-01-31"


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with two models, replayed and reported; tests that change it copy it first."""
    project = Project(tmp_path_factory.mktemp("published"), texts=60).save()
    full(project)
    full(project, "moss")
    copytree(ROOT / "site", project.root / "site", ignore=ignore_patterns("dist", "data"))
    project.replay()
    report(project.root, date=DATE, commit="0123456789abcdef0123456789abcdef01234567")
    return project


@pytest.fixture
def copied(published: Project, tmp_path: Path) -> Path:
    copytree(published.root, tmp_path / "copy")
    return tmp_path / "copy"
