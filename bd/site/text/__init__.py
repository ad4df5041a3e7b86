"""The catalogue of texts: every sentence for readers, whole, with slots; code chooses one and fills it.

A language is the files of this folder that begin with its name. A slot such as `{model}` takes words, or a piece that a
template lays out: a number with its place in the data file, or a link. Nothing here glues halves of sentences together.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from bd.site.records.parts import Piece, Sentence

__all__ = ["CATALOGUE", "Catalogue", "text", "worded"]

_SLOT = re.compile(r"\{([a-z_]+)\}")


class Catalogue(Mapping[str, str]):
    """The texts of one language by their keys, such as `home.board`.

    Parameters
    ----------
    language
        What the names of its files begin with.

    Examples
    --------
    >>> CATALOGUE["heat.not-clear"]
    'not clear'
    """

    def __init__(self, language: str) -> None:
        every = (path for path in files("bd.site.text").iterdir() if path.name.endswith(".toml"))
        self.paths = sorted((path for path in every if path.name.startswith(language)), key=lambda each: each.name)
        self.read()

    def read(self) -> None:
        """Read the texts again, as after somebody changed one."""
        self._texts: dict[str, str] = {}
        for path in self.paths:
            self._texts |= _flat("", tomllib.loads(path.read_text("utf-8")))
        _pieces.cache_clear()

    def below(self, above: str) -> tuple[str, ...]:
        """Return what stands directly below a part of a key, each once and in the order of the file."""
        start = f"{above}."
        return tuple(dict.fromkeys(key[len(start) :].partition(".")[0] for key in self if key.startswith(start)))

    def __getitem__(self, key: str) -> str:
        return self._texts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def _flat(above: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield f"{above}{key}", value
        else:
            yield from _flat(f"{above}{key}.", value)


@cache
def _pieces(key: str) -> tuple[str, ...]:
    """Return a text cut at its slots: words, a slot's name, words, and so on."""
    return tuple(_SLOT.split(CATALOGUE[key]))


CATALOGUE = Catalogue("en")
"""The language of the pages."""


def text(key: str, **slots: Piece | Sentence) -> Sentence:
    """Return a text with its slots filled; each may take several pieces.

    Raises
    ------
    KeyError
        There is no such text, or a slot of it was not filled.
    """
    said: list[Piece] = []
    for number, piece in enumerate(_pieces(key)):
        filled: Any = slots[piece] if number % 2 else piece
        many = isinstance(filled, tuple) and not hasattr(filled, "_fields")
        said.extend(each for each in (filled if many else (filled,)) if each != "")
    return tuple(said)


def worded(key: str, **slots: str) -> str:
    """Return a text whose slots take words alone, as words.

    Examples
    --------
    >>> worded("swing.says", option="yes")
    'says “yes”'
    """
    return "".join(str(each) for each in text(key, **slots))
