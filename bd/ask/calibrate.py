"""Fit the few numbers that turn a model's scores into probabilities, on texts apart from those tested.

Every model here gives one score an option. Probabilities are the softmax of `scale * score`, with `offset` added to
the followed option. Which scores, and which texts, is the adapters' part.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bd.ask.model import Labelled, Question
from bd.errors import BdError

__all__ = [
    "fit_offset",
    "fit_scale_and_offset",
    "probabilities",
    "right_options",
    "softmax",
    "standardise",
    "unlabelled",
]

Floats = NDArray[np.float64]

RIDGE = 1.0
"""Weight of the penalty on the standardised scale, against one unit a text: it keeps separable texts finite."""
_STEPS = 100
_DIGITS = 6


def softmax(logits: Floats) -> Floats:
    """Return the softmax over the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    result: Floats = shifted / shifted.sum(axis=-1, keepdims=True)
    return result


def probabilities(scores: Floats, scale: float, offset: float, positive: int) -> Floats:
    """Return the probabilities of options from their scores (texts x options, or options alone)."""
    logits = scale * np.asarray(scores, dtype=np.float64)
    logits[..., positive] += offset
    return softmax(logits)


def unlabelled(texts: Sequence[Labelled]) -> bool:
    """Tell whether the question has no right answers to fit to."""
    return all(text.option is None for text in texts)


def right_options(question: Question, texts: Sequence[Labelled]) -> NDArray[np.intp]:
    """Return where each text's right option stands in the list; `BdError` if an option is never right."""
    places: dict[str | None, int] = {option.id: place for place, option in enumerate(question.options)}
    right = np.array([places[text.option] for text in texts], dtype=np.intp)
    missing = [option.id for option in question.options if places[option.id] not in right]
    if missing:
        raise BdError(f"{question.decision}: the calibration texts hold none whose answer is {', '.join(missing)}")
    return right


def fit_scale_and_offset(scores: Floats, right: NDArray[np.intp], positive: int) -> tuple[float, float]:
    """Fit scale and offset by maximum likelihood (Newton's method), with a mild ridge on the standardised scale.

    Parameters
    ----------
    scores
        One row a text, one column an option.
    right
        The column of each text's right option.
    positive
        The column that the offset is added to.
    """
    spread = float((scores - scores.mean(axis=1, keepdims=True)).std())
    if spread == 0:
        raise BdError("every option gets the same score on every calibration text: the model cannot tell them apart")
    features = np.zeros((*scores.shape, 2))
    features[:, :, 0] = scores / spread
    features[:, positive, 1] = 1.0
    chosen = features[np.arange(len(right)), right]
    penalty = np.diag([RIDGE, 0.0])
    weights = np.zeros(2)
    for _ in range(_STEPS):
        p = softmax(features @ weights)
        expected = np.einsum("to,tof->tf", p, features)
        gradient = (chosen - expected).sum(axis=0) - penalty @ weights
        spreads = np.einsum("to,tof,tog->fg", p, features, features) - expected.T @ expected
        step = np.linalg.solve(spreads + penalty + 1e-9 * np.eye(2), gradient)
        weights = weights + step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-10:
            break
    return round(float(weights[0]) / spread, _DIGITS), round(float(weights[1]), _DIGITS)


def standardise(scores: Floats, positive: int) -> tuple[float, float]:
    """Return scale and offset that give the log-odds of two options a median of 0 and a standard deviation of 1.

    For questions without right answers: half of the calibration texts get either answer, and a probability says where
    a text stands among them. The shapes are those of `fit_scale_and_offset`.
    """
    odds = scores[:, positive] - scores[:, 1 - positive]
    spread = float(odds.std())
    if spread == 0:
        raise BdError("every calibration text gets the same score: the model cannot tell them apart")
    return round(1 / spread, _DIGITS), round(-float(np.median(odds)) / spread, _DIGITS)


def fit_offset(scores: Floats, share: float, positive: int) -> float:
    """Fit the offset alone, so that the mean probability of the followed option is `share`.

    Parameters
    ----------
    scores
        texts x orders x options: the scores under each order in which the options were listed, columns always in the
        listed order. A text's answer is the mean over its orders.
    share
        The share of the texts that the option is right for, or one half where no answer is right.
    """
    low, high = -60.0, 60.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if float(probabilities(scores, 1.0, middle, positive)[..., positive].mean()) < share:
            low = middle
        else:
            high = middle
    return round((low + high) / 2, _DIGITS)
