"""Words on cards: the two fonts that come along, how wide a line is, and how text is broken and made to fit.

Fonts of the machine are never asked, and Pillow's plain layout is used, which needs no further library: both would make
the picture depend on where it is drawn. So letters stand one after the other; a run of right-to-left letters is turned
round as a whole, and a sign that no font has is the font's empty box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from PIL import ImageFont

__all__ = ["SANS", "SERIF", "Lines", "fitted", "font", "runs", "shown", "width_of"]

SERIF, SANS = "DejaVuSerifCondensed-Bold.ttf", "DejaVuSansCondensed.ttf"

_FONTS = Path(__file__).parent / "fonts"
_LACKED = "\uffff"
"""Never a letter: what a font draws for it, it draws for every sign that it lacks."""
_PROBE = 20
"""Size at which fonts are asked whether they have a sign."""
_UNSEEN = ("Cc", "Cf", "Cs")
_MARK = "Mn"
"""Accents that combine with the letter before them."""
_TURNED = re.compile("r(?:[rn]*r)?")
_MORE = "…"
_LONGEST = 600
"""Signs of a text that are looked at; a card has no room for more."""


@dataclass(frozen=True)
class Lines:
    """Text broken into lines at one size."""

    size: int
    lines: tuple[str, ...]


def shown(text: str) -> str:
    """Return a text as a card can show it: on one line, letters composed, without unseen signs."""
    signs = (sign for sign in unicodedata.normalize("NFC", text) if sign.isspace() or not _is_unseen(sign))
    words = (_based(word) for word in "".join(signs)[:_LONGEST].split())
    return " ".join(word for word in words if word)


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN or "\ufe00" <= sign <= "\ufe0f"  # the latter choose a variant


def _based(word: str) -> str:
    """Return a word from its first letter on; a mark without one would stand to the left of the line."""
    return word.lstrip("".join(sign for sign in word if unicodedata.category(sign) == _MARK))


@cache
def _content(name: str) -> bytes:
    return (_FONTS / name).read_bytes()


@lru_cache(maxsize=128)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return one of the fonts that come along, `size` pixels large."""
    return ImageFont.truetype(BytesIO(_content(name)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _has(name: str, sign: str) -> bool:
    probe = font(name, _PROBE)
    return bytes(probe.getmask(sign)) != bytes(probe.getmask(_LACKED))


def runs(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield a line as it is drawn from left to right, in stretches of one font: the font's name and the signs."""
    for has, signs in groupby(_turned(text), lambda sign: _has(name, sign)):
        yield (name if has else SANS), "".join(signs)


def _turned(text: str) -> str:
    """Return a line with each run of right-to-left letters turned round."""
    kinds = "".join(_direction(sign) for sign in text)
    for match in _TURNED.finditer(kinds):
        start, end = match.span()
        text = text[:start] + text[start:end][::-1] + text[end:]
    return text


def _direction(sign: str) -> str:
    kind = unicodedata.bidirectional(sign)
    return "r" if kind in ("R", "AL") else "n" if kind in ("WS", "ON", "CS", "NSM") else "l"


@lru_cache(maxsize=4096)
def width_of(text: str, name: str, size: int) -> float:
    """Return how many pixels a line takes."""
    return sum(font(which, size).getlength(signs) for which, signs in runs(text, name))


def fitted(text: str, name: str, sizes: Sequence[int], width: float, most: int, *, even: bool = False) -> Lines:
    """Return a text at the largest size at which it takes no more than `most` lines.

    Where even the smallest size is too large, long words are broken and the end is left out.

    Parameters
    ----------
    sizes
        In pixels, the largest first.
    width
        Pixels that a line may take.
    even
        Make the lines about as long as each other.
    """
    words = shown(text).split()
    for size in sizes:
        lines = _broken(words, name, size, width)
        whole = all(width_of(word, name, size) <= width for word in words)
        if whole and len(lines) <= most:
            return Lines(size, _evened(words, name, size, width, lines) if even else lines)
    pieces = [piece for word in words for piece in _pieces(word, name, sizes[-1], width)]
    lines = _broken(pieces, name, sizes[-1], width)
    if len(lines) > most:
        lines = (*lines[: most - 1], _shortened(" ".join(lines[most - 1 :]), name, sizes[-1], width))
    return Lines(sizes[-1], lines)


def _broken(words: Sequence[str], name: str, size: int, width: float) -> tuple[str, ...]:
    lines: list[list[str]] = []
    room, space = 0.0, width_of(" ", name, size)
    for word in words:
        takes = width_of(word, name, size) + space
        if not lines or takes > room + space:
            lines.append([])
            room = width
        lines[-1].append(word)
        room -= takes
    return tuple(" ".join(line) for line in lines)


def _evened(words: Sequence[str], name: str, size: int, width: float, lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the same number of lines, broken at the smallest width that does."""
    for part in range(50, 100, 5):
        tried = _broken(words, name, size, width * part / 100)
        if len(tried) == len(lines) and all(width_of(line, name, size) <= width for line in tried):
            return tried
    return lines


def _pieces(word: str, name: str, size: int, width: float) -> Iterator[str]:
    """Yield a word in pieces that fit a line each."""
    piece, taken = "", 0.0
    for sign in word:
        takes = width_of(sign, name, size)
        if piece and taken + takes > width:
            yield piece
            piece, taken = "", 0.0
        piece, taken = piece + sign, taken + takes
    yield piece


def _shortened(text: str, name: str, size: int, width: float) -> str:
    room, kept = width - width_of(_MORE, name, size), ""
    for sign in text:
        room -= width_of(sign, name, size)
        if room < 0:
            return kept.rstrip() + _MORE
        kept += sign
    return kept
