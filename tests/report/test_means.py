"""The averages behind effects on confidence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bd.replay.work import replay
from bd.report.means import means_of
from bd.report.run import build_datafile
from bd.study.load import load_study
from tests.projects import Project, full, sure
from tests.report.samples import DATE
from tests.report.test_examples import AMONG, MOVED, Source, against, row

NO = np.nan


def means(columns, effect):
    return means_of([effect], Source(columns)).get(effect.cell)


def test_the_averages_are_over_the_texts_that_both_versions_answered():
    columns = {("alder", "-hue-tall"): [0.2, 0.4, 0.9], ("alder", "-hue-dark"): [0.6, 0.8, NO]}
    assert means(columns, row("alder")) == {
        "from": pytest.approx(30.0),
        "to": pytest.approx(70.0),
        "others": None,
        "unedited": None,
        "n_unedited": None,
    }


def test_the_text_as_written_is_averaged_over_those_of_them_that_were_asked_so():
    columns = {("alder", "-hue-tall"): [0.2, 0.4], ("alder", "-hue-dark"): [0.6, 0.8], ("alder", ""): [NO, 0.5, 0.9]}
    found = means(columns, row("alder"))
    assert (found["unedited"], found["n_unedited"]) == (pytest.approx(50.0), 1)


def test_where_groups_are_compared_each_other_group_counts_alike():
    found = means(AMONG, against("alder"))
    counted = {key[1]: np.mean(column[:3]) for key, column in AMONG.items()}  # one group lacks the fourth text
    assert found["to"] == pytest.approx(100 * counted["-hue-dark"])
    assert found["others"] == pytest.approx(100 * (counted["-hue-light"] + counted["-hue-grey"]) / 2, abs=1e-4)


def test_counts_of_answers_and_versions_without_answers_have_none():
    assert means(MOVED, replace(row("alder"), measure="flip")) is None
    assert means({("alder", "-hue-tall"): [0.5]}, row("alder")) is None
    assert means({("alder", "-hue-tall"): [0.5, NO], ("alder", "-hue-dark"): [NO, 0.5]}, row("alder")) is None
    assert means_of([row("alder")], None) == {}


def test_their_difference_is_the_measure_itself(tmp_path):
    project = Project(tmp_path, texts=30).save()
    full(project, "fern")
    rows = [sure(f"{i}-club-{v}", p + n % 7 / 100) for n, i in enumerate(project.ids) for v, p in _PHRASES.items()]
    project.log("moss", "club", rows)
    done, study = replay(project.root), load_study(project.root)
    board = build_datafile(
        project.root, study, done.effects, done.rows, project.answers(), date=DATE, commit=None, shortlists=()
    )
    facets = [
        facet
        for topic in board["dimensions"]
        for cell in topic["breakdown"]["cells"]
        for facet in cell["engines"].values()
        if facet["status"] == "measured"
    ]
    told = [facet for facet in facets if facet["measure"] == "shift"]
    assert {facet["engine"] for facet in told} == {"fern", "moss"}
    for facet in told:
        averages = facet["means"]
        assert averages["to"] - averages["from"] == pytest.approx(facet["raw"]["value"], abs=2e-4)
    assert all(facet["means"] is None for facet in facets if facet["measure"] == "flip")


_PHRASES = {"east": 0.75, "west": 0.55, "chess": 0.6}
