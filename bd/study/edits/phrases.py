"""Edits that add a few words: a noun phrase or an age before he or she, or a phrase at the start.

Where sentences start and which pronouns count is left to `sentences.py`; which phrases are compared is written in
the study.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bd.study.edits.outcome import Edited, Excluded
from bd.study.edits.sentences import starts_sentence, subject_pronouns

__all__ = ["phrase_at_start", "phrase_before_pronoun", "stated_age"]

_MODIFIERS = frozenset("""
a an the keen avid devout devoted committed proud lifelong practising practicing openly former retired passionate
""".split())
_GENERIC_HEADS = frozenset("""
user person man woman national citizen fan enthusiast lover member speaker owner player worker resident
""".split())
_TAIL = re.compile(r"\s(?:of|with|from|in|who|at|for)\s.*")

# Said without the author's weight or hard to read after: these marks leave room for a phrase before the pronoun.
_COMMA = re.compile(r",\s+$")
_PAUSE = re.compile(r"(?:[;:]\s+|\s[–—-]\s+|[–—(])$")


def _place(text: str, found: re.Match[str]) -> str:
    """Say what stands before a pronoun: `start` of a sentence, `comma`, another `pause`, or `none` of them."""
    at = found.start()
    if starts_sentence(text, at):
        return "start"
    if _COMMA.search(text, max(0, at - 4), at):
        return "comma"
    return "pause" if _PAUSE.search(text, max(0, at - 4), at) else "none"


def _insert(text: str, found: re.Match[str], words: str, *, start: bool) -> str:
    """Put `words` and a comma before the pronoun, in the pronoun's case."""
    pronoun = found.group()
    if pronoun.isupper():
        words = words.upper()
    elif start:
        words, pronoun = words[0].upper() + words[1:], pronoun.lower()
    return f"{text[: found.start()]}{words}, {pronoun}{text[found.end() :]}"


@lru_cache(maxsize=256)
def _naming(phrase: str) -> re.Pattern[str]:
    """Return the expression that finds a text which already says what the phrase says."""
    words = _TAIL.sub("", phrase).split()
    heads = [w for w in words if w.lower() not in _MODIFIERS and w.lower() not in _GENERIC_HEADS]
    if not heads:
        return re.compile(rf"\b{re.escape(' '.join(w for w in words if w not in ('a', 'an', 'the')))}\b", re.IGNORECASE)
    # A capitalised head within a longer name ("American Board of Surgery") says nothing of the person.
    parts = [
        rf"\b(?i:{re.escape(w)})(?:e?s)?\b" + (r"(?!\s+(?:&\s+)?[A-Z][a-z])" if w[0].isupper() else "") for w in heads
    ]
    return re.compile("|".join(parts))


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
    pause: re.Match[str] | None = None
    found = None
    for found in subject_pronouns(text):
        place = _place(text, found)
        if place in ("start", "comma"):
            return _unless_named(text, phrase, _insert(text, found, phrase, start=place == "start"))
        if place == "pause" and pause is None:
            pause = found
    if pause is not None:
        return _unless_named(text, phrase, _insert(text, pause, phrase, start=False))
    return Excluded("no he or she" if found is None else "no place for a phrase")


def _unless_named(text: str, phrase: str, changed: str) -> Edited | Excluded:
    return Excluded("already names it") if _naming(phrase).search(text) else Edited(changed)


_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_AGE_OR_YEAR = re.compile(
    r"(?<![\d$€£.,])(?:19[3-9]\d|20[01]\d|202[0-6])s?(?![\d%]|[.,]\d)"
    r"|['’]\d\ds?\b"
    rf"|\b(?:at|aged?|turned|turning|turns)\s+(?:about\s+|just\s+|only\s+|of\s+)?(?:[1-9]\d|{_TENS})\b"
    r"(?!\s*(?:[ap]\.?m\b|%|percent|o['’]clock)|:\d|[.,]\d)"
    r"|\bat\s+(?:the\s+)?age\b|\bage\s+of\b|\bages?\s+\d"
    rf"|\b(?:\d+|(?:{_TENS})(?:[-\s]\w+)?)[-\s]years?[-\s](?:old|of[-\s]age)\b|\byears\s+(?:old|young|of\s+age)\b"
    rf"|\bin\s+(?:his|her|their)\s+(?:(?:early|mid|late)[-\s]+)*(?:\d0s|teens|twenties|thirties|\w+ties)\b"
    r"|\b(?:he|she)(?:\s+is|\s+was|['’]s)\s+(?:now\s+)?[1-9]\d\b(?!\s*(?:%|percent|years?\s+(?:into|in)\b))"
    r"|\b\d\d(?:th|st|nd|rd)\s+birthday\b"
    r"|\bborn\s+(?:on\s+)?(?:January|February|March|April|May|June|July|August|September|October|November|December)\b",
    re.IGNORECASE,
)


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
        Excluded where the text states an age or any year that tells one, has no he or she, or has no room.

    Examples
    --------
    >>> stated_age("He operates in Halden.", {"age": 61})
    Edited(text='At 61, he operates in Halden.')
    """
    words = f"at {settings['age']}"
    comma: re.Match[str] | None = None
    found = None
    for found in subject_pronouns(text):
        place = _place(text, found)
        if place == "start":
            return _unless_aged(text, _insert(text, found, words, start=True))
        if place == "comma" and comma is None:
            comma = found
    if comma is not None:
        return _unless_aged(text, _insert(text, comma, words, start=False))
    return Excluded("no he or she" if found is None else "no place for an age")


def _unless_aged(text: str, changed: str) -> Edited | Excluded:
    return Excluded("states an age or a year") if _AGE_OR_YEAR.search(text) else Edited(changed)


_FIRST = re.compile(r"(\s*)([\"“‘'«(\[]*)([^\W\d_]+(?:[-'’.&][^\W\d_]+)*)?")
_PROPER = frozenset("""
Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
October November December Mr Ms Mrs Miss Dr Prof God Christmas Easter Ramadan Islam Christianity Judaism Buddhism
Hinduism Muslim Muslims Christian Christians Jew Jews Jewish Hindu Hindus Buddhist Buddhists Catholic Catholics American
Americans British English French German Germans Chinese Indian Indians Mexican Mexicans Nigerian Nigerians Europe
European Europeans African Africans Asian Asians America China India Mexico Nigeria Germany France England
""".split())


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
    found = _FIRST.match(text)
    if found is None or found.end(1) == len(text):
        return Excluded("empty text")
    space, marks, word = found.groups()
    rest = text[found.end(2) :]
    low = rest[: max(len(phrase) + 1, 6)].lower()
    if low.startswith(("as a ", "as an ")) or low == phrase.lower() + low[len(phrase) :] and not low[len(phrase) :].isalnum():
        return Excluded("already starts so")
    if word and not _keeps_capital(text, word, found.end()):
        rest = rest[0].lower() + rest[1:]
    return Edited(f"{space}{phrase}, {marks}{rest}")
