"""A report has nothing to do where nothing has changed, and notices whatever has."""

from __future__ import annotations

import shutil

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.report import run as reporting
from bd.report.state import DATA_FILE
from tests.projects import Project, full, row
from tests.site.sites import REPOSITORY


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path).save()
    full(made)
    full(made, "moss")
    shutil.copytree(REPOSITORY / "site", tmp_path / "site", ignore=shutil.ignore_patterns("dist", "data"))
    made.replay()
    return made


@pytest.fixture
def worked(monkeypatch):
    """Every time that a data file is put together."""
    found = []

    def build(*arguments, **more):
        found.append(more)
        return real(*arguments, **more)

    real = reporting.build_leaderboard
    monkeypatch.setattr(reporting, "build_leaderboard", build)
    return found


def run(project, *arguments):
    return CliRunner().invoke(main, ["report", *arguments, "--project", str(project.root)])


@pytest.mark.parametrize("more", [(), ("--json",), ("--brief",)])
def test_a_second_report_works_nothing_out_and_prints_the_same(project, worked, more):
    first, second = run(project), run(project, *more)
    assert (len(worked), second.exit_code) == (1, 0)
    assert second.stderr == f"{DATA_FILE}: unchanged\n"
    assert second.stdout == run(project, *more, "--afresh").stdout
    assert first.stderr == f"{DATA_FILE}: written\n"


def edited(path, old, new):
    path.write_bytes(path.read_bytes().replace(old, new))


@pytest.mark.parametrize(
    ("change", "more"),
    [
        (lambda p: None, ("--date", "2027-02-01")),
        (lambda p: None, ("--commit", "b" * 40)),
        (lambda p: (p.root / DATA_FILE).unlink(), ()),
        (lambda p: edited(p.root / DATA_FILE, b"fern", b"bern"), ()),
        (lambda p: edited(p.root / "studies/characteristics/age.toml", b'label = "age"', b'label = "years"'), ()),
        (lambda p: edited(p.root / "site/site.toml", b'date = "2026', b'date = "2027'), ()),
    ],
)
def test_whatever_changes_is_noticed(project, worked, change, more):
    run(project)
    change(project)
    assert run(project, *more).exit_code == 0
    assert len(worked) == 2
    after = (project.root / DATA_FILE).read_bytes()
    run(project, *more, "--afresh")
    assert (project.root / DATA_FILE).read_bytes() == after


def test_answers_that_are_not_replayed_are_refused_however_often(project):
    run(project)
    project.log("fern", "ask-twice", [row(i, "rose") for i in project.ids])
    for _ in range(2):
        told = run(project)
        assert told.exit_code != 0
        assert "run `bd replay` first" in told.stderr


def test_a_report_during_which_a_file_changed_is_not_remembered(project, worked, monkeypatch):
    card = project.root / "studies/characteristics/age.toml"

    def meanwhile(*arguments):
        edited(card, b'label = "age"', b'label = "years"')
        return real(*arguments)

    real = reporting.write_leaderboard
    with monkeypatch.context() as patched:
        patched.setattr(reporting, "write_leaderboard", meanwhile)
        run(project)
    run(project)
    assert len(worked) == 2
    assert b"years" in (project.root / DATA_FILE).read_bytes()


def test_a_report_takes_logs_from_what_a_replay_kept(project, monkeypatch):
    told = CliRunner().invoke(main, ["replay", "--project", str(project.root)])
    assert told.exit_code == 0

    def parsed(*_, **__):
        raise AssertionError("parsed although it was kept")

    with monkeypatch.context() as patched:
        patched.setattr("bd.answers.fit.parse_log", parsed)
        assert run(project).exit_code == 0
    kept = (project.root / DATA_FILE).read_bytes()
    assert run(project, "--afresh").exit_code == 0
    assert (project.root / DATA_FILE).read_bytes() == kept


def test_afresh_neither_uses_nor_keeps(project, worked):
    run(project, "--afresh")
    assert not (project.root / ".cache").exists()
    run(project)
    run(project, "--afresh")
    assert len(worked) == 3
