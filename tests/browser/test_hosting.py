"""Hosts of several kinds, as a browser meets them: addresses without their slash, moved addresses, frames, files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bd.site import build_site
from tests.browser.watching import Watched
from tests.site.published import EARLIER, board_of, make_published
from tools import serving

pytestmark = pytest.mark.browser


class Plain(SimpleHTTPRequestHandler):
    """Sends an address without its slash on, as `python -m http.server`, nginx and GitHub Pages do."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class AsItStands(Plain):
    """Shows a folder's page at its address without the slash too, and says nothing of it."""

    def do_GET(self) -> None:
        if (Path(self.translate_path(self.path)) / "index.html").is_file() and not urlsplit(self.path).path.endswith(
            "/"
        ):
            self.path = f"{urlsplit(self.path).path}/index.html"
        super().do_GET()


class WithoutSlash(AsItStands):
    """Takes the slash away from every address."""

    def do_GET(self) -> None:
        if self.path.endswith("/") and self.path != "/":
            self.send_response(308)
            self.send_header("Location", self.path.rstrip("/"))
            self.end_headers()
            return
        super().do_GET()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with an earlier edition and an address that moved, in the folder `bias` of a host."""
    folder = tmp_path_factory.mktemp("host")
    root = make_published(folder / "project", board_of(EARLIER))
    settings = root / "site" / "site.toml"
    settings.write_text(settings.read_text("utf-8") + '\n[moved]\n"/kind/" = "/sort/"\n', "utf-8")
    return build_site(root, out=folder / "web" / "bias", base_url="https://bd-audit.example/bias/").out


@pytest.fixture
def host() -> Iterator[object]:
    """Start a host of a kind for a folder; stopped after the test."""
    running = []

    def start(kind: type[Plain], folder: Path) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        running.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


def cell_by_links(page):
    page.get_by_role("link", name="red or blue", exact=True).first.click()
    assert page.locator(".kicker").inner_text() == "Faith: North, red or blue"


@pytest.mark.parametrize("under", ["", "bias/"])
def test_a_plain_host_sends_an_address_without_its_slash_on(browser, hosted, host, under):
    base = host(Plain, hosted.parent if under else hosted) + under
    with Watched(browser, base) as watched:
        watched.open("faith/north")
        assert watched.page.url == f"{base}faith/north/"
        cell_by_links(watched.page)
        assert watched.complaints() == []


def test_a_host_that_does_not_is_mended_by_a_script(browser, hosted, host):
    base = host(AsItStands, hosted)
    with Watched(browser, base) as watched:
        watched.open("faith/north?from=here", "#birch")
        watched.page.wait_for_url(f"{base}faith/north/?from=here#birch")
        cell_by_links(watched.page)
        assert watched.said == []


def test_a_host_that_takes_the_slash_away_is_left_alone(browser, hosted, host):
    base = host(WithoutSlash, hosted)
    with Watched(browser, base) as watched:
        watched.open("faith/north")
        watched.page.wait_for_timeout(500)
        assert watched.page.url == f"{base}faith/north"
        assert len([url for url in watched.asked if url.rstrip("/").endswith("north")]) <= 3


@pytest.mark.parametrize("address", ["kind/index.html", "changes/index.html", f"data/editions/{EARLIER}.jsonl.gz"])
def test_everything_is_there_from_the_file_system(hosted, address):
    assert (hosted / address).is_file()


def test_an_address_that_moved_leads_on_by_itself(browser, hosted, host):
    for base in (host(Plain, hosted.parent) + "bias/", f"{hosted.as_uri()}/"):
        with Watched(browser, base) as watched:
            watched.page.goto(f"{base}kind/index.html")
            watched.page.wait_for_url(f"{base}sort/index.html")
            assert watched.page.locator("#_board").count() == 1


def test_pages_of_changes_open_from_the_file_system(browser, hosted):
    with Watched(browser, f"{hosted.as_uri()}/") as watched:
        watched.open("changes/index.html")
        watched.page.get_by_role("link", name="feed", exact=True).wait_for()
        assert watched.complaints() == []


def test_a_chart_can_be_framed_by_others_and_no_other_page(browser, hosted, host, tmp_path):
    base = serving.served(hosted, "/bias/")
    for name, address in (("chart", "sort/chart/"), ("page", "sort/")):
        (tmp_path / f"{name}.html").write_text(f'<!doctype html><iframe src="{base}{address}"></iframe>')
    other = host(Plain, tmp_path)
    with Watched(browser, other) as watched:
        watched.open("chart.html")
        assert watched.page.frame_locator("iframe").locator("svg.chart").is_visible()
        watched.open("page.html")
        watched.page.wait_for_timeout(300)
        assert watched.page.frame_locator("iframe").locator("#_main").count() == 0
        assert any("frame-ancestors" in text for text in watched.said)


def test_the_page_of_changes_opens_what_a_count_leads_to(browser, hosted):
    with Watched(browser, serving.served(hosted, "/bias/")) as watched:
        watched.open("changes/")
        assert watched.page.locator(f'[id="{EARLIER}"]').is_visible()
        assert watched.complaints() == []
