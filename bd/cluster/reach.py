"""Is there a scheduler at an address? Told within a bounded time, and in one line where there is none.

dask alone would wait without end for whatever listens there and says nothing, such as a scheduler's own dashboard.
"""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from distributed import Security
from distributed.comm.addressing import get_address_host_port
from distributed.core import rpc

from bd.errors import BdError, UsageError

__all__ = ["SECONDS", "check_scheduler"]

SECONDS = 10.0
"""How long a scheduler may take to answer; until then one that is just being started is tried again."""
_LIKE = "write it like tcp://10.0.0.5:8786, or `local` for workers on this machine"
_SAFE = ("tls", "wss")


def check_scheduler(address: str) -> None:
    """See that a scheduler answers at an address.

    Raises
    ------
    UsageError
        The address is none, or needs certificates that dask was not told of.
    BdError
        There is no such machine, nobody answers in time, or somebody who is no scheduler.
    """
    host, port = _host_and_port(address)
    try:
        socket.getaddrinfo(host, port)
    except (OSError, UnicodeError) as error:
        raise BdError(f"{address}: no machine is called {host!r} ({_words(error)})") from error
    trust = Security().get_connection_args("client")
    if address.startswith(_SAFE) and trust["ssl_context"] is None:
        raise UsageError(
            f"{address}: needs certificates, which dask takes from its settings; docs/cluster.md says more"
        )
    try:
        # In a thread of its own, since a loop may run in this one already: in a notebook, for example.
        with ThreadPoolExecutor(1) as alone:
            kind = alone.submit(lambda: asyncio.run(_kind(address, trust))).result()
    except Exception as error:  # whatever somebody else says there
        raise BdError(
            f"{address}: no scheduler answers there ({_words(error)}); start one with `dask scheduler`, "
            "and give the address that it tells"
        ) from error
    if kind != "Scheduler":
        raise BdError(f"{address}: a {kind.lower()} answers there; give the address of its scheduler")


def _host_and_port(address: str) -> tuple[str, int]:
    try:
        host, port = get_address_host_port(address)
    except ValueError:
        host, port = "", 0
    if not host or not 0 < port < 2**16:
        raise UsageError(f"--cluster {address!r}: no address; {_LIKE}")
    return host, port


async def _kind(address: str, trust: dict[str, Any]) -> str:
    """Return what somebody at an address calls himself."""
    # A little less for the connection alone, so that it can be told why there is none.
    async with rpc(address, timeout=0.9 * SECONDS, connection_args=trust) as there:
        found: Any = await asyncio.wait_for(there.identity(), SECONDS)
        return str(found["type"])


def _words(error: BaseException) -> str:
    """Return in a few words what an error, or what lies behind it, says."""
    while isinstance(error.__cause__, OSError) and not isinstance(error, TimeoutError):
        error = error.__cause__
    if isinstance(error, TimeoutError):
        return f"not within {SECONDS:.0f} s"
    if not isinstance(error, OSError):  # whatever dask makes of an answer that it does not understand
        return "but another program, or another dask"
    return " ".join((error.strerror or str(error)).split())
