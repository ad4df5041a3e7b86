"""Two builds of a model side by side. Expectations are worked by hand from the sample effects."""

from dataclasses import replace

import numpy as np
import pytest

from bd.answers.sidecar import Sidecar
from bd.machine import Machine
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard
from bd.study.records import Tolerance
from tests.report.samples import COMMIT, DATE, sample_effects, sample_study

AMD, INTEL = Machine("x86_64", "AuthenticAMD"), Machine("x86_64", "GenuineIntel")


def description(machine, weights="a", decides="argmax"):
    build = {"package": "wood", "version": "1", "weights_sha256": weights * 64}
    return Sidecar(
        model=None,
        build=build,
        decides=decides,
        cutoff=None,
        limit=None,
        texts_sha256="0" * 64,
        sha256="0" * 64,
        rows=4,
        licence="MIT",
        asked="2026-01-31",
        machine=machine,
    )


class Source:
    """Four answers of both builds of one model to one question."""

    def __init__(self, **described):
        self._described = {name.replace("_", "-"): each for name, each in described.items()}

    def descriptions(self, build):
        return self._described.get(build, ())

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


def compared(source):
    board = build_leaderboard(sample_study(), sample_effects(), date=DATE, commit=COMMIT, source=source)
    check_leaderboard(board)
    return board["builds"][0]


def test_only_the_machine_differs_where_package_weights_and_way_of_deciding_are_the_same():
    entry = compared(Source(birch=(description(AMD),) * 2, birch_q4=(description(INTEL),)))
    assert (entry["only_machine"], entry["machines"]) == (True, {"main": [str(AMD)], "other": [str(INTEL)]})


@pytest.mark.parametrize(
    ("main", "other"),
    [
        ([description(AMD)], [description(AMD)]),
        ([description(AMD)], [description(None)]),
        ([description(AMD)], [description(INTEL, weights="b")]),
        ([description(AMD)], [description(INTEL, decides="sampled")]),
        ([description(AMD)], [description(INTEL), description(AMD)]),
        ([description(AMD)], [description(INTEL), description(INTEL, weights="b")]),
        ([], []),
    ],
    ids=["one machine", "not told", "other weights", "drawn", "two machines", "two weights", "nothing told"],
)
def test_else_something_else_may_be_the_cause(main, other):
    assert not compared(Source(birch=main, birch_q4=other))["only_machine"]


def test_an_effect_outside_the_range_of_the_first_is_counted():
    effects = [replace(e, range=(0.0, 0.001)) if e.build == "birch" and e.group else e for e in sample_effects()]
    board = build_leaderboard(sample_study(), effects, date=DATE, commit=COMMIT, source=Source())
    (entry,) = board["builds"]
    sides = [(cell["main"], cell["other"]["value"]) for cell in entry["cells"]]
    beyond = [not main["lo"] <= value <= main["hi"] for main, value in sides]
    assert entry["n_beyond_range"] == sum(beyond) > 0


def test_how_far_answers_move_from_machine_to_machine_stands_beside_the_build():
    study = sample_study()
    tolerance = Tolerance(0.02, 0.99, (str(AMD), str(INTEL)), "Asked again.")
    models = study.models | {"birch": replace(study.models["birch"], tolerance=tolerance)}
    board = build_leaderboard(replace(study, models=models), sample_effects(), date=DATE, commit=COMMIT)
    check_leaderboard(board)
    builds = {b["id"]: b for engine in board["engines"] for b in engine["builds"]}
    assert builds["birch"]["tolerance"]["probability"] == 0.02
    assert "tolerance" not in builds["birch-q4"]
