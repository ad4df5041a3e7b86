"""Ranking and cutting, against pools worked out by hand and against a naive loop."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bd.effects.pool import Tally, moved, pool_of, seats_of


def cut(scores, share, *sides, applicants=None, counts=None):
    """Cut one pool; scores in hundredths, sides as strings of x and -."""
    scores = np.array(scores)
    known = np.ones(len(scores), dtype=bool) if applicants is None else mask(applicants)
    counts = np.ones((len(scores), 1), np.int32) if counts is None else counts
    return Tally(pool_of(scores, known), [mask(side) for side in sides], counts).cut(share)


def mask(marks):
    return np.array([mark == "x" for mark in marks], dtype=bool)


def test_without_ties_the_first_have_the_seats():
    # 90 w, 80 m, 70 m, 60 w: the better half is one of each
    found = cut([60, 90, 70, 80], 0.5, "xx--", "--xx")
    assert (found.seats[0], found.above[0], found.tied[0]) == (2, 1, 1)
    assert [found.rates(side)[0] for side in (0, 1)] == [0.5, 0.5]
    assert found.ratios(0, 1)[0] == 1.0


def test_ties_share_the_seats_that_are_left():
    # one above; three tied for the second seat, each with a third of it
    found = cut([90, 70, 70, 70], 0.5, "xx--", "--xx")
    assert (found.seats[0], found.above[0], found.tied[0]) == (2, 1, 3)
    assert (found.won[0][0], found.won[1][0]) == (3 + 1, 2)  # in thirds of a seat
    assert found.ratios(0, 1)[0] == 2.0


def test_where_everybody_is_tied_the_rates_are_equal():
    found = cut([50] * 10, 0.3, "xxxx------", "----xxxxxx")
    assert (found.above[0], found.tied[0]) == (0, 10)
    assert found.ratios(0, 1)[0] == 1.0


@given(st.permutations(range(6)))
def test_the_order_of_the_file_never_matters(order):
    scores, side = [90, 70, 70, 70, 70, 10], "xx-x--"
    found = cut([scores[n] for n in order], 0.5, "".join(side[n] for n in order))
    assert (found.won[0][0], found.tied[0]) == (4 + 2 * 2, 4)


def test_who_has_no_answer_is_no_applicant():
    found = cut([99, 90, 80, -1], 0.5, "x--x", "-xx-", applicants="xxx-")
    assert (found.seats[0], found.members[0][0]) == (2, 1)


@pytest.mark.parametrize(
    ("share", "applicants", "seats"),
    [(0.1, 500, 50), (0.1, 25, 3), (0.1, 24, 2), (0.1, 4, 1), (0.5, 5, 3), (0.5, 0, 0)],
)
def test_a_share_is_a_whole_number_of_places(share, applicants, seats):
    assert seats_of(share, np.array([applicants]))[0] == seats


def test_nobody_picked_is_no_ratio_and_none_of_the_group_is_zero():
    side, reference = "xxx----", "---xxx-"
    nobody = cut([1, 2, 3, 4, 5, 6, 90], 0.1, side, reference)
    assert np.isnan(nobody.ratios(0, 1)[0])
    none_of_them = cut([1, 2, 3, 4, 5, 90, 6], 0.1, side, reference)
    assert none_of_them.ratios(0, 1)[0] == 0.0
    none_of_the_others = cut([1, 2, 90, 4, 5, 6, 7], 0.1, side, reference)
    assert np.isnan(none_of_the_others.ratios(0, 1)[0])


def test_a_side_without_applicants_has_no_rate():
    found = cut([1, 2, 3], 0.5, "---", "xxx")
    assert np.isnan(found.rates(0)[0])
    assert np.isnan(found.ratios(0, 1)[0])


def test_an_empty_pool_is_cut_without_a_fault():
    found = cut([-1, -1], 0.5, "x-", "-x", applicants="--")
    assert (found.seats[0], found.tied[0]) == (0, 0)
    assert np.isnan(found.ratios(0, 1)[0])


def naive(scores, drawn, share, side, reference):
    """Rank one re-draw as a list of people, every tied one with the same part of the seats left."""
    people = sorted((n for n in drawn if scores[n] >= 0), key=lambda n: -scores[n])
    if not people:
        return None
    seats = max(1, (round(share * 10**6) * len(people) + 500_000) // 10**6)
    last = scores[people[seats - 1]]
    above = [n for n in people if scores[n] > last]
    tied = [n for n in people if scores[n] == last]
    part = Fraction(seats - len(above), len(tied))

    def rate(which):
        members = [n for n in people if which[n]]
        won = sum((Fraction(1) if scores[n] > last else part if scores[n] == last else Fraction(0)) for n in members)
        return won / len(members) if members else None

    own, other = rate(side), rate(reference)
    return None if own is None or not other else float(own / other)


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.9])
@pytest.mark.parametrize(("texts", "times"), [(5, 1), (16, 1), (40, 1), (40, 30), (100, 1)])
def test_every_re_draw_is_ranked_anew_as_by_a_loop(share, texts, times):
    random = np.random.default_rng(5)
    scores = random.integers(-1, 12, texts)  # many ties, some without an answer
    side = random.random(texts) < 0.4
    drawn = random.integers(0, texts, (4000 // (texts * times) + 10, texts * times))
    counts = np.stack([np.bincount(each, minlength=texts) for each in drawn], axis=1).astype(np.uint8)
    found = Tally(pool_of(scores, scores >= 0), [side, ~side], counts).cut(share).ratios(0, 1)
    wanted = [naive(scores, each, share, side, ~side) for each in drawn]
    np.testing.assert_array_equal(found, np.array([np.nan if w is None else w for w in wanted]))


@given(st.lists(st.integers(0, 5), min_size=4, max_size=9), st.sampled_from([0.25, 0.5, 0.75]))
def test_seats_are_handed_out_exactly(scores, share):
    everybody = "x" * len(scores)
    found = cut(scores, share, everybody)
    assert found.won[0][0] == found.seats[0] * found.tied[0]


def test_adding_to_every_probability_moves_nothing():
    scores = np.array([5, 9, 9, 2, 7, 7, 1, 3])
    for share in (0.25, 0.5):
        one, two = cut(scores, share, "x-x-x-x-"), cut(scores * 3 + 4, share, "x-x-x-x-")
        assert (one.won[0][0], one.tied[0]) == (two.won[0][0], two.tied[0])


def alone(scores, swapped, who, seats):
    """Return whether one applicant has a seat, and has one when only their own answer is swapped; None for a tie."""

    def has(all_scores):
        ranked = sorted(all_scores, reverse=True)
        if seats < len(ranked) and ranked[seats - 1] == ranked[seats] == all_scores[who]:
            return None
        return all_scores[who] >= ranked[seats - 1]

    return has(scores), has([*scores[:who], swapped[who], *scores[who + 1 :]])


@pytest.mark.parametrize("scores", [[1, 3, 5, 7], [1, 5, 5, 7], [1, 1, 5, 5]])
@pytest.mark.parametrize("swapped", list(itertools.product([0, 4, 5, 8], repeat=4))[::7])
def test_who_moves_is_who_a_loop_finds(scores, swapped):
    every = np.ones(4, dtype=bool)
    found = moved(np.array(scores), np.array(swapped), every, every, 0.5)
    fates = [alone(scores, swapped, who, 2) for who in range(4)]
    if any(None in fate for fate in fates):
        assert found is None
        return
    assert found is not None
    assert list(found.lose) == [before and not after for before, after in fates]
    assert list(found.gain) == [after and not before for before, after in fates]


def test_who_has_no_swapped_answer_does_not_move():
    scores, swapped = np.array([1, 3, 5, 7]), np.array([9, 9, -1, 0])
    found = moved(scores, swapped, np.ones(4, bool), np.array([True, True, False, True]), 0.5)
    assert found is not None
    assert list(found.lose) == [False, False, False, True]
    assert list(found.gain) == [True, True, False, False]


def test_with_a_place_for_everybody_nobody_moves():
    found = moved(np.array([1, 2]), np.array([2, 1]), np.ones(2, bool), np.ones(2, bool), 0.9)
    assert found is not None
    assert not found.lose.any()
    assert not found.gain.any()
