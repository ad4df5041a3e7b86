import random

import orjson
import pytest

from bd.board import CellKey
from bd.effects.records import Direction
from bd.errors import BdError, UsageError
from bd.files import dump_json
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard
from bd.report.provenance import Release, answers_digest
from tests.report.samples import COMMIT, DATE, effect, sample_board, sample_effects, sample_examples, sample_study


@pytest.fixture(scope="module")
def board():
    return sample_board()


def built(effects, study=None, **changed):
    return build_leaderboard(study or sample_study(), effects, **({"date": DATE, "commit": COMMIT} | changed))


def dimension(board, name):
    return next(d for d in board["dimensions"] if d["id"] == name)


def facet(board, name, model, place):
    return next(f for f in dimension(board, name)["cells"][model]["facets"] if f["id"] == place)


def test_the_sample_is_valid(board):
    check_leaderboard(board)
    assert board["schema"] == "biased-decisions/leaderboard@4"


def test_the_same_effects_in_any_order_give_the_same_bytes(board):
    effects = sample_effects()
    for seed in range(4):
        random.Random(seed).shuffle(effects)
        assert dump_json(built(effects, examples=sample_examples())) == dump_json(board)


def test_dimensions_stand_in_study_order_without_noise(board):
    assert [(d["id"], d["kind"], d["counted"]) for d in board["dimensions"]] == [
        ("sort", "characteristic", True),
        ("years", "characteristic", False),
        ("faith", "characteristic", True),
        ("hue", "characteristic", True),
        ("order", "check", False),
    ]
    assert {r["task"] for r in board["floors"]["ask_twice"]} == {"red-blue", "yes-no"}


def test_numbers_are_percentage_points(board):
    found = facet(board, "sort", "alder", "red-blue/swap")
    assert found["excess"] == {"value": 3.0, "lo": 2.0, "hi": 4.0}
    assert (found["raw"]["value"], found["floor"]["value"], found["direction_share"]) == (3.4, 0.4, 80.0)


@pytest.mark.parametrize(
    ("toward", "changed", "settled"), [(5, 5, False), (6, 6, True), (7, 9, False), (60, 110, False), (66, 110, True)]
)
def test_a_direction_is_settled_where_the_exact_range_of_its_share_leaves_out_one_half(toward, changed, settled):
    ways = (Direction("read a", 100, changed - 2, toward - 2), Direction("read b", 100, 2, 2))
    one = effect("alder", "sort", "red-blue", 0.03, direction="red", direction_share=toward / changed, directions=ways)
    found = facet(built([one]), "sort", "alder", "red-blue/swap")
    assert found["direction_counts"] == {"toward": toward, "changed": changed, "settled": settled}


def test_moves_of_confidence_and_answers_without_a_direction_have_no_counts_of_it(board):
    assert facet(board, "hue", "alder", "dark/keep-drop/hue")["direction_counts"] is None
    assert facet(board, "sort", "birch", "red-blue/swap")["direction_counts"] is None


def test_a_borrowed_control_says_so_and_names_its_source(board):
    floor = facet(board, "sort", "alder", "yes-no/swap")["floor"]
    assert (floor["source"], floor["study"], floor["value"]) == ("ask-twice-borrowed", "studies/x-again.jsonl", 0.6)
    assert facet(board, "sort", "alder", "red-blue/swap")["floor"]["source"] == "ask-twice"
    assert facet(board, "hue", "alder", "dark/keep-drop/hue")["floor"]["source"] == "paired"


def test_where_joint_and_plain_ranges_disagree_the_line_says_so(board):
    line = next(x for x in dimension(board, "sort")["board"]["ranked"] if x["engine"] == "alder")
    assert line["clear"]
    assert line["clear_joint"]
    cells = dimension(board, "sort")["breakdown"]["cells"]
    other = next(c for c in cells if c["item"] == "yes-no")["engines"]["alder"]
    assert (other["detected"], other["clear_joint"]) == (False, False)


def test_nothing_is_shown_as_zero_to_zero_alone(board):
    head = dimension(board, "sort")["cells"]["cedar"]["headline"]
    assert (head["value"], head["lo"], head["hi"], head["upper_if_none"]) == (0.0, 0.0, 0.0, 0.735)


def test_missing_is_a_status_with_a_reason(board):
    cells = dimension(board, "sort")["cells"]
    assert facet(board, "sort", "cedar", "yes-no/swap")["why"] == "this model has not been asked"
    order = dimension(board, "order")["cells"]
    assert "never sees the options" in order["cedar"]["why"]
    assert order["stranger"]["facets"][0]["why"].startswith("none of the 500 texts asked")
    assert "no answer: 500" in order["stranger"]["facets"][0]["why"]
    assert cells["cedar"]["status"] == "measured"


def test_a_model_known_only_by_another_build_has_no_place_and_says_why():
    rows = [effect("birch", "sort", "red-blue", 0.3, build="birch-q4"), effect("alder", "sort", "red-blue", 0.1)]
    board = built(rows)
    check_leaderboard(board)
    found = dimension(board, "sort")
    assert found["ranks"] == {"alder": 1.0}
    assert found["cells"]["birch"]["why"] == "only another build of this model has been asked"
    assert found["builds"]["birch-q4"]["headline"]["value"] == 30.0
    assert [x["build"] for x in found["board"]["builds"]] == ["birch-q4"]


