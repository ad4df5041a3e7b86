"""Small versions of what the document holds, with bounds that chance passes once in a thousand."""

import pytest
from scipy import stats

import bd.effects.drawn
import bd.effects.spans
from bd.effects.ranges import percentile_range
from bd.validate.cases import Case, cases, find_cases
from bd.validate.coverage import Count, verdict
from bd.validate.demands import demands
from bd.validate.exact import alarms, range_coverage, row_coverage
from bd.validate.run import run_cases
from bd.validate.simulate import simulate

LAWS = cases()[0].laws


def case(kind, **settings):
    return Case(kind, settings, LAWS)


def counts(kind, studies, **settings):
    return simulate(case(kind, **settings), studies, seed=1).counts


def by_chance(count: Count, share: float) -> bool:
    """Tell whether a share this far off, or further, has a probability of at least one in a thousand."""
    return stats.binomtest(count.held, count.of, share).pvalue > 0.001


@pytest.mark.parametrize(("n", "rate"), [(50, 0.02), (200, 0.1)])
def test_the_replay_covers_a_rate_as_often_as_the_exact_sum_says(n, rate):
    found = counts("rate", 300, n=n, rate=rate)
    assert by_chance(found["range"], range_coverage(n, rate))
    assert by_chance(found["row"], row_coverage(n, rate))


def test_a_difference_is_covered_by_its_joint_range():
    found = counts("difference", 300, n=200, rate=0.15, control=0.1)
    assert by_chance(found["joint"], 0.945)
    assert by_chance(found["range"], 0.955)
    assert not by_chance(found["range_difference"], 0.95)


def test_a_control_that_is_known_raises_few_alarms_and_one_that_is_a_sample_more():
    known = counts("alarm", 300, n=200, rate=0.1, control=0.1, fixed=1)
    assert by_chance(known["clear"], alarms(200, 0.1))
    assert counts("alarm", 100, n=200, rate=0.1, control=0.1)["clear"].share > 0.04


def test_frames_that_differ_need_the_range_that_re_draws_frames():
    found = counts("frames", 200, n=400, frames=100, law="frames-apart")
    assert by_chance(found["frame_range"], 0.94)
    assert found["range"].share < found["frame_range"].share


def test_a_family_is_read_without_the_luck_of_being_picked():
    found = simulate(case("family", n=200, cells=5, law="rate-5"), 60, seed=1).means
    assert found["reads"].value > 0.06
    assert found["unselected"].value == pytest.approx(0.05, abs=4 * found["unselected"].error)


def test_places_of_equal_models_are_all_held():
    found = counts("places", 60, n=200, models=3, law="rate-10")
    assert found["all"].share > 0.85
    assert found["naive_all"].of == 60


@pytest.mark.parametrize("seed", [1, 2])
def test_a_range_that_is_too_narrow_is_found_out(monkeypatch, seed):
    def of_80_percent(draws, *, level=0.95):
        return percentile_range(draws, level=0.8)

    for module in (bd.effects.drawn, bd.effects.spans):
        monkeypatch.setattr(module, "percentile_range", of_80_percent)
    rate = case("rate", n=200, rate=0.3)
    found = simulate(rate, 300, seed).counts
    judged = {d.statistic: verdict(found[d.statistic], d.limits) for d in demands(rate)}
    assert judged == {"range": "short", "row": "short"}


def test_the_same_seed_gives_the_same_counts_however_many_processes_share_the_work():
    some = find_cases(["sharing-n-50-rate-0.3-block-50", "rate-n-50-rate-0.3"])
    one, two = (run_cases(some, 60, 0, jobs, lambda name: None) for jobs in (1, 2))
    assert one == two
    assert run_cases(some, 60, 1, 1, lambda name: None) != one


def test_places_are_held_where_numbers_of_cells_are_unlike():
    found = counts("places", 20, n=200, models=4, law="rate-10", cells="1-12")
    assert found["all"].share >= 0.9
    assert found["heads_all"].of == 20


def test_unlike_cells_are_read_as_what_the_board_picks_truly_is():
    found = simulate(case("unequal", n=100, cells=8, law="precise", noisy="noisy", effect=0.01), 100, seed=1).means
    assert found["reads"].value > found["true"].value + 0.003
    assert found["unselected"].value == pytest.approx(found["true"].value, abs=4 * found["unselected"].error)


def test_a_model_that_draws_its_answers_is_told_from_one_that_treats_people_differently_by_its_repeat():
    fair, biased = (counts("sampled", 150, n=200, law="unsure", add=add) for add in (0.0, 0.15))
    assert by_chance(fair["joint"], 0.95)
    assert by_chance(biased["joint"], 0.95)
    assert fair["clear_alone"].share == 1
    assert fair["clear_joint"].share < 0.06 < biased["clear_joint"].share


@pytest.mark.parametrize("lean", [1, 4])
def test_one_list_of_texts_holds_the_truth_of_those_texts_whatever_the_control_lacks(lean):
    found = counts("missing", 300, n=400, rate=0.12, control=0.05, missing=0.2, lean=lean)
    assert by_chance(found["joint"], 0.945)
    assert (found["inside"].share, found["ranked"].share) == (1, 0)
    assert by_chance(found["whole"], 0.945) == (lean == 1)
