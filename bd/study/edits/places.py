"""Where before he or she a few words fit, and how they are put there."""

from __future__ import annotations

import re
from typing import NamedTuple

from bd.study.edits.sentences import starts_sentence

__all__ = ["Place", "Room", "place_of", "room_before"]

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


class Room(NamedTuple):
    """Where before a pronoun words fit; the text is `before`, `pronoun` and `after`."""

    before: str
    pronoun: str
    after: str
    place: Place

    def filled(self, words: str) -> str:
        """Return the text with `words` and a comma before the pronoun, in capitals where the pronoun is.

        At the start of a sentence the first of the words takes over the pronoun's capital.
        """
        pronoun = self.pronoun
        if pronoun.isupper():
            words = words.upper()
        elif self.place == "start" and pronoun[0].isupper():
            words, pronoun = words[0].upper() + words[1:], pronoun.lower()
        return f"{self.before}{words}, {pronoun}{self.after}"


def room_before(text: str, found: re.Match[str], place: Place) -> Room:
    """Return the room before a pronoun, given what `place_of` says of it."""
    return Room(text[: found.start()], found.group(), text[found.end() :], place)
