"""What a language model answered to a prompt, remembered between runs.

The engine gives the same numbers for the same weights and prompt, so a model that only draws from them, or a run that
was interrupted, need not compute them again. What may be looked up here, and what must be asked anew, the adapter says.
The memory lies in the cache folder; without it everything still works, more slowly.
"""

from __future__ import annotations

import hashlib
import sqlite3
import weakref
from collections.abc import Sequence
from pathlib import Path

import orjson

from bd.errors import BdError

__all__ = ["PromptMemory", "Remembered"]

Remembered = tuple[list[float | None], int | None]
"""The log-probability of each wanted piece (None where it was not among the most probable), and the tokens read."""


class PromptMemory:
    """Log-probabilities by weights, engine, prompt and wanted pieces."""

    def __init__(self, path: Path, model: str) -> None:
        self._model = model
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=30)
            weakref.finalize(self, self._db.close)  # from Python 3.13 on, a connection left open is warned about
            self._db.execute("pragma synchronous = off")
            self._db.execute("create table if not exists prompts (key blob primary key, value blob not null)")
        except (OSError, sqlite3.Error) as error:
            raise BdError(f"{path}: cannot be used ({error}); it may be deleted") from error

    def _key(self, prompt: str, pieces: Sequence[int]) -> bytes:
        return hashlib.sha256(orjson.dumps([self._model, prompt, list(pieces)])).digest()

    def get(self, prompt: str, pieces: Sequence[int]) -> Remembered | None:
        """Return what was remembered, if anything was."""
        try:
            row = self._db.execute("select value from prompts where key = ?", (self._key(prompt, pieces),)).fetchone()
        except sqlite3.Error as error:
            raise BdError(f"{self._path}: cannot be read ({error}); it may be deleted") from error
        if row is None:
            return None
        logprobs, tokens = orjson.loads(row[0])
        return logprobs, tokens

    def put(self, prompt: str, pieces: Sequence[int], value: Remembered) -> None:
        """Remember an answer."""
        try:
            self._db.execute(
                "insert or replace into prompts values (?, ?)", (self._key(prompt, pieces), orjson.dumps(value))
            )
        except sqlite3.Error as error:
            raise BdError(f"{self._path}: cannot be written ({error}); it may be deleted") from error
