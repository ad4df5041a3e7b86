import numpy as np
import pytest

from bd.agree import agreement, concordance, instruments_of, verdict
from bd.agree.compare import BEYOND_CHANCE, NOT_BEYOND_CHANCE, TOO_FEW, TOO_NOISY
from tests.agree.made import MODELS, one, rows

UP = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55]
ORDERS = ([0.05, 0.55, 0.15, 0.45, 0.25, 0.35], [0.55, 0.05, 0.45, 0.15, 0.25, 0.35], [0.3, 0.5, 0.6, 0.2, 0.4, 0.1])


def same(count=4, **more):
    return [one(f"quiz-{n}", UP, **more) for n in range(count)]


def different(**more):
    return [one(f"quiz-{n}", levels, **more) for n, levels in enumerate(ORDERS)]


def test_instruments_that_agree_agree_beyond_chance():
    found = agreement(same())
    assert found.verdict == BEYOND_CHANCE
    assert found.ranking.models == MODELS
    low, high = found.ranking.range
    assert low <= found.ranking.concordance.w <= high
    assert all(pair.tau_b > 0.7 and not pair.noisy for pair in found.pairs)


def test_reliable_instruments_that_differ_do_not_agree():
    found = agreement(different(noise=0.1))
    assert found.verdict == NOT_BEYOND_CHANCE
    assert min(each.reliability for each in found.instruments) > 0.9


def test_noisy_instruments_are_never_said_to_disagree():
    found = agreement([one(f"quiz-{n}", [0.2] * 6, noise=0.4, items=10, seed=5) for n in range(4)])
    assert all(each.noisy and not each.saturated for each in found.instruments)
    assert found.verdict == TOO_NOISY
    assert found.without_noisy.instruments == ()
    assert all(pair.noisy for pair in found.pairs)


def test_the_verdict_by_rule():
    apart = concordance([[3, 2, 1, 0], [0, 1, 2, 3], [3, 2, 1, 0]])
    close = concordance([[5, 4, 3, 2, 1, 0]] * 4)
    assert not apart.beyond_chance
    assert close.beyond_chance
    assert verdict(None, [0.9] * 4) == TOO_FEW
    assert verdict(close, [0.1] * 4) == BEYOND_CHANCE
    assert verdict(apart, [0.9, 0.5, 0.5]) == NOT_BEYOND_CHANCE
    assert verdict(apart, [0.9, 0.5, 0.49]) == TOO_NOISY
    assert verdict(apart, [0.9, 0.5, None]) == TOO_NOISY
    assert verdict(apart, None) == NOT_BEYOND_CHANCE


def test_a_saturated_instrument_is_left_out_and_comes_back_to_be_looked_at():
    flat = one("quiz-flat", [0.0] * 6, noise=0.05, items=60)
    found = agreement([*same(3), flat])
    assert [each.name for each in found.instruments if each.saturated] == ["quiz-flat"]
    assert found.ranking.instruments == ("quiz-0", "quiz-1", "quiz-2")
    assert found.with_saturated.instruments == ("quiz-0", "quiz-1", "quiz-2", "quiz-flat")
    assert "quiz-flat" not in {name for pair in found.pairs for name in (pair.a, pair.b)}


def test_two_instruments_get_no_w_but_are_compared_with_each_other():
    found = agreement(same(2))
    assert (found.verdict, found.ranking.concordance, found.ranking.range) == (TOO_FEW, None, None)
    assert len(found.pairs) == 1


def test_by_size_models_that_lean_either_way_stand_together():
    mirrored = [
        one("quiz-a", UP, noise=0.05),
        one("quiz-b", [-v for v in UP], noise=0.05),
        one("quiz-c", UP, noise=0.05),
    ]
    assert agreement(mirrored).ranking.concordance.w == 1
    assert agreement(mirrored, signed=True).ranking.concordance.w == pytest.approx(1 / 9)


def test_a_model_that_was_not_put_to_every_instrument_is_left_out_of_the_ranking_alone():
    some = [r for r in rows("quiz-1", UP) if r[1] != "elm"]
    found = agreement(instruments_of([*rows("quiz-0", UP), *some, *rows("quiz-2", UP)]))
    assert found.ranking.models == tuple(m for m in MODELS if m != "elm")
    assert {(p.a, p.b): p.models for p in found.pairs} == {
        ("quiz-0", "quiz-1"): 5,
        ("quiz-0", "quiz-2"): 6,
        ("quiz-1", "quiz-2"): 5,
    }


def test_instruments_may_have_unequal_numbers_of_items():
    found = agreement([one("quiz-a", UP, items=20), one("quiz-b", UP, items=50), one("quiz-c", UP, items=11)])
    assert [each.items for each in found.instruments] == [20, 50, 11]
    assert found.ranking.concordance is not None


def test_the_order_of_the_rows_moves_no_number():
    made = [row for n in range(3) for row in rows(f"quiz-{n}", UP)]
    shuffled = [made[n] for n in np.random.default_rng(1).permutation(len(made))]
    assert agreement(instruments_of(shuffled)) == agreement(instruments_of(made))