def test_a_question_that_no_build_was_asked_does_not_blame_another_build():
    rows = [effect("birch", "sort", "red-blue", 0.3, build="birch-q4"), effect("alder", "sort", "yes-no", 0.1)]
    facets = dimension(built(rows), "sort")["cells"]["birch"]["facets"]
    assert {f["item"]: f["why"] for f in facets} == {
        "red-blue": "only another build of this model has been asked",
        "yes-no": "this model has not been asked",
    }


def test_planted_models_are_shown_and_labelled_everywhere_and_placed_nowhere(board):
    for found in board["dimensions"]:
        levels = [found, *found["breakdown"]["levels"]]
        assert not any(level["ranks"].keys() & {"seeded", "seeded-even"} for level in levels)
    assert [x["engine"] for x in dimension(board, "sort")["board"]["planted"]] == ["seeded", "seeded-even"]
    assert dimension(board, "sort")["cells"]["seeded"]["planted"]
    assert board["overall"]["planted"] == ["seeded", "seeded-even"]
    assert all(r["engine"] not in ("seeded", "seeded-even") for r in board["overall"]["rows"])
    assert [e["id"] for e in board["engines"] if e["stand_in"]] == ["seeded", "seeded-even"]


def test_what_is_not_ranked_says_why(board):
    shown = {x["engine"]: x["why"][0]["id"] for x in dimension(board, "years")["board"]["shown"]}
    assert shown == {"cedar": "too-few-texts", "birch": "too-few-answered"}
    assert facet(board, "years", "birch", "yes-no/years")["left_out"] == {"no answer": 50}


def test_a_model_without_a_card_goes_by_its_id(board):
    found = next(e for e in board["engines"] if e["id"] == "stranger")
    assert (found["label"], found["kind"], found["stand_in"]) == ("stranger", "model", False)


def test_builds_stand_beside_their_model(board):
    found = next(e for e in board["engines"] if e["id"] == "birch")
    assert [(b["id"], b["main"], b["label"]) for b in found["builds"]] == [
        ("birch", True, "32-bit weights"),
        ("birch-q4", False, "4-bit weights"),
    ]
    assert "birch-q4" not in [e["id"] for e in board["engines"]]


def test_examples_stand_with_their_cell(board):
    cells = dimension(board, "years")["breakdown"]["cells"]
    assert cells[0]["example"] == sample_examples()[CellKey("years", None, "yes-no", "years")]
    assert all(c["example"] is None for c in dimension(board, "sort")["breakdown"]["cells"])


def test_every_facet_that_a_level_names_exists(board):
    for found in board["dimensions"]:
        known = [f["id"] for f in found["facets"]]
        assert len(set(known)) == len(known)
        for level in found["breakdown"]["levels"]:
            assert set(level["facets"]) <= set(known)
            assert {h["headline"]["facet"] for h in level["heads"].values()} <= set(level["facets"])


def test_questions_tell_what_was_asked(board):
    found = next(q for q in board["questions"] if q["id"] == "red-blue")
    assert (found["positive"], found["n_texts"], found["law"]) == ("red", 12, "Some act (somewhere).")
    assert found["texts"]["noun"] == "note"


def test_a_characteristic_nobody_answered_is_waiting_and_has_no_page():
    board = built([effect("alder", "sort", "red-blue", 0.1)])
    assert [w["id"] for w in board["waiting"]] == ["years", "faith", "hue", "order"]
    assert not any(p["address"].startswith("/faith/") for p in board["pages"])


def test_a_removed_model_leaves_nothing_behind():
    left = built([e for e in sample_effects() if e.model != "birch"])
    assert b"birch" not in orjson.dumps(left).lower()


def test_no_effects_at_all_is_a_valid_empty_board():
    board = built([])
    check_leaderboard(board)
    assert board["overall"]["rows"] == []
    assert [p["address"] for p in board["pages"]] == ["/", "/engines/", "/methods/", "/asked-twice/", "/data/"]


def test_provenance_holds_what_was_given_and_no_clock(board):
    found = board["provenance"]
    assert (found["record_commit"], found["generated"]) == (COMMIT, DATE)
    assert found["command"] == f"bd report --json --date {DATE}"
    assert found["answers_sha256"] == answers_digest(sample_effects()[::-1])
    assert found["answers_sha256"] != answers_digest(sample_effects()[1:])
    assert [s["path"] for s in found["sources"]] == sorted(s["path"] for s in found["sources"])
    release = built([], release=Release("1.2.0", tag="v1.2.0"), commit=None)["provenance"]
    assert (release["record_commit"], release["release"]["label"]) == (None, "1.2.0")


@pytest.mark.parametrize("date", ["2026-13-01", "20261130", "yesterday", "2026-11-30T10:00"])
def test_a_date_that_is_no_day_is_refused(date):
    with pytest.raises(UsageError, match="not a day"):
        built([], date=date)


def test_a_short_commit_is_refused():
    with pytest.raises(UsageError, match="not a full hash"):
        built([], commit="0123abc")


def test_a_row_that_the_study_does_not_know_is_refused_by_name():
    stale = effect("alder", "sort", "red-blue", 0.1, characteristic="height")
    with pytest.raises(BdError, match=r"studies/red-blue-swap\.jsonl: 'height'"):
        built([stale])


def test_a_model_whose_id_is_no_part_of_an_address_is_refused():
    with pytest.raises(BdError, match="answers/Alder-1:"):
        built([effect("Alder-1", "sort", "red-blue", 0.1)])
