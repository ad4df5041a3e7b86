import pytest

from bd.aside import entries, is_aside, is_backup


@pytest.mark.parametrize(
    "name",
    [
        *("._x.toml", ".DS_Store", ".vscode", ".idea", ".x.swp", "x.swp", "x~", "#x#", ".#x", "Thumbs.db", "thumbs.DB"),
        *("desktop.ini", "Icon\r", "@eaDir", "__MACOSX", "__pycache__", ".~lock.x.csv#"),
    ],
)
def test_what_tools_leave_behind_is_passed_over(name):
    assert is_aside(name)


@pytest.mark.parametrize("name", ["age.toml", "x.jsonl.gz", "swp", "x.part", "icon.svg", "a~b.toml", "c#"])
def test_what_people_write_is_not(name):
    assert not is_aside(name)


@pytest.mark.parametrize("name", ["style.css.orig", "style.css.bak", "x.OLD", "x.rej"])
def test_backups_are_known(name):
    assert is_backup(name)
    assert not is_backup("style.css")


def test_entries_are_sorted_and_without_them(tmp_path):
    for name in ("b.toml", "a.toml", "._a.toml", "a.toml~", "c.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in entries(tmp_path, "*.toml")] == ["a.toml", "b.toml"]
    assert entries(tmp_path / "nowhere") == []
