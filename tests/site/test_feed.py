"""The Atom feed: what RFC 4287 asks of it, and that it says what the page of changes says."""

from __future__ import annotations

import re
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest

from bd.site import build_site
from tests.report import samples
from tests.site.published import EARLIER, EARLIEST, board_of, make_published
from tests.site.sites import make_project, pages_of

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
BASE = "https://bias.example/audit/"


def read(dist):
    return ElementTree.fromstring((dist / "feed.xml").read_bytes())


def one(element, name):
    (found,) = element.findall(ATOM + name)
    return found


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    root = make_published(tmp_path_factory.mktemp("fed"), board_of(EARLIEST), board_of(EARLIER))
    return build_site(root, base_url=BASE).out


@pytest.fixture(scope="module")
def feed(dist):
    return read(dist)


def test_the_feed_has_all_that_atom_requires(feed):
    assert feed.tag == f"{ATOM}feed"
    assert one(feed, "id").text == f"{BASE}changes/"
    assert one(feed, "title").text
    assert one(one(feed, "author"), "name").text
    assert MOMENT.fullmatch(one(feed, "updated").text)
    links = {each.attrib["rel"]: each.attrib["href"] for each in feed.findall(f"{ATOM}link")}
    assert links == {"self": f"{BASE}feed.xml", "alternate": f"{BASE}changes/"}


def test_every_entry_has_all_that_atom_requires(feed):
    for entry in feed.findall(f"{ATOM}entry"):
        assert one(entry, "title").text
        assert one(entry, "summary").text.endswith(".")
        assert MOMENT.fullmatch(one(entry, "updated").text)
        assert one(entry, "link").attrib["href"] == one(entry, "id").text


def test_an_entry_for_each_edition_and_for_todays_data_the_newest_first(feed):
    entries = feed.findall(f"{ATOM}entry")
    assert [one(each, "updated").text[:10] for each in entries] == [samples.DATE, EARLIER, EARLIEST]
    assert len({one(each, "id").text for each in entries}) == 3
    assert one(feed, "updated").text == one(entries[0], "updated").text


def test_an_entry_says_and_links_what_the_page_of_changes_says(feed, dist):
    page = pages_of(dist)["changes/index.html"]
    for entry in feed.findall(f"{ATOM}entry"):
        address, _, anchor = one(entry, "link").attrib["href"].partition("#")
        assert address == urljoin(BASE, "changes/")
        assert anchor in page.ids
        assert one(entry, "summary").text in page.text


def test_every_page_names_the_feed(dist):
    for name, page in pages_of(dist).items():
        if not name.endswith("chart/index.html"):
            (link,) = [each for each in page.all("link") if each.attrib.get("type") == "application/atom+xml"]
            assert link.attrib["href"].endswith("feed.xml")


def test_without_an_edition_the_feed_tells_of_todays_data(tmp_path):
    build_site(make_project(tmp_path, board_of(samples.DATE)))
    (entry,) = read(tmp_path / "site" / "dist").findall(f"{ATOM}entry")
    assert one(entry, "summary").text.startswith("The first data published: ")


def test_words_with_signs_of_markup_stay_words(tmp_path):
    root = make_project(tmp_path, board_of(samples.DATE))
    settings = root / "site" / "site.toml"
    title = "<b>&amp; \"one\" ]]> & 'two' \U0001f4ca"
    settings.write_text(re.sub(r"^title = .*$", f"title = '''{title}'''", settings.read_text("utf-8"), flags=re.M))
    assert one(read(build_site(root).out), "title").text == f"{title}: changes of the data"


def test_the_same_bytes_at_every_build(dist, tmp_path):
    root = make_published(tmp_path, board_of(EARLIEST), board_of(EARLIER))
    build_site(root, base_url=BASE)
    assert (root / "site" / "dist" / "feed.xml").read_bytes() == (dist / "feed.xml").read_bytes()
