"""Classifiers trained here, on texts chosen so that an effect is known to be there, or known to be absent.

They show that the rest of `bd` finds what was planted and stays quiet where nothing was. Training takes a moment and
is repeated whenever such a model is loaded; the same texts and settings give the same model.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import orjson

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
from bd.ask.weights import package_version
from bd.errors import BdError
from bd.study import edits
from bd.study.records import ModelCard, Text, TextSet

__all__ = ["TrainedModel", "planted", "with_shares"]

_TOKENS = r"(?u)\b\w+\b"
"""Every word, one-letter words and pronouns too."""
_NOT_OF_RECIPE = ("decisions", "ties")
"""Settings that say what is asked, and which of the models that one recipe gave on several machines is meant."""


class TrainedModel:
    """TF-IDF of single words and logistic regression, trained a question at a time.

    Card settings: `training` (a text set), `truth` (its label that holds the right answer), `strength` (the inverse of
    the regularisation, scikit-learn's `C`), `words` (only so many of the most frequent words are seen; absent for all),
    `ties` (for a decision, which of the words that are equally frequent at that limit are seen; else by the alphabet),
    `imbalance` (`label`, `value` and `share`: of the training texts of each right answer, the share whose label has the
    value; 0.5 where a right answer is not named; absent for texts as they come) and `mirror` (an edit kind: each
    training text is also trained on in its edited form, with the same right answer).
    """

    decides = "argmax"
    anywhere = ("scikit-learn",)

    def __init__(self, card: ModelCard, setting: Setting) -> None:
        limit_threads(setting.threads)
        name = setting_of(card, "training")
        if name not in setting.texts:
            raise BdError(f"{card.path}: no text set {name!r} to train on")
        self._card = card
        self._texts: TextSet = setting.texts[name]
        recipe = [self._texts.sha256, _TOKENS, {k: v for k, v in sorted(card.ask.items()) if k not in _NOT_OF_RECIPE}]
        sha256 = hashlib.sha256(orjson.dumps(recipe, option=orjson.OPT_SORT_KEYS)).hexdigest()
        self.build = Build("scikit-learn", package_version(card, "scikit-learn"), sha256)
        self._trained: dict[str, Any] = {}

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        """Fit nothing: the classifier's probabilities are used as they are."""
        return {"method": "none", "texts": 0}

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        """Answer each row with the classifier trained for the question."""
        pipeline = self._classifier(question)
        columns = [list(pipeline.classes_).index(option.truth) for option in question.options]
        for row in rows:
            started = time.perf_counter()
            p = pipeline.predict_proba([row.text])[0]
            spent = (time.perf_counter() - started) * 1000
            chances = {o.id: float(p[column]) for o, column in zip(question.options, columns, strict=True)}
            yield Answer(None, chances, None, spent)

    def _classifier(self, question: Question) -> Any:
        if question.decision not in self._trained:
            self._trained[question.decision] = self._train(question)
        return self._trained[question.decision]

    def _train(self, question: Question) -> Any:
        try:
            from sklearn.feature_extraction.text import TfidfVectorizer
            from sklearn.linear_model import LogisticRegression
            from sklearn.pipeline import make_pipeline
        except ImportError as error:
            raise missing_packages("planted", error, "scikit-learn") from error
        truth = setting_of(self._card, "truth")
        groups = {o.truth: [t for t in self._texts.texts if t.labels.get(truth) == o.truth] for o in question.options}
        empty = [value for value, texts in groups.items() if not texts]
        if empty:
            raise BdError(f"{self._texts.id}: no training texts whose {truth} is {', '.join(empty)}")
        chosen = with_shares(groups, self._card.ask.get("imbalance", {}))
        texts, right = _mirrored(chosen, truth, self._card.ask.get("mirror"))
        pipeline = make_pipeline(
            TfidfVectorizer(token_pattern=_TOKENS, vocabulary=self._vocabulary(texts, question.decision)),
            LogisticRegression(C=float(self._card.ask.get("strength", 1.0)), random_state=0, max_iter=2000),
        )
        return pipeline.fit(texts, np.array(right))

    def _vocabulary(self, texts: Sequence[str], decision: str) -> list[str] | None:
        """Return the words that are seen, in order; None for all.

        scikit-learn's own `max_features` sorts frequencies in a way that leaves equal ones in an order which depends on
        the processor, so the last words were others on another machine.
        """
        most = self._card.ask.get("words")
        if most is None:
            return None
        preferred = self._card.ask.get("ties", {}).get(decision, ())
        counts = Counter(word for text in texts for word in re.findall(_TOKENS, text.lower()))
        ranked = sorted(counts, key=lambda word: (-counts[word], word not in preferred, word))
        return sorted(ranked[:most])


def with_shares(groups: Mapping[str, Sequence[Text]], imbalance: Mapping[str, Any]) -> list[Text]:
    """Choose as many texts of each right answer, the wanted share of them with the wanted value of a label.

    As many as every right answer can give; of equals the first by SHA-256 of their id. Without an `imbalance` no label
    counts.
    """
    by_hash = {truth: _by_hash(texts) for truth, texts in groups.items()}
    if not imbalance:
        size = min(len(texts) for texts in by_hash.values())
        return [text for texts in by_hash.values() for text in texts[:size]]
    label, value = str(imbalance.get("label")), imbalance.get("value")
    split = {}
    for truth, ranked in by_hash.items():
        share = float(imbalance.get("share", {}).get(truth, 0.5))
        having = [t for t in ranked if t.labels.get(label) == value]
        others = [t for t in ranked if t.labels.get(label) != value]
        split[truth] = (share, having, others)
    size = min(_largest(share, len(having), len(others)) for share, having, others in split.values())
    chosen = []
    for share, having, others in split.values():
        wanted = round(share * size)
        chosen += having[:wanted] + others[: size - wanted]
    return chosen


def _by_hash(texts: Sequence[Text]) -> list[Text]:
    return sorted(texts, key=lambda t: hashlib.sha256(t.id.encode()).hexdigest())


def _largest(share: float, having: int, others: int) -> int:
    """Return how many texts can be taken so that `share` of them come from `having` and the rest from `others`."""
    size = having + others
    while size and (round(share * size) > having or size - round(share * size) > others):
        size -= 1
    return size


def _mirrored(texts: Sequence[Text], truth: str, mirror: str | None) -> tuple[list[str], list[str]]:
    """Return training texts and their right answers, each text with its edited form where a mirror is asked for.

    A text that cannot be edited is left out, so that every text has its mirror image.
    """
    if mirror is None:
        return [t.text for t in texts], [str(t.labels[truth]) for t in texts]
    words: list[str] = []
    right: list[str] = []
    for text in texts:
        edited = edits.apply(mirror, text.text, {})
        if not isinstance(edited, edits.Excluded):
            words += [text.text, edited.text]
            right += [str(text.labels[truth])] * 2
    return words, right


def planted(card: ModelCard, setting: Setting) -> TrainedModel:
    """Train a planted model; the entry point `planted`."""
    return TrainedModel(card, setting)
