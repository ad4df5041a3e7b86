"""A second build does what differs and nothing else, and believes nothing that is not so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bd.receipts import Receipts
from bd.report.run import report
from bd.site import build, build_site, inputs, whole, write
from bd.site.manifest import read_manifest, write_manifest
from tests.projects import Project, full, row
from tests.site.sites import REPOSITORY

DATE = "2026-01-31"


def publish(project):
    project.replay()
    report(project.root, date=DATE, commit="a" * 40)


@pytest.fixture(scope="module")
def pattern(tmp_path_factory):
    made = Project(tmp_path_factory.mktemp("gardeners"), texts=30).save()
    full(made)
    shutil.copytree(REPOSITORY / "site", made.root / "site", ignore=shutil.ignore_patterns("dist", "data"))
    publish(made)
    return made


@pytest.fixture
def project(pattern, tmp_path):
    """Return a project whose site is built, and which a test may change."""
    shutil.copytree(pattern.root, tmp_path / "project", ignore=shutil.ignore_patterns("dist", ".cache"))
    made = Project(tmp_path / "project", texts=30)
    build_site(made.root)
    return made


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def inodes_of(folder: Path) -> dict[str, tuple[int, int]]:
    found = {path: path.stat() for path in folder.rglob("*") if path.is_file()}
    return {path.relative_to(folder).as_posix(): (at.st_ino, at.st_mtime_ns) for path, at in found.items()}


def anew(project: Project) -> dict[str, bytes]:
    """Return the site that a build makes that knows of no other."""
    out = project.root.parent / "anew"
    build_site(project.root, out=out, remember=False)
    return files_of(out)


def dist_of(project: Project) -> Path:
    return project.root / "site" / "dist"


def manifest_of(project: Project) -> Path:
    (path,) = (project.root / ".cache" / "bd" / "site").glob("*.json")
    return path


def change_a_cell(project: Project) -> None:
    """Save other answers of a model to the texts with other ages, and work all numbers out from them."""
    rows = [row(f"{i}-age-{v}", "tulip", p) for i in project.ids for v, p in {"34": 0.6, "35": 0.6, "61": 0.7}.items()]
    project.log("fern", "age", rows)
    publish(project)


@pytest.fixture
def made(monkeypatch):
    """Return the paths of files that were made, in order."""
    found = []
    make = write.File.made

    def noted(file):
        found.append(file.path)
        return make(file)

    monkeypatch.setattr(write.File, "made", noted)
    return found


# Nothing changed


def test_where_nothing_changed_nothing_is_made_or_touched(project, monkeypatch):
    before = inodes_of(dist_of(project))

    def never(*_):
        raise AssertionError("there is nothing to do")

    monkeypatch.setattr(whole, "make_site", never)
    done = build_site(project.root)
    assert (done.written, done.kept, done.removed) == (0, len(before), 0)
    assert inodes_of(dist_of(project)) == before


def test_what_is_said_of_a_build_is_said_again(project):
    again = build_site(project.root)
    first = build_site(project.root, remember=False)
    assert (again.pages, again.bytes, tuple(again.without_receipts)) == (
        first.pages,
        first.bytes,
        tuple(first.without_receipts),
    )


def test_nothing_large_is_imported_where_nothing_changed(project):
    code = (
        "import sys; from pathlib import Path; from bd.site import build_site;"
        f"build_site(Path({str(project.root)!r}));"
        "print(sorted({'numpy', 'pyarrow', 'pandas', 'jinja2', 'PIL', 'jsonschema_rs'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout.strip() == "[]"


def test_files_that_were_only_touched_change_nothing(project, monkeypatch):
    monkeypatch.setattr(whole, "make_site", None)
    for path in project.root.rglob("*.jsonl*"):
        os.utime(path, ns=(1, 1))
    assert build_site(project.root).written == 0


# Something changed


def test_one_changed_cell_rewrites_what_shows_it_and_nothing_else(project, made):
    dist = dist_of(project)
    before, stood = files_of(dist), inodes_of(dist)
    change_a_cell(project)
    done = build_site(project.root)
    after, stands = files_of(dist), inodes_of(dist)
    assert after == anew(project)
    differ = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert set(done.changed) == differ
    assert {path for path in stood if stands.get(path) != stood[path]} == differ & before.keys()
    pages = {path.removesuffix("index.html") for path in differ if path.endswith("index.html")}
    shows = {"", "data/", "engines/", "engines/fern/", "methods/", "changes/", "styleguide/"}
    assert {"", "age/", "engines/fern/age/", "age/tulip-rose/receipts/"} <= pages
    assert {each for each in pages - shows if not each.startswith(("age/", "engines/fern/"))} == set()


def test_only_the_receipts_of_the_changed_cell_are_put_together(project, monkeypatch):
    change_a_cell(project)
    packed = []
    together = Receipts.together

    def noted(opened, keys):
        packed.extend(key.characteristic for key in keys)
        return together(opened, keys)

    monkeypatch.setattr(Receipts, "together", noted)
    build_site(project.root)
    assert packed == ["age"]


def test_another_day_makes_pages_and_packs_no_receipts(project, made):
    report(project.root, date="2026-02-01", commit="a" * 40)
    made.clear()
    build_site(project.root)
    assert {"index.html", "age/index.html", "age/tulip-rose/receipts/index.html"} <= set(made)
    assert [path for path in made if path.endswith(".csv.gz")] == []
    assert files_of(dist_of(project)) == anew(project)


def test_another_place_of_the_site_is_another_site(project):
    build_site(project.root, base_url="https://elsewhere.example/")
    text = (dist_of(project) / "sitemap.xml").read_text("utf-8")
    assert "https://elsewhere.example/age/" in text
    build_site(project.root)
    assert files_of(dist_of(project)) == anew(project)


@pytest.mark.parametrize("path", ["templates", "site/static"])
def test_a_changed_template_or_static_file_is_seen(project, path):
    shutil.copytree(REPOSITORY / path, project.root / path, dirs_exist_ok=True)
    build_site(project.root)
    name = {"templates": "take.html", "site/static": "receipts.js"}[path]
    file = project.root / path / name
    file.write_text(file.read_text("utf-8").replace("<p", "<p data-new", 1) + "\n", "utf-8")
    assert build_site(project.root).written > 0
    assert files_of(dist_of(project)) == anew(project)


def test_what_is_not_watched_is_not_published(project):
    static = project.root / "site" / "static"
    names = ("a.css~", "a.css.orig", "a.css.bak", "#a.css#", ".a.css.swp", "Thumbs.db", "desktop.ini", "._a.css")
    backups = [static / "fonts" / name for name in names]
    for place in (static / ".drafts" / "new.js", static / "fonts" / ".lock", static / "fonts" / "plain.txt", *backups):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x", "utf-8")
    built = build_site(project.root)
    assert {path for path in built.changed if "fonts" in path or "drafts" in path} == {"static/fonts/plain.txt"}


def test_a_log_that_is_written_twice_within_a_tick_is_read_twice(project):
    (log,) = (project.root / "answers" / "fern").rglob("age.jsonl.gz")
    log.touch()
    build_site(project.root)
    at = log.stat()
    data = bytearray(log.read_bytes())
    data[-1] ^= 1
    log.write_bytes(bytes(data))
    os.utime(log, ns=(at.st_atime_ns, at.st_mtime_ns))
    done = build_site(project.root)
    assert any("age.jsonl.gz" in why for why in done.without_receipts)


# The folder is not as it was left


def test_what_was_done_to_the_folder_by_hand_is_undone(project, made):
    dist = dist_of(project)
    whole_site, stood = files_of(dist), inodes_of(dist)
    edited = dist / "age" / "index.html"
    edited.write_bytes(edited.read_bytes().replace(b"age", b"egg"))
    (dist / "age" / "card.png").unlink()
    shutil.rmtree(dist / "club" / "east" / "tulip-rose" / "receipts")
    (dist / "stray").mkdir()
    (dist / "stray" / "index.html").write_text("mine")
    (dist / "data" / "leaderboard.json").unlink()
    (dist / "data" / "leaderboard.json").symlink_to(project.root / "site" / "data" / "leaderboard.json")
    made.clear()
    done = build_site(project.root)
    assert files_of(dist) == whole_site
    assert not (dist / "data" / "leaderboard.json").is_symlink()
    gone = {path for path in whole_site if path.startswith("club/east/tulip-rose/receipts/")}
    assert set(done.changed) == gone | {"age/index.html", "age/card.png", "data/leaderboard.json"}
    assert done.removed == 1
    stands = inodes_of(dist)
    assert {path for path in stood if stands[path] != stood[path]} == set(done.changed)
    keyless = {"sitemap.xml", "robots.txt", "feed.xml", "_redirects", "_headers", ".built-by-bd"}
    assert {
        path for path in set(made) - set(done.changed) - keyless if not path.startswith(("static/", "data/"))
    } == set()


def test_an_empty_folder_or_page_that_is_not_the_sites_goes(project):
    (dist_of(project) / "age" / "mine.html").write_text("mine")
    assert build_site(project.root).removed == 1
    assert not (dist_of(project) / "age" / "mine.html").exists()


def test_deleting_the_folder_or_what_is_remembered_gives_the_same(project):
    site = files_of(dist_of(project))
    shutil.rmtree(dist_of(project))
    assert build_site(project.root).kept == 0
    assert files_of(dist_of(project)) == site
    shutil.rmtree(project.root / ".cache")
    assert build_site(project.root).written == 0
    assert files_of(dist_of(project)) == site


# What is remembered is not so


def spoilt(data: bytes) -> dict[str, bytes]:
    head, body = data.split(b"\n", 1)
    told = json.loads(head)
    return {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "no lines": data.replace(b"\n", b" "),
        "another size": data.replace(b'"age/index.html",', b'"age/index.htm",', 1) + b" ",
        "no JSON": head + b"\n{",
        "other JSON": b"[]\n{}",
        "another format": json.dumps(told | {"format": "bd/site-manifest@0"}).encode() + b"\n" + body,
        "another project": json.dumps(told | {"root": "/elsewhere"}).encode() + b"\n" + body,
        "another folder": json.dumps(told | {"out": "/elsewhere"}).encode() + b"\n" + body,
    }


@pytest.mark.parametrize("how", list(spoilt(b"{}\n{}")))
def test_a_manifest_that_is_not_whole_or_not_ours_is_not_believed(project, how, made):
    path = manifest_of(project)
    path.write_bytes(spoilt(path.read_bytes())[how])
    assert read_manifest(project.root, dist_of(project)) is None
    made.clear()
    done = build_site(project.root)
    assert len(made) == done.kept
    assert files_of(dist_of(project)) == anew(project)


def tamper(project: Project) -> Path:
    """Write a wrong page, and a manifest that says it is right."""
    page, dist = dist_of(project) / "age" / "index.html", dist_of(project)
    page.write_bytes(b"wrong")
    before = read_manifest(project.root, dist)
    at = page.stat()
    wrong = before.files["age/index.html"]._replace(size=at.st_size, mtime_ns=at.st_mtime_ns)
    write_manifest(project.root, dist, replace(before, files={**before.files, "age/index.html": wrong}))
    return page


def test_another_version_of_a_library_makes_everything_anew(project, monkeypatch):
    page = tamper(project)
    build_site(project.root)
    assert page.read_bytes() == b"wrong"  # so far the manifest is believed, or this test would show nothing
    monkeypatch.setattr(inputs, "libraries", lambda: "another version of pillow")
    build_site(project.root)
    assert files_of(dist_of(project)) == anew(project)


def test_another_version_of_bd_makes_everything_anew(project, monkeypatch, tmp_path):
    page = tamper(project)
    build_site(project.root)
    assert page.read_bytes() == b"wrong"
    shutil.copytree(REPOSITORY / "bd", tmp_path / "bd", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "bd" / "site" / "words.py").open("a") as source:
        source.write("# another word\n")
    monkeypatch.setattr(inputs, "PACKAGE", tmp_path / "bd")
    build_site(project.root)
    assert files_of(dist_of(project)) == anew(project)


@pytest.mark.parametrize("moment", ["in the middle", "before it is remembered"])
def test_a_build_that_was_stopped_is_not_taken_for_a_whole_one(project, monkeypatch, moment):
    site = files_of(dist_of(project))
    change_a_cell(project)

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        where = {"in the middle": (write.os, "sync"), "before it is remembered": (build, "write_manifest")}[moment]
        patched.setattr(*where, stop)
        with pytest.raises(KeyboardInterrupt):
            build_site(project.root)
    if moment == "in the middle":
        assert files_of(dist_of(project)) == site
    build_site(project.root)
    assert files_of(dist_of(project)) == anew(project) != site


def test_a_project_in_which_nothing_can_be_remembered_gets_its_site(project):
    shutil.rmtree(project.root / ".cache")
    (project.root / ".cache").write_text("in the way")
    build_site(project.root)
    assert files_of(dist_of(project)) == anew(project)


def test_builds_into_folders_that_are_gone_are_forgotten(project, tmp_path):
    for name in ("one", "two"):
        build_site(project.root, out=tmp_path / name)
        shutil.rmtree(tmp_path / name)
    build_site(project.root, out=tmp_path / "three")
    kept = (project.root / ".cache" / "bd" / "site").glob("*.json")
    told = {json.loads(path.read_bytes().partition(b"\n")[0])["out"] for path in kept}
    assert told == {str(dist_of(project)), str(tmp_path / "three")}


def test_keys_hang_on_no_hash_seed(project):
    command = [sys.executable, "-m", "bd", "site", "--project", str(project.root)]
    found = []
    for seed in ("1", "2"):
        (dist_of(project) / "index.html").unlink()
        subprocess.run(command, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed})
        manifest = read_manifest(project.root, dist_of(project))
        found.append({path: kept.key for path, kept in manifest.files.items()})
    assert found[0] == found[1]


def test_afresh_believes_nothing_and_leaves_nothing(project):
    page = tamper(project)
    before = manifest_of(project).read_bytes()
    command = [sys.executable, "-m", "bd", "site", "--project", str(project.root), "--afresh"]
    subprocess.run(command, check=True, capture_output=True)
    assert page.read_bytes() != b"wrong"
    assert manifest_of(project).read_bytes() == before
    assert files_of(dist_of(project)) == anew(project)
