from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from bd.site import build_site
from tests.browser.watching import Watched
from tests.report.reported import reported_board
from tests.site.sites import make_project
from tools import serving
from tools.kinds import Site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    program = serving.chromium()
    if program is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(serving.ARGUMENTS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_project(tmp_path_factory.mktemp("site"), reported_board(tmp_path_factory.mktemp("reported")))
    return build_site(root, base_url="https://bd-audit.example/bias/").out


@pytest.fixture(scope="session")
def site(dist: Path) -> Site:
    return Site(dist)


@pytest.fixture(scope="session")
def served(dist: Path) -> str:
    """The address of the site under a sub-path, with all that a host would send."""
    return serving.served(dist, "/bias/")


@pytest.fixture
def watched(browser: Browser, served: str) -> Iterator[Watched]:
    """A page of the browser, of which everything that it says and asks for is kept."""
    with Watched(browser, served) as page:
        yield page
