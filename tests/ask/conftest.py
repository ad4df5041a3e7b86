import sys

import pytest

import bd.ask.model
from bd.machine import Machine
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


AMD, INTEL = Machine("x86_64", "AuthenticAMD"), Machine("x86_64", "GenuineIntel")


@pytest.fixture
def on(monkeypatch):
    """Let what follows run on a machine; on one by AMD until another is named."""

    def change(machine):
        for module in ("job", "joining", "reask"):
            monkeypatch.setattr(sys.modules[f"bd.ask.{module}"], "this_machine", lambda: machine)

    change(AMD)
    return change
