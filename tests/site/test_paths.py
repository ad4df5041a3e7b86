from __future__ import annotations

import posixpath

import pytest

from bd.errors import BdError
from bd.site.paths import MISSING, file_of, link, relative


@pytest.mark.parametrize(
    ("address", "path"),
    [("/", "index.html"), ("/age/", "age/index.html"), ("/data/leaderboard.json", "data/leaderboard.json")],
)
def test_an_address_has_one_file(address, path):
    assert file_of(address) == path


@pytest.mark.parametrize(
    "address", ["", "age/", "/../age/", "/a/../../b/", "/./", "//", "/A/", "/a b/", "/a", "/a\\b/"]
)
def test_an_address_that_is_no_page_is_refused(address):
    with pytest.raises(BdError, match="cannot be a page"):
        file_of(address)


@pytest.mark.parametrize("here", ["/", "/age/", "/engines/alder/age/"])
@pytest.mark.parametrize("to", ["/", "/age/", "/engines/", "/faith/north/#alder", "/static/style.css"])
def test_a_link_leads_from_here_to_there(here, to):
    bare, _, anchor = relative(here, to).partition("#")
    assert anchor == to.partition("#")[2]
    assert posixpath.normpath(posixpath.join(posixpath.dirname(file_of(here)), bare)) == file_of(to.partition("#")[0])


def test_a_link_within_the_page_is_its_anchor_alone():
    assert relative("/age/", "/age/#alder") == "#alder"


def test_the_page_for_missing_addresses_links_from_the_base():
    assert link(MISSING, "/age/#alder", "/bias/") == "/bias/age/index.html#alder"
    assert link("/age/", "/", "/bias/") == "../index.html"
