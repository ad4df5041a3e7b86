"""Made-up answers as the lines of a log, all rows of a log at once; no Python object a row.

The lines are those that `bd ask` would save, key by key. Which rows a log holds is `benchmarks.generate`'s part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from benchmarks.texts import chance

__all__ = ["Behaviour", "Rows", "log_lines"]

MILLION = 1_000_000
_SUREST = 999_000
"""No answer is surer than so many millionths."""
_LATENCIES = 9_000
_TOKENS = (90, 160)
_SHIFT = 0.3
"""How far a version moves a model at most, before its answers are squeezed between 0 and 1."""
_NOISE = 0.1


@dataclass(frozen=True)
class Behaviour:
    """How a model answers, one table of `study/models.toml`."""

    share: float
    """Of a decision's texts, the part it is asked about."""
    spread: float
    refuses: float
    """How often it gives no answer."""
    sampled: bool = False
    decisions: tuple[str, ...] = ()
    """What it is asked; empty for all."""


@dataclass(frozen=True)
class Rows:
    """The rows of a log before they are answered."""

    ids: pa.StringArray
    texts: NDArray[np.int64]
    """Which text each row is about: its place in the whole set."""
    versions: NDArray[np.int64]
    """Which version of it."""


def log_lines(
    model: str, behaviour: Behaviour, decision: str, edit: str, options: Sequence[str], rows: Rows, seed: int
) -> pa.Buffer:
    """Return the bytes of a log, not yet packed.

    Parameters
    ----------
    options
        Both options, the one whose probability is followed first.
    """
    draw = chance(model, decision, edit, seed)
    millionths = _millionths(chance(model, decision, seed), draw, behaviour.spread, rows)
    first = draw.random(len(rows.ids)) * MILLION < millionths if behaviour.sampled else millionths * 2 >= MILLION
    refused = pa.array(draw.random(len(rows.ids)) < behaviour.refuses)
    body = pc.if_else(refused, '"choice":null,"error":"refused","type":"choice"', _body(millionths, first, options))
    lines = pc.binary_join_element_wise(
        f'{{"answers":{{"{decision}":{{',
        body,
        '}},"id":"',
        rows.ids,
        '","latency_ms":',
        _decimals().take(pa.array(draw.integers(1, _LATENCIES, len(rows.ids)))),
        f',"model":"{model}","usage":{{"input_tokens":',
        pc.cast(pa.array(draw.integers(*_TOKENS, len(rows.ids))), pa.string()),
        "}}\n",
        "",
    )
    return lines.buffers()[2].slice(0, pc.sum(pc.binary_length(lines)).as_py() or 0)


def _millionths(
    of_texts: np.random.Generator, of_rows: np.random.Generator, spread: float, rows: Rows
) -> NDArray[np.int64]:
    """Return the probability of the first option: the text's own lean, moved by the version and a little by chance.

    Only sums, products and one division, so that every machine gets the same numbers.
    """
    leans = of_texts.random((int(rows.texts.max(initial=0)) + 1, 2)).sum(axis=1) - 1
    moved = (of_rows.random(int(rows.versions.max(initial=0)) + 1) - 0.5) * _SHIFT
    noise = (of_rows.random(len(rows.texts)) - 0.5) * _NOISE
    z = (leans[rows.texts] + moved[rows.versions] + noise) * spread
    p = 0.5 + 0.5 * z / (1 + np.abs(z))
    millionths: NDArray[np.int64] = np.clip(np.rint(p * MILLION), MILLION - _SUREST, _SUREST).astype(np.int64)
    return millionths


def _body(millionths: NDArray[np.int64], first: NDArray[np.bool_], options: Sequence[str]) -> pa.StringArray:
    """Return choice and probabilities; the keys of every object are sorted, as `bd ask` writes them."""
    of_option = dict(zip(options, (millionths, MILLION - millionths), strict=True))
    one, other = sorted(options)
    return pc.binary_join_element_wise(
        '"choice":"',
        pc.if_else(pa.array(first), *options),
        f'","probabilities":{{"{one}":',
        _fractions().take(pa.array(of_option[one])),
        f',"{other}":',
        _fractions().take(pa.array(of_option[other])),
        '},"type":"choice"',
        "",
    )


@cache
def _fractions() -> pa.StringArray:
    """Return every number of millionths as JSON writes it, in order."""
    return pa.array([repr(n / MILLION) for n in range(MILLION + 1)])


@cache
def _decimals() -> pa.StringArray:
    return pa.array([repr(n / 10) for n in range(_LATENCIES)])
