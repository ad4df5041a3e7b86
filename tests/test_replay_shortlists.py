"""Shortlists through replay and report: written with everything else, removed when stale, refused when old."""

import json

import orjson
import pytest

from bd.effects.saved import read_effects, read_shortlists
from bd.errors import BdError, ProblemsError
from bd.report.run import report
from tests.projects import DECISION, Project, full, sure

PATH = f"studies/{DECISION}-shortlist.jsonl"


@pytest.fixture
def listed(tmp_path):
    project = Project(tmp_path, 24)
    for number, text in enumerate(project.texts):
        text["works"] = "late" if number % 2 else "early"
    project.characteristic("gender")["shortlists"] = [
        {
            "edit": "gender-swap",
            "label": "works",
            "decisions": [DECISION],
            "shares": [0.25],
            "group": {"value": "late", "words": "late risers"},
            "reference": {"value": "early", "words": "early risers"},
        }
    ]
    full(project.save())
    for edit, suffix in (("as-written", ""), ("gender-swap", "-swapped")):
        project.log(
            "fern", edit, [sure(f"{i}{suffix}", round(0.3 + n % 12 / 20, 6)) for n, i in enumerate(project.ids)]
        )
    return project


def test_rows_are_written_beside_the_effects_and_read_back(listed):
    assert PATH in listed.replay().written
    assert [row.variant for row in read_shortlists(listed.root)] == ["as-asked", "both-ways"]
    assert all(effect.measure != "shortlist" for effect in read_effects(listed.root))
    assert listed.replay().written == ()


def test_every_row_says_what_it_compares(listed):
    listed.replay()
    for line in (listed.root / PATH).read_bytes().splitlines():
        row = json.loads(line)
        assert (row["format"], row["measure"]) == ("bd/shortlist@1", "shortlist")
        assert row["compares"]["from"][0][1] == ""
        assert row["compares"]["to"][0][1] == "-swapped"


def test_a_file_that_no_study_asks_for_is_removed(listed):
    listed.replay()
    del listed.characteristic("gender")["shortlists"]
    listed.save()
    assert listed.replay().removed == (PATH,)
    assert read_shortlists(listed.root) == ()


def test_without_shortlists_nothing_is_written(project):
    full(project)
    project.replay()
    assert not (project.root / PATH).exists()


def test_a_row_of_a_newer_version_is_refused(listed):
    listed.replay()
    path = listed.root / PATH
    path.write_bytes(path.read_bytes().replace(b"bd/shortlist@1", b"bd/shortlist@2"))
    with pytest.raises(ProblemsError, match="format is 'bd/shortlist@2', this bd reads 'bd/shortlist@1'"):
        read_shortlists(listed.root)


def test_the_report_shows_them_and_refuses_what_is_not_worked_out_from_todays_study(listed):
    listed.replay()
    board = report(listed.root, date="2026-11-29").board
    assert [each["decision"] for each in board["shortlists"]["lists"]] == [DECISION]
    listed.characteristic("gender")["shortlists"][0]["shares"] = [0.25, 0.5]
    listed.save()
    with pytest.raises(BdError, match=r"shortlist.jsonl: not what today's study and answers give; run `bd replay`"):
        report(listed.root, date="2026-11-29")
    (listed.root / PATH).unlink()
    with pytest.raises(BdError, match=r"run `bd replay` first"):
        report(listed.root, date="2026-11-29")


def test_shortlists_move_no_other_file(listed):
    listed.replay()
    with_lists = listed.outputs()
    del listed.characteristic("gender")["shortlists"]
    listed.save().replay()
    assert {**listed.outputs(), f"{DECISION}-shortlist.jsonl": with_lists[f"{DECISION}-shortlist.jsonl"]} == with_lists


def test_json_rows_are_sorted_and_end_in_a_line_feed(listed):
    listed.replay()
    data = (listed.root / PATH).read_bytes()
    assert data.endswith(b"\n")
    for line in data.splitlines():
        assert orjson.dumps(orjson.loads(line), option=orjson.OPT_SORT_KEYS) == line
