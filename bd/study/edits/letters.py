"""What belongs to a letter: combining marks, soft hyphens and other signs that are not letters of their own.

Python's expressions end a word before a combining mark, so that "mañana", written with one, would hold the word "man".
Here such signs become letters for as long as words are looked for. Nothing is normalised: the text given back has the
code points that it had.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

__all__ = ["Wholes", "joined", "letter_start"]

_STAND_INS = range(0x12000, 0x12380)
"""Cuneiform: letters that no text of today holds, and of which those that one does hold are passed over."""
_WORD = re.compile(r"\w")
_PICTURE_JOINER = "\u200d"
_FLAGS = range(0x1F1E6, 0x1F200)
"""Letters of which two make a flag."""
_SKINS = range(0x1F3FB, 0x1F400)


class Wholes:
    """Texts written so that every word is whole for an expression: `closed` writes them so, `opened` takes it back.

    Marks belong to the letter before them. Signs that are not seen, such as soft hyphens, belong to a word where its
    letters go on after them, and end it where they do not.

    Examples
    --------
    >>> wholes = Wholes("a mañana of man\u00adagers")
    >>> wholes.opened(wholes.closed("man\u00adagers")) == "man\u00adagers"
    True
    """

    def __init__(self, *texts: str) -> None:
        signs = set().union(*texts)
        kinds = {sign: kind for sign in signs if sign > "\x7f" and (kind := _kind(sign))}
        free = (chr(n) for n in _STAND_INS if chr(n) not in signs)
        self._closing = {ord(sign): letter for sign, letter in zip(sorted(kinds), free, strict=False)}
        self._opening = {ord(letter): chr(sign) for sign, letter in self._closing.items()}
        self._marks = "".join(sign for sign in sorted(kinds) if kinds[sign] == "mark")
        self._run = re.compile(rf"(?<=\w)[{re.escape(''.join(sorted(kinds)))}]+") if kinds else None

    def closed(self, text: str) -> str:
        """Return a text, one of those given or a part of it, with its words whole."""
        return text if self._run is None else self._run.sub(self._close, text)

    def opened(self, text: str) -> str:
        """Return a text as it was before `closed`."""
        return text if self._run is None else text.translate(self._opening)

    def _close(self, run: re.Match[str]) -> str:
        signs = run.group()
        inside = len(signs) if _WORD.match(run.string, run.end()) else len(signs.rstrip(self._unseen(signs)))
        return signs[:inside].translate(self._closing) + signs[inside:]

    def _unseen(self, signs: str) -> str:
        return "".join(set(signs) - set(self._marks)) or " "


def _kind(sign: str) -> str:
    """Return whether a sign is a `mark`, is `unseen`, or is "" a sign of its own."""
    category = unicodedata.category(sign)
    return "mark" if category[0] == "M" else "unseen" if category == "Cf" else ""


def _together(text: str, at: int) -> bool:
    """Tell whether a cut before the sign at `at` would part what is seen as one letter or picture."""
    sign, before = text[at], text[at - 1]
    if sign <= "\x7f":
        return sign == "\n" and before == "\r"
    if before.isspace():
        return unicodedata.category(sign)[0] == "M" and before == " "
    if ord(sign) in _FLAGS and ord(before) in _FLAGS:
        start = at
        while start and ord(text[start - 1]) in _FLAGS:
            start -= 1
        return (at - start) % 2 == 1
    return bool(_kind(sign)) or ord(sign) in _SKINS or before == _PICTURE_JOINER


def letter_start(text: str, at: int) -> int:
    """Return the nearest place at or before `at` where a text can be cut without cutting a letter.

    Examples
    --------
    >>> letter_start("man\u0303ana", 3)
    2
    """
    while 0 < at < len(text) and _together(text, at):
        at -= 1
    return at


def joined(text: str, pieces: Iterable[str]) -> list[str]:
    """Return the pieces of a text, those put together between which it cannot be cut."""
    whole: list[str] = []
    at = 0
    for piece in pieces:
        if at and _together(text, at):
            whole[-1] += piece
        else:
            whole.append(piece)
        at += len(piece)
    return whole
