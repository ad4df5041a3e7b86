"""For which day a report is made, and what it prints for other programs."""

from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.report.state import DATA_FILE
from bd.site.settings import load_settings
from bd.verify import verify
from tests.projects import Project, full
from tests.site.sites import REPOSITORY


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path).save()
    full(made)
    full(made, "moss")
    shutil.copytree(REPOSITORY / "site", tmp_path / "site", ignore=shutil.ignore_patterns("dist", "data"))
    made.replay()
    return made


def run(project, *arguments):
    done = CliRunner().invoke(main, ["report", *arguments, "--project", str(project.root)])
    assert done.exit_code == 0, done.output
    return done


def day_of(project):
    return json.loads((project.root / DATA_FILE).read_bytes())["provenance"]["generated"]


def test_a_day_that_was_given_stays_until_another_is(project):
    usual = load_settings(project.root).date
    run(project)
    assert day_of(project) == usual
    for day in ("2026-01-31", "2027-01-31"):
        run(project, "--date", day)
        before = (project.root / DATA_FILE).read_bytes()
        told = run(project)
        assert day_of(project) == day
        assert (project.root / DATA_FILE).read_bytes() == before
        assert f"made for {day}, the --date given last; `bd report --date {usual}` goes back" in told.stderr
    told = run(project, "--date", usual)
    assert "made for" not in told.stderr
    run(project)
    assert day_of(project) == usual


def test_without_a_given_day_the_settings_hold(project):
    run(project)
    settings = project.root / "site" / "site.toml"
    usual = load_settings(project.root).date
    settings.write_text(settings.read_text("utf-8").replace(f'date = "{usual}"', 'date = "2027-02-01"'), "utf-8")
    run(project)
    assert day_of(project) == "2027-02-01"


def test_a_given_day_is_no_difference_to_what_the_answers_give(project):
    run(project, "--date", "2027-01-31")
    assert verify(project.root).same


def test_only_json_is_on_standard_output(project):
    done = run(project, "--json", "--date", "2027-01-31")
    assert json.loads(done.stdout) == json.loads((project.root / DATA_FILE).read_bytes())
    done = run(project, "--json")
    assert json.loads(done.stdout)["provenance"]["generated"] == "2027-01-31"
    assert DATA_FILE in done.stderr


def test_the_short_form_is_the_order_alone(project):
    done = run(project, "--json", "--brief")
    brief, whole = json.loads(done.stdout), json.loads((project.root / DATA_FILE).read_bytes())
    assert brief["counted"] == whole["overall"]["counted"]
    assert [(m["id"], m["place"], m["average"]) for m in brief["models"]] == [
        (row["engine"], row["rank"], row["mean_rank"]) for row in whole["overall"]["rows"]
    ]
    assert len(done.stdout) < 1500
    table = run(project, "--brief").stdout.splitlines()
    assert table[0].startswith("place")
    assert len(table) == 1 + len(brief["models"])
