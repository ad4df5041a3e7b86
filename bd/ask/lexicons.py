"""Ready-made judges of rudeness: a word list with rules, and a classifier that somebody else trained.

They judge every text by one scale of their own and know nothing of the question. The card names, as `detects`, the
right answer that this scale speaks for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from bd.ask.calibrate import fit_scale_and_offset, probabilities, right_options
from bd.ask.model import (
    Answer,
    Build,
    Calibration,
    Labelled,
    Question,
    Row,
    Setting,
    missing_packages,
    setting_of,
)
from bd.ask.threads import limit_threads
from bd.ask.weights import package_version, weights_file
from bd.errors import BdError
from bd.study.records import ModelCard

__all__ = ["ScaleModel", "alt_profanity_check", "vader"]


class ScaleModel:
    """A judge with one number a text.

    Where the number is a probability already, it is the answer. Otherwise scale and offset are fitted.

    Card settings: `package` and `file` (what is hashed as the weights) and `detects` (the value of the decision's truth
    label for which the number is high).
    """

    decides = "argmax"
    anywhere = ("scikit-learn",)

    def __init__(self, card: ModelCard, build: Build, judge: Callable[[str], float], *, is_probability: bool) -> None:
        self.build = build
        self._card = card
        self._judge = judge
        self._is_probability = is_probability

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        """Fit scale and offset, unless the judge gives probabilities of its own."""
        self._place(question)
        if self._is_probability:
            return {"method": "none", "texts": 0}
        scores = np.array([self._scores(question, text.text) for text in texts])
        scale, offset = fit_scale_and_offset(scores, right_options(question, texts), question.positive_index)
        return {"method": "scale and offset", "scale": scale, "offset": offset, "texts": len(texts)}

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        """Judge each row's text."""
        place = self._place(question)
        for row in rows:
            started = time.perf_counter()
            if self._is_probability:
                chance = self._judge(row.text)
                p = [chance if i == place else 1 - chance for i in range(2)]
            else:
                scores = self._scores(question, row.text)
                fitted = probabilities(scores, calibration["scale"], calibration["offset"], question.positive_index)
                p = [float(value) for value in fitted]
            spent = (time.perf_counter() - started) * 1000
            yield Answer(None, {o.id: value for o, value in zip(question.options, p, strict=True)}, None, spent)

    def _scores(self, question: Question, text: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        scores = np.zeros(len(question.options))
        scores[self._place(question)] = self._judge(text)
        return scores

    def _place(self, question: Question) -> int:
        detects = setting_of(self._card, "detects")
        places = [i for i, option in enumerate(question.options) if option.truth == detects]
        if len(places) != 1 or len(question.options) != 2:
            raise BdError(
                f"{self._card.path}: this model can only be asked questions with two options, one of "
                f"them right for {detects!r}; {question.decision} is not one"
            )
        return places[0]


def vader(card: ModelCard, setting: Setting) -> ScaleModel:
    """Load the VADER word list and rules; the entry point `vader`."""
    try:
        from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer
    except ImportError as error:
        raise missing_packages("vader", error, "vaderSentiment") from error
    _, sha256 = weights_file(card, setting)
    package = setting_of(card, "package")
    analyzer = SentimentIntensityAnalyzer()

    def negative(text: str) -> float:
        return -float(analyzer.polarity_scores(text)["compound"])

    return ScaleModel(card, Build(package, package_version(card, package), sha256), negative, is_probability=False)


def alt_profanity_check(card: ModelCard, setting: Setting) -> ScaleModel:
    """Load alt-profanity-check, whose pickles run code when they are read; the entry point `alt-profanity-check`."""
    limit_threads(setting.threads)
    try:
        import profanity_check
    except ImportError as error:
        raise missing_packages("alt-profanity-check", error, "alt-profanity-check") from error
    _, sha256 = weights_file(card, setting)
    package = setting_of(card, "package")

    def rude(text: str) -> float:
        return float(profanity_check.predict_prob([text])[0])

    return ScaleModel(card, Build(package, package_version(card, package), sha256), rude, is_probability=True)
