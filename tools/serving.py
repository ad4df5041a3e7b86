"""A built site on this machine: built into a throw-away folder unless one is given, and served as `bd serve` does."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

from bd.site import build_site, serve

__all__ = ["ARGUMENTS", "ROOT", "built", "chromium", "served"]

ROOT = Path(__file__).resolve().parent.parent

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
)
"""What Chromium is started with: nothing leaves the machine, and it runs in a container."""


def chromium() -> str | None:
    """Return the program of a browser of Chromium's kind; None if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for found in map(shutil.which, names) if found), None)


@contextmanager
def built(dist: Path | None = None) -> Iterator[Path]:
    """Give the folder of a built site; without one, build the project's into a folder that is gone afterwards."""
    if dist is not None:
        yield dist
        return
    with tempfile.TemporaryDirectory() as folder:
        yield build_site(ROOT, out=Path(folder) / "dist").out


def served(dist: Path, under: str = "/") -> str:
    """Serve a site until this process ends, and return its address."""
    ready: Queue[str] = Queue()
    threading.Thread(target=serve, args=(dist, 0, ready.put), kwargs={"under": under}, daemon=True).start()
    return ready.get(timeout=10)
