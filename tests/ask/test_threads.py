import os
import sys

from bd.ask.threads import limit_threads


def test_libraries_loaded_later_are_told_by_the_environment(monkeypatch):
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    limit_threads(2)
    assert os.environ["OMP_NUM_THREADS"] == os.environ["OPENBLAS_NUM_THREADS"] == "2"
