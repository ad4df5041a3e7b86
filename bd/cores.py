"""How much of this machine may be used."""

from __future__ import annotations

import os

__all__ = ["cores", "use_at_most"]

_most: int | None = None


def cores() -> int:
    """Return how many processor cores this process may use."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return there if _most is None else min(there, _most)


def use_at_most(number: int) -> None:
    """Use no more cores from now on, in a process that is one of several on its machine."""
    global _most
    _most = number
