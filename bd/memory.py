"""How a process of `bd`'s own takes memory; whoever imports `bd` as a library keeps the settings of theirs."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from functools import cache

__all__ = ["be_sparing"]

_ARENA_MAX, _MMAP_THRESHOLD, _TRIM_THRESHOLD = -8, -3, -1
"""Options of GNU's C library, from its malloc.h."""
_MIB = 2**20


@cache
def be_sparing() -> None:
    """Have threads take memory from the same few places, and large arrays none of it: each would leave a gap behind.

    Arrow's own pool keeps what is no longer needed, for each thread; the system's gives it to whoever asks next.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if "pyarrow" in sys.modules:  # which reads the environment when it is imported
        import pyarrow as pa

        pa.set_memory_pool(pa.system_memory_pool())
    with suppress(AttributeError, OSError, TypeError):  # elsewhere there is no such library, or no such function
        option = ctypes.CDLL(None).mallopt
        option(_ARENA_MAX, 2)
        option(_MMAP_THRESHOLD, 4 * _MIB)
        option(_TRIM_THRESHOLD, 32 * _MIB)
