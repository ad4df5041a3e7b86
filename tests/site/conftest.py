from __future__ import annotations

from pathlib import Path

import pytest

from bd.site import build_site
from tests.report.reported import reported_board
from tests.site.sites import make_project


@pytest.fixture(scope="session")
def sample_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_project(tmp_path_factory.mktemp("sample"), reported_board(tmp_path_factory.mktemp("reported")))
    build_site(root)
    return root


@pytest.fixture(scope="session")
def dist(sample_root: Path) -> Path:
    return sample_root / "site" / "dist"
