import numpy as np
import pytest
from scipy.special import erf

from bd.ask.minilm import _config, _gelu, _is_weight_matrix, round_to_bits
from bd.errors import BdError, ProblemsError


def matrix(rows=6, columns=96):
    return np.random.default_rng(0).normal(size=(rows, columns)).astype(np.float32)


def test_rounded_weights_are_whole_multiples_of_one_scale_a_block():
    rounded = round_to_bits(matrix(), 4).reshape(6, 3, 32)
    for block in rounded.reshape(-1, 32):
        values = np.unique(np.abs(block[block != 0]))
        whole = block / values.min() if values.min() * 7.5 > values.max() else block / (values.max() / 7)
        assert np.abs(whole - np.rint(whole)).max() < 1e-3
        assert len(np.unique(block)) <= 16


def test_a_weight_moves_by_half_a_step_at_most():
    weights = matrix()
    largest = np.abs(weights.reshape(6, 3, 32)).max(axis=2, keepdims=True)
    moved = np.abs(round_to_bits(weights, 4) - weights).reshape(6, 3, 32)
    assert (moved <= largest / 7 * 0.51).all()


def test_more_bits_lie_nearer():
    weights = matrix()
    off = [float(np.abs(round_to_bits(weights, bits) - weights).mean()) for bits in (2, 4, 8)]
    assert off == sorted(off, reverse=True)


def test_a_block_of_zeros_stays_zero():
    assert not round_to_bits(np.zeros((2, 32), dtype=np.float32), 4).any()


def test_a_matrix_that_cannot_be_cut_into_blocks_is_refused():
    with pytest.raises(BdError, match="a matrix with 40 columns cannot be cut into blocks of 32"):
        round_to_bits(np.zeros((2, 40), dtype=np.float32), 4)


def test_gelu_is_the_exact_one():
    x = np.linspace(-6, 6, 2001, dtype=np.float32)
    assert _gelu(x) == pytest.approx(0.5 * x * (1 + erf(x / np.sqrt(2))), abs=1e-6)


@pytest.mark.parametrize("content", ['{"num_attention_heads": 12}', "{cut off", "[]"])
def test_another_configuration_is_named(tmp_path, content):
    (tmp_path / "config.json").write_text(content)
    with pytest.raises(ProblemsError, match="not the configuration of a BERT encoder"):
        _config(tmp_path / "config.json")


def test_only_matrices_of_weights_are_rounded():
    assert _is_weight_matrix(np.ones((2, 3), dtype=np.float32))
    assert not _is_weight_matrix(np.ones(3, dtype=np.float32))
    assert not _is_weight_matrix(np.arange(6).reshape(2, 3))
