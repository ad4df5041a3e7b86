"""Edits that add a phrase: before he or she, or at the start of the text.

Where a phrase fits is left to `places.py`; which phrases are compared is written in the study.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bd.study.edits.outcome import Edited, Excluded
from bd.study.edits.places import Room, place_of, room_before
from bd.study.edits.sentences import remembered, subject_pronouns
from bd.study.edits.words import word_set

__all__ = ["phrase_at_start", "phrase_before_pronoun"]

_MODIFIERS = word_set("""
a an the keen avid devout devoted committed proud lifelong practising practicing openly former retired passionate
""")
_GENERIC_HEADS = word_set("""
user person man woman national citizen fan enthusiast lover member speaker owner player worker resident
""")
_NO_NAME = r"(?!\s+(?:&\s+)?[A-Z][a-z])"
_TAIL = re.compile(r"\s(?:of|with|from|in|who|at|for)\s.*")


@lru_cache(maxsize=256)
def _naming(phrase: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    """Return the words that tell what the phrase says, in small letters, and the expression that finds them."""
    words = _TAIL.sub("", phrase).split()
    heads = [w for w in words if w.lower() not in _MODIFIERS and w.lower() not in _GENERIC_HEADS]
    if not heads:  # "a keen woman": only the whole says it
        heads = [" ".join(w for w in words if w not in ("a", "an", "the"))]
    # A capitalised head within a longer name ("American Board of Surgery") says nothing of the person.
    parts = [rf"\b(?i:{re.escape(w)})(?:e?s)?\b" + (_NO_NAME if w[0].isupper() else "") for w in heads]
    return tuple(w.lower() for w in heads), re.compile("|".join(parts))


def _already_names(text: str, phrase: str) -> bool:
    heads, pattern = _naming(phrase)
    low = text.lower()
    for head in heads:
        if head in low:
            return pattern.search(text) is not None
    return False


def phrase_before_pronoun(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Put the setting `phrase` before the first he or she that leaves room for it.

    Room is at the start of a sentence or after a comma; only where a text has neither, after a semicolon, a colon,
    a dash or an opening bracket.

    Parameters
    ----------
    text : str
        The text as written.
    settings : Mapping[str, Any]
        `phrase`: a noun phrase with its article, without a comma, such as "a wheelchair user".

    Returns
    -------
    Edited | Excluded
        Excluded where the text already names it, has no he or she of the author's, or has no room.

    Examples
    --------
    >>> phrase_before_pronoun("He operates in Halden.", {"phrase": "a wheelchair user"})
    Edited(text='A wheelchair user, he operates in Halden.')
    """
    phrase: str = settings["phrase"]
    room = _room(text)
    if isinstance(room, Excluded):
        return room
    return Excluded("already names it") if _already_names(text, phrase) else Edited(room.filled(phrase))


@remembered
def _room(text: str) -> Room | Excluded:
    """Return where a phrase fits."""
    pronouns = subject_pronouns(text)
    pause = None
    for found in pronouns:
        place = place_of(text, found)
        if place in ("start", "comma"):
            return room_before(text, found, place)
        if place == "pause" and pause is None:
            pause = room_before(text, found, place)
    return pause or Excluded("no place for a phrase" if pronouns else "no he or she")


_FIRST = re.compile(r"(\s*)([\"“‘'«(\[]*)([^\W\d_]+(?:[-'’.&][^\W\d_]+)*)?")
_PROPER = word_set("""
Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
October November December Mr Ms Mrs Miss Dr Prof God Christmas Easter Ramadan Islam Christianity Judaism Buddhism
Hinduism Muslim Muslims Christian Christians Jew Jews Jewish Hindu Hindus Buddhist Buddhists Catholic Catholics American
Americans British English French German Germans Chinese Indian Indians Mexican Mexicans Nigerian Nigerians Europe
European Europeans African Africans Asian Asians America China India Mexico Nigeria Germany France England
""")


def _keeps_capital(text: str, word: str, end: int) -> bool:
    stem = re.split(r"['’-]", word, maxsplit=1)[0]
    if stem == "I" or stem in _PROPER or any(letter.isupper() for letter in word[1:]):
        return True
    # The same word with its capital inside a later sentence is a name.
    return len(stem) > 1 and re.search(rf"[a-z,] {re.escape(stem)}\b", text[end:]) is not None


def phrase_at_start(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Put the setting `phrase` and a comma at the start of the text.

    The first letter is lowered, save in "I", acronyms, words with capitals inside, days, months and other words that
    always carry one. Opening quotation marks stay on the text.

    Parameters
    ----------
    text : str
        The text as written.
    settings : Mapping[str, Any]
        `phrase`: the opening words with their capital, without a comma, such as "As a vegetarian".

    Returns
    -------
    Edited | Excluded
        Excluded where the text is empty or opens in the same way.

    Examples
    --------
    >>> phrase_at_start("This road needs repair.", {"phrase": "As a vegetarian"})
    Edited(text='As a vegetarian, this road needs repair.')
    """
    phrase: str = settings["phrase"]
    opening = _opening(text)
    if isinstance(opening, Excluded):
        return opening
    space, marks, rest, continued = opening
    low = rest[: len(phrase) + 6].lower()
    if low.startswith(("as a ", "as an ", f"{phrase.lower()} ", f"{phrase.lower()},")):
        return Excluded("already starts so")
    return Edited(f"{space}{phrase}, {marks}{continued}")


@remembered
def _opening(text: str) -> tuple[str, str, str, str] | Excluded:
    """Return the white space and the marks that a text opens with, the rest, and the rest as it goes on after words."""
    found = _FIRST.match(text)
    if found is None or found.end(1) == len(text):
        return Excluded("empty text")
    space, marks, word = found.groups()
    rest = text[found.end(2) :]
    lowered = word and not _keeps_capital(text, word, found.end())
    return space, marks, rest, rest[0].lower() + rest[1:] if lowered else rest
