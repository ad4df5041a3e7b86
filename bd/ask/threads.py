"""Keep a model to so many threads, whatever library does its sums."""

from __future__ import annotations

import os

__all__ = ["limit_threads"]

_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")


def limit_threads(threads: int) -> None:
    """Limit the libraries loaded from now on, and those already loaded where that is possible."""
    for name in _VARIABLES:
        os.environ[name] = str(threads)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return
    threadpool_limits(limits=threads)
