import numpy as np

from bd.validate.chance import Chance

KNOWN = [0.659300814148432, 0.2703558977208804]


def test_the_same_names_give_the_same_numbers_on_any_machine():
    assert Chance(0, "rate", 3).uniform(2).tolist() == KNOWN
    assert Chance(1, "rate", 3).uniform(2).tolist() != KNOWN


def test_numbers_are_uniform():
    found = Chance("uniform").uniform(100_000)
    assert 0 <= found.min() < found.max() < 1
    counts = np.bincount((found * 20).astype(int))
    assert ((counts - 5000) ** 2 / 5000).sum() < 50  # chi-square of 19 degrees of freedom: 50 is exceeded once in 7,000


def test_places_are_picked_with_their_shares():
    found = np.bincount(Chance("pick").pick([0.5, 0.0, 0.3, 0.2], 100_000), minlength=4)
    assert found[1] == 0
    assert np.abs(found / 100_000 - [0.5, 0.0, 0.3, 0.2]).max() < 0.006


def test_a_fixed_number_of_places_is_chosen_evenly():
    chance = Chance("choose")
    found = np.array([chance.choose(3, 10) for _ in range(2000)])
    assert set(found.sum(axis=1)) == {3}
    assert np.abs(found.mean(axis=0) - 0.3).max() < 0.05
