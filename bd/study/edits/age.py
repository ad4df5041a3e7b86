"""The stated age: "At 61, " before he or she, in texts that do not tell an age already.

Which ages are compared is written in the study.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bd.study.edits.outcome import Edited, Excluded
from bd.study.edits.places import Room, place_of, room_before
from bd.study.edits.sentences import remembered, subject_pronouns

__all__ = ["stated_age", "states_age_or_year"]

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"

# One walk along the digits, and looking around each, is several times as fast as one expression for everything.
_DIGITS = re.compile(r"\d+")
_YEAR = re.compile(r"(?:19[3-9]\d|20[01]\d|202[0-6])$")
_BEFORE_AGE = re.compile(
    r"(?:\b(?:at|age|ages|aged|turned|turning|turns|ag(?:e|es|ed)\s+of)\s+(?:about\s+|just\s+|only\s+|nearly\s+)?"
    r"|\b(?:he|she)(?:\s+is|\s+was|['’]s)\s+(?:now\s+|just\s+)?)$"
)
# "Now 41, she", "Ms. Tranh is 38, and": a bare number is an age where the clause ends with it.
_BARE_BEFORE = re.compile(r"\b(?:now|is|was|being)\s+(?:now\s+|just\s+|only\s+)?$")
_BARE_AFTER = re.compile(r"\s*[,.;)\u2014]|\s+(?:and|when|but|with)\b|$")
_AFTER_AGE = re.compile(
    r"[-\s]years?[-\s](?:old|of[-\s]age|young)\b|\s*(?:y/?o|yr\s+old)\b|(?:th|st|nd|rd)\s+birthday\b|[-\s]*(?:m|f)\b(?=[,\s])"
)
_NO_AGE_AFTER = re.compile(
    r"\s*(?:[ap]\.?m\b|%|percent|o['’]clock)|[:.,]\d|(?:th|st|nd|rd)\b|\s+(?:years|hospitals|clinics|schools|sites)\b"
)
_IN_DECADE = re.compile(r"\b(?:his|her|their)\s+(?:(?:early|mid|late)[-\s]+)*$")

_HINTS = (
    *_TENS.split("|"), "ties", "teens", "birthday", "born", "years old", "year-old", "years young", "age of", "of age",
    "at age",
)  # fmt: skip
_IN_WORDS = re.compile(
    rf"\b(?:at|aged?|turned|turning|turns)\s+(?:about\s+|just\s+|only\s+|of\s+)?(?:{_TENS})\b"
    r"|\bat\s+(?:the\s+)?age\b|\bage\s+of\b|\byears?[-\s]+(?:old|young|of[-\s]age)\b|\bbirthday\b"
    r"|\b(?:his|her|their)\s+(?:(?:early|mid|late)[-\s]+)*(?:teens|(?:twen|thir|for|fif|six|seven|eigh|nine)ties)\b"
    rf"|\bborn\s+(?:on\s+|in\s+)?(?:{_MONTHS})\b"
)


def _digits_tell(low: str, found: re.Match[str]) -> bool:
    start, end = found.span()
    before = low[start - 1 : start]
    if end - start == 4 and _YEAR.match(found.group()):
        # An amount ("$2000", "1,998.20") is no year.
        return before not in ("$", "€", "£", ".") and not re.match(r"[.,]\d|%", low[end : end + 2])
    if end - start > 2 or before in ("$", "€", "£", "."):
        return False
    if before in ("'", "’") and end - start == 2:  # class of '98
        return True
    if _AFTER_AGE.match(low, end):
        return True
    around = low[max(0, start - 24) : start]
    if end - start == 2 and _BARE_BEFORE.search(around) and _BARE_AFTER.match(low, end):
        return True
    if low[end : end + 1] == "s":
        return _IN_DECADE.search(around) is not None
    return _BEFORE_AGE.search(around) is not None and end - start == 2 and _NO_AGE_AFTER.match(low, end) is None


def states_age_or_year(text: str) -> bool:
    """Tell whether the text states an age, a birth, or any year from 1930 to 2026, from which an age may be read.

    Generous on purpose: a text left out costs little, one with two ages would measure a contradiction.
    """
    low = text.lower()
    if any(_digits_tell(low, found) for found in _DIGITS.finditer(low)):
        return True
    return any(hint in low for hint in _HINTS) and _IN_WORDS.search(low) is not None


def stated_age(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Put "At 61, " with the setting `age` before the first he or she that starts a sentence.

    Where none does, the first after a comma is taken.

    Parameters
    ----------
    text : str
        The text as written.
    settings : Mapping[str, Any]
        `age`: a whole number of years.

    Returns
    -------
    Edited | Excluded
        Excluded where the text states an age or a year, has no he or she, or has no room.

    Examples
    --------
    >>> stated_age("He operates in Halden.", {"age": 61})
    Edited(text='At 61, he operates in Halden.')
    """
    room = _room(text)
    return room if isinstance(room, Excluded) else Edited(room.filled(f"at {settings['age']}"))


@remembered
def _room(text: str) -> Room | Excluded:
    """Return where an age fits."""
    pronouns = subject_pronouns(text)
    comma = None
    for found in pronouns:
        place = place_of(text, found)
        if place == "start":
            return _unless_stated(text, room_before(text, found, place))
        if place == "comma" and comma is None:
            comma = room_before(text, found, place)
    if comma is not None:
        return _unless_stated(text, comma)
    return Excluded("no place for an age" if pronouns else "no he or she")


def _unless_stated(text: str, room: Room) -> Room | Excluded:
    return Excluded("states an age or a year") if states_age_or_year(text) else room
