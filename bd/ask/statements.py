"""Models that compare a text with one statement an option, and answer by the nearest.

The score of an option is the cosine between the text's vector and that of the option's statement. The order in which
options are listed never enters. How vectors are made is the encoders' part.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bd.ask.calibrate import fit_scale_and_offset, probabilities, right_options, standardise, unlabelled
from bd.ask.model import Answer, Build, Calibration, Labelled, Question, Row

__all__ = ["Encoder", "StatementModel", "unit"]

Vector = NDArray[np.float64]


class Encoder(Protocol):
    """Turns one text into one vector, the same vector whatever was encoded before."""

    build: Build

    def encode(self, text: str) -> tuple[Vector, int | None]:
        """Return a text's vector, of any length, and the number of tokens read."""
        ...


def unit(vector: NDArray[np.floating]) -> Vector:
    """Return a vector of length 1 in the same direction; a zero vector stays zero."""
    wide = np.asarray(vector, dtype=np.float64)
    length = float(np.sqrt((wide * wide).sum()))
    return wide if length == 0 else wide / length


class StatementModel:
    """An encoder, asked by statements.

    Vectors are kept while the model is loaded, since several logs hold the same text; with `fresh`, those of texts
    are not.
    """

    decides = "argmax"
    anywhere = ("safetensors", "tokenizers")

    def __init__(self, encoder: Encoder, *, fresh: bool = False) -> None:
        self.build = encoder.build
        self._encoder = encoder
        self._fresh = fresh
        self._memo: dict[str, tuple[Vector, int | None]] = {}

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        """Fit scale and offset on the calibration texts."""
        scores = np.array([self._scores(question, text.text, again=False)[0] for text in texts])
        if unlabelled(texts):
            scale, offset = standardise(scores, question.positive_index)
            return {"method": "standard log-odds", "scale": scale, "offset": offset, "texts": len(texts)}
        right = right_options(question, texts)
        scale, offset = fit_scale_and_offset(scores, right, question.positive_index)
        return {"method": "scale and offset", "scale": scale, "offset": offset, "texts": len(texts)}

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        """Answer each row; a second attempt is encoded anew."""
        for row in rows:
            scores, tokens, spent = self._scores(question, row.text, again=self._fresh or row.attempt > 1)
            p = probabilities(scores, calibration["scale"], calibration["offset"], question.positive_index)
            chances = {option.id: float(value) for option, value in zip(question.options, p, strict=True)}
            yield Answer(None, chances, tokens, spent)

    def _scores(self, question: Question, text: str, *, again: bool) -> tuple[Vector, int | None, float | None]:
        statements = [self._vector(option.statement, again=False)[0] for option in question.options]
        vector, tokens, spent = self._vector(text, again=again)
        return np.array([float((vector * statement).sum()) for statement in statements]), tokens, spent

    def _vector(self, text: str, *, again: bool) -> tuple[Vector, int | None, float | None]:
        """Return a text's unit vector, the tokens read, and the milliseconds (None if it was kept)."""
        if not again and text in self._memo:
            return (*self._memo[text], None)
        started = time.perf_counter()
        vector, tokens = self._encoder.encode(text)
        spent = (time.perf_counter() - started) * 1000
        self._memo[text] = (unit(vector), tokens)
        return (*self._memo[text], spent)
