"""A BERT encoder in plain numpy, for sentence models whose weights come as `model.safetensors` and `tokenizer.json`.

One text at a time, so that no padding enters. The vector is the mean of the last layer's token vectors.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from bd.ask.model import Build, Setting, missing_packages, setting_of
from bd.ask.statements import StatementModel, Vector
from bd.ask.threads import limit_threads
from bd.ask.weights import package_version, weights_file
from bd.errors import BdError, Problem, ProblemsError
from bd.files import read_bytes
from bd.study.records import ModelCard

__all__ = ["BertEncoder", "bert_statements", "round_to_bits"]

Floats = NDArray[np.float32]

_BLOCK = 32
"""Weights that share one scale when they are rounded."""


def round_to_bits(matrix: Floats, bits: int) -> Floats:
    """Round a matrix to so many bits a weight, in blocks of 32 along its rows.

    Each block keeps one scale, its largest absolute weight over the largest whole number of that many bits (7 for 4
    bits), as a 16-bit float; every weight becomes the nearest whole multiple of it.
    """
    rows, columns = matrix.shape
    if columns % _BLOCK:
        raise BdError(f"a matrix with {columns} columns cannot be cut into blocks of {_BLOCK}")
    blocks = matrix.reshape(rows, columns // _BLOCK, _BLOCK)
    largest = 2 ** (bits - 1) - 1
    scale = (np.abs(blocks).max(axis=2, keepdims=True) / largest).astype(np.float16).astype(np.float32)
    whole = np.rint(np.divide(blocks, scale, out=np.zeros_like(blocks), where=scale > 0))
    rounded: Floats = (np.clip(whole, -largest - 1, largest) * scale).astype(np.float32).reshape(rows, columns)
    return rounded


class BertEncoder:
    """The encoder of a sentence model.

    Card settings: `package`, `file` (the safetensors, with `tokenizer.json` and `config.json` beside it), `tokens` (the
    longest text read, default 256) and `bits` (round every weight matrix, the word table too; absent for the weights
    as they are).
    """

    def __init__(self, card: ModelCard, setting: Setting) -> None:
        limit_threads(setting.threads)
        try:
            from safetensors.numpy import load_file
            from tokenizers import Tokenizer
        except ImportError as error:
            raise missing_packages("bert-statements", error, "safetensors", "tokenizers") from error
        path, sha256 = weights_file(card, setting)
        package = setting_of(card, "package")
        self.build = Build(package, package_version(card, package), sha256)
        self._tokenizer: Any = Tokenizer.from_file(str(path.with_name("tokenizer.json")))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(card.ask.get("tokens", 256))
        self._heads, self._eps, layers = _config(path.with_name("config.json"))
        weights: dict[str, Floats] = {name: np.asarray(w) for name, w in load_file(str(path)).items()}
        bits = card.ask.get("bits")
        if bits is not None:
            weights = {n: round_to_bits(w, bits) if _is_weight_matrix(w) else w for n, w in weights.items()}
        self._weights = weights
        self._layers = [f"encoder.layer.{i}." for i in range(layers)]

    def encode(self, text: str) -> tuple[Vector, int | None]:
        """Return the mean of a text's token vectors."""
        ids = self._tokenizer.encode(text).ids
        w = self._weights
        hidden = (
            w["embeddings.word_embeddings.weight"][ids]
            + w["embeddings.position_embeddings.weight"][: len(ids)]
            + w["embeddings.token_type_embeddings.weight"][0]
        )
        hidden = self._norm(hidden, "embeddings.LayerNorm.")
        for layer in self._layers:
            hidden = self._norm(hidden + self._attend(hidden, layer), layer + "attention.output.LayerNorm.")
            inner = _gelu(self._linear(hidden, layer + "intermediate.dense."))
            hidden = self._norm(hidden + self._linear(inner, layer + "output.dense."), layer + "output.LayerNorm.")
        return hidden.mean(axis=0, dtype=np.float64), len(ids)

    def _linear(self, x: Floats, name: str) -> Floats:
        result: Floats = x @ self._weights[name + "weight"].T + self._weights[name + "bias"]
        return result

    def _norm(self, x: Floats, name: str) -> Floats:
        centred = x - x.mean(axis=-1, keepdims=True)
        deviation = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(self._eps))
        result: Floats = centred / deviation * self._weights[name + "weight"] + self._weights[name + "bias"]
        return result

    def _attend(self, x: Floats, layer: str) -> Floats:
        length, width = x.shape
        size = width // self._heads

        def heads(name: str) -> Floats:
            projected = self._linear(x, f"{layer}attention.self.{name}.")
            return projected.reshape(length, self._heads, size).transpose(1, 0, 2)

        query, key, value = heads("query"), heads("key"), heads("value")
        scores = query @ key.transpose(0, 2, 1) / np.float32(math.sqrt(size))
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        return self._linear(mixed.transpose(1, 0, 2).reshape(length, width), layer + "attention.output.dense.")


def _is_weight_matrix(values: NDArray[Any]) -> bool:
    """Tell a matrix of weights from the vectors of a norm and from tables of whole numbers, such as positions."""
    return values.ndim == 2 and bool(np.issubdtype(values.dtype, np.floating))


def _config(path: Path) -> tuple[int, float, int]:
    try:
        config = orjson.loads(read_bytes(path))
        return int(config["num_attention_heads"]), float(config["layer_norm_eps"]), int(config["num_hidden_layers"])
    except (KeyError, TypeError, ValueError) as error:
        raise ProblemsError([Problem(str(path), None, f"not the configuration of a BERT encoder ({error})")]) from error


_A = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
"""Coefficients of the formula in `_gelu`."""


def _gelu(x: Floats) -> Floats:
    """Return the exact GELU; the error function by Abramowitz and Stegun 7.1.26, within 1.5e-7."""
    z = np.abs(x.astype(np.float64)) / math.sqrt(2)
    t = 1.0 / (1.0 + 0.3275911 * z)
    poly = t * (_A[0] + t * (_A[1] + t * (_A[2] + t * (_A[3] + t * _A[4]))))
    erf = np.copysign(1.0 - poly * np.exp(-z * z), x)
    result: Floats = (0.5 * x * (1.0 + erf)).astype(np.float32)
    return result


def bert_statements(card: ModelCard, setting: Setting) -> StatementModel:
    """Load a statement model on a BERT encoder; the entry point `bert-statements`."""
    return StatementModel(BertEncoder(card, setting), fresh=setting.fresh)
