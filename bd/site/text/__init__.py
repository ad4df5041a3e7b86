"""The catalogue of texts: every sentence for readers, whole, with slots; code chooses one and fills it.

A language is one file of this folder. A slot such as `{model}` takes words, or a piece that a template lays out: a
number with its place in the data file, or a link. Nothing here glues halves of sentences together.
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
        The name of its file, without the ending.

    Examples
    --------
    >>> CATALOGUE["heat.not-clear"]
    'not clear'
    """

    def __init__(self, language: str) -> None:
        self.path = files("bd.site.text").joinpath(f"{language}.toml")
        self.read()

    def read(self) -> None:
        """Read the texts again, as after somebody changed one."""
        self._texts = dict(_flat("", tomllib.loads(self.path.read_text("utf-8"))))
        _pieces.cache_clear()

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
