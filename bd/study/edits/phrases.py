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
_INITIAL = re.compile(r"[^\W\d_]\.")
# What a sentence may begin with that is nobody's name; any other word may be one.
_OPENERS = word_set("""
a an the this that these those my your our their his her its some any all both each every either neither no none many
much more most few several half one two three another other such what whatever which whichever
it he she they we you who whom whose whoever anyone anybody everyone everybody someone somebody nobody nothing anything
everything something there here
is isn't are aren't was wasn't were weren't am has hasn't have haven't had hadn't do don't does doesn't did didn't can
can't cannot could couldn't will won't would wouldn't shall should shouldn't may might must mustn't let let's
about above across after again against ago along already also although always among and as at away back because before
behind below beneath beside besides between beyond but by down during else enough even ever except finally first for
from further generally hardly hence how however if in indeed inside instead into just last lately later least less like
maybe meanwhile near nearly never next nor not now of off often on once only onto or otherwise out outside over overall
per perhaps please quite rather really recently regarding seldom simply since so sometimes soon still than then though
through throughout thus till to today together tomorrow tonight too toward towards under unless unlike unlikely until up
upon usually very via well when whenever where wherever whether while why with within without yes yesterday yet
ask assume avoid be bring build buy call change check close come consider continue cut describe do drive end explain
find fix follow get give go help hire hold imagine keep leave listen look lower make move open pay put raise read remove
repair replace say see send show spend start stop take talk tell thank thanks think try turn use vote wait walk want
watch work write
bad best better big cheap clean clear easy free full good great hard high large little local long low new nice old poor
real right sad same short small sorry strong sure terrible true wonderful wrong young
cars children families kids neighbors neighbours parents people residents schools streets students taxes teachers things
traffic workers
""")
_ALSO_NAMES = word_set("will may")
_NAME_NEXT = re.compile(r"\s+[^\W\d_][^\W\d_]")


def _keeps_capital(text: str, word: str, start: int) -> bool:
    """Tell whether the word that the text opens with may be a name or an initial."""
    if _INITIAL.match(text, start) or any(letter.isupper() for letter in word[1:]):
        return True
    stem, end = re.split(r"['’-]", word, maxsplit=1)[0], start + len(word)
    # The same word with its capital inside a later sentence is a name; so is "Will" where another name follows and
    # nothing is asked.
    if len(stem) > 1 and re.search(rf"[a-z,] {re.escape(stem)}\b", text[end:]):
        return True
    low = stem.lower()
    if low in _ALSO_NAMES and _NAME_NEXT.match(text, end) and text[end:].lstrip()[0].isupper():
        return "?" not in text[end:].partition(".")[0]
    if low in _OPENERS or word.lower().replace("’", "'") in _OPENERS:
        return False
    return re.search(rf"(?<!\w){re.escape(low)}(?!\w)", text[end:]) is None


def phrase_at_start(text: str, settings: Mapping[str, Any]) -> Edited | Excluded:
    """Put the setting `phrase` and a comma at the start of the text.

    The first letter is lowered where the word can be nobody's name: one of those that often open a sentence, or one
    that stands in small letters later on. Names, initials and "I" keep theirs, and so does any word that may be a name.
    Opening quotation marks stay on the text.

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
    lowered = word and not _keeps_capital(text, word, found.start(3))
    return space, marks, rest, rest[0].lower() + rest[1:] if lowered else rest
