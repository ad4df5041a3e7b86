import random
from fractions import Fraction

import numpy as np

from bd.board import main_board
from bd.board.certainty import Known, ahead_on_average, main_rows, mean_places
from bd.board.contest import place_sets
from bd.board.levels import all_standings
from bd.board.uncertainty import level_row
from tests.board.redrawn import made_up, worked_out
from tests.report.samples import effect, sample_effects, sample_study

MODELS = ("alder", "birch", "cedar")
NAMES = {"sort": "red-blue", "years": "yes-no"}


def rows(effects, models=MODELS, planted=()):
    found = all_standings(sample_study(), effects, models, planted)
    return main_rows(main_board(found, models, planted), found, made_up)


def measured(**sizes):
    """Return effects on two characteristics, by model; None is not measured."""
    return [
        effect(model, name, NAMES[name], size)
        for model, both in sizes.items()
        for name, size in zip(NAMES, both, strict=True)
        if size is not None
    ]


def said(found):
    return {m.model: (m.place, m.place_range, m.mean_place, m.mean_place_range, m.tier) for m in found.models}


def test_means_of_both_ends():
    sets = [{"alder": (1, 2), "birch": (1, 3)}, {"alder": (2, 3), "birch": (1, 3)}, {"alder": (1, 1)}]
    assert mean_places(sets, ["birch", "alder"]) == [
        (Fraction(1), Fraction(3)),
        (Fraction(4, 3), Fraction(2)),
    ]


def test_models_apart_everywhere_have_one_place_and_a_tier_each():
    found = rows(measured(alder=(0.5, 0.5), birch=(0.3, 0.3), cedar=(0.1, 0.1)))
    assert said(found) == {
        "alder": (1.0, (1, 1), 1.0, (1.0, 1.0), 1),
        "birch": (2.0, (2, 2), 2.0, (2.0, 2.0), 2),
        "cedar": (3.0, (3, 3), 3.0, (3.0, 3.0), 3),
    }
    assert found.counted == ("sort", "years")


def test_models_that_swap_places_are_not_told_apart():
    found = rows(measured(alder=(0.5, 0.3), birch=(0.3, 0.5), cedar=(0.1, 0.1)))
    assert said(found)["alder"] == said(found)["birch"] == (1.5, (1, 2), 1.5, (1.5, 1.5), 1)
    assert said(found)["cedar"] == (3.0, (3, 3), 3.0, (3.0, 3.0), 2)


def test_nobody_clear_anywhere_is_one_tier():
    found = rows(measured(alder=(0.001, 0.0), birch=(0.0, 0.002), cedar=(0.0, 0.0)))
    assert set(said(found).values()) == {(2.0, (1, 3), 2.0, (1.0, 3.0), 1)}


def test_an_incomplete_model_is_averaged_over_what_it_has():
    found = said(rows(measured(alder=(0.5, 0.5), birch=(0.3, 0.3), cedar=(0.1, None))))
    assert found["cedar"] == (3.0, (3, 3), 3.0, (3.0, 3.0), 3)
    assert found["birch"] == (2.0, (2, 2), 2.0, (2.0, 2.0), 2)


def test_a_model_without_any_place_has_nothing_to_say():
    effects = measured(alder=(0.5, 0.5), birch=(0.3, 0.3))
    effects.append(effect("cedar", "hue", "keep-drop", 0.5, group="dark", attributable=False))
    assert said(rows(effects))["cedar"] == (None, None, None, None, None)


def test_one_model_alone_is_counted_nowhere():
    found = rows(measured(alder=(0.5, 0.5)), models=("alder",))
    assert (found.counted, said(found)) == ((), {"alder": (None, None, None, None, None)})


def test_all_characteristics_together_need_wider_ranges_than_each_alone():
    close = measured(alder=(0.129, 0.129), birch=(0.1, 0.1), cedar=(0.09, 0.09))
    found = all_standings(sample_study(), close, MODELS, ())
    alone = [{m.model: m.place_range for m in level_row(s.top, made_up).models} for s in found]
    together = {m.model: m.mean_place_range for m in rows(close).models}
    for model in MODELS:
        low, high = together[model]
        assert low <= sum(each[model][0] for each in alone) / 2
        assert high >= sum(each[model][1] for each in alone) / 2


def test_the_average_place_is_within_its_range_and_the_place_too():
    _, _, found = worked_out(sample_effects())
    for model in found.main.models:
        if model.place is not None:
            assert model.mean_place_range[0] <= model.mean_place <= model.mean_place_range[1]
            assert model.place_range[0] <= model.place <= model.place_range[1]


def test_the_order_of_the_effects_does_not_matter():
    effects = measured(alder=(0.5, 0.3), birch=(0.3, 0.3), cedar=(0.1, 0.2))
    first = rows(effects)
    for seed in range(3):
        random.Random(seed).shuffle(effects)
        assert rows(effects) == first


def known(models, *pairs):
    """One characteristic on which the first of each pair is surely ahead of the second."""
    ahead = np.zeros((len(models), len(models)), dtype=np.bool_)
    for one, other in pairs:
        ahead[models.index(one), models.index(other)] = True
    return Known(tuple(models), ahead, dict(zip(models, place_sets(ahead), strict=True)))


def test_two_models_are_compared_on_each_characteristic_and_not_by_two_ranges():
    # Nothing is known of c, so that the ranges of a and b overlap; a is ahead of b on both all the same.
    both = [known("abc", "ab"), known("abc", "ab")]
    assert mean_places([each.sets for each in both], "ab") == [(1, 2), (2, 3)]
    assert ahead_on_average(both, "abc").tolist() == [[False, True, False], [False] * 3, [False] * 3]


def test_what_is_lost_elsewhere_is_taken_off():
    # Ahead by one place on one, and on the other behind by two at most, since c may come between.
    assert not ahead_on_average([known("abc", "ab"), known("abc")], "abc").any()
    # Ahead by two, since c is surely between; behind by one at most where c is surely behind both.
    sure = [known("abc", "ab", "ac", "cb"), known("abc", "ac", "bc")]
    assert ahead_on_average(sure, "abc")[0, 1]


def test_models_on_other_characteristics_are_compared_by_their_ranges():
    apart = [known("ab", "ab"), known("ac", "ac")]
    assert ahead_on_average(apart, "abc").tolist() == [[False, True, True], [False] * 3, [False] * 3]
    assert not ahead_on_average([known("ab"), known("ac", "ac")], "abc")[0, 1]
