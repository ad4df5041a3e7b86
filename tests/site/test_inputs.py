from __future__ import annotations

import os
import time

import pytest

from bd.site.inputs import look

LONG_AGO = 10**18


@pytest.fixture
def root(tmp_path):
    (tmp_path / "answers" / "fern").mkdir(parents=True)
    for name in ("a", "b"):
        file = tmp_path / "answers" / "fern" / name
        file.write_text(name)
        os.utime(file, ns=(LONG_AGO, LONG_AGO))
    return tmp_path


def names(found):
    return [name for name in found.paths("") if name.startswith("answers/")]


def test_a_file_is_read_once_and_then_known_by_size_and_time(root):
    first = look(root, {}, 0)
    assert first.read > 100  # bd itself is among them
    again = look(root, first.seen, time.time_ns() + 10**10)
    assert again.read == 0
    assert again.same(first.seen)


def test_another_time_or_size_has_the_file_read(root):
    first = look(root, {}, 0)
    (root / "answers" / "fern" / "a").write_text("c")
    again = look(root, first.seen, time.time_ns())
    assert not again.same(first.seen)
    (root / "answers" / "fern" / "a").write_text("a")
    assert look(root, first.seen, time.time_ns()).same(first.seen)


def test_a_file_that_was_written_just_before_it_was_read_is_read_again(root):
    file = root / "answers" / "fern" / "a"
    file.write_text("a")
    first, at = look(root, {}, 0), file.stat()
    file.write_text("c")
    os.utime(file, ns=(at.st_mtime_ns, at.st_mtime_ns))
    assert not look(root, first.seen, at.st_mtime_ns + 1).same(first.seen)
    # long after, the time of the file itself is what there is to go by
    assert not look(root, first.seen, at.st_mtime_ns + 10**10).same(first.seen)


def test_links_that_lead_in_a_circle_and_hidden_files_are_passed_by(root):
    (root / "answers" / "fern" / "up").symlink_to(root / "answers")
    (root / "answers" / "fern" / ".a.part").write_text("half")
    assert names(look(root, {}, 0)) == ["answers/fern/a", "answers/fern/b"]


def test_sums_tell_names_and_bytes_and_what_is_not_there(root):
    found = look(root, {}, 0)
    assert found.paths("answers/") == ["answers/fern/a", "answers/fern/b"]
    assert found.of(["answers/fern/a"]) != found.of(["answers/fern/b"])
    assert found.of(["gone"]) != found.of([])
    assert found.below("answers/") == found.of(["answers/fern/a", "answers/fern/b"])
