"""Loaded by each worker that `bd` starts on this machine: Ctrl-C is for the command, which ends its workers itself."""

from __future__ import annotations

import signal

__all__ = ["dask_setup"]


async def dask_setup(_: object) -> None:
    """Take no notice of Ctrl-C; called in the worker's main thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
