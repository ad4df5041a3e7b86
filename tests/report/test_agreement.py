import copy

import pytest
from scipy.stats import kendalltau

from bd.board.agreement import compared
from bd.board.overall import MainBoard, Row
from bd.board.records import AgreementRow
from bd.report.agreement import agreement_part
from bd.report.datafile import SchemaFaultError, check_leaderboard
from bd.report.lines import agreement_lines
from bd.report.words import load_words
from tests.board.redrawn import worked_out
from tests.report.samples import sample_board, sample_effects
from tests.report.test_certainty import built

COUNTED = ("sort", "years", "hue", "tone")
MODELS = ("alder", "birch", "cedar", "dale", "elder")


def main(*orders, counted=COUNTED, models=MODELS):
    rows = [
        Row(
            m,
            1.0,
            False,
            1.0,
            {c: o[n] for c, o in zip(counted, orders, strict=True) if o[n]},
            (),
            (),
            (),
            (),
            4,
            (),
            (),
            False,
        )
        for n, m in enumerate(models)
    ]
    return MainBoard(counted, tuple(rows), ())


def row(board, ends=(0.5, 1.0), reliabilities=(0.9, 0.9, 0.9, 0.9)):
    chosen = compared(board)
    return AgreementRow(chosen.characteristics, chosen.models, ends, reliabilities)


def part(board, **more):
    return agreement_part(load_words(), board, row(board, **more))


AGREEING = main([1, 2, 3, 4, 5], [1, 2, 3, 5, 4], [2, 1, 3, 4, 5], [1, 3, 2, 4, 5])
CROSSING = main([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [1, 5, 2, 4, 3], [3, 1, 5, 2, 4])


def test_characteristics_that_agree():
    found = part(AGREEING)
    assert found["verdict"] == "beyond-chance"
    assert (found["dimensions"], found["engines"]) == (list(COUNTED), list(MODELS))
    assert found["w"] > found["null_95"] > found["null_mean"] == 0.25
    assert found["range"] == [0.5, 1.0]
    assert found["p"] < 0.05


def test_characteristics_that_do_not():
    found = part(CROSSING)
    assert found["verdict"] == "not-beyond-chance"
    assert found["w"] <= found["null_95"]


def test_noise_is_told_from_disagreement():
    assert part(CROSSING, reliabilities=(0.9, 0.9, 0.1, None))["verdict"] == "too-noisy"
    assert part(AGREEING, reliabilities=(0.9, 0.9, 0.1, None))["verdict"] == "beyond-chance"


def test_pairs_are_those_of_scipy_on_every_model_with_both_places():
    board = main([1, 2, 3, 4, 5], [1, 2.5, 2.5, 0, 4], [3, 2, 1, 0, 0], [0, 0, 0, 1, 2])
    found = {(p["a"], p["b"]): p for p in part(board, ends=None)["pairs"]}
    assert found["sort", "years"]["engines"] == 4
    assert found["sort", "years"]["tau_b"] == pytest.approx(
        kendalltau([1, 2, 3, 5], [1, 2.5, 2.5, 4]).statistic, abs=1e-6
    )
    assert found["sort", "hue"]["tau_b"] == -1
    assert (found["years", "tone"]["engines"], found["years", "tone"]["tau_b"]) == (1, None)
    assert found["sort", "tone"]["tau_b"] is None
    assert found["sort", "years"]["ceiling"] == pytest.approx(0.9)


def test_a_noisy_side_is_marked_and_unknown_is_not_noise():
    noisy = part(AGREEING, reliabilities=(0.9, 0.4, None, 0.9))["pairs"]
    assert [(p["b"], p["noisy"], p["ceiling"]) for p in noisy[:3]] == [
        ("years", True, 0.6),
        ("hue", True, None),
        ("tone", False, 0.9),
    ]
    unknown = agreement_part(load_words(), AGREEING, None)
    assert (unknown["range"], unknown["reliability"]) == (None, [])
    assert not any(p["noisy"] or p["ceiling"] for p in unknown["pairs"])


def test_each_characteristic_and_each_model_is_left_out_once():
    found = part(AGREEING)["without_one"]
    assert [(e["kind"], e["id"]) for e in found] == [
        *(("dimension", name) for name in COUNTED),
        *(("engine", name) for name in MODELS),
    ]
    assert all(e["beyond_chance"] == (e["w"] > e["null_95"]) for e in found)


@pytest.mark.parametrize(
    "board",
    [
        main(counted=()),
        main([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], counted=("sort", "years")),
        main([1, 2], [1, 2], [1, 2], [2, 1], models=("alder", "birch")),
        main([1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [3, 3, 3, 3, 3], [3, 3, 3, 3, 3]),
    ],
)
def test_too_little_is_said_to_be_too_little(board):
    found = agreement_part(load_words(), board, None)
    assert found["verdict"] == "too-few"
    assert (found["w"], found["range"], found["p"], found["null_95"], found["without_one"]) == (
        None,
        None,
        None,
        None,
        [],
    )


def test_the_part_keeps_the_schema():
    board = sample_board()
    for each in (part(AGREEING), part(CROSSING, ends=None), agreement_part(load_words(), main(counted=()), None)):
        check_leaderboard({**board, "overall": {**board["overall"], "agreement": each}})
    with pytest.raises(SchemaFaultError, match="agreement"):
        check_leaderboard({**board, "overall": {**board["overall"], "agreement": {}}})


def test_a_file_without_it_keeps_the_schema_too():
    board = copy.deepcopy(sample_board())
    del board["overall"]["agreement"]
    check_leaderboard(board)
    assert agreement_lines(board) == []


def test_with_re_draws_it_has_a_range_or_says_too_few():
    found = built(sample_effects(), worked_out(sample_effects())[2])["overall"]["agreement"]
    assert (found["w"] is None) == (found["verdict"] == "too-few")
    assert [each["dimension"] for each in found["reliability"]] == built(sample_effects(), None)["overall"]["counted"]


def lines(each):
    labels = [{"id": name, "label": name.capitalize()} for name in COUNTED]
    return agreement_lines({"overall": {"agreement": each}, "dimensions": labels})


def test_it_is_told_in_words():
    assert lines(part(AGREEING))[0].startswith("The characteristics agree on the order of the models more than chance")
    assert lines(part(CROSSING))[0].startswith("The characteristics do not agree on the order of the models more than")
    assert lines(part(CROSSING, reliabilities=(0.9, 0.1, 0.1, 0.1)))[0].startswith("Too noisy to tell whether")
    tied = main([1, 2, 3, 4, 5], [3] * 5, [5, 4, 3, 2, 0], [1, 0, 0, 0, 0])
    said = lines(agreement_part(load_words(), tied, None))
    assert said[0].endswith("cannot be told: 2 characteristics on 4 models compared")
    one = agreement_part(load_words(), main([1, 2, 3, 4, 5], [3] * 5, [3] * 5, [3] * 5), None)
    assert lines(one)[0].endswith("cannot be told: 1 characteristic on 5 models compared")
