import pytest

from bd.errors import BdError
from bd.report.build import build_leaderboard
from bd.report.datafile import check_leaderboard
from bd.report.run import report
from tests.board.redrawn import worked_out
from tests.projects import full
from tests.report.samples import COMMIT, DATE, effect, sample_board, sample_effects, sample_examples, sample_study


def built(effects, rows):
    return build_leaderboard(sample_study(), effects, date=DATE, commit=COMMIT, examples=sample_examples(), rows=rows)


@pytest.fixture(scope="module")
def board():
    return built(sample_effects(), worked_out(sample_effects())[2])


def dimension(board, name):
    return next(d for d in board["dimensions"] if d["id"] == name)


def without(value, names):
    """Return a part of the file without some keys, at any depth."""
    if isinstance(value, dict):
        return {key: without(each, names) for key, each in value.items() if key not in names}
    return [without(each, names) for each in value] if isinstance(value, list) else value


def test_everything_said_of_certainty_is_an_addition(board):
    added = ("family_range", "unselected", "picked_from", "place_range", "tier", "pairs", "mean_place_range")
    check_leaderboard(board)
    assert without(board, (*added, "agreement", "firmness")) == without(sample_board(), ("agreement",))


def test_a_headline_says_what_picking_it_does_in_percentage_points(board):
    _, _, rows = worked_out(sample_effects())
    head = dimension(board, "sort")["cells"]["alder"]["headline"]
    row = rows.levels["sort"][0].of("alder")
    assert head["family_range"] == {
        "lo": round(row.family_range[0] * 100, 4),
        "hi": round(row.family_range[1] * 100, 4),
    }
    assert (head["unselected"], head["picked_from"]) == (round(row.unselected * 100, 4), 2)
    assert dimension(board, "sort")["builds"]["birch-q4"]["headline"]["picked_from"] == 1


def test_a_line_with_a_place_says_how_certain_it_is(board):
    found = dimension(board, "sort")["board"]
    said = {line["engine"]: (line["rank"], line["place_range"], line["tier"]) for line in found["ranked"]}
    assert said == {"birch": (1.0, [1, 1], 1), "alder": (2.5, [2, 3], 2), "stranger": (2.5, [2, 3], 2)}
    assert [(line["engine"], line["place_range"]) for line in found["not_detected"]] == [("cedar", [4, 4])]
    assert all("place_range" not in line for line in found["planted"] + found["builds"])
    assert all(line["family_range"] for line in found["planted"] + found["builds"])


def test_two_models_are_compared_by_their_difference(board):
    found = dimension(board, "sort")["board"]["pairs"]
    assert [(p["a"], p["b"]) for p in found][:3] == [("birch", "alder"), ("birch", "stranger"), ("birch", "cedar")]
    first = found[0]
    assert (first["difference"], first["worse"]) == (9.0, 100.0)
    assert first["lo"] < 9 < first["hi"]


def test_every_level_has_its_own_pairs(board):
    levels = dimension(board, "hue")["breakdown"]["levels"]
    assert {level["address"]: [(p["a"], p["b"]) for p in level["board"]["pairs"]] for level in levels} == {
        "/hue/dark/": [("alder", "birch")],
        "/hue/light/": [("birch", "alder")],
        "/hue/keep-drop/": [("alder", "birch")],
        "/hue/dark/keep-drop/": [("alder", "birch")],
        "/hue/light/keep-drop/": [("birch", "alder")],
    }


def test_the_main_board_has_ranges_of_places_and_tiers(board):
    for row in board["overall"]["rows"]:
        if row["rank"] is None:
            assert (row["place_range"], row["mean_place_range"], row["tier"]) == (None, None, None)
        else:
            assert row["mean_place_range"][0] <= row["mean_rank"] <= row["mean_place_range"][1]
            assert row["place_range"][0] <= row["rank"] <= row["place_range"][1]
            assert row["tier"] >= 1


def test_an_effect_below_the_other_groups_says_so_in_words():
    effects = [
        effect("alder", "sort", "red-blue", -0.03, measure="stereotype"),
        effect("birch", "sort", "red-blue", 0.1),
    ]
    found = dimension(built(effects, None), "sort")
    (shown,) = found["board"]["shown"]
    assert (shown["engine"], shown["why"][0]["id"]) == ("alder", "reverse")
    assert "below the average of the other groups" in shown["why"][0]["text"]


def test_a_report_refuses_level_rows_of_another_replay(project):
    full(project)
    project.replay()
    path = project.root / "studies/levels/club.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"place":1.0', b'"place":2.0'))
    with pytest.raises(BdError, match=r"studies/levels/club\.jsonl: .*run `bd replay` first"):
        report(project.root, date=DATE)
    path.unlink()
    with pytest.raises(BdError, match=r"studies/levels/club\.jsonl: .*run `bd replay` first"):
        report(project.root, date=DATE)
