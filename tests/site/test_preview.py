"""What is edited is seen at once: a page, a template, a colour, a word; all else is as it was built."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bd.site import build_site
from bd.site.preview import Preview
from bd.site.text import CATALOGUE
from tests.report.samples import sample_board
from tests.site.sites import REPOSITORY, make_project
from tests.site.test_serve import start, urlopen


@pytest.fixture
def root(tmp_path):
    root = make_project(tmp_path, sample_board())
    shutil.copytree(REPOSITORY / "templates", root / "templates")
    shutil.copytree(REPOSITORY / "site" / "static", root / "site" / "static", dirs_exist_ok=True)
    build_site(root)
    return root


def dist_of(root):
    return root / "site" / "dist"


def preview_of(root):
    return Preview(root, dist_of(root))


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    seen = path.stat()
    path.write_text(text.replace(before, after), "utf-8")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns + 1_000))  # also where a clock is coarse


def test_unedited_every_file_is_what_the_build_left(root):
    preview, seen = preview_of(root), set()
    for path in sorted(dist_of(root).rglob("*")):
        name = path.relative_to(dist_of(root)).as_posix()
        if path.is_file() and (body := preview.file(name)) is not None:
            assert body == path.read_bytes(), name
            seen.add(name)
    assert {"index.html", "sort/index.html", "404.html", "static/style.css"} <= seen


def test_an_edited_template_colour_or_setting_is_seen_at_once(root):
    preview = preview_of(root)
    assert b"Quite another word" not in preview.file("sort/index.html")
    edit(root / "templates" / "level.html", "{% block content %}", "{% block content %}Quite another word")
    assert b"Quite another word" in preview.file("sort/index.html")
    assert b"Quite another word" not in preview.file("index.html")
    edit(root / "site" / "static" / "style.css", ".opening", ".opening-of-today")
    assert b".opening-of-today" in preview.file("static/style.css")
    edit(root / "site" / "site.toml", 'title = "', 'title = "Today: ')
    assert b"Today: " in preview.file("index.html")


def test_an_edited_word_of_the_catalogue_is_seen_at_once(root, tmp_path, monkeypatch):
    copies = [tmp_path / path.name for path in CATALOGUE.paths]
    for path, copy in zip(CATALOGUE.paths, copies, strict=True):
        copy.write_text(path.read_text("utf-8"), "utf-8")
    preview = preview_of(root)
    with monkeypatch.context() as patched:
        patched.setattr(CATALOGUE, "paths", copies)
        preview.file("index.html")
        edit(tmp_path / "en.toml", 'board = "The largest effect of each kind"', 'board = "Quite another heading"')
        assert b"Quite another heading" in preview.file("index.html")
    CATALOGUE.read()
    assert b"Quite another heading" not in preview.file("index.html")


def test_what_only_a_build_makes_is_left_to_it(root):
    preview = preview_of(root)
    for name in ("data.csv", "card.png", "nothing/index.html", "static", "../site.toml"):
        assert preview.file(name) is None


def test_in_the_browser_a_template_that_cannot_be_read_says_where(root):
    address = start(dist_of(root), fresh=preview_of(root).file)
    with urlopen(f"{address}sort/") as answer:
        assert answer.read() == (dist_of(root) / "sort" / "index.html").read_bytes()
    edit(root / "templates" / "level.html", "{% block content %}", "{% block content %}{% if %}")
    with urlopen(f"{address}sort/") as answer:
        assert b"level.html:6: Expected an expression" in answer.read()
    with urlopen(f"{address}data.csv") as answer:
        assert answer.read() == (dist_of(root) / "data.csv").read_bytes()
