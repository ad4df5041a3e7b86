import random
from dataclasses import replace

import pytest

from bd.board import headline, make_cell, standings
from bd.board.uncertainty import level_row, with_place
from tests.board.effects import cells, on
from tests.board.redrawn import made_up
from tests.report.samples import effect, sample_effects, sample_study

MODELS = ("alder", "birch", "cedar", "stranger", "seeded")


def level(effects, name="sort", models=MODELS):
    characteristic = next(c for c in sample_study().characteristics if c.id == name)
    found = standings(characteristic, effects, models, ("seeded",))
    assert found is not None
    return found.top


def row(effects, **more):
    return level_row(level(effects, **more), made_up)


def said(found):
    return {m.build: (m.place, m.place_range, m.tier) for m in found.models}


def test_every_model_with_a_place_has_a_range_of_it_and_a_tier():
    found = row([on("alder", 0.30), on("birch", 0.05), on("cedar", 0.052)])
    assert said(found) == {"alder": (1.0, (1, 1), 1), "cedar": (2.0, (2, 3), 2), "birch": (3.0, (2, 3), 2)}
    assert [(p.a, p.b) for p in found.pairs] == [("alder", "cedar"), ("alder", "birch"), ("cedar", "birch")]
    first, _, last = found.pairs
    assert (first.difference, first.worse) == (0.248, 1.0)
    assert first.range[0] > 0
    assert last.range[0] < 0.002 < last.range[1]
    assert 0.5 < last.worse < 0.75


def test_a_tie_is_held_by_both_ranges():
    found = row([on("alder", 0.30), on("birch", 0.30), on("cedar", 0.10)])
    assert said(found) == {"alder": (1.5, (1, 2), 1), "birch": (1.5, (1, 2), 1), "cedar": (3.0, (3, 3), 2)}


def test_effects_that_read_alike_share_a_tier_although_one_is_surely_larger():
    found = row([on("alder", 0.300004, half=0.000001), on("birch", 0.3, half=0.000001)])
    assert said(found) == {"alder": (1.5, (1, 2), 1), "birch": (1.5, (1, 2), 1)}
    assert found.pairs[0].range[0] > 0


def test_nobody_clear_shares_every_place_and_one_tier():
    found = row([on("alder", 0.001), on("birch", 0.002), on("cedar", 0.0)])
    assert set(said(found).values()) == {(2.0, (1, 3), 1)}
    assert not any(m.clear for m in found.models)


def test_one_model_alone_has_the_first_place_and_nobody_to_compare_with():
    found = row([on("alder", 0.3)])
    assert said(found) == {"alder": (1.0, (1, 1), 1)}
    assert found.pairs == ()


def test_a_model_that_was_not_measured_is_in_no_row():
    assert [m.model for m in row([on("alder", 0.3), on("birch", None)]).models] == ["alder"]


def test_planted_models_second_builds_and_those_only_shown_have_ranges_and_no_place():
    more = [on("seeded", 0.9), on("birch", 0.8, build="birch-q4"), on("cedar", 0.7, attributable=False)]
    plain = [on("alder", 0.3), on("birch", 0.1)]
    found = row([*plain, *more])
    assert [m.build for m in found.models] == ["alder", "birch", "cedar", "seeded", "birch-q4"]
    assert said(found)["seeded"] == said(found)["cedar"] == said(found)["birch-q4"] == (None, None, None)
    assert all(m.family_range and m.unselected is not None for m in found.models)
    assert found.pairs == row(plain).pairs
    assert found.models[:2] == row(plain).models


def test_without_a_range_there_is_nothing_to_say_of_certainty():
    few = on("alder", 0.3, texts=9, asked=9, range=None, joint_range=None, lo=None, hi=None, clear=False)
    (model,) = row([few]).models
    assert (model.effect, model.family_range, model.unselected) == (0.3, None, None)


