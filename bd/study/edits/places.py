"""Where before he or she a few words fit, and how they are put there."""

from __future__ import annotations

import re

from bd.study.edits.sentences import starts_sentence

__all__ = ["Place", "insert_before", "place_of"]

# These marks leave room for an apposition too, though it reads less well than after a comma.
_PAUSE = re.compile(r"(?:[;:]\s+|\s[–—-]\s+|[–—(])$")

Place = str
"""`start` of a sentence, after a `comma`, after another `pause`, or `none` of these."""


def place_of(text: str, found: re.Match[str]) -> Place:
    """Say what stands directly before a pronoun."""
    at = found.start()
    if starts_sentence(text, at):
        return "start"
    if text[:at].rstrip().endswith(","):
        return "comma"
    return "pause" if _PAUSE.search(text, max(0, at - 4), at) else "none"


def insert_before(text: str, found: re.Match[str], place: Place, words: str) -> str:
    """Put `words` and a comma before a pronoun, in capitals where the pronoun is.

    At the start of a sentence the first of the words takes over the pronoun's capital.
    """
    pronoun = found.group()
    if pronoun.isupper():
        words = words.upper()
    elif place == "start" and pronoun[0].isupper():
        words, pronoun = words[0].upper() + words[1:], pronoun.lower()
    return f"{text[: found.start()]}{words}, {pronoun}{text[found.end() :]}"
