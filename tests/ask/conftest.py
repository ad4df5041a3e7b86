import pytest

import bd.ask.model
from tests.ask.fake import fake_entry_points, write_project


@pytest.fixture(autouse=True)
def _same_environment(monkeypatch):
    """Undo what adapters set for the libraries they load."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "false")


@pytest.fixture
def lookup(monkeypatch):
    """Let `fake` be the adapter of that name."""
    monkeypatch.setattr(bd.ask.model, "entry_points", fake_entry_points)


@pytest.fixture
def project(tmp_path, lookup):
    return write_project(tmp_path)
