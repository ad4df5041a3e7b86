from __future__ import annotations

import os
from pathlib import Path

import pytest

from bd.errors import BdError
from bd.site import write
from bd.site.write import MARK, File, Written, checked, write_site


def file(path, data=b"x", behind="a page"):
    return File(path, data, behind)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("c/index.html", "c/index.html"),
        ("c/index.html", "C/index.html"),
        ("c", "c/index.html"),
        ("c/index.html", "C"),
        ("a/b/c/d", "a/b"),
    ],
)
def test_two_pages_of_one_path_are_refused_by_name(first, second):
    with pytest.raises(BdError, match="that one") as caught:
        list(checked([file(first, behind="this one"), file(second, behind="that one")]))
    assert "this one" in str(caught.value)


@pytest.mark.parametrize(
    "path", ["../out-other/x.html", "/etc/x", "a/../../x", "..", "", ".", "a\\..\\x", "a//x", "a/./x"]
)
def test_a_path_outside_the_folder_is_refused(path):
    with pytest.raises(BdError, match="a page"):
        list(checked([file(path)]))


def test_a_rebuild_keeps_what_is_alike_and_removes_what_is_gone(tmp_path):
    out = tmp_path / "dist"
    assert write_site(out, [file("a.html"), file("b/c.html")]) == Written(3, 0, 0)
    os.utime(out / "a.html", (1, 1))
    assert write_site(out, [file("a.html"), file("d.html", b"y")]) == Written(1, 2, 1)
    assert (out / "a.html").stat().st_mtime == 1
    assert sorted(p.name for p in out.iterdir()) == [MARK, "a.html", "d.html"]
    assert [p.name for p in tmp_path.iterdir()] == ["dist"]


def test_a_failure_midway_leaves_the_earlier_site(tmp_path, monkeypatch):
    out = tmp_path / "dist"
    write_site(out, [file("a.html")])

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(write.os, "sync", full)
    with pytest.raises(BdError, match=r"No space left on device.*unchanged"):
        write_site(out, [file("a.html", b"y"), file("b.html")])
    assert (out / "a.html").read_bytes() == b"x"
    assert [p.name for p in tmp_path.iterdir()] == ["dist"]


def test_an_interrupt_midway_leaves_the_earlier_site(tmp_path, monkeypatch):
    out = tmp_path / "dist"
    write_site(out, [file("a.html")])

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(write.os, "sync", stop)
    with pytest.raises(KeyboardInterrupt):
        write_site(out, [file("a.html", b"y")])
    assert (out / "a.html").read_bytes() == b"x"
    assert [p.name for p in tmp_path.iterdir()] == ["dist"]


def test_a_failed_swap_puts_the_earlier_site_back(tmp_path, monkeypatch):
    out = tmp_path / "dist"
    write_site(out, [file("a.html")])
    replace = write.Path.replace

    def fail(self, target):
        if self.name.endswith(".part"):
            raise OSError(5, "Input/output error")
        return replace(self, target)

    monkeypatch.setattr(write.Path, "replace", fail)
    with pytest.raises(BdError, match="unchanged"):
        write_site(out, [file("a.html", b"y")])
    assert (out / "a.html").read_bytes() == b"x"


def test_a_build_killed_between_the_renames_is_mended_by_the_next(tmp_path):
    out = tmp_path / "dist"
    write_site(out, [file("a.html")])
    out.rename(tmp_path / ".dist.earlier")
    assert write_site(out, [file("a.html")]) == Written(0, 2, 0)
    assert [p.name for p in tmp_path.iterdir()] == ["dist"]


def test_a_folder_that_was_not_built_here_is_never_replaced(tmp_path):
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(BdError, match="would be lost"):
        write_site(tmp_path, [file("a.html")])
    with pytest.raises(BdError, match="is a file"):
        write_site(tmp_path / "letters.txt", [file("a.html")])
    assert (tmp_path / "letters.txt").read_text() == "mine"


def test_an_empty_folder_may_be_filled(tmp_path):
    (tmp_path / "dist").mkdir()
    write_site(tmp_path / "dist", [file("a.html")])
    assert (tmp_path / "dist" / "a.html").read_bytes() == b"x"


def test_the_folder_one_stands_in_and_the_whole_disk_are_refused(tmp_path, monkeypatch):
    (tmp_path / "letters.txt").write_text("mine")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BdError, match="would be lost"):
        write_site(Path(), [file("a.html")])
    with pytest.raises(BdError, match="a site needs a folder of its own"):
        write_site(Path("/"), [file("a.html")])
    assert [p.name for p in tmp_path.iterdir()] == ["letters.txt"]
