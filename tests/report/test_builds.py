"""Two builds of a model side by side. Expectations are worked by hand from the sample effects."""

import numpy as np
import pytest

from bd.report import build_leaderboard, check_leaderboard
from tests.report.samples import COMMIT, DATE, sample_effects, sample_study


class Source:
    """Four answers of both builds of one model to one question."""

    def texts(self, decision):
        return ("a", "b", "c", "d")

    def column(self, build, decision, part):
        if decision != "red-blue" or part != (f"answers/{build}/red-blue/as-written.jsonl.gz", ""):
            return None
        p = {"birch": [0.9, 0.4, 0.6, np.nan], "birch-q4": [0.9, 0.6, 0.55, 0.5]}.get(build)
        if p is None:
            return None
        return np.array([-1 if np.isnan(x) else int(x < 0.5) for x in p], dtype=np.int8), np.array(p)


@pytest.fixture(scope="module")
def board():
    return build_leaderboard(sample_study(), sample_effects(), date=DATE, commit=COMMIT, source=Source())


def test_every_result_of_both_builds_is_compared(board):
    (entry,) = board["builds"]
    assert (entry["engine"], entry["build"], entry["address"]) == ("birch", "birch-q4", "/engines/birch/builds/")
    assert (entry["n_cells"], entry["n_same_verdict"], entry["largest_move"]) == (8, 8, 1.0)
    first = entry["cells"][0]
    assert (first["characteristic"], first["main"]["value"], first["other"]["value"]) == ("sort", 12.0, 13.0)
    assert first["move"] == 1.0
    assert {cell["move"] for cell in entry["cells"][1:]} == {-1.0}
    check_leaderboard(board)


def test_a_verdict_that_differs_is_counted():
    effects = [e for e in sample_effects() if e.build != "birch-q4"]
    other = [e for e in sample_effects() if e.build == "birch-q4" and e.characteristic == "sort"]
    changed = [*effects, *(type(e)(**{**e.__dict__, "clear": False}) for e in other)]
    (entry,) = build_leaderboard(sample_study(), changed, date=DATE, commit=COMMIT)["builds"]
    assert (entry["n_cells"], entry["n_same_verdict"], entry["answers"]) == (1, 0, [])


def test_single_answers_are_compared_where_both_builds_gave_one(board):
    (answers,) = board["builds"][0]["answers"]
    assert answers == {
        "item": "red-blue",
        "n": 3,
        "same_answer": pytest.approx(66.6667),
        "mean_move": pytest.approx(0.25 / 3, abs=1e-6),
        "max_move": 0.2,
    }


def test_a_model_of_one_build_has_no_such_page(board):
    pages = [page["address"] for page in board["pages"] if page["level"] == "builds"]
    assert pages == ["/engines/birch/builds/"]
    alone = [e for e in sample_effects() if e.build == e.model]
    board = build_leaderboard(sample_study(), alone, date=DATE, commit=COMMIT)
    assert board["builds"] == []
    assert not [page for page in board["pages"] if page["level"] == "builds"]