def test_a_headline_of_one_cell_has_its_own_range_and_effect():
    (model,) = row([on("alder", 0.3)]).models
    assert model.cells == 1
    assert model.unselected == pytest.approx(0.3, abs=1e-5)
    assert model.family_range == pytest.approx((0.29, 0.31), abs=0.0015)


def test_a_headline_of_many_cells_has_a_wider_range_and_is_smaller_unselected():
    groups = [effect("alder", "faith", d, 0.02, group=g) for g in ("north", "south") for d in ("red-blue", "yes-no")]
    (model,) = row(groups, name="faith").models
    assert model.cells == 4
    assert model.family_range[1] - model.family_range[0] > 0.022
    assert model.unselected < 0.02


def test_zeros_pooled_upwards_narrow_nothing():
    # One question with 20 changes in 100, five cells with none: the range is that of the texts behind the first.
    none = [
        effect("alder", "faith", d, 0.0, group=g, half=0.0, texts=100, asked=100, changed=0, upper_if_none=0.036217)
        for g in ("north", "south")
        for d in ("keep-drop", "red-blue", "yes-no")
    ][1:]
    first = effect("alder", "faith", "keep-drop", 0.2, group="north", half=0.08, texts=100, asked=100)
    (alone,) = row([first], name="faith").models
    (pooled,) = row([first, *none], name="faith").models
    assert (pooled.effect, pooled.cells) == (0.2, 6)
    assert pooled.family_range == alone.family_range
    assert alone.family_range == pytest.approx((0.12, 0.28), abs=0.01)


def test_without_any_event_the_range_still_reaches_what_may_be_there():
    none = on("alder", 0.0, half=0.0, changed=0, upper_if_none=0.00735)
    (model,) = row([none]).models
    assert model.family_range == pytest.approx((-0.00735, 0.00735), abs=1e-6)
    assert model.unselected == 0.0


def test_an_effect_shared_by_all_groups_was_not_in_the_running():
    found = headline([*cells("alder", 0.02, 0.03), make_cell(on("alder", 0.5, attributable=False))], planted=False)
    assert found is not None
    assert [c.size for c in found.family] == [0.02, 0.03]


def test_a_reverse_effect_was_in_the_running():
    reverse = make_cell(on("alder", -0.1, measure="stereotype"))
    found = headline([reverse, *cells("alder", 0.02)], planted=False)
    assert found is not None
    assert [c.size for c in found.family] == [-0.1, 0.02]
    alone = headline([reverse], planted=False)
    assert alone is not None
    assert (alone.ranked, alone.why, alone.family) == (False, ("reverse",), (reverse,))


def test_a_borrowed_control_moves_the_effect_and_not_how_it_is_compared():
    borrowed = replace(on("alder", 0.3).control, kind="borrowed", value=0.05)
    found = row([on("alder", 0.3, control=borrowed, value=0.35), on("birch", 0.1)])
    assert found == row([on("alder", 0.3), on("birch", 0.1)])


def test_the_place_is_always_within_its_range():
    assert with_place([(1, 1), (3, 3), (2, 3)], [1.5, 2.5, 2.5]) == [(1, 2), (2, 3), (2, 3)]


def test_the_largest_effect_comes_first():
    found = row([on("alder", 0.01, half=0.001), on("birch", 0.05, half=0.001), on("cedar", 0.20, half=0.001)])
    assert [(m.model, m.place_range, m.tier) for m in found.models] == [
        ("cedar", (1, 1), 1),
        ("birch", (2, 2), 2),
        ("alder", (3, 3), 3),
    ]
    assert all(p.difference > 0 and p.worse == 1 for p in found.pairs)


def test_the_order_of_the_effects_does_not_matter():
    effects = [e for e in sample_effects() if e.characteristic == "faith"]
    first = row(effects, name="faith")
    for seed in range(3):
        random.Random(seed).shuffle(effects)
        assert row(effects, name="faith") == first
