import pytest

from bd.validate.coverage import Count, Limits, Tally, verdict

LIMITS = Limits(0.935, 0.965)


def test_a_tally_counts_by_name_and_by_block():
    tally = Tally()
    for block in ([True, True, False], [True]):
        tally.next_block()
        for held in block:
            tally.count("range", held)
    found = tally.counts["range"]
    assert (found.held, found.of, found.share, found.blocks) == (3, 4, 0.75, ((2, 3), (1, 1)))


def test_bounds_are_exact():
    assert Count(1900, 2000, ()).bounds == pytest.approx((0.93951, 0.95914), abs=1e-5)


def test_blocks_that_differ_by_chance_have_a_chi_square_of_their_number():
    assert Count(10, 20, ((5, 10), (5, 10))).dispersion == (0, 1)
    assert Count(10, 20, ((10, 10), (0, 10))).dispersion == (20, 1)
    assert Count(20, 20, ((10, 10), (10, 10))).dispersion is None


@pytest.mark.parametrize(
    ("held", "found"),
    [(1870, "within"), (1930, "within"), (1869, "chance"), (1840, "short"), (1935, "chance"), (1960, "wide")],
)
def test_a_share_is_judged_by_its_limits_and_then_by_chance(held, found):
    assert verdict(Count(held, 2000, ()), LIMITS) == found


def test_a_mean_has_its_standard_error():
    tally = Tally()
    for value in (1.0, 2.0, 3.0):
        tally.note("effect", value)
    found = tally.means["effect"]
    assert (found.value, found.of) == (2.0, 3)
    assert found.error == pytest.approx(3**-0.5)
