"""What is so of this project's own texts is said by its study and its settings, and on no site of others."""

from __future__ import annotations

import re

from bd.report.run import report
from bd.site import build_site
from tests.projects import PATHS, Project, full
from tests.site.sites import REPOSITORY, make_project, pages_of

OWN = re.compile(
    r"invented|written for this project|trained here|the repository|make install|docs/check\.md|docs/validation\.md"
)
SETTINGS = re.compile(r"^(get|more|models|by|repository) = .*\n", re.MULTILINE)


def built(project):
    project.save()
    full(project)
    project.replay()
    make_project(project.root, report(project.root, date="2026-01-31", commit="a" * 40).board)
    settings = project.root / "site" / "site.toml"
    settings.write_text(SETTINGS.sub("", settings.read_text("utf-8")), "utf-8")
    return build_site(project.root).out


def test_a_study_of_others_says_none_of_it(tmp_path):
    project = Project(tmp_path)
    project.files[PATHS["texts"]]["about"] = "Letters."
    dist = built(project)
    found = {
        path.relative_to(dist).as_posix(): each
        for path in [*dist.rglob("*.html"), *dist.rglob("*.json"), *dist.rglob("*.js")]
        for each in OWN.findall(path.read_text("utf-8"))
    }
    assert found == {}


def test_what_the_study_says_stands_where_it_was_asked(tmp_path):
    project = Project(tmp_path)
    project.files[PATHS["texts"]]["people"] = "The gardeners are characters of a novel."
    dist = built(project)
    pages = pages_of(dist)
    for path in ("age/index.html", "club/east/tulip-rose/index.html", "methods/index.html"):
        assert "The gardeners are characters of a novel." in pages[path].text, path


def test_how_the_answers_are_got_stands_where_the_settings_say_it(tmp_path):
    project = Project(tmp_path)
    project.save()
    full(project)
    project.replay()
    make_project(tmp_path, report(tmp_path, date="2026-01-31", commit="a" * 40).board)
    page = pages_of(build_site(tmp_path).out)["data/index.html"]
    assert "Get the repository, and run make install there; bd then stands in .venv/bin." in page.text
    assert "More stands in the repository under docs/check.md" in page.text


def test_every_text_set_of_the_repository_says_who_is_in_it():
    for path in sorted((REPOSITORY / "studies" / "texts").glob("*.toml")):
        assert 'people = "The people in the texts are invented."' in path.read_text("utf-8"), path
