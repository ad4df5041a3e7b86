import numpy as np
import pytest

from bd.ask.calibrate import RIDGE, fit_offset, fit_scale_and_offset, probabilities, right_options, softmax
from bd.ask.model import Labelled
from bd.errors import BdError
from tests.ask.fake import question


def scores_and_right(seed, texts=30, options=2):
    draws = np.random.default_rng(seed)
    right = draws.integers(options, size=texts)
    right[:options] = np.arange(options)
    scores = draws.normal(size=(texts, options)) * 0.05
    scores[np.arange(texts), right] += 0.04
    return scores, right


def penalised(scores, right, scale, offset, positive):
    spread = (scores - scores.mean(axis=1, keepdims=True)).std()
    chosen = probabilities(scores, scale, offset, positive)[np.arange(len(right)), right]
    return float(np.log(chosen).sum()) - RIDGE / 2 * (scale * spread) ** 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("positive", [0, 1])
def test_no_point_of_a_grid_fits_better_than_the_fit(seed, positive):
    scores, right = scores_and_right(seed)
    scale, offset = fit_scale_and_offset(scores, right, positive)
    best = penalised(scores, right, scale, offset, positive)
    grid = [
        (penalised(scores, right, s, o, positive), s, o)
        for s in np.linspace(-10, 3 * abs(scale) + 30, 81)
        for o in np.linspace(offset - 2, offset + 2, 81)
    ]
    highest, near_scale, near_offset = max(grid)
    assert best >= highest
    assert scale == pytest.approx(near_scale, abs=(3 * abs(scale) + 40) / 80)
    assert offset == pytest.approx(near_offset, abs=4 / 80)


def test_three_options_are_fitted_too():
    scores, right = scores_and_right(7, options=3)
    scale, offset = fit_scale_and_offset(scores, right, 2)
    best = penalised(scores, right, scale, offset, 2)
    for s, o in ((scale * 1.05, offset), (scale * 0.95, offset), (scale, offset + 0.05), (scale, offset - 0.05)):
        assert penalised(scores, right, s, o, 2) < best


def test_texts_that_can_be_told_apart_wholly_get_a_finite_scale():
    scores = np.array([[1.0, 0.0], [0.0, 1.0]] * 5)
    scale, offset = fit_scale_and_offset(scores, np.array([0, 1] * 5), 1)
    assert 0 < scale < 100
    assert offset == pytest.approx(0, abs=1e-6)


def test_the_scale_undoes_the_models_own_scale():
    scores, right = scores_and_right(1)
    scale, offset = fit_scale_and_offset(scores, right, 1)
    larger, same = fit_scale_and_offset(scores * 100, right, 1)
    assert larger * 100 == pytest.approx(scale, rel=1e-4)
    assert same == pytest.approx(offset, abs=1e-5)


def test_equal_scores_cannot_be_fitted():
    with pytest.raises(BdError, match="the model cannot tell them apart"):
        fit_scale_and_offset(np.ones((4, 2)), np.array([0, 1, 0, 1]), 1)


def test_the_offset_makes_the_mean_probability_the_share_that_is_right():
    scores = np.random.default_rng(3).normal(size=(20, 2, 2)) * 2
    offset = fit_offset(scores, 7 / 20, 1)
    assert probabilities(scores, 1.0, offset, 1)[..., 1].mean() == pytest.approx(7 / 20, abs=1e-5)
    grid = np.linspace(-8, 8, 3201)
    misses = [abs(probabilities(scores, 1.0, o, 1)[..., 1].mean() - 7 / 20) for o in grid]
    assert offset == pytest.approx(grid[int(np.argmin(misses))], abs=0.005)


def test_probabilities_are_the_softmax_with_the_offset_on_one_option():
    assert probabilities(np.array([1.0, 2.0]), 3.0, 0.5, 0) == pytest.approx(softmax(np.array([3.5, 6.0])))
    assert softmax(np.array([1000.0, 1000.0])) == pytest.approx([0.5, 0.5])


def test_fitting_leaves_the_scores_as_they_were():
    scores = np.array([1.0, 2.0])
    probabilities(scores, 1.0, 5.0, 0)
    assert scores.tolist() == [1.0, 2.0]


def test_an_option_that_is_never_right_cannot_be_fitted():
    texts = [Labelled("a", "He reads.", "nurse")]
    with pytest.raises(BdError, match="nurse-surgeon: the calibration texts hold none whose answer is surgeon"):
        right_options(question(), texts)
