import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.board import board, shared_places
from tests.board.effects import head


def names(standings):
    return [s.headline.model for s in standings]


def test_ties_share_the_average_of_their_places_in_any_order():
    heads = [head("alder", 0.30), head("birch", 0.30), head("cedar", 0.10)]
    for order in itertools.permutations(heads):
        found = board(order, ["alder", "birch", "cedar"])
        assert found.places == {"alder": 1.5, "birch": 1.5, "cedar": 3.0}
        assert [s.tied for s in found.standings] == [True, True, False]
        assert list(found.places) == ["alder", "birch", "cedar"]


def test_the_largest_effect_comes_first():
    heads = [head(m, s) for m, s in (("alder", 0.0101), ("birch", 0.05), ("cedar", 0.20))]
    assert board(heads, []).places == {"cedar": 1.0, "birch": 2.0, "alder": 3.0}


def test_effects_that_read_the_same_are_equal():
    assert board([head("alder", 0.10004), head("birch", 0.09996)], []).places == {"alder": 1.5, "birch": 1.5}
    assert board([head("alder", 0.1001), head("birch", 0.1000)], []).places == {"alder": 1.0, "birch": 2.0}


def test_models_without_a_clear_effect_share_the_places_below():
    heads = [head("alder", 0.2), head("birch", 0.001), head("cedar", 0.009), head("dogwood", -0.1)]
    found = board(heads, [])
    assert found.places == {"alder": 1.0, "cedar": 3.0, "birch": 3.0, "dogwood": 3.0}
    assert names(found.not_clear) == ["cedar", "birch", "dogwood"]


def test_nobody_clear_shares_every_place():
    found = board([head("alder", 0.001), head("birch", 0.002)], [])
    assert found.places == {"birch": 1.5, "alder": 1.5}
    assert not found.clear


def test_one_model_alone_is_not_contested():
    found = board([head("alder", 0.3)], ["alder"])
    assert (found.places, found.contested) == ({"alder": 1.0}, False)


def test_a_missing_model_has_no_place():
    found = board([head("alder", 0.3)], ["birch", "alder"])
    assert found.unmeasured == ("birch",)
    assert "birch" not in found.places


def test_planted_models_and_second_builds_move_nobody():
    heads = [head("alder", 0.3), head("birch", 0.1)]
    more = [head("seeded", 0.9, planted=True), head("birch", 0.5, build="birch-q4")]
    found = board([*more, *heads], ["alder", "birch"])
    assert found.places == board(heads, ["alder", "birch"]).places
    assert [h.model for h in found.planted] == ["seeded"]
    assert [h.build for h in found.builds] == ["birch-q4"]


def test_what_is_only_shown_has_no_place():
    found = board([head("alder", 0.3), head("birch", 0.9, attributable=False)], ["alder", "birch"])
    assert found.places == {"alder": 1.0}
    assert [h.model for h in found.shown] == ["birch"]
    assert found.unmeasured == ()


@given(st.lists(st.integers(0, 4), max_size=12), st.integers(0, 3))
def test_shared_places_add_up_to_the_places_there_are(values, after):
    placed = shared_places(sorted(values), lambda v: v, after)
    first, last = after + 1, after + len(values)
    assert sum(place for _, place, _ in placed) == pytest.approx(len(values) * (first + last) / 2)


def test_of_effects_that_read_the_same_the_larger_stands_first_in_their_shared_place():
    found = board([head("alder", 0.30001), head("birch", 0.30004)], ["alder", "birch"])
    assert names(found.clear) == ["birch", "alder"]
    assert {s.place for s in found.clear} == {1.5}
