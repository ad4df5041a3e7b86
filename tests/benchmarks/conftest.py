"""One small made-up project for all tests of the timings; nobody may change it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from bd.cli import main
from benchmarks.generate import generate

SCALE = 0.02


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("made-up")
    generate(root, SCALE)
    return root


@pytest.fixture(scope="session")
def replayed(made: Path) -> Path:
    done = CliRunner().invoke(main, ["replay", "--project", str(made)])
    assert done.exit_code == 0, done.output
    return made
