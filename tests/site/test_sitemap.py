"""The sitemap lists what is to be found, whichever part of the site made it, and nothing else."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest

from bd.site import build_site
from tests.report import samples
from tests.site.published import EARLIER, EARLIEST, board_of, make_published
from tests.site.sites import pages_of

MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
BASE = "https://bias.example/audit/"


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    root = make_published(tmp_path_factory.mktemp("mapped"), board_of(EARLIEST), board_of(EARLIER))
    settings = root / "site" / "site.toml"
    settings.write_text(settings.read_text("utf-8") + '\n[moved]\n"/kind/" = "/sort/"\n')
    return build_site(root, base_url=BASE).out


@pytest.fixture(scope="module")
def entries(dist):
    return ElementTree.fromstring((dist / "sitemap.xml").read_bytes()).findall(f"{MAP}url")


@pytest.fixture(scope="module")
def listed(entries):
    return [each.find(f"{MAP}loc").text for each in entries]


def test_every_page_of_the_data_file_and_of_changes_is_listed(listed):
    addresses = [page["address"] for page in board_of(samples.DATE)["pages"]]
    wanted = {urljoin(BASE, each.lstrip("/")) for each in (*addresses, "/changes/", f"/changes/{EARLIER}/")}
    assert wanted <= set(listed)
    assert len(set(listed)) == len(listed)


def test_whatever_is_listed_is_a_page_that_says_so_itself(listed, dist):
    pages = pages_of(dist)
    for url in listed:
        assert url.startswith(BASE)
        page = pages[f"{url.removeprefix(BASE)}index.html"]
        (canonical,) = [each for each in page.all("link") if each.attrib.get("rel") == "canonical"]
        assert canonical.attrib["href"] == url
        assert "noindex" not in [each.attrib.get("content") for each in page.all("meta")]


def test_what_is_not_to_be_found_is_not_listed(listed, dist):
    built = {path.relative_to(dist).as_posix() for path in dist.rglob("*.html")}
    left_out = built - {f"{url.removeprefix(BASE)}index.html" for url in listed}
    assert {"404.html", "kind/index.html"} <= left_out
    assert all(name.endswith(("chart/index.html",)) for name in left_out - {"404.html", "kind/index.html"}
               if name != "styleguide/index.html")  # fmt: skip


def test_each_is_as_old_as_the_data(entries):
    assert {each.find(f"{MAP}lastmod").text for each in entries} == {samples.DATE}


def test_robots_are_led_to_the_sitemap(dist):
    lines = (dist / "robots.txt").read_text().splitlines()
    assert lines == ["User-agent: *", "Allow: /", "", f"Sitemap: {BASE}sitemap.xml"]
    assert urlsplit(lines[-1].partition(" ")[2]).scheme == "https"


def test_a_page_is_listed_if_its_own_head_says_so_and_not_otherwise(listed, dist):
    told = []
    for name, page in pages_of(dist).items():
        address = urljoin(BASE, name.removesuffix("index.html"))
        canonical = [each.attrib["href"] for each in page.all("link") if each.attrib.get("rel") == "canonical"]
        hidden = "noindex" in [each.attrib.get("content") for each in page.all("meta")]
        told += [address] if canonical == [address] and not hidden else []
    assert sorted(listed) == sorted(told)
