from __future__ import annotations

import pytest

from bd.errors import BdError, UsageError
from bd.site import build_site, load_settings
from bd.site.settings import base_fault
from tests.report.samples import sample_board
from tests.site.sites import REPOSITORY, make_project

GOOD = """
title = "Same text"
description = "What is it about?"
base_url = "https://bd-audit.example/"
date = "2026-11-30"

[colours.light]
accent = "#0b5c62"
mark = "#ffe7a3"

[colours.dark]
accent = "#86d3cd"
mark = "#5a4712"
"""


def settings(tmp_path, text):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "site.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_settings(tmp_path)


def test_the_repositorys_own_settings_are_right():
    assert load_settings(REPOSITORY).title


def test_without_a_file_one_line_says_which(tmp_path):
    with pytest.raises(BdError, match=r"site\.toml: cannot be read"):
        load_settings(tmp_path)


@pytest.mark.parametrize("text", ["title = ", b"\xff\xfe", "title = 'a'\ntitle = 'b'"])
def test_what_is_no_toml_is_named(tmp_path, text):
    with pytest.raises(BdError, match=r"^site/site\.toml: not TOML"):
        settings(tmp_path, text)


@pytest.mark.parametrize("text", ["title = 1" + "0" * 5000, "title = " + "[" * 5000 + "]" * 5000])
def test_numbers_of_thousands_of_digits_and_depths_are_named(tmp_path, text):
    with pytest.raises(BdError, match=r"^site/site\.toml: not read: a number has thousands of digits, or lists"):
        settings(tmp_path, text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Same text"', 'title = ""', "title must be a line of text"),
        ('title = "Same text"', "title = 3", "title must be a line of text"),
        ('title = "Same text"', r'title = "a\nb"', "title must be a line of text"),
        ("https://bd-audit.example/", "javascript:alert(1)", "base address"),
        ("https://bd-audit.example/", "https://x.example", "slash"),
        ('date = "2026-11-30"', 'date = "2026-02-30"', "must be a day"),
        ('date = "2026-11-30"', "date = 2026-11-30", "must be a day in quotes"),
        ('accent = "#0b5c62"', 'accent = "red;}body{display:none"', r"colours\.light\.accent must be a colour"),
        ("[colours.dark]", "[colours.night]", r"colours\.dark\.accent"),
        ("title", "titel", "unknown key 'titel'"),
        ('title = "Same text"', 'title = "a"\nlicence = ""', "licence must be a line of text, or be left out"),
        ('title = "Same text"', 'title = "a"\nlicence_url = "javascript:1"', "licence_url must begin with https://"),
        ('title = "Same text"', 'title = "a"\nrepository = "javascript:1"', "repository must begin with https://"),
    ],
)
def test_each_fault_is_one_line(tmp_path, old, new, message):
    assert old in GOOD
    with pytest.raises(BdError, match=message) as caught:
        settings(tmp_path, GOOD.replace(old, new, 1))
    assert all(line.startswith("site/site.toml: ") for line in str(caught.value).splitlines())


@pytest.mark.parametrize("url", ["https://a.example/", "http://a.example:8000/bias/", "https://a.example/b/c/"])
def test_base_addresses_that_are_right(url):
    assert base_fault(url) is None


@pytest.mark.parametrize(
    "url", ["", "a.example/", "https://", "https://a.example/?q/", 'https://a.example/"/', "http://[/"]
)
def test_base_addresses_that_are_not(url):
    assert "must look like" in str(base_fault(url))


def test_a_base_address_given_by_hand_is_checked_and_used(tmp_path):
    root = make_project(tmp_path, sample_board())
    with pytest.raises(UsageError, match="base address"):
        build_site(root, base_url="ftp://a.example/")
    build_site(root, base_url="https://a.example/bias/")
    dist = root / "site" / "dist"
    assert '<link rel="canonical" href="https://a.example/bias/sort/">' in (dist / "sort" / "index.html").read_text()
    assert 'href="/bias/index.html"' in (dist / "404.html").read_text()


def test_who_made_it_and_the_terms_may_be_left_out(tmp_path):
    found = settings(tmp_path, 'by = "Us"\n' + GOOD)
    assert (found.by, found.licence, found.licence_url) == ("Us", "", "")


def test_pages_lead_to_the_repository_where_it_is_named(tmp_path):
    root = make_project(tmp_path, sample_board())
    path = root / "site" / "site.toml"
    path.write_text('repository = "https://code.example/bd"\n' + path.read_text())
    build_site(root)
    assert 'href="https://code.example/bd"' in (root / "site" / "dist" / "data" / "index.html").read_text()
