from types import SimpleNamespace

import numpy as np
import pytest

from bd.agree.concordance import kendall_w
from bd.board import main_board
from bd.board.agreement import agreement_row, compared
from bd.board.levels import all_standings
from bd.board.overall import MainBoard, Row
from bd.board.rows import check_rows, dump_rows, read_rows
from bd.errors import BdError, ProblemsError
from tests.board.redrawn import made_up, worked_out
from tests.report.samples import effect, sample_effects, sample_study

MODELS = ("alder", "birch", "cedar", "dale")


def row(model, **positions):
    return Row(model, 1.0, False, 1.0, positions, (), (), (), (), len(positions), (), (), False)


def main(*rows, counted=("sort", "years", "hue")):
    return MainBoard(counted, rows, ())


def standing(sizes, ranges):
    """One characteristic with a headline a model, as far as an agreement looks at it."""
    heads = [
        SimpleNamespace(
            headline=SimpleNamespace(model=m, size=s, cell=SimpleNamespace(effect=SimpleNamespace(id=m), range=r))
        )
        for m, s, r in zip(MODELS, sizes, ranges, strict=False)
    ]
    return SimpleNamespace(
        characteristic=SimpleNamespace(id="sort"), top=SimpleNamespace(board=SimpleNamespace(standings=heads))
    )


def test_everything_is_compared_where_nothing_is_missing():
    rows = [row(m, sort=n, years=n, hue=4 - n) for n, m in enumerate(MODELS, 1)]
    found = compared(main(*rows))
    assert (found.characteristics, found.models) == (("sort", "years", "hue"), MODELS)
    assert (found.gaps, found.no_order, found.enough) == ((), (), True)
    assert found.places.tolist() == [[1, 2, 3, 4], [1, 2, 3, 4], [3, 2, 1, 0]]


def test_a_model_that_lacks_places_is_left_out_and_a_characteristic_that_few_have():
    found = compared(main(row("alder", sort=1, years=1), row("birch", sort=2, years=2), row("cedar", hue=1)))
    assert (found.characteristics, found.models) == (("sort", "years"), ("alder", "birch"))
    assert (found.gaps, found.enough) == (("hue",), False)


def test_a_characteristic_on_which_all_share_one_place_has_no_order():
    rows = [row(m, sort=n, years=2.5, hue=n) for n, m in enumerate(MODELS, 1)]
    found = compared(main(*rows))
    assert (found.characteristics, found.no_order) == (("sort", "hue"), ("years",))
    assert not found.enough


def test_a_model_without_any_place_is_passed_over():
    assert compared(main(row("alder"), row("birch"))).models == ()
    assert compared(main(counted=())).places.shape == (0, 0)


def test_re_drawn_places_follow_the_rules_of_the_board():
    """In re-draws that give the effects themselves, W is that of the places: clear ones in order, the rest tied."""
    apart = [
        ("sort", "red-blue", 0.5, 0.3, 0.001),
        ("years", "yes-no", 0.3, 0.5, 0.0),
        ("hue", "keep-drop", 0.2, 0.2, 0.002),
    ]
    effects = [
        effect(m, name, question, size, group="dark" if name == "hue" else None)
        for name, question, *sizes in apart
        for m, size in zip(MODELS, sizes, strict=False)
    ]
    found = all_standings(sample_study(), effects, MODELS[:3], ())
    board = main_board(found, MODELS[:3], ())

    def still(each):
        return SimpleNamespace(effect=np.full(1000, each.effect), halves=np.full((100, 2, 2), each.effect))

    got = agreement_row(board, found, still)
    w = kendall_w(-compared(board).places)
    assert got.characteristics == ("sort", "years", "hue")
    assert got.range == pytest.approx((w, w), abs=1e-6)
    assert got.reliabilities == (1.0, 1.0, 1.0)


def test_an_effect_that_is_clear_in_hardly_a_re_draw_makes_no_order():
    noise = np.random.default_rng(1)
    draws = {m: noise.normal(0.01, 0.02, 1000) for m in MODELS}
    halves = {m: noise.normal(0.01, 0.02 * 2**0.5, (100, 2, 2)) for m in MODELS}

    def redrawn(each):
        return SimpleNamespace(effect=draws[each.id], halves=halves[each.id])

    made = standing([0.01] * 4, [(-0.03, 0.05)] * 4)
    got = agreement_row(main(*[row(m, sort=2.5) for m in MODELS], counted=("sort",)), [made], redrawn)
    assert (got.characteristics, got.range) == ((), None)
    assert got.reliabilities[0] is None or got.reliabilities[0] < 0.5


def test_one_very_large_effect_does_not_make_the_order_of_the_others_reliable():
    noise = np.random.default_rng(2)
    halves = {m: noise.normal(0.05, 0.02, (100, 2, 2)) for m in MODELS[1:]} | {"alder": np.full((100, 2, 2), 0.9)}

    def redrawn(each):
        return SimpleNamespace(effect=np.zeros(1000), halves=halves[each.id])

    made = standing([0.9, 0.05, 0.05, 0.05], [(0.88, 0.92)] + [(0.04, 0.06)] * 3)
    (found,) = agreement_row(main(*[row(m, sort=1) for m in MODELS], counted=("sort",)), [made], redrawn).reliabilities
    assert 0.4 < found < 0.9


def test_too_few_models_have_no_reliability():
    made = standing([0.5, 0.4], [(0.4, 0.6), (0.3, 0.5)])
    assert agreement_row(
        main(*[row(m, sort=1) for m in MODELS[:2]], counted=("sort",)), [made], made_up
    ).reliabilities == (None,)


def save(root, rows):
    for path, data in dump_rows(rows).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


def test_what_is_said_survives_the_file(tmp_path):
    _, _, rows = worked_out(sample_effects())
    save(tmp_path, rows)
    assert rows.main.agreement is not None
    assert read_rows(tmp_path).main.agreement == rows.main.agreement


def test_rows_of_an_earlier_version_say_nothing_of_it(tmp_path):
    found, board, rows = worked_out(sample_effects())
    save(tmp_path, rows)
    path = tmp_path / "studies/levels/overall.jsonl"
    head, _, tail = path.read_text().partition('"agreement":')
    path.write_text(head + tail[tail.index('},"counted"') + 2 :])
    assert read_rows(tmp_path).main.agreement is None
    check_rows(read_rows(tmp_path), found, board)


def test_a_reliability_that_is_no_number_is_a_fault(tmp_path):
    _, _, rows = worked_out(sample_effects())
    save(tmp_path, rows)
    path = tmp_path / "studies/levels/overall.jsonl"
    path.write_text(path.read_text().replace('"reliabilities":[', '"reliabilities":["high",'))
    with pytest.raises(ProblemsError, match=r"overall.jsonl:1: .*reliabilities"):
        read_rows(tmp_path)


def test_an_agreement_of_another_board_is_refused(tmp_path):
    found, board, rows = worked_out(sample_effects())
    save(tmp_path, rows)
    path = tmp_path / "studies/levels/overall.jsonl"
    models = rows.main.agreement.models
    path.write_text(path.read_text().replace(f'"models":["{models[0]}"', '"models":["somebody"', 1))
    with pytest.raises(BdError, match="does not belong to the scored rows"):
        check_rows(read_rows(tmp_path), found, board)
