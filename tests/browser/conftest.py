from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest
from playwright.sync_api import Browser, sync_playwright

from bd.site import build_site, serve
from tests.report.reported import reported_board
from tests.site.sites import make_project

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_project(tmp_path_factory.mktemp("site"), reported_board(tmp_path_factory.mktemp("reported")))
    return build_site(root, base_url="https://bd-audit.example/bias/").out


@pytest.fixture(scope="session")
def served(dist: Path) -> str:
    """The site under a sub-path, as a host would serve it."""
    ready: Queue[str] = Queue()
    threading.Thread(target=serve, args=(dist, 0, ready.put), kwargs={"under": "/bias/"}, daemon=True).start()
    return ready.get(timeout=10)
